"""Types of pieces, and the pieces of each type, numbered: from rows, or some of each (E0308 to
E0313, E0320)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import product

from alarife.checking.build.draft import WorldDraft
from alarife.checking.build.rows import column, default, read_rows
from alarife.checking.read_cell import values_of
from alarife.checking.types import Many, Sides, Type
from alarife.checking.world import PieceInfo
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree

MOST_PIECES = 20_000
FEWER = "What need not be told apart can be counted with a `note`."

COPIES = " If some have more copies than others, write them as rows with a column `copies`."


def build_members(draft: WorldDraft) -> None:
    """Which types of pieces belong to each type, open ones included (E0308)."""
    types, pieces = draft.program.types, draft.program.pieces
    for decl in (*types.values(), *pieces.values()):
        for parent in decl.is_a:
            if parent not in types and parent not in draft.missing:
                draft.missing.add(parent)
                message = f"`{decl.name}` is said to be a `{parent}`, but there is no such type."
                draft.report.error("E0308", message, decl.head, hint=did_you_mean(parent, types))
    members: dict[str, set[str]] = {name: set() for name in types}
    for piece in pieces.values():
        members[piece.name] = {piece.name}
        for joined in _joined(draft, piece):
            members[joined.name].add(piece.name)
    draft.world.members = {name: frozenset(found) for name, found in members.items()}


def _joined(draft: WorldDraft, piece: tree.Piece) -> list[tree.Type]:
    """The open types that a piece joins, directly or by way of others."""
    found: list[tree.Type] = []
    todo = list(piece.is_a)
    while todo:
        parent = draft.program.types.get(todo.pop())
        if parent is not None and parent not in found:
            found.append(parent)
            todo += parent.is_a
    return found


def build_pieces(draft: WorldDraft) -> None:
    """Number all pieces."""
    world = draft.world
    for decl in draft.program.pieces.values():
        info = PieceInfo(decl.name, decl, world.piece_count)
        world.pieces[decl.name] = info
        for field in decl.fields:
            info.field_types[field.name] = draft.type_of(field.type)
            if field.face:
                _face(draft, field, info)
        _fill(draft, decl, info)
        _has_all_fields(draft, decl, info)
        world.piece_count += info.count
    if world.piece_count > MOST_PIECES:
        _too_many(
            draft, f"There are {world.piece_count} pieces; at most {MOST_PIECES} are allowed."
        )


def _too_many(draft: WorldDraft, message: str, *labels: tree.Span) -> None:
    draft.report.error("E0311", message, *labels, hint=FEWER)


def _face(draft: WorldDraft, field: tree.Field, info: PieceInfo) -> None:
    values = values_of(draft.world, info.field_types[field.name]) or ()
    if not values:
        hint = "For instance `1..6`, a kind, or `Player`."
        draft.report.error("E0310", "A face needs values that can be listed.", field.at, hint=hint)
    shown = len(values) * (len(info.codes) if info.faces else 1)
    if shown <= MOST_PIECES:
        info.faces[field.name] = tuple(v for v in values if isinstance(v, int))
        return
    what = f"The face `{field.name}` has {shown} values"
    if info.faces:
        what = f"Together, the faces up to `{field.name}` can be shown in {shown} ways"
    message = f"{what}; at most {MOST_PIECES} are allowed."
    draft.report.error("E0311", message, field.at, hint="Choose nearer bounds.")


def _fill(draft: WorldDraft, decl: tree.Piece, info: PieceInfo) -> None:
    """How many pieces of a type there are, and what stands in their fields."""
    columns: dict[str, list[object]] = {field.name: [] for field in decl.fields if not field.face}
    each = _of_each_row(draft, decl, info)
    made = (
        _rows_for_each(draft, decl, info, columns, each)
        if each
        else _some_of_each(draft, decl, info, columns) and _from_rows(draft, decl, info, columns)
    )
    if not made:
        return
    info.fields = _equal_side_by_side(columns)
    optional = [field for field in decl.fields if _optional(field, info.field_types[field.name])]
    info.defaults = {
        field.name: default(draft, field, info.field_types[field.name])
        for field in optional
        if not field.face
    }
    required = [i for i, field in enumerate(decl.fields) if field not in optional]
    info.optional_from = required[-1] + 1 if required else 0


def _equal_side_by_side(columns: dict[str, list[object]]) -> dict[str, tuple[object, ...]]:
    """The fields with pieces that are alike next to each other, each where the first such row
    stands: whatever offers equal pieces once needs no look for others further on."""
    rows = Counter(zip(*columns.values(), strict=True))
    ordered = list(rows.elements())
    return {name: tuple([row[i] for row in ordered]) for i, name in enumerate(columns)}


def _some_of_each(
    draft: WorldDraft, decl: tree.Piece, info: PieceInfo, columns: dict[str, list[object]]
) -> bool:
    """`3 of each`: fill the columns with so many pieces for every combination of values. False
    after an error."""
    if decl.each is None:
        return True
    copies = draft.constant_number(decl.each, "How many there are", COPIES)
    if copies is None:
        return False
    if not 0 <= copies <= MOST_PIECES:
        _too_many(
            draft, f"There can't be {copies} of each; 0 to {MOST_PIECES} are allowed.", decl.each.at
        )
        return False
    plain = [field for field in decl.fields if not field.face]
    free = [field for field in plain if field.default is None]
    pools = _pools(draft, free, info)
    if pools is None:
        return False
    fixed = {
        field.name: default(draft, field, info.field_types[field.name])
        for field in plain
        if field not in free
    }
    for combination in product(*pools):
        values = fixed | {field.name: value for field, value in zip(free, combination, strict=True)}
        for name, filled in columns.items():
            filled.extend([values[name]] * copies)
        info.count += copies
        if info.count > MOST_PIECES:
            break
    return True


def _pools(
    draft: WorldDraft, fields: list[tree.Field], info: PieceInfo
) -> list[Iterable[object]] | None:
    """All values of each field; None if one has more of them than there may be pieces."""
    pools: list[Iterable[object]] = []
    for field in fields:
        pool = values_of(draft.world, info.field_types[field.name])
        if pool is None:
            message = (
                f"`of each` makes a piece for every value, and the values of `{field.name}` have no"
                " end."
            )
            hint = "Give it a range with two ends, or list the pieces in rows."
            draft.report.error("E0312", message, field.at, hint=hint)
        elif len(pool) > MOST_PIECES:
            _too_many(
                draft,
                f"`{field.name}` has {len(pool)} values; at most {MOST_PIECES} pieces are allowed.",
                field.at,
            )
            return None
        pools.append(pool or ())
    return pools


def _of_each_row(
    draft: WorldDraft, decl: tree.Piece, info: PieceInfo
) -> dict[str, Iterable[object]]:
    """`1 of each` above rows that leave out a field: those fields, each with all its values."""
    if decl.each is None or not decl.rows:
        return {}
    head = {cell.text for cell in decl.rows[0].cells}
    left = [f for f in decl.fields if not f.face and f.default is None and f.name not in head]
    pools = {f.name: values_of(draft.world, info.field_types[f.name]) for f in left}
    return {name: pool for name, pool in pools.items() if pool is not None}


def _rows_for_each(
    draft: WorldDraft,
    decl: tree.Piece,
    info: PieceInfo,
    columns: dict[str, list[object]],
    each: dict[str, Iterable[object]],
) -> bool:
    """The pieces of each row, for every combination of the values that rows leave out."""
    assert decl.each is not None
    copies = draft.constant_number(decl.each, "How many there are", COPIES) or 0
    of_rows: dict[str, list[object]] = {name: [] for name in columns if name not in each}
    rows = PieceInfo(info.name, decl, field_types=info.field_types)
    if not _from_rows(draft, decl, rows, of_rows):
        return False
    combinations = list(product(*each.values()))
    if copies < 0 or rows.count * len(combinations) * copies > MOST_PIECES:
        _too_many(draft, f"At most {MOST_PIECES} pieces are allowed.", decl.each.at)
        return False
    for combination in combinations:
        for name, values in of_rows.items():
            columns[name] += [value for value in values for _ in range(copies)]
        for name, value in zip(each, combination, strict=True):
            columns[name] += [value] * (rows.count * copies)
    info.count += rows.count * copies * len(combinations)
    return True


def _from_rows(
    draft: WorldDraft, decl: tree.Piece, info: PieceInfo, columns: dict[str, list[object]]
) -> bool:
    """Fill the columns with a piece for each row, or as many as its column `copies` says. False
    after an error."""
    rows = read_rows(draft, decl.rows)
    if not rows.body:
        return True
    copies_at = rows.head.index("copies") if "copies" in rows.head else None
    times = [1 if copies_at is None else _copies(draft, row.cells[copies_at]) for row in rows.body]
    if sum(times) > MOST_PIECES:
        _too_many(
            draft, f"These are {sum(times)} pieces; at most {MOST_PIECES} are allowed.", decl.head
        )
        return False
    for field in decl.fields:
        if not field.face and field.name in columns:
            found = column(draft, field, info.field_types[field.name], rows, decl)
            for value, n in zip(found, times, strict=True):
                columns[field.name] += [value] * n
    info.count += sum(times)
    for cell in decl.rows[0].cells:
        if cell.text not in info.field_types and cell.text != "copies":
            message = f"`{decl.name}` has no field `{cell.text}`."
            draft.report.error("E0307", message, cell.at, hint=did_you_mean(cell.text, columns))
    return True


def _optional(field: tree.Field, t: Type) -> bool:
    """Whether a literal may leave out a field: it has a default, and that of a set is empty."""
    return (
        field.default is not None
        or isinstance(t, Sides)
        or (isinstance(t, Many) and t.how == "set")
    )


def _copies(draft: WorldDraft, cell: tree.Cell) -> int:
    """The number in a column `copies`; nothing there means one."""
    if not cell.text:
        return 1
    if not re.fullmatch(r"[0-9]{1,6}", cell.text):
        draft.report.error(
            "E0320",
            f"`{cell.text}` is not a number of copies.",
            cell.at,
            hint="Write it in digits.",
        )
        return 1
    return int(cell.text)


def _has_all_fields(draft: WorldDraft, decl: tree.Piece, info: PieceInfo) -> None:
    """A piece must have the fields of the open types it joins (E0313)."""
    for joined in _joined(draft, decl):
        for field in joined.fields:
            if field.name not in info.field_types:
                message = f"`{decl.name}` is a `{joined.name}`, so it needs a field `{field.name}`."
                hint = "Declare it between the brackets of the piece."
                draft.report.error("E0313", message, decl.head, joined.head, hint=hint)
