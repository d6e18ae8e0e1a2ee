"""Cells, edges and corners of a grid, and which of them touch.

In: a shape (bounds, and whether cells have six sides), a kind of spot and a code. Out: codes of
spots that touch it, in order. Edges and corners are coded as cells are (see `grid`):

- an **edge** has the sum of the coordinates of the two cells that it parts;
- a **corner** of a square grid has the coordinates of the cell whose north-west corner it is;
- a **corner** of a grid with six sides: the northern one of the cell (x, y) is (x, 2y), the
  southern one (x, 2y + 3). Sorted like cells, they go from north to south.

On a board, only spots of the board touch anything. Every edge and corner of a cell of the board is
one of the board, those at its margin, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache

from alarife.geometry.grid import HOME, W, beside

Shape = tuple[tuple[int, int] | None, bool]
"""The bounds of a board, or None; whether cells have six sides."""

MOST_ACROSS = 60
"""The most columns and rows of a board whose edges or corners are used: their codes reach twice as
far as those of cells."""

SIX = (-W, 1 - W, 1, W, W - 1, -1)
"""What to add to a cell for the six cells that touch it, clockwise from the north-west."""


def neighbours(six: bool, c: int) -> tuple[int, ...]:
    """The four or six cells that share a side with a cell."""
    return tuple([c + step for step in SIX]) if six else beside(c)


def between(six: bool, cells: tuple[int, ...]) -> int:
    """The edge that two cells share, the corner at which three meet; -1 if they don't touch."""
    a, *others = cells
    if not all(b in neighbours(six, a) for b in others):
        return -1 if six or len(cells) == 2 else _square_corner(cells)
    if len(cells) == 2:
        return a + others[0] - HOME
    if not six:
        return _square_corner(cells)
    shared = [k for k in _corners(six, a) if set(cells) == set(_cells_at(six, k))]
    return shared[0] if shared else -1


def _square_corner(cells: tuple[int, ...]) -> int:
    """The corner at which three cells of a square grid meet, or -1."""
    columns, rows = {c & 255 for c in cells}, {c >> 8 for c in cells}
    if len(set(cells)) < 3 or len(columns) != 2 or len(rows) != 2:
        return -1
    tight = max(columns) - min(columns) == 1 and max(rows) - min(rows) == 1
    return max(rows) * W + max(columns) if tight else -1


def _edges(six: bool, c: int) -> list[int]:
    return [c + d - HOME for d in neighbours(six, c)]


def _corners(six: bool, c: int) -> list[int]:
    if not six:
        return [c, c + 1, c + W + 1, c + W]
    northern = [_north(c), _north(c + W), _north(c + W - 1)]
    return [*northern, _south(c), _south(c + 1 - W), _south(c - W)]


def _north(c: int) -> int:
    return (2 * (c >> 8) - 128) * W + (c & 255)


def _south(c: int) -> int:
    return _north(c) + 3 * W


def _cells_at(six: bool, corner: int) -> tuple[int, ...]:
    """The cells that meet at a corner."""
    if not six:
        return corner - W - 1, corner - W, corner - 1, corner
    y = (corner >> 8) - 128
    if y % 2 == 0:
        c = (y // 2 + 128) * W + (corner & 255)
        return c - W, c - W + 1, c
    c = ((y - 3) // 2 + 128) * W + (corner & 255)
    return c, c + W - 1, c + W


def _cells_of(six: bool, edge: int) -> tuple[int, ...]:
    """The two cells that an edge parts."""
    x, y = (edge & 255) - 128, (edge >> 8) - 128
    for step in (1, W, *((W - 1,) if six else ())):
        dx, dy = (step + 128) % W - 128, (step + 128) // W
        if (x - dx) % 2 == 0 and (y - dy) % 2 == 0:
            c = ((y - dy) // 2 + 128) * W + (x - dx) // 2 + 128
            return (c, c + step) if step > 0 else (c + step, c)
    return ()


def _ends(six: bool, edge: int) -> list[int]:
    """The two corners of an edge."""
    cells = _cells_of(six, edge)
    if len(cells) < 2:
        return []
    a, b = cells
    return sorted(set(_corners(six, a)) & set(_corners(six, b)))


@lru_cache(maxsize=256)
def all_spots(what: str, bounds: tuple[int, int], six: bool) -> tuple[int, ...]:
    """All cells, edges or corners of a board, in order."""
    cells = [y * W + x for y in range(129, bounds[1] + 129) for x in range(129, bounds[0] + 129)]
    if what == "Cell":
        return tuple(cells)
    part = _edges if what == "Edge" else _corners
    return tuple(sorted({k for c in cells for k in part(six, c)}))


@lru_cache(maxsize=256)
def _on_board(what: str, bounds: tuple[int, int], six: bool) -> frozenset[int]:
    return frozenset(all_spots(what, bounds, six))


@lru_cache(maxsize=65_536)
def touching(shape: Shape, what: str, wanted: str, spot: int) -> tuple[int, ...]:
    """The cells, edges or corners (`wanted`) that touch a spot (`what`): of a cell, those that
    share a side with it; of an edge or corner, those at its ends, or that end there."""
    bounds, six = shape
    if bounds is not None and spot not in _on_board(what, bounds, six):
        return ()
    found = sorted(set(_TOUCHING[what, wanted](six, spot)) - ({spot} if what == wanted else set()))
    if bounds is not None:
        there = _on_board(wanted, bounds, six)
        found = [k for k in found if k in there]
    return tuple(found)


class Touching(dict[int, tuple[int, ...]]):
    """What `touching` says of the spots of a board, each worked out when it is first asked."""

    def __init__(self, shape: Shape, what: str, wanted: str) -> None:
        super().__init__()
        self._asked = shape, what, wanted

    def __missing__(self, spot: int) -> tuple[int, ...]:
        found = touching(*self._asked, spot)
        if found:
            self[spot] = found
        return found


def tables(shape: Shape) -> dict[str, Touching]:
    """The tables of a board, by what touches what: `Cell·Edge`."""
    return {f"{what}·{wanted}": Touching(shape, what, wanted) for what, wanted in _TOUCHING}


def _edges_at(six: bool, corner: int) -> list[int]:
    return [e for c in _cells_at(six, corner) for e in _edges(six, c) if corner in _ends(six, e)]


def _edges_round(six: bool, edge: int) -> list[int]:
    return [f for k in _ends(six, edge) for f in _edges_at(six, k)]


def _corners_round(six: bool, corner: int) -> list[int]:
    return [k for e in _edges_at(six, corner) for k in _ends(six, e)]


_TOUCHING: dict[tuple[str, str], Callable[[bool, int], Iterable[int]]] = {
    ("Cell", "Cell"): neighbours,
    ("Cell", "Edge"): _edges,
    ("Cell", "Corner"): _corners,
    ("Edge", "Cell"): _cells_of,
    ("Edge", "Edge"): _edges_round,
    ("Edge", "Corner"): _ends,
    ("Corner", "Cell"): _cells_at,
    ("Corner", "Edge"): _edges_at,
    ("Corner", "Corner"): _corners_round,
}
