"""What is kept by keys: the instances of a place or a note, and tables of those with two keys.

What comes in: a game, what a seat sees, how things look. What goes out: instances, words for their
keys, lines. What always holds: a table has a row for each value of the first key and a column for
each of the second, whether something lies there or not, so that it stays as it is while a game goes
on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from alarife.checking.types import KindOf, Maybe, Pieces, Seat, Type
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.engine.state import Game
from alarife.play.context import context_of
from alarife.play.look import PieceText
from alarife.play.text import Text, cells, flow, join

Keys = tuple[tuple[Any, Type], ...]
Said = Callable[["Instance"], Text]
"""What stands at an instance of a place or note."""


@dataclass(slots=True)
class Instance:
    """One instance of a place as a view has it."""

    place: PlaceInfo
    keys: Keys
    held: Any
    number: int = 0

    @property
    def context(self) -> dict[str, Any]:
        """What its keys say of what lies there."""
        return context_of(self.keys)

    @property
    def size(self) -> int:
        """How many pieces lie there."""
        if self.held is None:
            return 0
        if isinstance(self.held, dict):
            return (
                1
                if "type" in self.held or self.held.get("hidden") is True
                else self.held["hidden"] + len(self.held.get("known", ()))
            )
        return len(self.held)


def instances(game: Game, view: dict[str, Any], place: PlaceInfo) -> list[Instance]:
    """All instances of a place."""
    held = view["places"][place.name]
    if not place.domains:
        return [Instance(place, (), held, place.first)]
    types = [d.type for d in place.domains]
    found: list[Instance] = []
    for number, keys in enumerate(place.keys(), place.first):
        named = tuple(
            (k if isinstance(t, Pieces) else game.words.constant(k, t), t)
            for k, t in zip(keys, types, strict=True)
        )
        found.append(Instance(place, named, held[game.words.keys_text(keys, types)], number))
    return found


def title_of(place: PlaceInfo) -> str:
    """What a place is called."""
    return (place.decl.title if place.decl else "") or place.name.replace("_", " ")


def as_place(note: NoteInfo) -> PlaceInfo:
    """A note in the form of a place, so that both are read alike."""
    return PlaceInfo(note.name, None, "space", note.type, note.domains)


def key_text(keys: Keys, look: PieceText) -> Text:
    """The keys of a place in words."""
    return join((look.value(value, t) for value, t in keys), ", ")


def key_short(one: Instance, look: PieceText) -> Text:
    """The keys of an instance in few letters."""
    return join((value_short(value, t, look) for value, t in one.keys), "/")


def value_short(value: Any, t: Type, look: PieceText) -> Text:
    """A value in few letters."""
    if value is None:
        return look.value(value, t)
    match t:
        case Maybe():
            return value_short(value, t.of, look)
        case KindOf() if t.name in look.world.kinds:
            return look.sign(t.name, value)
        case Seat():
            return look.party_sign(value)
        case Pieces():
            return look.short(look.piece(value))
        case _:
            return look.value(value, t)


def sparse_items(
    filled: list[Instance], look: PieceText, said: Said, long: bool = False
) -> list[Text]:
    """`key:what` for each, a single key in words if `long`; of two keys, all that have the same
    first in one item."""
    gap = ": " if long else ":"
    if not filled or len(filled[0].keys) != 2:
        heads = [key_text(one.keys, look) if long else key_short(one, look) for one in filled]
        return [
            Text((head.plain + gap, "dim"), said(one))
            for head, one in zip(heads, filled, strict=True)
        ]
    items: list[Text] = []
    short = lambda value, t: value_short(value, t, look)  # noqa: E731
    for ones in by_first(filled):
        rest = (
            Text(((look.value if long else short)(*one.keys[1]).plain + gap, "dim"), said(one))
            for one in ones
        )
        items.append(Text(key_text(ones[0].keys[:1], look), " ", join(rest, ", " if long else " ")))
    return items


def shorter(worded: list[Text], lettered: list[Text], width: int) -> list[Text]:
    """Lines in words, if they fit and are no more than those in letters."""
    fits = all(line.width <= width for line in worded)
    return worded if fits and len(worded) <= len(lettered) else lettered


# ----------------------------------------------------------------
# two keys
def two_keyed(
    title: Text, shown: list[Instance], filled: list[Instance], said: Said, look: PieceText
) -> list[Callable[[int], list[Text]]]:
    """Forms of a table with two keys: all of it, if the width allows that, and only the rows and
    columns where something lies."""

    def full(width: int) -> list[Text]:
        lines = _matrix(title, shown, said, look)
        return lines if max(line.width for line in lines) <= width else tight(width)

    def tight(width: int) -> list[Text]:
        return _rows(title.cut(width), filled, said, look, width)

    return [full, tight]


def _matrix(title: Text, shown: list[Instance], said: Said, look: PieceText) -> list[Text]:
    """A row for each value of the first key, a column for each of the second."""
    by_row = by_first(shown)
    heads = [key_text((key,), look).cut(9) for key in (ones[0].keys[0] for ones in by_row)]
    grid = [[said(one) for one in ones] for ones in by_row]
    columns = [value_short(*one.keys[1], look).plain for one in by_row[0]]
    wide = max(t.width for row in grid for t in row)
    edge = max(h.width for h in heads)
    tight = wide <= 1 and all(c.isdigit() for c in columns)
    step = max(wide, 1 if tight else max(cells(c) for c in columns)) + 1
    ruler = ruler_over(columns, step) if tight else "".join(c.rjust(step) for c in columns)
    lines = [title, Text(" " * edge, (ruler, "dim"))]
    for head, row in zip(heads, grid, strict=True):
        said_here = (Text(" ", (t or Text((".", "dim"))).pad(step - 1, "right")) for t in row)
        lines.append(Text(head.pad(edge), *said_here))
    return lines


def ruler_over(columns: list[str], step: int) -> str:
    """Numbers over narrow columns: of a few all, of many the first, and every fifth."""
    ruler = ""
    every = 1 if len(columns) < 10 and all(cells(word) == 1 for word in columns) else 5
    for i, word in enumerate(columns):
        if (i == 0 or int(word) % every == 0) and len(ruler) < (i + 1) * step:
            ruler = ruler.ljust((i + 1) * step - cells(word)) + word
    return ruler


def _rows(
    title: Text, filled: list[Instance], said: Said, look: PieceText, width: int
) -> list[Text]:
    """A line for each value of the first key: only where something lies."""
    lines = [title]
    for ones in by_first(filled):
        items = [
            Text((value_short(*one.keys[1], look).plain + ":", "dim"), said(one)) for one in ones
        ]
        head = Text(key_text((ones[0].keys[0],), look).cut(9).pad(9), " ")
        lines.extend(flow(items, width, head, indent=10))
    return lines


def by_first(shown: list[Instance]) -> list[list[Instance]]:
    """The instances by their first key."""
    found: dict[str, list[Instance]] = {}
    for one in shown:
        found.setdefault(str(one.keys[0][0]), []).append(one)
    return list(found.values())
