"""Questions about a whole graph, answered from the eight cells around one.

Whether something falls apart when one cell is taken out of it can often be told from that cell's
surroundings. What is found joined there is joined; what is not may still be joined the long way
round. So the answers are "certainly" and "ask the whole graph", never "certainly not". They lean on
the graph having been whole before.

The eight cells around a cell are written as a mask of eight bits, in the order of `grid.AROUND`:
bit 0 north, then clockwise."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Literal

from alarife.geometry.grid import around

_WHOLE: list[bool | None] = [None] * 256


def mask_around(occupied: Container[int], c: int) -> int:
    """The mask of those of the eight cells around `c` that are in `occupied`."""
    mask = 0
    bit = 1
    for d in around(c):
        if d in occupied:
            mask |= bit
        bit <<= 1
    return mask


def ring_whole(occupied: int) -> bool:
    """With the cells of this mask occupied: are the free cells beside the middle joined, side to
    side, by free cells around it?

    If so, the middle may be filled, and what is free stays as joined as it was. True also where at
    most one cell beside is free."""
    whole = _WHOLE[occupied]
    if whole is None:
        whole = _WHOLE[occupied] = _ring_whole(occupied)
    return whole


def joined_around(
    a: int, near_links: Callable[[int], Iterable[int]], ends: Iterable[int]
) -> Literal[True] | None:
    """Do `ends`, the neighbours of `a` in a graph, stay joined without `a`, by links among the
    eight cells around it?

    `near_links(c)`: the cells that `c` is linked to (others than the eight are passed over). True,
    or None: ask the whole graph."""
    wanted = set(ends)
    if len(wanted) < 2:
        return True
    window = set(around(a))
    todo = [min(wanted)]
    wanted.discard(todo[0])
    for c in todo:
        for d in near_links(c):
            if d in window:
                window.discard(d)
                todo.append(d)
                wanted.discard(d)
                if not wanted:
                    return True
    return None


def _ring_whole(occupied: int) -> bool:
    """Goes once round the eight: the free cells beside the middle must lie in one run of free
    cells."""
    runs: list[int] = []
    run = 0
    first = next((i for i in range(8) if occupied >> i & 1), None)
    if first is None:
        return True
    for i in range(first, first + 9):
        if occupied >> i % 8 & 1:
            runs.append(run)
            run = 0
        else:
            run += i % 2 == 0
    return sum(beside > 0 for beside in runs) <= 1
