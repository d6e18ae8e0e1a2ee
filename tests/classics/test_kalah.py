"""Kalah against a plain calculation of sowing."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.classics.positions import note, place

import alarife

Pits = list[int]


def pits(state: Any) -> Pits:
    return [len(seeds) for seeds in place(state, "pit").values()]


def own(player: int) -> range:
    """The houses of a player, counted from 0."""
    return range(7 * (player - 1), 7 * (player - 1) + 6)


def sow(before: Pits, house: int, player: int) -> tuple[Pits, int]:
    """The pits after sowing a house, and who is on turn then."""
    after, at = list(before), house
    seeds, after[house] = after[house], 0
    while seeds:
        at = (at + 1) % 14
        if at != 7 * (3 - player) - 1:
            after[at] += 1
            seeds -= 1
    store = 7 * player - 1
    if at in own(player) and after[at] == 1 and after[12 - at]:
        after[store] += 1 + after[12 - at]
        after[at] = after[12 - at] = 0
    return after, player if at == store else 3 - player


def go_on(now: Pits, player: int) -> tuple[Pits, int | None]:
    """Sow where there is no choice; at the end gather what is left, and then nobody is on turn."""
    while all(any(now[h] for h in own(p)) for p in (1, 2)):
        filled = [h for h in own(player) if now[h]]
        if len(filled) > 1:
            return now, player
        now, player = sow(now, filled[0], player)
    end = [0] * 14
    for p in (1, 2):
        end[7 * p - 1] = now[7 * p - 1] + sum(now[h] for h in own(p))
    return end, None


@pytest.mark.parametrize(("seeds", "seed"), [(4, 1), (4, 2), (3, 3), (6, 4), (1, 5)])
def test_games_are_those_of_a_plain_calculation(seeds: int, seed: int) -> None:
    lot = random.Random(seed)
    state: Any = alarife.load("kalah", options={"kalah.seeds": seeds}).start(seed=seed)
    now, player = go_on([0 if h % 7 == 6 else seeds for h in range(14)], 1)
    while player is not None:
        assert (pits(state), state.decision.player) == (now, player)
        assert [o.value for o in state.decision.options] == [h + 1 for h in own(player) if now[h]]
        option = lot.choice(list(state.decision.options))
        state = state.play(option)
        now, player = go_on(*sow(now, option.value - 1, player))
    assert state.is_over
    assert pits(state) == now
    assert state.scores == {1: now[6], 2: now[13]}
    assert sum(state.scores.values()) == 12 * seeds


def test_the_first_six_moves() -> None:
    """Only the third house ends in the store: then the first player goes on."""
    state: Any = alarife.load("kalah").start(seed=1)
    assert [state.play(o).decision.player for o in state.decision.options] == [2, 2, 1, 2, 2, 2]
    assert note(state, "last") == 1
