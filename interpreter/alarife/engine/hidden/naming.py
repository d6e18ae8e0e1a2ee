"""What names pieces in a state: values of notes, of frames, and of the decision.

How a value names pieces follows from its type: in a set their order tells nothing, in a list it
does, and the places of a ranking are numbers that look like pieces and are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from alarife.checking.types import (
    GridOf,
    Many,
    Maybe,
    Pair,
    Pieces,
    Tie,
    Type,
    holds_pieces,
    member_of,
)
from alarife.engine.hidden.mixing import mask_of
from alarife.lowering.layout import DECISION, FRAME, Frame, Slots, standing

if TYPE_CHECKING:
    from alarife.engine.machine import Machine
    from alarife.lowering.lower import Lowered

Named = tuple[Any, Type]


def pieces_named(value: Any, t: Type | None) -> list[tuple[int, int]]:
    """The pieces that a value of this type names, each with its number in it; those of a set, or
    tied in a ranking, have one number."""
    found: list[tuple[int, int]] = []
    _collect(value, t, 0, found)
    return found


def _collect(value: Any, t: Type | None, number: int, found: list[tuple[int, int]]) -> int:
    """Add the pieces of a value, numbered from `number`; the next number."""
    if value is None:
        return number
    match t:
        case Pieces():
            found.append((value, number))
            return number + 1
        case Maybe():
            return _collect(value, t.of, number, found)
        case Tie():
            return _collect(value[1], Many("set", t.of), number, found)
        case Many(how="set"):
            return max([_collect(v, t.of, number, found) for v in value], default=number)
        case Many():
            for v in value:
                number = _collect(v, member_of(t), number, found)
        case Pair():
            for v, part in zip(value, t.parts, strict=True):
                number = _collect(v, part, number, found)
        case GridOf():
            for _, x in value.items_sorted():
                number = _collect(x, t.of, number, found)
        case _:
            pass
    return number


def renamed_value(value: Any, t: Type | None, becomes: Mapping[int, int]) -> Any:
    """A value in which pieces are called what they have become."""
    if value is None:
        return None
    match t:
        case Pieces():
            return becomes.get(value, value)
        case Maybe():
            return renamed_value(value, t.of, becomes)
        case Tie():
            return (value[0], renamed_value(value[1], Many("set", t.of), becomes))
        case Many():
            members = [renamed_value(v, member_of(t), becomes) for v in value]
            return tuple(sorted(members) if t.how == "set" else members)
        case Pair():
            return tuple(
                [renamed_value(v, part, becomes) for v, part in zip(value, t.parts, strict=True)]
            )
        case GridOf():
            held = value
            for c, x in value.items_sorted():
                held = held.swap(c, renamed_value(x, t.of, becomes))
            return held
        case _:
            return value


def naming(machine: Machine, s: Slots) -> Iterator[Named]:
    """Every value that may name pieces, with its type: of frames, the decision and notes."""
    lowered = machine.lowered
    yield from framed(lowered, s)
    if s[DECISION] is not None:
        site, _, _, env = standing(s)
        yield from values_named(lowered, machine.site(site).env, env)
    yield from noted(lowered, s)


def framed(lowered: Lowered, s: Slots) -> Iterator[Named]:
    """Every value of a frame that may name pieces, with its type."""
    frame = s[FRAME]
    while frame is not None:
        yield from values_named(lowered, lowered.block_names[int(frame[0])], frame[2:])
        frame = frame[1]


def noted(lowered: Lowered, s: Slots) -> Iterator[Named]:
    """Every value of a note that may name pieces, with its type."""
    for note in lowered.checked.world.notes.values():
        if holds_pieces(note.type):
            slots = lowered.layout.notes[note.name]
            held = s[slots.base] if slots.packed else s[slots.base : slots.base + note.count]
            yield from [(v, note.type) for v in held]


def naming_pieces(lowered: Lowered) -> Callable[[Slots], int] | None:
    """What tells which pieces frames and notes name, as bits; None where none can. It is asked at
    every mix, so what may name pieces is looked up once."""
    types = lowered.piece_names
    blocks: list[list[tuple[int, Type]]] = [
        [(i, types[name]) for i, name in enumerate(names, 2) if name in types]
        for names in lowered.block_names
    ]
    notes = [n for n in lowered.checked.world.notes.values() if holds_pieces(n.type)]
    if not notes and not any(blocks):
        return None

    known: tuple[Frame | None, int] = (None, 0)
    """The frames that were asked about last, and what they name; set at once, as another thread may
    ask, too."""

    def named(s: Slots) -> int:
        nonlocal known
        frame: Frame | None = s[FRAME]
        top, below = known
        if frame is not top:
            below = in_frames(frame)
            known = frame, below
        if not notes:
            return below
        return below | mask_of(x for v, t in noted(lowered, s) for x, _ in pieces_named(v, t))

    def in_frames(frame: Frame | None) -> int:
        found = 0
        while frame is not None:
            for i, t in blocks[int(frame[0])]:
                if isinstance(t, Pieces):
                    found |= 1 << frame[i]
                else:
                    found |= mask_of(x for x, _ in pieces_named(frame[i], t))
            frame = frame[1]
        return found

    return named


def values_named(lowered: Lowered, names: list[str], values: tuple[Any, ...]) -> list[Named]:
    """Those of the values that a frame or a decision carries under these names."""
    types = lowered.piece_names
    return [(v, types[n]) for n, v in zip(names, values, strict=True) if n in types]


def rename(machine: Machine, t: Slots, becomes: Mapping[int, int]) -> None:
    """Let frames, the decision and notes name what pieces have become."""
    lowered = machine.lowered
    t[FRAME] = _renamed_frames(machine, t[FRAME], becomes)
    if t[DECISION] is not None:
        site, you, options, env = standing(t)
        names = _renamed_names(machine, machine.site(site).env, env, becomes)
        t[DECISION] = (site, you, options, names)
    for note in machine.world.notes.values():
        if not holds_pieces(note.type):
            continue
        slots = lowered.layout.notes[note.name]
        held = t[slots.base] if slots.packed else t[slots.base : slots.base + note.count]
        again = [renamed_value(v, note.type, becomes) for v in held]
        t[slots.base : slots.base + (1 if slots.packed else note.count)] = (
            [tuple(again)] if slots.packed else again
        )


def _renamed_frames(machine: Machine, frame: Frame | None, becomes: Mapping[int, int]) -> Any:
    if frame is None:
        return None
    names = machine.lowered.block_names[int(frame[0])]
    below_it = _renamed_frames(machine, frame[1], becomes)
    return (frame[0], below_it, *_renamed_names(machine, names, frame[2:], becomes))


def _renamed_names(
    machine: Machine, names: list[str], values: tuple[Any, ...], becomes: Mapping[int, int]
) -> tuple[Any, ...]:
    types = machine.lowered.piece_names
    return tuple(
        [renamed_value(v, types.get(n), becomes) for n, v in zip(names, values, strict=True)]
    )
