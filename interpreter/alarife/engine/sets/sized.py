"""Choices of sets that have so many members: at least and at most so many, and no more than one
bound on a sum of numbers, none of them negative.

A lower bound is met if the largest numbers meet it, an upper bound if the smallest do. So one look
at the numbers in order tells whether there is a set, and which candidates belong to one."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.engine.sets.search import Bounds

Sizes = tuple[int, int | None]
"""How many members at least, and at most (None: any number)."""


def sized_exists(values: Sequence[int], low: int | None, high: int | None, sizes: Sizes) -> bool:
    """Whether so many of these numbers have a sum that is at least `low`, or at most `high`."""
    least, most = sizes[0], len(values) if sizes[1] is None else min(sizes[1], len(values))
    if most < least:
        return False
    if low is not None:
        return sum(sorted(values, reverse=True)[:most]) >= low
    return high is None or sum(sorted(values)[:least]) <= high


def next_sized(
    tests: Sequence[bool] | None,
    limit: Bounds,
    sizes: Sizes,
    chosen: Sequence[int],
    may: list[int],
) -> bool:
    """Mark the candidates that some allowed set holds beside what is chosen; whether what is chosen
    is one."""
    values, low, high = limit
    size, total = len(chosen), sum([values[q] for q in chosen]) if values is not None else 0
    taken = set(chosen)
    left = [q for q in range(len(may)) if q not in taken and (tests is None or tests[q])]
    others = len(left) - 1
    least = max(sizes[0] - size - 1, 0)
    most = others if sizes[1] is None else min(sizes[1] - size - 1, others)
    if least <= most:
        edge, rest = 0, total
        if values is not None and (low is not None or high is not None):
            order = sorted([values[q] for q in left], reverse=low is not None)
            edge = order[least if low is None else most]
            rest += sum(order[: least if low is None else most])
        for q in left:
            if (
                values is None
                or (low is not None and rest + min(values[q], edge) >= low)
                or (high is not None and rest + max(values[q], edge) <= high)
                or (low is None and high is None)
            ):
                may[q] = 1
    return (
        sizes[0] <= size
        and (sizes[1] is None or size <= sizes[1])
        and (low is None or total >= low)
        and (high is None or total <= high)
    )
