"""Euchre, written from its rules sheet with the reference alone: suits are followed, jacks change
theirs, and whoever played highest leads the next trick."""

from __future__ import annotations

from random import Random
from typing import Any

import alarife

PATH = f"{__file__.rpartition('/')[0]}/euchre.alr"
SEED = 3100
SAME = {"clubs": "spades", "spades": "clubs", "hearts": "diamonds", "diamonds": "hearts"}
RANKS = ["nine", "ten", "jack", "queen", "king", "ace"]
Card = dict[str, Any]


def suit(card: Card, trump: str) -> str:
    left = card["rank"] == "jack" and card["suit"] == SAME[trump]
    return trump if left else str(card["suit"])


def height(card: Card, trump: str, led: str) -> tuple[int, int]:
    if card["rank"] == "jack" and suit(card, trump) == trump:
        return 3, card["suit"] == trump
    trumps, follows = card["suit"] == trump, card["suit"] == led
    return 2 if trumps else 1 if follows else 0, RANKS.index(card["rank"])


def test_suits_are_followed_and_tricks_are_won() -> None:
    game, followed, won = alarife.load(PATH), 0, 0
    for seed in range(SEED, SEED + 8):
        print(f"seed {seed}")
        lots, state = Random(seed), game.start(seed=seed)
        while (decision := state.decision) is not None:
            before, option = state, lots.choice(decision.options)
            if decision.prompt == "Which card?":
                trump, played = state.note("trump"), state.place("played")
                led = suit(played[state.note("leader")], trump)
                hand = {c["id"]: suit(c, trump) for c in state.place("hand")[decision.player]}
                legal = {i for i, s in hand.items() if s == led} or set(hand)
                assert {o.value for o in decision.options} == legal, f"seed {seed}"
                followed += len(legal) < len(hand)
            state = state.play(option)
            won += last_of_a_trick(before, state, option.value)
        points = state.scores
        assert max(points.values()) >= 10
        assert points[1] == points[3]
        assert points[2] == points[4]
        assert len(state.winners) == 2
    assert min(followed, won) > 30


def last_of_a_trick(before: alarife.State, after: alarife.State, chosen: object) -> bool:
    """Whether this card ended a trick of four, and the right player leads the next one."""
    decision = before.decision
    if decision is None or decision.prompt != "Which card?":
        return False
    played = {p: c for p, c in before.place("played").items() if c}
    ends = len(played) == 3 and after.decision is not None
    if not ends or after.decision is None or after.decision.prompt != "Which card do you lead?":
        return False
    if sum(after.note("trick_count").values()) != sum(before.note("trick_count").values()) + 1:
        return False
    trump, led = before.note("trump"), suit(played[before.note("leader")], before.note("trump"))
    mine = next(c for c in before.place("hand")[decision.player] if c["id"] == chosen)
    played[decision.player] = mine
    best = max(played, key=lambda p: height(played[p], trump, led))
    assert after.note("leader") == best
    return True
