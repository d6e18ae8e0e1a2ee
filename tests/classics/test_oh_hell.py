"""Oh hell: following suit, bids that never come out even, and hands that stay hidden."""

from __future__ import annotations

from typing import Any

import pytest
from tests.classics.positions import note, place, random_game

import alarife


@pytest.mark.parametrize(("players", "seed"), [(3, 1), (4, 2), (6, 3)])
def test_a_whole_game(players: int, seed: int) -> None:
    game: Any = alarife.load("oh_hell", players=players)
    for state in random_game(game.start(seed=seed), seed):
        if not state.is_over and note(state, "led") is not None:
            assert sum(note(state, "bid").values()) != note(state, "dealt")
            follow_suit(state)
    assert state.is_over
    best = max(state.scores.values())
    assert state.winners == [p for p, points in state.scores.items() if points == best]


def follow_suit(state: Any) -> None:
    """Whoever can follow suit is offered nothing else."""
    led = note(state, "led")
    hand = place(state, "hand")[str(state.decision.player)]
    suits = {card["id"]: card["suit"] for card in hand}
    offered = {suits[o.value] for o in state.decision.options if o.value in suits}
    if led in suits.values() and offered:
        assert offered == {led}


def test_other_hands_are_hidden() -> None:
    """In an imagined state the other hands may differ; what the player sees does not."""
    state: Any = alarife.load("oh_hell", players=4).start(seed=9)
    for seat in (1, 2, 3, 4):
        hands = set()
        for seed in range(5):
            imagined = state.imagine(seat, seed)
            assert imagined.view(seat) == state.view(seat)
            hands.add(str(place(imagined, "hand")))
        assert len(hands) > 1
