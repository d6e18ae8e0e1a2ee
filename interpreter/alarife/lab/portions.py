"""Portions: so many pairs that follow one another; what one process does at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator

from alarife.lab.arms import Plan
from alarife.lab.measure import Measures, play_pair

SECONDS = 1.0
"""A portion takes about so long."""
MOST = 2000
SHARE = 16
"""A portion is at most this part of what is left, so that all workers end at about the same
time (guided self-scheduling)."""

Portion = tuple[int, int]
"""The first pair, and how many."""


def play_portion(plan: Plan, portion: Portion) -> list[list[Measures]]:
    """The games of a portion."""
    first, many = portion
    return [play_pair(plan, pair) for pair in range(first, first + many)]


def portions(first: int, pairs: int, size: int) -> Iterator[Portion]:
    """What is left from a pair on, in portions of this size; towards the end they get smaller."""
    least = max(1, size // SHARE)
    while first < pairs:
        left = pairs - first
        many = min(left, size, max(least, left // SHARE))
        yield first, many
        first += many


def sized(plan: Plan, pair: int) -> tuple[list[Measures], int]:
    """Play one pair here, and say how many make a portion. The size never changes a figure."""
    plan_arms = [arm.load() for arm in plan.arms]
    del plan_arms
    begin = time.perf_counter()
    made = play_pair(plan, pair)
    took = max(1e-4, time.perf_counter() - begin)
    return made, max(1, min(MOST, round(SECONDS / took)))
