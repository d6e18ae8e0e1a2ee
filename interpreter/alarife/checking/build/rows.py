"""Rows of declarations: a head that names the columns, and what stands in a column, as values of
its field.

A row with too few or too many cells is reported (E0306) and left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from alarife.checking.build.draft import WorldDraft
from alarife.checking.read_cell import cell_reader
from alarife.checking.types import KindOf, Many, Sides, Type
from alarife.linking.evaluate import NotKnown
from alarife.linking.wording import counted, did_you_mean
from alarife.syntax import tree


@dataclass(slots=True)
class Rows:
    """The names of the columns, and the rows below them; all have as many cells as there are
    columns."""

    head: list[str]
    body: list[tree.Row]


def read_rows(draft: WorldDraft, rows: list[tree.Row]) -> Rows:
    """Separate the head from the rows below it. A head that is repeated further down is dropped."""
    if not rows:
        return Rows([], [])
    head = [cell.text for cell in rows[0].cells]
    body: list[tree.Row] = []
    for row in rows[1:]:
        if len(row.cells) != len(head):
            draft.report.error(
                "E0306",
                f"This row has {counted(len(row.cells), 'cell')}, but the table's head has"
                f" {len(head)}.",
                row.at,
                rows[0].at,
                hint="Each row has as many cells as the first one; a cell may be empty.",
            )
        elif [cell.text for cell in row.cells] != head:
            body.append(row)
    return Rows(head, body)


def column(
    draft: WorldDraft, field: tree.Field, t: Type, rows: Rows, decl: tree.Kind | tree.Piece
) -> list[object]:
    """What stands in the column of a field, row by row; the default where nothing stands."""
    if field.name not in rows.head:
        known = {f.name for f in decl.fields} | {"name", "title", "copies"}
        told = not set(rows.head) <= known  # a column that is no field is said by itself
        if field.default is None and not told:
            message = f"The rows of `{decl.name}` have no column `{field.name}`."
            draft.report.error("E0307", message, field.at, hint=did_you_mean(field.name, rows.head))
        return [default(draft, field, t) if field.default is not None else None] * len(rows.body)
    at = rows.head.index(field.name)
    read = cell_reader(draft, t)
    cells = [row.cells[at] for row in rows.body]
    return [
        default(draft, field, t) if not cell.text and field.default else read(cell, field.name)
        for cell in cells
    ]


def default(draft: WorldDraft, field: tree.Field, t: Type) -> object:
    """The default of a field."""
    e = field.default
    if e is None:
        return 0 if isinstance(t, Sides) else () if isinstance(t, Many) else None
    if isinstance(e, tree.Name) and e.id == "nowhere":
        return 0
    if isinstance(e, tree.Several) and not e.items:
        return ()
    try:
        if (
            isinstance(e, tree.Name)
            and isinstance(t, KindOf)
            and e.id in draft.world.kinds[t.name].names
        ):
            return draft.world.kinds[t.name].names.index(e.id)
        return draft.constants.value(e)
    except NotKnown as wrong:
        draft.report.error("E0302", f"A default must be known before play: {wrong}.", wrong.at)
        return None
