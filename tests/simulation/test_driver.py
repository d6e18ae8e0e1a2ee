"""Two ways to play a game between bots lead to the same result."""

from __future__ import annotations

from pathlib import Path
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


ENDING = """alarife 2
game ending "Ending"
  players 2

note passes "passes": 0..9 = 0

step play "Play"
  repeat while yes
    for each p in Player
      as p
        choose n from 1..4 "How many?"
        passes += 1
        if passes is 5
          end the game

value score(p: Player) "points": number = p.seat
"""


def test_a_game_that_is_ended_has_all_its_decisions(tmp_path: Path) -> None:
    path = tmp_path / "ending.alr"
    path.write_text(ENDING)
    game = alarife.load(path)
    result = at_random(game, 1)
    assert result.decisions == 5
    assert result == by_asking(game, [RandomBot()] * 2, 1)
