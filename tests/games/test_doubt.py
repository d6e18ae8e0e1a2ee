"""Dice under cups, bids and doubts, against a referee in plain Python: which bids are higher, who
loses a die, who goes on; and nobody sees another's dice until the cups are lifted."""

from __future__ import annotations

import os
from pathlib import Path
from random import Random

import alarife

GAMES = 4 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
RULES = Path(__file__).with_name("doubt.alr")
Bid = tuple[int, int]


def cups(state: alarife.State) -> dict[int, list[int]]:
    """What lies under each cup."""
    return {seat: [d["pips"] for d in dice] for seat, dice in state.place("cup").items()}


def after(dice: dict[int, list[int]], seat: int) -> int:
    """The next player, to the left, who has dice; the same one if nobody else has."""
    players = len(dice)
    round_ = [(seat + n - 1) % players + 1 for n in range(1, players + 1)]
    return next(s for s in round_ if dice[s])


def check_sight(state: alarife.State, dice: dict[int, list[int]]) -> None:
    """Everybody sees their own dice, and counts the others'."""
    for seat in dice:
        seen = state.view(seat)["places"]["cup"]
        for other, held in dice.items():
            if other == seat:
                assert [d["pips"] for d in seen[str(other)]] == held
            elif held:
                assert seen[str(other)] == {"known": [], "hidden": len(held)}


def answered(state: alarife.State, seat: int, offered: list[int], answer: int) -> alarife.State:
    """An answer to a question of which the referee knows all answers."""
    assert state.decision is not None
    assert state.decision.player == seat
    assert [o.value for o in state.decision.options] == offered
    return state.play(str(answer))


def play_round(
    state: alarife.State, dice: dict[int, list[int]], turn: int, lots: Random
) -> tuple[alarife.State, int]:
    """A round, and who begins the next one. Bids grow fast, so that it ends."""
    bid: Bid = (0, 0)
    bidder, total = 0, sum(map(len, dice.values()))
    while True:
        higher = [(n, p) for n in range(1, total + 1) for p in range(1, 7) if (n, p) > bid]
        if bidder and (not higher or lots.random() < 0.4):
            if higher:
                state = state.play("doubt")
            break
        if bidder:
            assert state.decision is not None
            assert {o.value for o in state.decision.options} == {"raise_bid", "doubt"}
            state = state.play("raise_bid")
        counts = sorted({n for n, _ in higher})
        count = lots.choice(counts[: 1 + total // 2])
        if len(counts) > 1:
            check_sight(state, dice)
            state = answered(state, turn, counts, count)
        pips = [p for n, p in higher if n == count]
        pick = lots.choice(pips)
        if len(pips) > 1:
            state = answered(state, turn, pips, pick)
        bid, bidder, turn = (count, pick), turn, after(dice, turn)
    there = sum(held.count(bid[1]) for held in dice.values())
    loser = turn if there >= bid[0] else bidder
    dice[loser].pop()
    return state, loser if dice[loser] else after(dice, loser)


def test_every_bid_and_every_lost_die_agree() -> None:
    for players in (2, 3, 5):
        game = alarife.load(str(RULES), options={"doubt.dice_each": 2}, players=players)
        for seed in range(GAMES):
            print(f"{players} players, seed {seed}")
            lots, state, turn = Random(seed), game.start(seed=seed), 1
            while state.decision is not None:
                dice = cups(state)
                state, turn = play_round(state, dice, turn, lots)
                sizes = {seat: len(held) for seat, held in dice.items()}
                assert {seat: len(held) for seat, held in cups(state).items()} == sizes
            assert state.winners == [s for s, held in cups(state).items() if held]
