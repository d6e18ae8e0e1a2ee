"""Night market against a second game in plain Python: every option, every point."""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

import alarife

GAMES = 60 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SPICES = ("saffron", "paprika", "indigo")
Ware = tuple[str, Any]


def ware(data: dict[str, Any]) -> Ware:
    """A ware by its look."""
    return data["type"], data.get("light", data.get("hue"))


class Market:
    """The game as a person would write it down; it shares nothing with the rule file."""

    def __init__(self, hands: list[list[Ware]]) -> None:
        self.hands = hands
        self.n = len(hands)
        self.stalls: list[list[Ware]] = [[] for _ in hands]
        self.points = [0] * self.n
        self.picked: list[Ware] = []

    def options(self) -> Counter[Ware]:
        """What the player who is next may pick, equal wares once."""
        return Counter(set(self.hands[len(self.picked)]))

    def pick(self, chosen: Ware) -> None:
        """One more has picked; when all have, the wares work and the hands move on."""
        self.picked.append(chosen)
        if len(self.picked) < self.n:
            return
        for p, w in enumerate(self.picked):
            self.hands[p].remove(w)
            self.stalls[p].append(w)
            self.work(p, w)
        self.picked = []
        self.hands = [self.hands[p - 1] for p in range(self.n)]

    def work(self, p: int, w: Ware) -> None:
        """What a ware does for a player."""
        kind, detail = w
        if kind == "Lantern":
            self.points[p] += detail
        elif kind == "Kite":
            self.points[p] += sum(other[0] == "Kite" for other in self.stalls[p])
        elif kind == "Scale":
            self.points[p] += len({hue for k, hue in self.stalls[p] if k == "Spice"})
        elif kind == "Cat":
            for q in range(self.n):
                if q != p and any(k == "Spice" for k, _ in self.stalls[q]):
                    self.points[q] = max(0, self.points[q] - 1)

    def total(self, p: int) -> int:
        """The points at the end."""
        jars = Counter(hue for k, hue in self.stalls[p] if k == "Spice")
        return self.points[p] + 5 * min(jars[hue] for hue in SPICES)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_game(players: int) -> None:
    game = alarife.load("night_market", players=players)
    for seed in range(GAMES):
        lots, state = Random(seed), game.start(seed=seed)
        hands = state.dump()["places"]["hand"]
        mine = Market([[ware(w) for w in hands[str(p + 1)]] for p in range(players)])
        single = 0
        while state.decision is not None:
            by_id = {
                w["id"]: ware(w) for hand in state.dump()["places"]["hand"].values() for w in hand
            }
            while len(mine.options()) == 1:  # taken without a question
                mine.pick(next(iter(mine.options())))
                single += 1
            assert state.decision.player == len(mine.picked) + 1, seed
            offered = [by_id[o.value] for o in state.decision.options]
            assert Counter(offered) == mine.options(), seed
            option = lots.choice(state.decision.options)
            mine.pick(by_id[option.value])
            state = state.play(option)
        while mine.hands[0]:
            mine.pick(next(iter(mine.options())))
        points = {p + 1: mine.total(p) for p in range(players)}
        assert state.scores == points, seed
        best = max(points.values())
        assert all(state.scores[w] == best for w in state.winners)
