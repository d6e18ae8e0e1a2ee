"""Places and notes that are kept by the values of the same kind, side by side in one table.

What comes in: a game, what a seat sees, how things look. What goes out: for each such kind a block
with a row for each of its values. What always holds: which places and notes stand together depends
on the rules alone, so the table stays where it is while a game goes on; everything in it could also
be shown by itself, and is, where there is no room for the table."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Any

from alarife.checking.types import KindOf, Number
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.engine.state import Game
from alarife.play.keyed import (
    Instance,
    as_place,
    instances,
    key_short,
    key_text,
    ruler_over,
    shorter,
    sparse_items,
    title_of,
)
from alarife.play.look import PieceText
from alarife.play.places import Block, contents, is_grid
from alarife.play.text import Text, flow, join, table

_MOST_FIELDS = 40
_HEADS = (40, 20, 14, 11)


@dataclass(slots=True)
class Part:
    """A place, or a note told as one, with a key of the kind: which of its keys that is."""

    place: PlaceInfo
    note: NoteInfo | None
    at: int

    def title(self) -> str:
        """What it is called."""
        if self.note is not None:
            return self.note.decl.title or self.note.name.replace("_", " ")
        return title_of(self.place)


@dataclass(slots=True)
class _Column:
    """A column of the table: what it is called, a cell for each value of the kind, and a ruler
    above them, if it has fields."""

    title: str
    cells: list[Text]
    ruler: list[str]


def shared_kinds(game: Game) -> dict[str, list[Part]]:
    """The kinds by which several things are kept, at least one of them a place: kind → what."""
    found: dict[str, list[Part]] = {}
    for place in game.world.places.values():
        if not is_grid(place) and (at := _kind_key(place)) is not None:
            found.setdefault(_kind(place, at), []).append(Part(place, None, at))
    for note in game.world.shown_notes:
        place = as_place(note)
        if (at := _kind_key(place)) is not None and _kind(place, at) in found:
            found[_kind(place, at)].append(Part(place, note, at))
    maps = game.world.maps
    return {k: parts for k, parts in found.items() if len(parts) > 1 and k not in maps}


def _kind_key(place: PlaceInfo) -> int | None:
    """Which key is of a kind, if the other one, where there is one, is a number."""
    kinds = [i for i, d in enumerate(place.domains) if isinstance(d.type, KindOf)]
    numbers = [d for d in place.domains if isinstance(d.type, Number)]
    return (
        kinds[0]
        if len(kinds) == 1 and len(kinds) + len(numbers) == len(place.domains) <= 2
        else None
    )


def _kind(place: PlaceInfo, at: int) -> str:
    t = place.domains[at].type
    assert isinstance(t, KindOf)
    return t.name


def shared_blocks(
    game: Game, view: dict[str, Any], look: PieceText
) -> tuple[list[Block], set[str]]:
    """The tables, and the names of the places and notes that stand in them."""
    shared = {kind: parts for kind, parts in shared_kinds(game).items() if kind in game.world.kinds}
    blocks = [_block(game, view, look, kind, parts) for kind, parts in shared.items()]
    return blocks, {part.place.name for parts in shared.values() for part in parts}


def _block(
    game: Game, view: dict[str, Any], look: PieceText, kind: str, parts: list[Part]
) -> Block:
    def full(width: int, forms: tuple[tuple[bool, bool], ...]) -> list[Text]:
        for long, loose in forms:
            lines = _table(game, view, look, kind, parts, long, loose, width)
            if max((line.width for line in lines), default=0) <= width:
                return lines
        return sparse(width)

    def sparse(width: int) -> list[Text]:
        """One after the other, in words where they need no more lines than letters."""
        found: list[Text] = []
        for part in parts:
            if saying := _saying(game, view, part):
                worded = _one_by_one(saying, part, look, True, width)
                found += shorter(worded, _one_by_one(saying, part, look, False, width), width)
        return found

    forms = ((True, True), (False, True), (False, False))
    return Block(
        [lambda width: full(width, forms), lambda width: full(width, forms[2:]), sparse],
        precious=True,
    )


def _one_by_one(
    saying: list[Instance], part: Part, look: PieceText, long: bool, width: int
) -> list[Text]:
    items = sparse_items(saying, look, lambda one: _said(one, part, look, long), long)
    return flow(items, width, Text((part.title(), "dim"), " "), "   ")


def _all(game: Game, view: dict[str, Any], part: Part) -> list[Instance]:
    return instances(game, {"places": view["notes"]} if part.note else view, part.place)


def _saying(game: Game, view: dict[str, Any], part: Part) -> list[Instance]:
    """The instances that say something."""
    return [one for one in _all(game, view, part) if _says(one, part)]


def _says(one: Instance, part: Part) -> bool:
    return one.held not in (None, False, 0, []) if part.note else bool(one.size)


# ----------------------------------------------------------------
# the table
def _table(
    game: Game,
    view: dict[str, Any],
    look: PieceText,
    kind: str,
    parts: list[Part],
    long: bool,
    loose: bool,
    width: int,
) -> list[Text]:
    """The table, its heads in as few lines as the width allows; empty, if nothing lies anywhere."""
    if not any(_saying(game, view, part) for part in parts):
        return []
    names = game.world.kinds[kind].names
    columns = [
        column for part in parts if (column := _column(game, view, look, names, part, long, loose))
    ]
    heads = [look.title(kind, name) for name in names]
    lines: list[Text] = []
    for most in _HEADS:
        lines = _laid(columns, heads, most, loose)
        if max(line.width for line in lines) <= width:
            break
    return lines


def _laid(columns: list[_Column], names: list[Text], most: int, loose: bool) -> list[Text]:
    """The columns beside one another, each with its title, broken where it is longer than so much,
    and what stands below it."""
    above = [
        [*wrap(c.title, max(most, *(cell.width for cell in c.cells))), *c.ruler] for c in columns
    ]
    depth = max(len(lines) for lines in above)
    heads = [
        [
            Text(),
            *(Text((["", *lines][max(row - depth + len(lines) + 1, 0)], "dim")) for lines in above),
        ]
        for row in range(depth)
    ]
    rows = [[name, *(c.cells[i] for c in columns)] for i, name in enumerate(names)]
    return table([*heads, *rows], 2 if loose else 1)


def _column(
    game: Game,
    view: dict[str, Any],
    look: PieceText,
    names: list[str] | tuple[str, ...],
    part: Part,
    long: bool,
    loose: bool,
) -> _Column | None:
    by_value: dict[str, list[Instance]] = {name: [] for name in names}
    for one in _all(game, view, part):
        by_value[str(one.keys[part.at][0])].append(one)
    if len(part.place.domains) == 1:
        cells = [_said(ones[0], part, look, long) for ones in by_value.values()]
    elif (fields := _fields(by_value, part, look)) is not None:
        return _in_fields(by_value, part, look, fields, loose)
    else:
        cells = [
            join(
                Text(
                    (key_short(_rest(one, part), look).plain + ":", "dim"),
                    _said(one, part, look, False),
                )
                for one in ones
                if _says(one, part)
            )
            for ones in by_value.values()
        ]
    if part.note and not any(cells):
        return None
    return _Column(part.title(), cells, [])


def _rest(one: Instance, part: Part) -> Instance:
    """The instance with its other keys alone."""
    return Instance(one.place, (*one.keys[: part.at], *one.keys[part.at + 1 :]), None)


def _said(one: Instance, part: Part, look: PieceText, long: bool) -> Text:
    if not _says(one, part):
        return Text()
    if part.note:
        return look.value(one.held, part.note.type)
    return join(
        contents(one, look, long), ", " if long else "" if len(part.place.domains) > 1 else " "
    )


def _fields(by_value: dict[str, list[Instance]], part: Part, look: PieceText) -> list[int] | None:
    """Which of the other keys get a field of their own, if single letters stand there: of a place
    all of them, of a note those that say something. None if it isn't so."""
    if part.place.shape != "space":
        return None
    rows = list(by_value.values())
    found = [
        i
        for i in range(len(rows[0]))
        if part.note is None or any(_says(row[i], part) for row in rows)
    ]
    narrow = all(_said(row[i], part, look, False).width <= 1 for row in rows for i in found)
    return found if narrow and 0 < len(found) <= _MOST_FIELDS else None


def _in_fields(
    by_value: dict[str, list[Instance]], part: Part, look: PieceText, fields: list[int], loose: bool
) -> _Column:
    """A field for each value of the other key."""
    gap = " " if loose else ""
    first = next(iter(by_value.values()))
    numbers = [key_text(_rest(first[i], part).keys, look).plain for i in fields]
    above = ruler_over(numbers, 1 + len(gap))[len(gap) :]
    cells = [
        join((_said(ones[i], part, look, False) or Text((".", "dim")) for i in fields), gap)
        for ones in by_value.values()
    ]
    return _Column(part.title(), cells, [above])
