"""Sums of one positive number are reached by bits; the same as trying all subsets."""

from __future__ import annotations

import random
from itertools import combinations

from alarife.engine.sets.search import Alternative, Free


class Silent(Free):
    """Counts nothing."""

    def toil(self, work: int) -> None:
        """Nothing."""

    def spend(self) -> None:
        """Nothing."""


def allowed_sets(
    values: list[int], tests: list[bool], bounds: list[tuple[int | None, int | None]]
) -> list[frozenset[int]]:
    """All sets of one member or more that are allowed."""
    every = [q for q, test in enumerate(tests) if test]
    return [
        frozenset(some)
        for n in range(1, len(every) + 1)
        for some in combinations(every, n)
        if all(
            (low is None or sum(values[q] for q in some) >= low)
            and (high is None or sum(values[q] for q in some) <= high)
            for low, high in bounds
        )
    ]


def test_as_all_subsets_say() -> None:
    rng = random.Random(11)
    for case in range(400):
        count = rng.randint(1, 7)
        values = [rng.randint(0 if case % 5 == 0 else 1, 9) for _ in range(count)]
        tests = [rng.random() < 0.8 for _ in values]
        low = rng.randint(1, 24)
        bounds: list[tuple[int | None, int | None]] = [(low, None)]
        if rng.random() < 0.6:
            bounds.append((rng.choice([None, low, low - 1]), low + rng.choice([0, 0, 1, 3])))
        sets = allowed_sets(values, tests, bounds)
        made = Alternative(
            count, (tests, tuple((values, a, b) for a, b in bounds), ()), 1, Silent()
        )
        for n in range(min(3, count) + 1):
            for chosen in combinations(range(count), n):
                wanted = any(set(chosen) <= one for one in sets)
                assert made.completes(chosen) == wanted, (values, tests, bounds, chosen)
                may = [0] * count
                meets = made.extend(chosen, may)
                assert meets == (frozenset(chosen) in sets), (values, tests, bounds, chosen)
                if all(tests[q] for q in chosen):
                    for q in range(count):
                        grows = q not in chosen and any({*chosen, q} <= one for one in sets)
                        assert bool(may[q]) == grows, (values, tests, bounds, chosen, q)
