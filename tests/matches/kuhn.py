"""What a bot gives away in Kuhn poker, against a player of the equilibrium: worked out exactly from
how often the bot bets in each of its twelve situations."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import alarife
from alarife.bots import Bot, Generator, View

VALUE = -1 / 18
"""What the game is worth to the first player."""
RANKS = ("jack", "queen", "king")
FIRST = {"jack": 1 / 3, "queen": 0.0, "king": 1.0}
"""How often the first player bets in one of the equilibria; after `check`, `bet` they call with:"""
CALLS = {"jack": 0.0, "queen": 2 / 3, "king": 1.0}
BETS = {"jack": 1 / 3, "queen": 0.0, "king": 1.0}
"""How often the second player bets after `check`, and calls after `bet`."""
MEETS = {"jack": 0.0, "queen": 1 / 3, "king": 1.0}

Rates = dict[tuple[str, str], float]
"""How often a player bets or calls, by rank and what was answered before."""
EQUILIBRIUM: tuple[Rates, Rates] = (
    {**{(r, ""): x for r, x in FIRST.items()}, **{(r, "check bet"): x for r, x in CALLS.items()}},
    {**{(r, "check"): x for r, x in BETS.items()}, **{(r, "bet"): x for r, x in MEETS.items()}},
)


def worth(first: Rates, second: Rates) -> float:
    """What the first player gains on average."""
    total = 0.0
    for a, b in permutations(RANKS, 2):
        win = 1 if RANKS.index(a) > RANKS.index(b) else -1
        bets, meets = first[a, ""], second[b, "bet"]
        raised, called = second[b, "check"], first[a, "check bet"]
        after_check = (1 - raised) * win + raised * (called * 2 * win - (1 - called))
        total += bets * (meets * 2 * win + 1 - meets) + (1 - bets) * after_check
    return total / 6


def rates_of(bot: Bot, seeds: int) -> tuple[Rates, Rates]:
    """How often a bot bets or calls in each situation, each with so many seeds."""
    game: Any = alarife.load("kuhn_poker")
    found: dict[str, Any] = {}
    for seed in range(400):
        state = game.start(seed=seed, log=False)
        found.setdefault(state.dump()["places"]["hand"]["1"]["rank"] + " first", state)
        found.setdefault(state.dump()["places"]["hand"]["2"]["rank"] + " second", state)
    rates: tuple[Rates, Rates] = ({}, {})
    for seat, before in ((0, ""), (0, "check bet"), (1, "check"), (1, "bet")):
        for rank in RANKS:
            state = found[f"{rank} {('first', 'second')[seat]}"]
            for answer in before.split():
                state = state.play(answer)
            view = View(state, seat + 1)
            bold = sum(
                state.decision.options[
                    bot.choose(view, state.decision, Generator(1000 * len(rates[seat]) + seed))
                ].key
                in ("bet", "call")
                for seed in range(seeds)
            )
            rates[seat][rank, before] = bold / seeds
    return rates


def gained(bot: Bot, other: Bot, seeds: int) -> float:
    """What a bot gains a hand from another, on average over both seats."""
    own, others = rates_of(bot, seeds), rates_of(other, seeds)
    return (worth(own[0], others[1]) - worth(others[0], own[1])) / 2


def given_away(bot: Bot, seeds: int) -> tuple[float, float]:
    """What a bot gives away a hand, as the first and as the second player."""
    first, second = rates_of(bot, seeds)
    return VALUE - worth(first, EQUILIBRIUM[1]), worth(EQUILIBRIUM[0], second) - VALUE
