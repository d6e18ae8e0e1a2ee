"""Cells with six sides, standing on a point.

What comes in: the corner and the size of the square that such a cell stands for (as wide as the
cell, a little lower). What goes out: its corners as SVG wants them. What always holds: cells whose
rows are `SLOPE` apart, each half a cell further east, lie side by side, without gaps."""

from __future__ import annotations

SLOPE = 3**0.5 / 2
"""From one row to the next, where a cell is 1 wide."""

POINT = 1 / 3**0.5 - 0.5
"""How far a cell's points look out of its square, above and below."""


def corners(x: float, y: float, size: float, inset: float = 0) -> str:
    """The corners of a cell, from the northern one clockwise."""
    across = size / 2 - inset
    high = across / SLOPE
    steps = (
        (0, -high),
        (across, -high / 2),
        (across, high / 2),
        (0, high),
        (-across, high / 2),
        (-across, -high / 2),
    )
    return " ".join(f"{x + size / 2 + dx:.6g},{y + size / 2 + dy:.6g}" for dx, dy in steps)
