"""Where things lie in a state: slots.

A state is one flat list. The first slots belong to the engine (named below); then come notes, then
places, in declared order. A note or place with few instances has one slot for each; one with many
(or keyed by pieces) has a single slot holding a tuple, because copying a state pays for slots, not
for contents. `Layout` says for each name where it is; the engine and the generated code both read
it here."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, NewType, overload

from alarife.checking.types import Pieces
from alarife.checking.world import NoteInfo, PieceInfo, PlaceInfo, World

NUMBERED = False
"""Read by type checkers alone: pyright takes it for true (see pyproject.toml), so it tells the
numbers of pieces, places and seats apart and knows what each named slot holds. For mypyc all of
them stay plain numbers in a plain list, which it compiles best."""

if NUMBERED:
    PieceId = NewType("PieceId", int)
    PlaceNo = NewType("PlaceNo", int)
    SeatNo = NewType("SeatNo", int)
    QuestionNo = NewType("QuestionNo", int)
else:
    PieceId = int
    """A piece."""
    PlaceNo = int
    """An instance of a place; 0 is the box."""
    SeatNo = int
    """A party, from 0."""
    QuestionNo = int
    """A place in the rules where a decision is put, as an index of `Lowered.sites`."""

Standing = tuple[QuestionNo, SeatNo, Sequence[Any], tuple[Any, ...]]
"""A decision that stands: the question, who is asked, the options, and the values of the names that
it carries."""
Frame = tuple[Any, ...]
"""Where a suspended step goes on: the block, the frame below or None, the values of names."""
Log = list[Any]
"""What has happened: the log before or None, and entries (`alarife.engine.logs`)."""
Fact = tuple[
    int, int, tuple[Any, ...], Any, tuple[tuple[int, Any], ...], tuple[tuple[int, int], ...]
]
"""What players have been told: the number of what is told, the seats that were told, arguments,
answer, and the (slot, content) and (piece, place) that it was read from."""
Together = tuple[int, tuple[tuple[PieceId, PlaceNo, PlaceNo], ...], tuple[PlaceNo, ...]]
"""What is being done `together`: how deep, what has crossed, which places a law may be asked
about."""

FRAME: Final = 0
"""The stack of frames: a `Frame`, or None."""
DECISION: Final = 1
"""The decision that stands: a `Standing`, or None when the game is over."""
LOC: Final = 2
"""By piece the place where it is."""
SEED: Final = 3
COUNTERS: Final = 4
"""By label how often it has drawn."""
KNOWN: Final = 5
"""By piece the seats that know which it is."""
LOG: Final = 6
"""A `Log`, or None if none is written."""
FORCED: Final = 7
"""Outcomes of chance that an example has fixed, or None."""
MIXED: Final = 8
"""For each seat what has been mixed out of its sight; empty as long as nothing has."""
TOGETHER: Final = 9
"""A `Together`, or None."""
FACTS: Final = 10
"""What players have been told."""
ONCE: Final = 11
"""The steps that are being done once for each: how deep, and which; or None."""
HEAD: Final = 12
"""How many slots belong to the engine."""

if NUMBERED:

    class Located(array[int]):
        """By piece the place where it is."""

        @overload
        def __getitem__(self, key: int) -> PlaceNo: ...
        @overload
        def __getitem__(self, key: slice) -> Located: ...
        def __getitem__(self, key: Any) -> Any: ...  # pyright: ignore[reportIncompatibleMethodOverride]

    class Slots(list[Any]):
        """A state as the engine and generated code have it: a flat list. What the slots of notes
        and places hold is told by `Layout`."""

        @overload
        def __getitem__(self, i: Literal[0]) -> Frame | None: ...
        @overload
        def __getitem__(self, i: Literal[1]) -> Standing | None: ...
        @overload
        def __getitem__(self, i: Literal[2]) -> Located: ...
        @overload
        def __getitem__(self, i: Literal[5]) -> array[int]: ...
        @overload
        def __getitem__(self, i: Literal[3]) -> int: ...
        @overload
        def __getitem__(self, i: Literal[4]) -> tuple[int, ...]: ...
        @overload
        def __getitem__(self, i: Literal[6]) -> Log | None: ...
        @overload
        def __getitem__(self, i: Literal[7]) -> Sequence[Any] | None: ...
        @overload
        def __getitem__(self, i: Literal[8]) -> tuple[tuple[int, ...], ...]: ...
        @overload
        def __getitem__(self, i: Literal[9]) -> Together | None: ...
        @overload
        def __getitem__(self, i: Literal[10]) -> tuple[Fact, ...]: ...
        @overload
        def __getitem__(self, i: Literal[11]) -> tuple[int, frozenset[Any]] | None: ...
        @overload
        def __getitem__(self, i: slice) -> Slots: ...
        @overload
        def __getitem__(self, i: int) -> Any: ...
        def __getitem__(self, i: Any) -> Any: ...  # pyright: ignore[reportIncompatibleMethodOverride]
        def copy(self) -> Slots: ...  # noqa: D102 - as of any list

else:
    Slots = list[Any]


def standing(s: Slots) -> Standing:
    """The decision that stands in a state in which one does."""
    decision = s[DECISION]
    assert decision is not None
    return decision


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
        if info.faces:
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
    """The faces a piece starts with: the first value of each."""
    return info.code({})
