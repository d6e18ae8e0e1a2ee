"""Where things lie in a state: slots.

A state is one flat list. The first slots belong to the engine (see `HEAD`); then come notes, then
places, in declared order. A note or place with few instances has one slot for each; one with many
(or keyed by pieces) has a single slot holding a tuple, because copying a state pays for slots, not
for contents. `Layout` says for each name where it is; the engine and the generated code both read
it here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NewType

from alarife.checking.types import Pieces
from alarife.checking.world import NoteInfo, PieceInfo, PlaceInfo, World

FRAME, DECISION, LOC, SEED, COUNTERS, KNOWN, LOG, FORCED, MIXED, TOGETHER, FACTS, ONCE = range(12)
HEAD = 12
"""How many slots belong to the engine: the stack of frames, the decision that stands, where each
piece is, the seed, how often each label has drawn, who knows which piece, the log, outcomes of
chance that an example has fixed, for each seat what has been mixed out of its sight (empty as long
as nothing has), what is being done `together` (None as long as nothing is), what players have
been told (None as long as nobody has), and the steps that are being done once for each (None as
long as none is)."""

Slots = list[Any]
"""A state as the engine and generated code have it. What a slot holds is told by its place, which
`Layout` and the names above know."""

QuestionNo = NewType("QuestionNo", int)
"""A place in the rules where a decision is put, as an index of `Lowered.sites`."""
PlaceNo = NewType("PlaceNo", int)
"""An instance of a place; 0 is the box."""
SeatNo = NewType("SeatNo", int)
"""A party, from 0."""
Standing = tuple[QuestionNo, SeatNo, Sequence[Any], tuple[Any, ...]]
"""What the slot `DECISION` holds: the question, who is asked, the options, and the values of the
names that the decision carries."""
Frame = tuple[Any, ...] | None
"""What the slot `FRAME` holds: the block to go on with, the frame below, the values of names."""

MOST_SLOTS_EACH = 192
"""How many instances have slots of their own: writing one slot is quick, but copies pay for
each."""
MANY = 24
"""With more instances than this, or instances for pieces, those in which nothing lies are not told
in a dump."""


@dataclass(slots=True)
class Range:
    """Where a note or place is: `base`, and whether the instances are `packed` in one tuple
    there."""

    base: int
    packed: bool


@dataclass(slots=True)
class Layout:
    """Range by name; `size` is the length of a state."""

    notes: dict[str, Range] = field(default_factory=dict[str, Range])
    places: dict[str, Range] = field(default_factory=dict[str, Range])
    faces: dict[str, int] = field(default_factory=dict[str, int])
    size: int = HEAD


def lay_out(world: World) -> Layout:
    """Give everything its slots."""
    layout = Layout()
    for note in world.notes.values():
        layout.notes[note.name] = _take(layout, note)
    for info in world.pieces.values():
        if info.face:
            layout.faces[info.name] = layout.size
            layout.size += 1
    for place in world.places.values():
        if place.name != "box":
            layout.places[place.name] = _take(layout, place)
    return layout


def is_sparse(info: NoteInfo | PlaceInfo) -> bool:
    """Whether a dump leaves out instances in which nothing lies."""
    return bool(info.domains) and (info.count > MANY or _by_pieces(info))


def _by_pieces(info: NoteInfo | PlaceInfo) -> bool:
    return any(isinstance(d.type, Pieces) for d in info.domains)


def _take(layout: Layout, info: NoteInfo | PlaceInfo) -> Range:
    packed = bool(info.domains) and (info.count > MOST_SLOTS_EACH or _by_pieces(info))
    slots = Range(layout.size, packed)
    layout.size += 1 if packed else info.count
    return slots


def first_face(info: PieceInfo) -> int:
    """The face a piece starts with: the first value of its type."""
    from alarife.checking.types import Number

    t = info.field_types[info.face] if info.face else None
    return t.low or 0 if isinstance(t, Number) else 0
