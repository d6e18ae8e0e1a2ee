"""What a seat sees, and what it may imagine.

A view follows from the traits of places alone: pieces a seat can't see are only counted, unless it
knows them (saw them go there, was shown them). The decision of somebody else is named, its options
are not. `imagine` deals what a seat can't know anew: a state that this seat cannot tell from the
real one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alarife.engine.chance import shuffled, spread
from alarife.engine.dumps import note_values
from alarife.engine.machine import Machine
from alarife.engine.tables import BOX, GRID, PILE, ROW, SPACE
from alarife.engine.words import Words
from alarife.geometry.grid import xy
from alarife.lowering.layout import COUNTERS, DECISION, FRAME, KNOWN, LOC, LOG, SEED

State = list[Any]


def may_know(machine: Machine, s: State, seat: int, x: int) -> bool:
    """Whether a seat knows which piece this is where it lies."""
    place = s[LOC][x]
    if machine.tables.shape[place] == BOX:
        return True
    return bool((machine.transactions.who_sees(s, place, x) | s[KNOWN][x]) >> seat & 1)


def view(machine: Machine, words: Words, s: State, seat: int) -> dict[str, Any]:
    """What a seat (from 0) sees of a state, JSON-able."""
    world = machine.world
    places: dict[str, Any] = {}
    for place in world.places.values():
        if place.name == "box":
            continue
        if not place.domains:
            places[place.name] = _seen(machine, words, s, place.first, seat)
            continue
        types = [d.type for d in place.domains]
        places[place.name] = {
            words.keys_text(keys, types): _seen(machine, words, s, place.first + i, seat)
            for i, keys in enumerate(place.keys())
        }
    notes: dict[str, Any] = {}
    for note in world.notes.values():
        values = note_values(machine, s, note.name)
        types = [d.type for d in note.domains]
        notes[note.name] = (
            {words.keys_text(keys, types): words.data(s, v, note.type) for keys, v in values}
            if types
            else words.data(s, values[0][1], note.type)
        )
    return {
        "game": world.program.configuration.game,
        "seat": seat + 1,
        "places": places,
        "notes": notes,
        "decision": _decision(machine, words, s, seat),
        "over": s[DECISION] is None,
    }


def _seen(machine: Machine, words: Words, s: State, number: int, seat: int) -> Any:
    held = machine.transactions.content(s, number)
    shape = machine.tables.shape[number]

    def entry(x: int) -> Any:
        return words.piece(s, x) if may_know(machine, s, seat, x) else {"hidden": True}

    if shape == SPACE:
        return None if held is None else entry(held)
    if shape == GRID:
        return [{"at": list(xy(c)), "piece": entry(x)} for c, x in held.items_sorted()]
    if shape in (PILE, ROW):
        return (
            [entry(x) for x in held]
            if any(may_know(machine, s, seat, x) for x in held)
            else {"hidden": len(held)}
            if held
            else []
        )
    known = [words.piece(s, x) for x in held if may_know(machine, s, seat, x)]
    if len(known) == len(held):
        return known
    return {"known": known, "hidden": len(held) - len(known)}


def _decision(machine: Machine, words: Words, s: State, seat: int) -> dict[str, Any] | None:
    decision = s[DECISION]
    if decision is None:
        return None
    site, you, _, _ = decision
    found: dict[str, Any] = {"player": you + 1, "prompt": machine.lowered.sites[site].prompt}
    return found


def imagine(machine: Machine, s: State, seat: int, seed: int) -> State:
    """A state that this seat (from 0) cannot tell from the real one; what it can't know is dealt
    anew."""
    t = machine.copy(s)
    hidden = [x for x in range(machine.world.piece_count) if not may_know(machine, s, seat, x)]
    count = 0

    def shuffle(items: list[int]) -> list[int]:
        nonlocal count
        count += 1
        return list(shuffled(items, spread(seed * 1_000_003 + count)))

    _reorder(machine, t, hidden, shuffle)
    becomes = _redeal(machine, t, hidden, shuffle)
    t[SEED] = spread(seed + 0x5EED)
    t[COUNTERS] = (0,) * len(t[COUNTERS])
    t[LOG] = None
    if becomes:
        t[FRAME] = _renamed_frames(machine, t[FRAME], becomes)
    if t[DECISION] is not None:
        _decide_again(machine, t, seat, becomes, shuffle)
    t[LOG] = () if s[LOG] is not None else None
    return t


def _renamed_frames(machine: Machine, frame: Any, becomes: dict[int, int]) -> Any:
    """Frames in which unknown pieces are called what they have become."""
    if frame is None:
        return None
    names = (
        machine.lowered.block_names[frame[0]] if frame[0] < len(machine.lowered.block_names) else []
    )
    return (
        frame[0],
        _renamed_frames(machine, frame[1], becomes),
        *_renamed(machine, names, frame[2:], becomes),
    )


def _renamed(
    machine: Machine, names: list[str], values: tuple[Any, ...], becomes: dict[int, int]
) -> tuple[Any, ...]:
    def rename(value: Any) -> Any:
        return (
            tuple(rename(v) for v in value)
            if isinstance(value, tuple)
            else becomes.get(value, value)
        )

    held = machine.lowered.piece_names
    return (
        tuple(rename(v) if n in held else v for n, v in zip(names, values, strict=True))
        if names
        else values
    )


def _decide_again(
    machine: Machine,
    t: State,
    seat: int,
    becomes: dict[int, int],
    shuffle: Callable[[list[int]], list[int]],
) -> None:
    """Put the decision again, with pieces renamed; what others have answered in secret they answer
    anew."""
    site, you, options, env = t[DECISION]
    info = machine.lowered.sites[site]
    env = _renamed(machine, info.env, env, becomes)
    t[DECISION] = (site, you, options, env)
    if info.sealed:
        _answer_again(machine, t, seat, shuffle)
    elif you != seat:
        machine.put_again(t)


def _answer_again(
    machine: Machine, t: State, seat: int, shuffle: Callable[[list[int]], list[int]]
) -> None:
    """Everybody who has answered in secret is asked again: this seat answers as it did, others at
    random."""
    site, you, _, env = t[DECISION]
    info = machine.lowered.sites[site]
    held = dict(zip(info.env, env, strict=True))
    given = held[info.sealed]
    own = [entry[1:] for entry in given if entry[0] == seat]
    left = next(name for name in machine.lowered.block_names[info.head] if name.startswith("left_"))
    held[left] = (*(entry[0] for entry in given), you, *held[left])
    held[info.sealed] = ()
    t[FRAME] = (
        info.head,
        t[FRAME],
        *(held[name] for name in machine.lowered.block_names[info.head]),
    )
    t[DECISION] = None
    machine.run(t)
    answers = list(own[0]) if own else []
    while (
        t[DECISION] is not None
        and t[DECISION][1] != you
        and machine.lowered.sites[t[DECISION][0]].sealed == info.sealed
    ):
        _, asked, options, _ = t[DECISION]
        mine = answers.pop(0) if asked == seat and answers else None
        machine.advance(
            t, mine if mine in options else options[shuffle(list(range(len(options))))[0]]
        )


def _reorder(
    machine: Machine, t: State, hidden: list[int], shuffle: Callable[[list[int]], list[int]]
) -> None:
    """Within a hidden pile or row, what is unknown may lie in any order."""
    unknown = set(hidden)
    for number in sorted({t[LOC][x] for x in hidden}):
        if machine.tables.shape[number] not in (PILE, ROW):
            continue
        held = list(machine.transactions.content(t, number))
        spots = [i for i, x in enumerate(held) if x in unknown]
        for i, x in zip(spots, shuffle([held[i] for i in spots]), strict=True):
            held[i] = x
        machine.transactions.keep(t, number, tuple(held))


def _redeal(
    machine: Machine, t: State, hidden: list[int], shuffle: Callable[[list[int]], list[int]]
) -> dict[int, int]:
    """Unknown pieces of one type may be anywhere where pieces of that type lie unknown; which piece
    lies where which lay."""
    kind = machine.tables.kind
    dealt: dict[int, int] = {}
    for name in sorted({kind[x] for x in hidden}):
        alike = [x for x in hidden if kind[x] == name]
        becomes = dict(zip(alike, shuffle(alike), strict=True))
        places = {x: t[LOC][x] for x in alike}
        for number in sorted(set(places.values())):
            held = machine.transactions.content(t, number)
            shape = machine.tables.shape[number]
            if shape == SPACE:
                held = becomes.get(held, held)
            elif shape == GRID:
                for c, x in held.items_sorted():
                    if x in becomes and becomes[x] != x:
                        held = held.swap(c, becomes[x])
            else:
                held = tuple(becomes.get(x, x) for x in held)
                held = (
                    held
                    if shape in (PILE, ROW)
                    else tuple(sorted(x for x in held if x is not None))
                )
            machine.transactions.keep(t, number, held)
        known = {x: t[KNOWN][x] for x in alike}
        for x in alike:
            t[LOC][becomes[x]] = places[x]
            t[KNOWN][becomes[x]] = known[x]
        dealt.update((x, y) for x, y in becomes.items() if x != y)
    return dealt
