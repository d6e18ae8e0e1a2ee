"""Pig: points only grow by holding, and the die is fair."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from tests.classics.positions import note, place, random_game

import alarife


def pips(state: Any) -> int:
    (die,) = place(state, "tray")
    return die["pips"]


def choose(state: Any, action: str) -> Any:
    return state.play(next(o for o in state.decision.options if o.value == action))


@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game(seed: int) -> None:
    game: Any = alarife.load("pig", players=3, options={"pig.target": 30})
    before: Any = None
    for state in random_game(game.start(seed=seed), seed):
        if before is not None:
            gained = {p: state.scores[p] - before.scores[p] for p in state.scores if state.scores[p] != before.scores[p]}
            held = before.decision.player
            assert gained in ({}, {held: note(before, "pot")})
        before = state
    assert state.is_over
    assert [p for p, points in state.scores.items() if points >= 30] == state.winners
    assert len(state.winners) == 1


def test_holding_is_offered_only_after_a_roll() -> None:
    """The first roll of a turn is no decision: nothing else can be done."""
    game: Any = alarife.load("pig", players=2)
    for seed in range(20):
        state: Any = game.start(seed=seed)
        assert [o.value for o in state.decision.options] == ["roll_die", "hold"]
        assert note(state, "pot") == pips(state) > 1


def test_the_die_is_fair() -> None:
    """With 600 rolls each number comes about a hundred times: within four standard deviations."""
    game: Any = alarife.load("pig", players=2, options={"pig.target": 500})
    shown: Counter[int] = Counter()
    state: Any = game.start(seed=3)
    while sum(shown.values()) < 600 and not state.is_over:
        if note(state, "pot") >= 20:
            state = choose(state, "hold")
            continue
        before = state
        state = choose(state, "roll_die")
        if state.decision.player == before.decision.player:
            shown[pips(state)] += 1
    assert set(shown) == {2, 3, 4, 5, 6}
    mean = sum(shown.values()) / 5
    assert all(abs(n - mean) < 4 * (mean * 0.8) ** 0.5 for n in shown.values())
