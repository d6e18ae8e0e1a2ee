"""Straight lines of cells on a grid: those of a length, and those that lead away from a cell.

What comes in: a grid. What goes out: lines as tuples of cells, in an order that hangs on the size
of the board alone, or of the box round the pieces. Boards are few and ask the same again and again,
so their lines are remembered."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from alarife.geometry.grid import AROUND, Grid, W, box

Line = tuple[int, ...]
_AHEAD: Final = (1, W, W + 1, W - 1)


def lines(g: Grid, n: int) -> tuple[Line, ...]:
    """Every straight line of `n` cells once, read east, south, south-east or south-west; by first
    cell, then in this order of directions. Of a board: all there are. Without bounds: those within
    the box round the pieces. A single cell is one line."""
    if g.bounds is not None:
        return _lines(1 + 128, 1 + 128, g.bounds[0] + 128, g.bounds[1] + 128, n)
    if not g.cells:
        return ()
    key = ("lines", n)
    found = g.memo.get(key)
    if found is None:
        found = g.memo[key] = _lines(*box(g, margin=0), n)
    return found


def rays(g: Grid, c: int) -> tuple[Line, ...]:
    """The straight lines that lead away from a cell to the edge of the board, clockwise from the
    north, the cell itself left out; empty ones too. Without bounds: to the edge of the box round
    the pieces."""
    if g.bounds is None:
        return _rays(*box(g, margin=0), c)
    known = _RAYS.setdefault(g.bounds, {})
    found = known.get(c)
    if found is None:
        found = known[c] = _rays(129, 129, g.bounds[0] + 128, g.bounds[1] + 128, c)
    return found


_RAYS: dict[tuple[int, int], dict[int, tuple[Line, ...]]] = {}
"""By board and cell; boards are few, and so are their cells."""


@lru_cache(maxsize=16_384)
def _rays(west: int, north: int, east: int, south: int, c: int) -> tuple[Line, ...]:
    found: list[Line] = []
    for step in AROUND:
        line: list[int] = []
        d = c + step
        while west <= d & 255 <= east and north <= d >> 8 <= south:
            line.append(d)
            d += step
        found.append(tuple(line))
    return tuple(found)


@lru_cache(maxsize=64)
def _lines(west: int, north: int, east: int, south: int, n: int) -> tuple[Line, ...]:
    """The lines of `n` cells within a box; remembered, for a board asks the same again and
    again."""
    if n < 1:
        return ()
    found: list[Line] = []
    for y in range(north, south + 1):
        down = y + n - 1 <= south
        for x in range(west, east + 1):
            c = y * W + x
            right = x + n - 1 <= east
            fits = (right, down, right and down, x - n + 1 >= west and down)
            found.extend(
                tuple(range(c, c + n * step, step))
                for step, fit in zip(_AHEAD, fits, strict=True)
                if fit
            )
            if n == 1:  # all four directions give the same line
                del found[-3:]
    return tuple(found)
