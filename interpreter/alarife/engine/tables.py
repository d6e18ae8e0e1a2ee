"""What the engine knows about places and pieces by number, made once when a game is loaded.

Flat lists by instance number of place or by id of piece: everything that happens while a game runs
is an index into one of these."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from alarife.checking.types import Pieces
from alarife.checking.world import PieceInfo
from alarife.lowering.lower import Lowered

BOX: Final = 0
SPACE: Final = 1
SET: Final = 2
BAG: Final = 3
ROW: Final = 4
PILE: Final = 5
GRID: Final = 6
SHAPES = {
    "space": SPACE,
    "set": SET,
    "bag": BAG,
    "row": ROW,
    "pile": PILE,
    "grid": GRID,
    "board": GRID,
}


@dataclass(slots=True)
class Tables:
    """By place instance: `slot`, `sub` (-1 where the slot holds the content itself), `shape`,
    `name`, `keys`, `law`. By piece: `kind` (name of its type), `look` (the first piece with the
    same fields), `twin` (what is one option: the look, or the piece itself where something is
    remembered of it), `faces` (its type, if it has several)."""

    slot: list[int] = field(default_factory=list[int])
    sub: list[int] = field(default_factory=list[int])
    shape: list[int] = field(default_factory=list[int])
    name: list[str] = field(default_factory=list[str])
    keys: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    law: list[str | None] = field(default_factory=list[str | None])
    bounds: list[tuple[int, int] | None] = field(default_factory=list[tuple[int, int] | None])
    kind: list[str] = field(default_factory=list[str])
    look: list[int] = field(default_factory=list[int])
    twin: list[int] = field(default_factory=list[int])
    face_slot: list[int] = field(default_factory=list[int])
    face_first: list[int] = field(default_factory=list[int])
    faces: list[PieceInfo | None] = field(default_factory=list["PieceInfo | None"])


def make_tables(lowered: Lowered) -> Tables:
    """The tables of a lowered program."""
    world, layout = lowered.checked.world, lowered.layout
    tables = Tables()
    for place in world.places.values():
        for index, keys in enumerate(place.keys()):
            slots = layout.places.get(place.name)
            base, packed = (slots.base, slots.packed) if slots else (-1, False)
            tables.slot.append(base if packed or not slots else base + index)
            tables.sub.append(index if packed else -1)
            tables.shape.append(SHAPES[place.shape] if slots else BOX)
            tables.name.append(place.name)
            tables.keys.append(keys)
            tables.law.append(place.law)
            tables.bounds.append(place.bounds)
    _pieces(lowered, tables)
    return tables


def _pieces(lowered: Lowered, tables: Tables) -> None:
    world = lowered.checked.world
    remembered = _remembered(lowered)
    for info in world.pieces.values():
        first_with: dict[tuple[object, ...], int] = {}
        for i in range(info.count):
            row = tuple(values[i] for values in info.fields.values())
            look = first_with.setdefault(row, info.first + i)
            tables.kind.append(info.name)
            tables.look.append(look)
            tables.twin.append(info.first + i if info.name in remembered else look)
            tables.face_slot.append(lowered.layout.faces.get(info.name, -1))
            tables.face_first.append(info.first)
            tables.faces.append(info if len(info.faces) > 1 else None)


def _remembered(lowered: Lowered) -> set[str]:
    """Types of pieces for each of which something is kept: a note or a place keyed by it."""
    found: set[str] = set()
    world = lowered.checked.world
    for info in [*world.notes.values(), *world.places.values()]:
        for domain in info.domains:
            if isinstance(domain.type, Pieces):
                found |= domain.type.names
    return found
