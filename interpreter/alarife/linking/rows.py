"""`more` and `only`: rows that files add to the pieces, kinds and tables of others, and rows that
take the place of those of a piece or table.

In: declarations with rows and the `more`s and `only`s that name them. Out: in the program,
declarations with all rows, under one head row. Columns are found by their names, so an addition may
leave out what has a default; a table may get a further column. `only` takes the place of all that
the file of the declaration says, its `more`s included; what other files add stays. What was parsed
is never altered: joined declarations are new nodes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from alarife.diagnostics import Label
from alarife.linking.wording import counted, did_you_mean, listed, what_it_is
from alarife.linking.work import Work
from alarife.syntax import tree

Rowed = tree.Piece | tree.Kind | tree.Table


def add_rows(work: Work) -> None:
    """Carry out every `more`, and check that no kind has a value twice."""
    p = work.program
    shelves: tuple[Mapping[str, Rowed], ...] = (p.pieces, p.kinds, p.tables)
    for decl in work.decls:
        if isinstance(decl, tree.More):
            name = work.today(decl.name)
            if any(name in shelf for shelf in shelves):
                p.more.setdefault(name, []).append(decl)
            else:
                _say_unknown(decl, name, [n for shelf in shelves for n in shelf], work)
    for name in list(p.more):
        _replace_rows(name, work)
    for name, brought in p.more.items():
        additions = [more for more in brought if not more.only]
        if name in p.pieces:
            p.pieces[name] = _joined_piece(p.pieces[name], additions, work)
        elif name in p.kinds:
            rows = _appended(p.kinds[name].rows, additions, [], work)
            p.kinds[name] = replace(p.kinds[name], rows=rows)
        else:
            p.tables[name] = replace(p.tables[name], rows=_merged(p.tables[name], additions, work))
    for kind in p.kinds.values():
        _check_values(kind, work)


def _replace_rows(name: str, work: Work) -> None:
    """Put the rows of an `only` into the declaration, in the place of those of its own file."""
    p = work.program
    found = [more for more in p.more[name] if more.only]
    if not found:
        return
    chosen = found[0]
    for other in found[1:]:
        if _texts(other) != _texts(chosen):
            message = f"Two files say which rows `{name}` has, and they differ."
            hint = "Play with one of them, or make the rows alike."
            work.report.error("E0224", message, chosen.head, other.head, hint=hint)
    if name in p.kinds:
        hint = "The rules name its values. Add some with `more`."
        work.report.error(
            "E0225", f"The rows of the kind `{name}` can't be replaced.", chosen.head, hint=hint
        )
        return
    shelf: dict[str, Any] = p.pieces if name in p.pieces else p.tables
    decl: tree.Piece | tree.Table = shelf[name]
    p.more[name] = [m for m in p.more[name] if m.only or m.head.file != decl.head.file]
    work.decls = [other for other in work.decls if not _counts_rows(other, decl)]
    shelf[name] = _with_rows(decl, chosen, work)


def _counts_rows(other: tree.Decl, decl: tree.Decl) -> bool:
    """Whether this is an example that tells of nothing but the rows that are replaced."""
    return (
        isinstance(other, tree.Example)
        and (other.shows, other.head.file) == (decl.name, decl.head.file)
        and not other.given
        and all(isinstance(step, tree.Then) for step in other.steps)
    )


def _texts(more: tree.More) -> list[list[str]]:
    return sorted([cell.text for cell in row.cells] for row in more.rows)


def _with_rows(
    decl: tree.Piece | tree.Table, chosen: tree.More, work: Work
) -> tree.Piece | tree.Table:
    """A declaration with the rows of an `only`, and its sentences if it has some. What an editor
    remarks on the rows that were there is gone with them."""
    prose = chosen.prose or decl.prose
    kept = [] if chosen.prose else [said for said in decl.asides if said.tone != "remark"]
    asides = [*kept, *chosen.asides]
    rows = [chosen.rows[0], *_whole_rows(chosen, work)]
    if isinstance(decl, tree.Piece):
        columns = [*(field.name for field in decl.fields), "copies"]
        _columns_known(chosen, columns, work)
        return replace(decl, prose=prose, asides=asides, rows=rows, each=None)
    return replace(decl, prose=prose, asides=asides, rows=rows)


def _say_unknown(decl: tree.More, name: str, candidates: list[str], work: Work) -> None:
    other = work.named.get(name)
    message = f"There is no piece, kind or table `{name}`."
    if other is not None:
        message = f"`{name}` is {what_it_is(other)}: only a piece, a kind or a table has rows."
    work.report.error("E0240", message, decl.head, hint=work.hint_for(name, candidates))


def _joined_piece(piece: tree.Piece, additions: list[tree.More], work: Work) -> tree.Piece:
    if not additions:
        return piece
    columns = [*(field.name for field in piece.fields), "copies"]
    return replace(piece, rows=_appended(piece.rows, additions, columns, work))


def _appended(
    rows: list[tree.Row], additions: list[tree.More], further: list[str], work: Work
) -> list[tree.Row]:
    """Rows with the rows of additions after them. `further` are columns that may be there though no
    head row names them yet."""
    head = rows[0] if rows else additions[0].rows[0]
    columns = [cell.text for cell in head.cells]
    wanted = {cell.text for more in additions for cell in more.rows[0].cells}
    new = [name for name in further if name in wanted and name not in columns]
    columns += new
    made = [_widened(head, new, new), *(_widened(row, new, [""] * len(new)) for row in rows[1:])]
    for more in additions:
        if _columns_known(more, columns, work):
            made.extend(_placed(row, more, columns) for row in _whole_rows(more, work))
    return made


def _whole_rows(more: tree.More, work: Work) -> list[tree.Row]:
    """The rows that have as many cells as their head has; the others are reported."""
    head = more.rows[0]
    for row in more.rows[1:]:
        if len(row.cells) != len(head.cells):
            message = (
                f"This row has {counted(len(row.cells), 'cell')}, but its head has"
                f" {len(head.cells)}."
            )
            hint = "Each row has as many cells as the first one; a cell may be empty."
            work.report.error("E0306", message, row.at, head.at, hint=hint)
    return [row for row in more.rows[1:] if len(row.cells) == len(head.cells)]


def _widened(row: tree.Row, new: list[str], texts: list[str]) -> tree.Row:
    return (
        replace(row, cells=[*row.cells, *(tree.Cell(at=row.at, text=text) for text in texts)])
        if new
        else row
    )


def _placed(row: tree.Row, more: tree.More, columns: list[str]) -> tree.Row:
    by_name = {head.text: cell for head, cell in zip(more.rows[0].cells, row.cells, strict=True)}
    return replace(
        row, cells=[by_name.get(name) or tree.Cell(at=row.at, text="") for name in columns]
    )


def _columns_known(more: tree.More, columns: list[str], work: Work) -> bool:
    known = True
    for cell in more.rows[0].cells:
        if cell.text not in columns:
            hint = did_you_mean(cell.text, columns) or f"The columns are {listed(columns)}."
            work.report.error(
                "E0241", f"`{more.name}` has no column `{cell.text}`.", cell.at, hint=hint
            )
            known = False
    return known


# ----------------------------------------------------------------
# tables
def _merged(table: tree.Table, additions: list[tree.More], work: Work) -> list[tree.Row]:
    """The rows of a table with further rows, and with further columns where the table has a column
    for each value of a key."""
    columns = [cell.text for cell in table.rows[0].cells]
    crossed = len(table.keys) > 1
    made = list(table.rows)
    for more in additions:
        new = [cell.text for cell in more.rows[0].cells if cell.text not in columns]
        if new and not (crossed and more.rows[0].cells[0].text == columns[0]):
            _columns_known(more, columns, work)
            continue
        columns += new
        made = [
            _widened(made[0], new, new),
            *(_widened(row, new, [""] * len(new)) for row in made[1:]),
        ]
        for row in _whole_rows(more, work):
            _merge_row(made, _placed(row, more, columns), table.name, work)
    return made


def _merge_row(rows: list[tree.Row], row: tree.Row, name: str, work: Work) -> None:
    """Add a row, or fill the empty cells of the row that has the same key in its first column."""
    for number, old in enumerate(rows[1:], 1):
        if old.cells[0].text != row.cells[0].text:
            continue
        pairs = list(zip(old.cells[1:], row.cells[1:], strict=False))
        doubled = [(a, b) for a, b in pairs if a.text and b.text]
        for a, b in doubled:
            message = f"The table `{name}` says this twice."
            hint = "To alter a table, write `change`, or replace its rows with `only`."
            work.report.error(
                "E0242", message, Label(b.at, "again"), Label(a.at, "already here"), hint=hint
            )
        if not doubled:
            rows[number] = replace(
                old, cells=[old.cells[0], *(b if b.text else a for a, b in pairs)]
            )
        return
    rows.append(row)


def _check_values(kind: tree.Kind, work: Work) -> None:
    seen: dict[str, tree.Cell] = {}
    for row in kind.rows[1:]:
        if not row.cells:
            continue
        twin = seen.setdefault(row.cells[0].text, row.cells[0])
        if twin is not row.cells[0]:
            message = f"The kind `{kind.name}` has a value `{twin.text}` twice."
            labels = Label(row.cells[0].at, "again"), Label(twin.at, "first")
            work.report.error("E0243", message, *labels, hint="Rename one of them.")
