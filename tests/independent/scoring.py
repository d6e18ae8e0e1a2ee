"""The scorings of Alhambra worked out plainly (BASE-36 to 39, TWO-3), from dumps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tests.independent.cities import city_of, longest_wall

RANKS = {"pavilion": 1, "seraglio": 2, "arcades": 3, "chambers": 4, "garden": 5, "tower": 6}


def prizes(building: str, scoring: str) -> list[int]:
    """Points of the places: A pays the rank, B 7 more and then the rank, C 15 more, 7 more, and the
    rank."""
    k = RANKS[building]
    return {"A": [k], "B": [k + 7, k], "C": [k + 15, k + 7, k]}[scoring]


def majority(counts: Mapping[str, int], points: list[int]) -> Counter[str]:
    """Points by places; those who are level share, rounded down; nobody gets anything for
    nothing."""
    paid: Counter[str] = Counter()
    place = 0
    for number in sorted({n for n in counts.values() if n}, reverse=True):
        level = [who for who, n in counts.items() if n == number]
        pot = sum(points[place : place + len(level)])
        for who in level:
            paid[who] += pot // len(level)
        place += len(level)
    return paid


def scored(dump: Mapping[str, Any], scoring: str) -> Counter[str]:
    """What everybody gets in this scoring, by the position in a dump."""
    paid: Counter[str] = Counter()
    cities = dump["places"]["city"]
    collections = dump["places"].get("collection", {})
    for building in RANKS:
        counts = {
            seat: sum(e["piece"].get("building") == building for e in city)
            for seat, city in cities.items()
        }
        counts |= {
            who: sum(t.get("building") == building for t in tiles)
            for who, tiles in collections.items()
        }
        paid += majority(counts, prizes(building, scoring))
    for seat, city in cities.items():
        paid[seat] += longest_wall(city_of(city))
    return paid
