"""Two ways to play a game between bots lead to the same result."""

from __future__ import annotations

from typing import Any

import pytest

import alarife
from alarife.bots import make_bot
from alarife.bots.random_bot import RandomBot
from alarife.simulation import at_random, by_asking, play_out

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("connect_four", {}),
    ("kuhn_poker", {}),
    ("goofspiel", {"players": 4}),
    ("oh_hell", {"players": 3}),
    ("pig", {"players": 3}),
    ("reversi", {}),
    ("dice", {"players": 3}),
    ("alcazaba", {"players": 2}),
    ("alhambra", {"players": 3}),
    ("alhambra", {"players": 4, "modules": ["treasure", "cards", "bazaars"]}),
]


@pytest.mark.parametrize(
    ("name", "wish"), GAMES, ids=[f"{name}-{len(wish)}" for name, wish in GAMES]
)
def test_in_place_is_the_same_as_asking(name: str, wish: dict[str, Any]) -> None:
    game = alarife.load(name, **wish)
    for seed in (1, 2):
        assert at_random(game, seed) == by_asking(game, [RandomBot()] * game.players, seed)


def test_a_result_says_how_it_went() -> None:
    game = alarife.load("tic_tac_toe")
    result = play_out(game, [make_bot("random")] * 2, seed=3)
    assert 5 <= result.decisions <= 9
    assert set(result.scores) == {1, 2}
    assert all(winner in (1, 2) for winner in result.winners)


def test_every_game_ends_and_somebody_may_win() -> None:
    game = alarife.load("nim")
    winners = {tuple(at_random(game, seed).winners) for seed in range(20)}
    assert winners == {(1,), (2,)}
