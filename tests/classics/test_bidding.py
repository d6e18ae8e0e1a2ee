"""Goofspiel and the auction: what is bid is paid, and nobody sees what is still secret."""

from __future__ import annotations

from typing import Any

import pytest
from tests.classics.positions import note, place, random_game

import alarife


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_goofspiel_uses_every_card_once(players: int, seed: int) -> None:
    game: Any = alarife.load("goofspiel", players=players, options={"goofspiel.highest_card": 6})
    *_, end = random_game(game.start(seed=seed), seed)
    for row in place(end, "spent").values():
        assert sorted(card["worth"] for card in row) == [1, 2, 3, 4, 5, 6]
    assert sum(end.scores.values()) <= 21
    best = max(end.scores.values())
    assert end.winners == [p for p, points in end.scores.items() if points == best]


def test_goofspiel_bids_are_sealed() -> None:
    """Whatever the first has bid, the second sees the same."""
    state: Any = alarife.load("goofspiel", players=2).start(seed=5)
    assert state.decision.player == 1
    views = [state.play(option).view(2) for option in state.decision.options]
    assert all(view == views[0] for view in views)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2), (6, 3)])
def test_the_auction_gives_everything_for_what_was_bid(players: int, seed: int) -> None:
    game: Any = alarife.load("auction", players=players)
    last: Any = None
    for state in random_game(game.start(seed=seed), seed):
        assert all(0 <= coins <= 20 for coins in note(state, "coins").values())
        if last is not None and place(state, "easel") == place(last, "easel"):
            assert note(state, "best_bid") >= note(last, "best_bid"), (
                "a bid was lower than the one before"
            )
        last = state
    walls = place(last, "wall")
    worth = [sum(picture["worth"] for picture in wall) for wall in walls.values()]
    assert worth == list(last.scores.values())
    assert sum(worth) <= 55
