"""Numbers of answers and of what is seen: of every shipped game."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.games.configurations import every_game, game_id

import alarife
from alarife.adapters.actions import Actions
from alarife.adapters.observing import Observing
from alarife.engine.outcomes import Outcomes, play, start

GAMES = [pytest.param(name, id=game_id(name)) for name in every_game()]
"""The shipped ones, and those of the tests."""


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_has_a_number_and_every_entry_a_bound(name: str) -> None:
    game = alarife.load(name)
    actions, observing = Actions(game), Observing(game)
    assert Actions(alarife.load(name)).names == actions.names
    assert len(set(observing.names)) == observing.size
    chance = random.Random(1)
    state: Any = game.start(seed=1, log=False)
    for _ in range(40):
        if state.is_over:
            break
        numbers = actions.of(state.decision)
        assert len(set(numbers)) == len(numbers) == len(state.decision.options)
        assert max(numbers) < actions.count
        for seat in range(1, game.players + 1):
            row = observing.of(state, seat)
            assert len(row) == observing.size
            assert 0 <= min(row) <= max(row) <= 1
        state = state.play(chance.randrange(len(numbers)))


def test_a_column_keeps_its_number_when_another_is_full() -> None:
    game = alarife.load("connect_four")
    actions = Actions(game)
    state: Any = game.start(log=False)
    for _ in range(6):
        state = state.play("1")
    assert [actions.names[n] for n in actions.of(state.decision)] == [
        f"number {n}" for n in range(2, 8)
    ]


def test_what_is_hidden_makes_no_difference() -> None:
    game = alarife.load("kuhn_poker")
    observing = Observing(game)
    rows: dict[str, set[tuple[float, ...]]] = {}
    for seed in range(40):
        state = game.start(seed=seed, log=False)
        rank = state.view(1)["places"]["hand"]["1"]["rank"]
        rows.setdefault(rank, set()).add(tuple(observing.of(state, 1)))
    assert {rank: len(found) for rank, found in rows.items()} == {"jack": 1, "queen": 1, "king": 1}


# ----------------------------------------------------------------
# explicit chance
def leaves(found: Any, script: tuple[int, ...], again: Any) -> list[tuple[float, Any]]:
    if not isinstance(found, Outcomes):
        return [(1.0, found)]
    assert sum(found.chances) == pytest.approx(1)
    return [
        (p * q, state)
        for i, p in enumerate(found.chances)
        for q, state in leaves(again((*script, i)), (*script, i), again)
    ]


def test_a_shuffle_is_met_card_by_card() -> None:
    game = alarife.load("kuhn_poker")
    made = leaves(start(game), (), lambda script: start(game, script))
    assert len(made) == 6
    assert all(p == pytest.approx(1 / 6) for p, _ in made)
    hands = {str(state.dump()["places"]["hand"]) for _, state in made}
    assert len(hands) == 6
    again = game.start(seed=4, log=False)
    assert again == game.start(seed=4, log=False)


def test_dice_are_six_outcomes() -> None:
    state: Any = alarife.load("pig").start(log=False)
    roll = next(o.key for o in state.decision.options if isinstance(play(state, o), Outcomes))
    found = play(state, roll)
    assert isinstance(found, Outcomes)
    assert found.chances == (1 / 6,) * 6
    for i in range(6):
        after: Any = play(state, roll, (i,))
        assert isinstance(after, Outcomes) or after != state
