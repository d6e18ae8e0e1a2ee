"""Tables: every key has an entry, and only one (E0314 to E0316)."""

from __future__ import annotations

from math import prod

from alarife.checking.build.draft import MOST_PLACES, WorldDraft
from alarife.checking.build.rows import read_rows
from alarife.checking.read_cell import cell_reader
from alarife.checking.types import KindOf, Type
from alarife.checking.world import Domain, TableInfo
from alarife.diagnostics import Label
from alarife.syntax import tree


def build_table(draft: WorldDraft, decl: tree.Table) -> None:
    """Read a table."""
    t = draft.type_of(decl.type)
    domains = [draft.domain(key) for key in decl.keys]
    info = TableInfo(decl.name, decl, t, domains)
    draft.world.tables[decl.name] = info
    if not decl.rows or len(domains) not in (1, 2):
        message = f"The table `{decl.name}` needs one or two keys, and rows."
        draft.report.error(
            "E0314", message, decl.head, hint="Make two tables of it, or write its rows."
        )
        return
    if prod(d.size for d in domains) > MOST_PLACES:
        message = f"The table `{decl.name}` would have more than {MOST_PLACES} entries."
        draft.report.error("E0311", message, decl.head, hint="Choose nearer bounds.")
        return
    before = len(draft.report.errors)
    found = _entries(draft, decl, t, domains)
    if len(draft.report.errors) == before:  # a row that can't be read is no row that is missing
        info.rows = _nest(draft, decl, domains, found)


def _entries(
    draft: WorldDraft, decl: tree.Table, t: Type, domains: list[Domain]
) -> dict[tuple[int, ...], object]:
    """The entries by their keys. With two keys, the first is in the first column, the second in the
    head."""
    read = cell_reader(draft, t)
    readers = [cell_reader(draft, domain.type) for domain in domains]
    names = [key.name or "key" for key in decl.keys]
    found: dict[tuple[int, ...], object] = {}
    for row in read_rows(draft, decl.rows).body:
        key = readers[0](row.cells[0], names[0])
        if not isinstance(key, int):
            continue
        if len(domains) == 1:
            _enter(
                draft,
                found,
                (key,),
                read(row.cells[1], decl.name) if len(row.cells) > 1 else None,
                row,
            )
            continue
        for top, cell in zip(decl.rows[0].cells[1:], row.cells[1:], strict=True):
            second = readers[1](top, names[1])
            if isinstance(second, int):
                _enter(draft, found, (key, second), read(cell, decl.name), row)
    return found


def _enter(
    draft: WorldDraft,
    found: dict[tuple[int, ...], object],
    key: tuple[int, ...],
    value: object,
    row: tree.Row,
) -> None:
    if key in found:
        draft.report.error(
            "E0315",
            "This key stands twice in the table.",
            row.at,
            hint="Take one of its rows away.",
        )
    found[key] = value


def _nest(
    draft: WorldDraft, decl: tree.Table, domains: list[Domain], found: dict[tuple[int, ...], object]
) -> tuple[object, ...]:
    missing: list[str] = []

    def get(*key: int) -> object:
        if key not in found:
            missing.append(
                ", ".join(_key_name(draft, d, k) for d, k in zip(domains, key, strict=True))
            )
            return None
        return found[key]

    ranges = [d.values for d in domains]
    rows = tuple(
        tuple(get(a, b) for b in ranges[1]) if len(ranges) == 2 else get(a) for a in ranges[0]
    )
    if missing:
        _say_missing(draft, decl, domains, missing)
    return rows


def _say_missing(
    draft: WorldDraft, decl: tree.Table, domains: list[Domain], missing: list[str]
) -> None:
    """Report a table with missing entries, naming the file that brings the further keys, if there
    is one."""
    more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
    message = f"The table `{decl.name}` has no row for {'; '.join(missing[:3])}{more}."
    kinds = [d.type.name for d in domains if isinstance(d.type, KindOf)]
    brings = [one for kind in kinds for one in draft.program.more.get(kind, [])]
    fresh = {row.cells[0].text for one in brings for row in one.rows[1:] if row.cells}
    only = next((one for one in draft.program.more.get(decl.name, []) if one.only), None)
    if only is not None:
        hint = "`only` takes the place of all rows: give those that stay, too."
        draft.report.error("E0316", message, only.head, Label(decl.head, "the table"), hint=hint)
    elif brings and all(fresh & set(key.split(", ")) for key in missing):
        labels = [Label(one.head, "this brings what the table does not have") for one in brings]
        hint = f"Add the rows in `{brings[0].module}`, under `more {decl.name}`."
        draft.report.error("E0316", message, *labels, Label(decl.head, "the table"), hint=hint)
    else:
        draft.report.error("E0316", message, decl.head, hint="Add what is missing.")


def _key_name(draft: WorldDraft, domain: Domain, key: int) -> str:
    if isinstance(domain.type, KindOf):
        return draft.world.kinds[domain.type.name].names[key]
    return str(key)
