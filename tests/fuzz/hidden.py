"""Hidden pieces exchanged by hand: what a seat sees must not change.

`State.imagine` asks the engine what a seat may know, and so does the view: a mistake there would
not show if one were tested by the other. Here pieces that a view does not show are exchanged in the
slots of the state, without asking."""

from __future__ import annotations

import random
from copy import copy
from typing import Any

from tests.games.invariants import pieces_in

from alarife.checking.types import Pieces
from alarife.engine.state import State
from alarife.lowering.layout import KNOWN, LOC


def exchanged(state: State, seat: int, chance: random.Random) -> State | None:
    """A state in which two pieces of one type that a seat does not see have changed places; None if
    there are no two, or notes have pieces for keys (then more than their places would have to change)."""
    game = state.game
    if any(isinstance(d.type, Pieces) for n in game.world.notes.values() for d in n.domains):
        return None
    noted = {piece["id"] for piece in pieces_in(state.dump()["notes"])}
    loc, known = state.slots[LOC], state.slots[KNOWN]
    shown = {piece["id"] for piece in pieces_in(state.view(seat))}
    hidden = [
        x
        for x, place in enumerate(loc)
        if place and x not in shown and x not in noted and not known[x]
    ]
    chance.shuffle(hidden)
    for x in hidden:
        for y in hidden:
            if loc[x] != loc[y] and _type_of(state, x) == _type_of(state, y):
                return _swapped(state, x, y)
    return None


def _type_of(state: State, x: int) -> str:
    return next(name for name, info in state.game.world.pieces.items() if x in range(*_span(info)))


def _span(info: Any) -> tuple[int, int]:
    return info.first, info.first + info.count


def _swapped(state: State, x: int, y: int) -> State:
    tables = state.game.machine.tables
    slots = state.game.machine.copy(state.slots)
    loc = copy(slots[LOC])
    loc[x], loc[y] = loc[y], loc[x]
    other = {x: y, y: x}
    for place in {loc[x], loc[y]}:
        slot, sub = tables.slot[place], tables.sub[place]
        held = slots[slot] if sub < 0 else slots[slot][sub]
        if isinstance(held, tuple):
            pieces: list[int] = list(held)
            made = [other.get(one, one) for one in pieces]
            held = tuple(sorted(made)) if list(held) == sorted(held) else tuple(made)
        else:
            held = other.get(held, held)
        slots[slot] = held if sub < 0 else (*slots[slot][:sub], held, *slots[slot][sub + 1 :])
    slots[LOC] = loc
    return State(state.game, slots)


def check_hidden(state: State, chance: random.Random) -> int:
    """Every seat that has been told nothing sees the same after an exchange of what it can't see; how
    many could be tried."""
    tried = 0
    for seat in range(1, state.game.players + 1):
        told = state.view(seat).get("told")  # what was told would no longer be true
        other = None if told else exchanged(state, seat, chance)
        if other is not None:
            assert other.view(seat) == state.view(seat), f"seat {seat} can tell hidden pieces apart"
            tried += 1
    return tried
