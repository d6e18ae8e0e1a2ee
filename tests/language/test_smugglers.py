"""Hidden cards, secret notes and facts told, all at once: whatever a seat can't know is exchanged by
hand, and neither what it sees nor what it imagines changes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.simulation.test_no_cheating import exchanged

import alarife
from alarife.engine.state import State
from alarife.lowering.layout import FACTS

FILE = Path(__file__).parent / "smugglers.alr"


def bribed(state: State, seat: int, chance: random.Random) -> State:
    """The same with other bribes of the others."""
    game = state.game
    held, slots = game.lowered.layout.notes["bribe"], game.machine.copy(state.slots)
    for p in range(game.players):
        value = chance.randrange(10)
        if p == seat - 1:
            continue
        if held.packed:
            slots[held.base] = (*slots[held.base][:p], value, *slots[held.base][p + 1 :])
        else:
            slots[held.base + p] = value
    return State(game, slots)


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_hidden_makes_no_difference(players: int) -> None:
    game, chance, compared = alarife.load(str(FILE), players=players), random.Random(1), 0
    for seed in range(4):
        state = game.start(seed)
        while state.decision is not None:
            for seat in range(1, players + 1):
                other = bribed(exchanged(state, seat, chance) or state, seat, chance)
                if other.view(seat) != state.view(seat):
                    assert state.slots[FACTS]
                    continue  # what the seat was told would not be so
                mine, theirs = (one.imagine(seat, 9).dump() for one in (state, other))
                assert (mine["places"], mine["notes"]) == (theirs["places"], theirs["notes"])
                compared += 1
            state = state.play(chance.randrange(len(state.decision.options)))
    assert compared > 60
