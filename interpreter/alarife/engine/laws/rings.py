"""Rings: the eight cells around one, of which some are free."""

from __future__ import annotations

from alarife.geometry.grid import AROUND


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
