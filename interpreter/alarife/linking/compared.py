"""What of declarations is compared and shown when two programs are.

In: a declaration and its program. Out: its parts in a form that can be compared, or shown to
readers."""

# pyright: basic
# Declarations of all sorts are compared here, by the attributes that they happen to share.

from __future__ import annotations

from typing import Any

from alarife.linking.program import Program
from alarife.linking.walk import below
from alarife.syntax import tree


def declared(name: str, program: Program) -> tree.Decl | None:
    """What a target of an amendment names."""
    for shelf in (
        program.values,
        program.rules,
        program.tables,
        program.steps,
        program.moments,
        program.labels,
    ):
        if name in shelf:
            found: Any = shelf[name]
            return found[0] if isinstance(found, list) else found
    return None


def is_exception(amendment: tree.Change | tree.Hook) -> bool:
    """Whether what is amended still holds: in other cases, or as a part of what holds now."""
    if amendment.guard is not None or any(field.type is not None for field in amendment.pattern):
        return True
    body = amendment.body if isinstance(amendment.body, list) else [amendment.body]
    return any(isinstance(node, tree.Name) and node.id == "usual" for node in below(body))


def settled(program: Program, hooks: list[tree.Hook]) -> list[tree.Order]:
    """The lines in force that say which of some hooks comes first."""
    names = {hook.name for hook in hooks}
    lines = [a.decl for a in program.articles if isinstance(a.decl, tree.Order)]
    return [line for line in lines if line.first in names and line.second in names]


def titled_rows(decl: tree.Table | tree.Kind, program: Program) -> tuple[tuple[str, ...], ...]:
    """The rows for readers: values of kinds by their titles, heads as words."""
    titles = {
        row.cells[0].text: row.cells[1].text
        for kind in program.kinds.values()
        for row in kind.rows[1:]
        if _has_title(kind)
    }
    if isinstance(decl, tree.Kind):
        keep = 1 if _has_title(decl) else 0
        return tuple(
            tuple(cell.text.replace("_", " ") for cell in row.cells[keep:]) for row in decl.rows
        )
    head, *rows = [[cell.text for cell in row.cells] for row in decl.rows]
    shown = [[titles.get(head_, head_.replace("_", " ")) for head_ in head]]
    shown += [
        [", ".join(titles.get(word, word) for word in text.split()) or "–" for text in row]
        for row in rows
    ]
    return tuple(tuple(row) for row in shown)


def _has_title(kind: tree.Kind) -> bool:
    return len(kind.rows) > 1 and [cell.text for cell in kind.rows[0].cells][1:2] == ["title"]


def without_place(decl: tree.Decl) -> list[Any]:
    """What a declaration says, without the file and block it stands in."""
    skipped = ("at", "head", "module", "when", "cites", "prose", "comments")
    names = [name for cls in type(decl).__mro__ for name in getattr(cls, "__slots__", ())]
    said = [prose.text for prose in decl.prose]
    return [
        type(decl).__name__,
        said,
        *((name, getattr(decl, name)) for name in names if name not in skipped),
    ]


def cells(decl: tree.Table | tree.Kind) -> dict[tuple[str, str], str]:
    """(first cell, column) → text of the cell."""
    if not decl.rows:
        return {}
    columns = [cell.text for cell in decl.rows[0].cells]
    return {
        (row.cells[0].text, column): cell.text
        for row in decl.rows[1:]
        for column, cell in zip(columns[1:], row.cells[1:], strict=False)
    }


def _word(value: bool | int | str) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def choice(decl: tree.Decl, value: bool | int | str) -> str:
    """A value of a setting for readers: of a ruling the title of the choice."""
    if isinstance(decl, tree.Ruling) and decl.rows:
        columns = [cell.text for cell in decl.rows[0].cells]
        at = columns.index("title") if "title" in columns else 0
        return next(
            (row.cells[at].text for row in decl.rows[1:] if row.cells[0].text == value), str(value)
        )
    return _word(value)


def count(number: int | None) -> str:
    """A number of pieces for readers; it may not be known before play."""
    return "some" if number is None else str(number)
