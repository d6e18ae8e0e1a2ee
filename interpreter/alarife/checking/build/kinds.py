"""Kinds: their values, numbered in the order of their rows, and what stands in the columns
(E0304)."""

from __future__ import annotations

import re

from alarife.checking.build.draft import WorldDraft
from alarife.checking.build.rows import Rows, column, read_rows
from alarife.checking.world import KindInfo
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree


def build_kinds(draft: WorldDraft) -> None:
    """Number the values of all kinds: those that are built in, rulings with their choices, and
    those that are declared."""
    draft.world.kinds["Side"] = KindInfo(
        "Side", None, ("N", "E", "S", "W"), ("north", "east", "south", "west")
    )
    for ruling in draft.program.rulings.values():
        names = tuple(row.cells[0].text for row in ruling.rows[1:])
        draft.world.kinds.setdefault(ruling.name, KindInfo(ruling.name, None, names, names))
    declared = [(decl, read_rows(draft, decl.rows)) for decl in draft.program.kinds.values()]
    for decl, rows in declared:
        if rows.head:
            _values(draft, decl, rows)
    for decl, rows in declared:  # a column may hold values of another kind
        info = draft.world.kinds.get(decl.name)
        if info is None:
            continue
        known = ["name", "title", *(field.name for field in decl.fields)]
        for cell in decl.rows[0].cells:
            if cell.text not in known:
                message = f"`{decl.name}` has no field `{cell.text}`."
                hint = did_you_mean(cell.text, known)
                hint = hint or f"Declare it: `kind {decl.name}({cell.text}: text)`."
                draft.report.error("E0307", message, cell.at, hint=hint)
        for field in decl.fields:
            info.field_types[field.name] = t = draft.type_of(field.type)
            info.fields[field.name] = tuple(column(draft, field, t, rows, decl))


def _values(draft: WorldDraft, decl: tree.Kind, rows: Rows) -> None:
    names = tuple(row.cells[0].text for row in rows.body)
    title_at = rows.head.index("title") if "title" in rows.head else 0
    titles = tuple(row.cells[title_at].text for row in rows.body)
    draft.world.kinds[decl.name] = KindInfo(decl.name, decl, names, titles)
    for name in names:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name):
            hint = "Names are letters, digits and `_`."
            draft.report.error(
                "E0304", f"`{name}` can't be the name of a value.", decl.head, hint=hint
            )
