"""Wildfire in plain Python: where firefighters may go, and how fire spreads. It shares nothing with
the rule file."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

ROADS = """
ash-birch birch-cedar ash-elm birch-fir cedar-hazel fir-hazel elm-larch fir-maple hazel-oak
larch-maple maple-oak larch-pine pine-rowan rowan-oak
"""
NEAR: dict[str, set[str]] = {}
for road in ROADS.split():
    one, other = road.split("-")
    NEAR.setdefault(one, set()).add(other)
    NEAR.setdefault(other, set()).add(one)


@dataclass
class Fire:
    """Embers by village, where everybody is, and how many disasters there were."""

    embers: dict[str, int]
    allowed: int
    at: dict[int, str] = field(default_factory=dict[int, str])
    disasters: int = 0

    def ember(self, village: str) -> None:
        """An ember comes; what flares up sends embers on, but no village flares up twice."""
        flared: set[str] = set()
        waiting = deque([village])
        while waiting and self.disasters < self.allowed:
            here = waiting.popleft()
            if here in flared:
                continue
            if self.embers[here] < 3:
                self.embers[here] += 1
                continue
            flared.add(here)
            self.disasters += 1
            waiting.extend(sorted(NEAR[here]))

    def points(self) -> int:
        """What the players have reached together."""
        return sum(1 for n in self.embers.values() if n == 0) - 2 * self.disasters
