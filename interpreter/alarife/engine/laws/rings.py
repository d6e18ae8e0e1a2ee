"""Rings: the eight cells around one, of which some are free."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.engine.laws.parts import Gaps, Reach
from alarife.geometry.grid import AROUND, STEP


def rings(part: Gaps, reaches: Sequence[Reach]) -> list[bool | None]:
    """By mask of the eight cells around one: whether every free cell stays in reach when the one
    is filled, if the law held before. None where that takes a look at the whole grid."""
    if not part.ring_tells:
        return [None] * 256
    broken = False if always_shut(part, reaches) else None
    return [whole or broken for whole in ring(part.offsets)]


def always_shut(part: Gaps, reaches: Sequence[Reach]) -> bool:
    """Whether filling a cell always cuts off free cells where its free neighbours aren't joined
    among the eight around it.

    It does if all occupied cells are connected side by side, free cells must be, and the grid has
    no edge. Two free neighbours that aren't joined have an occupied cell of the ring on either arc
    between them. A path of occupied cells leads from one to the other. Together with the filled
    cell it is a closed curve, with one neighbour inside and the other outside, and a path of free
    cells from side to side doesn't cross it."""
    return (
        part.unless is None
        and part.start is None
        and set(part.offsets) == set(STEP)
        and any(all(other in STEP for _, other in reach.links) for reach in reaches)
    )


def ring(offsets: tuple[int, ...]) -> list[bool]:
    """By mask of the eight cells around one: whether its free neighbours are joined by free cells
    among the eight."""
    return [
        _joined({o for i, o in enumerate(AROUND) if not mask >> i & 1}, offsets)
        for mask in range(256)
    ]


def _joined(free: set[int], offsets: tuple[int, ...]) -> bool:
    goals = {o for o in offsets if o in free}
    if len(goals) < 2:
        return True
    todo = [min(goals)]
    seen = set(todo)
    for c in todo:
        for o in offsets:
            if c + o in free and c + o not in seen:
                seen.add(c + o)
                todo.append(c + o)
    return goals <= seen
