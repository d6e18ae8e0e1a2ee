"""Sums over pairs: all that is kept of games. Their size does not grow with the number of pairs.

Pairs are added in their order, so the same pairs give the same sums to the last bit."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from alarife.lab.measure import Measures

COUNTED = ("use.", "rule.")
"""What is missing of these is none; what is missing of others is no value."""
SPREAD = ("length.turns", "length.decisions", "points.mean", "points.best", "points.lead")
"""What is told as a whole distribution, too."""


@dataclass(slots=True)
class Moments:
    """How many, their sum, the sum of their squares."""

    n: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, x: float) -> None:
        """One more."""
        self.n += 1
        self.total += x
        self.squares += x * x


@dataclass(slots=True)
class Sums:
    """Of every measure and every arm: its moments, and those of its difference from the first
    arm."""

    arms: int
    pairs: int = 0
    own: list[dict[str, Moments]] = field(default_factory=list)
    apart: list[dict[str, Moments]] = field(default_factory=list)
    spread: list[dict[str, Counter[float]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.own = [{} for _ in range(self.arms)]
        self.apart = [{} for _ in range(self.arms)]
        self.spread = [{} for _ in range(self.arms)]

    def add(self, pair: list[Measures]) -> None:
        """One more pair."""
        self.pairs += 1
        first = pair[0]
        for arm, measures in enumerate(pair):
            for name, x in measures.items():
                self.own[arm].setdefault(name, Moments()).add(x)
                if name in SPREAD:
                    self.spread[arm].setdefault(name, Counter())[round(x, 1)] += 1
            if arm:
                for name in measures.keys() | first.keys():
                    self._add_apart(arm, name, measures.get(name), first.get(name))

    def _add_apart(self, arm: int, name: str, x: float | None, y: float | None) -> None:
        if name.startswith(COUNTED):
            x, y = x or 0.0, y or 0.0
        if x is not None and y is not None:
            self.apart[arm].setdefault(name, Moments()).add(x - y)

    def names(self) -> list[str]:
        """All measures that there are, in order."""
        return sorted({name for own in self.own for name in own})

    def moments(self, arm: int, name: str) -> Moments:
        """Of one measure of one arm; what is counted was 0 where it is missing."""
        found = self.own[arm].get(name, Moments())
        if name.startswith(COUNTED):
            return Moments(self.pairs, found.total, found.squares)
        return found

    def difference(self, arm: int, name: str) -> Moments:
        """Of the differences of one measure from the first arm, within pairs."""
        found = self.apart[arm].get(name, Moments())
        if name.startswith(COUNTED):
            return Moments(self.pairs, found.total, found.squares)
        return found
