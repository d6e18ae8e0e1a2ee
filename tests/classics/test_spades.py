"""Spades against a second game in plain Python, bid by bid and card by card; partners win together."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.independent.spades import Card, Hand, score

import alarife
from alarife.engine.search import Field

GAMES = 60 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SEED = 515


def held(state: alarife.State) -> dict[int, set[Card]]:
    """What everybody holds."""
    return {
        seat: {(c["suit"], c["rank"]) for c in cards} for seat, cards in state.place("hand").items()
    }


def play_hand(state: alarife.State, lots: Random) -> tuple[alarife.State, Hand]:
    """A hand with random bids and cards, here and there. A single card is played unasked."""
    hand = Hand(held(state))
    while (decision := state.decision) is not None and len(hand.bids) < 4:
        assert [o.value for o in decision.options] == list(range(14))
        bid = lots.choice([0, 1, 2, 3, 4, lots.randrange(14)])
        hand.bids[decision.player] = bid
        hand.turn = decision.player % 4 + 1
        state = state.play(decision.options[bid])
    while True:
        while any(hand.cards.values()) and len(hand.playable(hand.turn)) == 1:
            hand.play(hand.turn, *hand.playable(hand.turn))
        if not any(hand.cards.values()):
            return state, hand
        assert state.decision is not None
        assert held(state) == hand.cards
        assert state.decision.player == hand.turn
        look = {c["id"]: (c["suit"], c["rank"]) for c in state.place("hand")[hand.turn]}
        offered = {look[o.value]: o for o in state.decision.options}
        assert offered.keys() == hand.playable(hand.turn)
        card = lots.choice(sorted(offered))
        state = state.play(offered[card])
        hand.play(hand.turn, card)


@pytest.mark.parametrize("target", [50, 250])
def test_every_card_and_every_point_agree(target: int) -> None:
    game = alarife.load("spades", options={"spades.target": target})
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        lots, state = Random(seed), game.start(seed=seed)
        table = {(1, 3): (0, 0), (2, 4): (0, 0)}
        while state.decision is not None:
            state, hand = play_hand(state, lots)
            table = {seats: score(hand, seats, *old) for seats, old in table.items()}
            assert state.scores == {s: p for seats, (p, _) in table.items() for s in seats}
        points = [p for p, _ in table.values()]
        assert max(points) >= target or min(points) <= -target
        won = [s for seats, (p, _) in table.items() if p == max(points) for s in seats]
        assert state.winners == sorted(won)


def test_partners_are_a_team() -> None:
    state = alarife.load("spades").start(seed=SEED)
    assert state.teams == [[1, 3], [2, 4]]
    assert state.value("team", seat=2) == "east"
    assert state.value("members", "north") == [1, 3]
    field = Field(state.game)
    while state.decision is not None:
        state = state.play(state.decision.options[0])
    shares = field.shares(state.slots)
    assert shares[0] == shares[2]
    assert shares[1] == shares[3]
    assert shares[0] + shares[1] == pytest.approx(1)
