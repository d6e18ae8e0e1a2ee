"""Cassino, written from its rules sheet with the reference alone: what can be taken, and what it
counts, against a second calculation."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import pytest

import alarife

PATH = f"{__file__.rpartition('/')[0]}/cassino.alr"
SEED = 902


def rank(card: dict[str, Any]) -> int:
    return int(card["rank"])


def takes(card: int, on_table: list[int]) -> bool:
    """Whether a card takes a group."""
    if card in on_table:
        return True
    low = [n for n in on_table if n < 11]
    return card < 11 and any(
        sum(group) == card for k in range(1, len(low) + 1) for group in combinations(low, k)
    )


def offered(state: alarife.State) -> set[str]:
    """The actions that the player on turn should be offered."""
    assert state.decision is not None
    me = state.decision.player
    hand = [rank(c) for c in state.place("hand")[me]]
    on_table = [rank(c) for c in state.place("table_cards")]
    builds = {n: v for n, v in state.note("build_value").items() if v}
    mine = [v for n, v in builds.items() if state.note("built_by")[n] == me]
    found: set[str] = set()
    if any(takes(card, on_table) for card in hand):
        found.add("take")
    if any(card in builds.values() for card in hand):
        found.add("take_build")
    low = [n for n in on_table if n < 11]
    sums = {sum(g) for k in range(1, len(low) + 1) for g in combinations(low, k)}
    if len(builds) < 8 and any(
        a < b < 11 and b - a in sums for i, a in enumerate(hand) for b in hand[:i] + hand[i + 1 :]
    ):
        found.add("make_build")
    if not set(mine) & set(hand):
        found.add("trail")
    return found


def points(taken: dict[int, list[dict[str, Any]]]) -> dict[int, int]:
    score = dict.fromkeys(taken, 0)
    for worth, count in (
        (3, {p: len(cards) for p, cards in taken.items()}),
        (1, {p: sum(c["suit"] == "spades" for c in cards) for p, cards in taken.items()}),
    ):
        best = [p for p, n in count.items() if n == max(count.values())]
        if len(best) == 1:
            score[best[0]] += worth
    for p, cards in taken.items():
        for c in cards:
            score[p] += rank(c) == 1
            score[p] += 2 * ((rank(c), c["suit"]) == (10, "diamonds"))
            score[p] += (rank(c), c["suit"]) == (2, "spades")
    return score


@pytest.mark.parametrize("players", [2, 3])
def test_cards_are_taken_and_counted(players: int) -> None:
    game = alarife.load(PATH, players=players)
    seen: set[str] = set()
    for seed in range(SEED, SEED + 6):
        print(f"seed {seed}")
        lots, state = Random(seed), game.start(seed=seed)
        while state.decision is not None:
            if state.decision.site.kind == "menu":
                names = {str(o.value) for o in state.decision.options}
                assert names == offered(state), f"seed {seed}"
                seen |= names
            state = state.play(lots.choice(state.decision.options))
            assert size(state.dump()["places"]) == 52, f"seed {seed}"
        assert state.scores == points(state.place("taken")), f"seed {seed}"
    assert seen == {"take", "take_build", "make_build", "trail"}


def size(content: Any) -> int:
    """How many cards lie in these places."""
    if isinstance(content, dict):
        if content.get("type") == "Card":
            return 1
        return sum(map(size, content.values()))
    return sum(map(size, content)) if isinstance(content, list) else 0
