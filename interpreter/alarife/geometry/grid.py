"""Cells, sides, corners and grids: where pieces lie.

A **cell** is one int, `(y + 128) * 256 + (x + 128)` with x to the east and y to the south. The
order of the ints is the order in which cells are offered: rows from north to south, in a row from
west to east; a neighbour is one addition away. Laid cells keep within `FAR` of the origin in both
directions, so no neighbour and no corner of theirs ever runs over the end of a row.

A **side** is 0, 1, 2, 3 for north, east, south, west. A **corner point** has the code of the cell
whose north-west corner it is; so sides that meet at a point share a code.

A **grid** is a dict from cells to piece ids. What comes in here: a grid, and where something is
laid, taken away or exchanged. What goes out: a new grid; the old one never changes. What is derived
from a grid (its gaps, its lines) is kept in its `memo`, which is no part of its value: grids with
the same cells and bounds are equal. No order of a dict reaches any result.

A **board** is a grid with bounds: its cells are (1, 1) to (width, height). Any other grid goes on
without end; what is asked of it is asked of the box round its pieces."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any, Final

W: Final = 256
"""Codes from one row to the next."""

FAR: Final = 125
"""How far from the origin, in x and in y, something may lie; the widest and the highest board,
too."""

HOME: Final = 128 * W + 128
"""The cell (0, 0)."""

STEP: Final = (-W, 1, W, -1)
"""What to add to a cell to go north, east, south, west."""

AROUND: Final = (-W, 1 - W, 1, W + 1, W, W - 1, -1, -W - 1)
"""What to add to a cell for the eight cells around it, clockwise from the north; the even ones are
beside it."""

_LEFT_END: Final = (0, 1, W + 1, W)
_RIGHT_END: Final = (1, W + 1, W, 0)
_NEXT_TO: Final = ((1, 3), (0, 2), (1, 3), (0, 2))

Bounds = tuple[int, int] | None
Change = tuple[int, int | None, int | None]
"""A cell, what lay there before, and what lies there now."""

MOST_CHANGES: Final = 4
"""How many changes are kept since the last view."""


class GridTooLarge(Exception):
    """Something would lie farther than `FAR` from the origin. `x`, `y`: where."""

    def __init__(self, x: int, y: int) -> None:
        super().__init__(f"({x}, {y}) is farther than {FAR} from the origin")
        self.x = x
        self.y = y


def cell(x: int, y: int) -> int:
    """The cell at (x, y). One step beyond `FAR` is still a cell (something may be looked for there,
    but not laid)."""
    if -FAR - 1 <= x <= FAR + 1 and -FAR - 1 <= y <= FAR + 1:
        return (y + 128) * W + x + 128
    raise GridTooLarge(x, y)


def xy(c: int) -> tuple[int, int]:
    """The coordinates of a cell."""
    return (c & 255) - 128, (c >> 8) - 128


def not_too_far(c: int) -> None:
    """Raises `GridTooLarge` if a cell is farther than `FAR` from the origin."""
    if not (3 <= c & 255 <= 253 and 3 <= c >> 8 <= 253):
        raise GridTooLarge(*xy(c))


def toward(c: int, s: int) -> int:
    """The cell beyond side `s`."""
    return c + STEP[s]


def opposite(s: int) -> int:
    """The side across."""
    return s ^ 2


def next_to(s: int) -> tuple[int, int]:
    """The two sides that meet side `s` at a corner, in the order of sides."""
    return _NEXT_TO[s]


def beside(c: int) -> tuple[int, int, int, int]:
    """The four cells that share a side with `c`: north, east, south, west."""
    return c - W, c + 1, c + W, c - 1


def around(c: int) -> tuple[int, int, int, int, int, int, int, int]:
    """The eight cells that share a side or a corner with `c`, clockwise from the north."""
    return c - W, c - W + 1, c + 1, c + W + 1, c + W, c + W - 1, c - 1, c - W - 1


def left_end(c: int, s: int) -> int:
    """The corner point at the left end of side `s`, looking out of the cell through it."""
    return c + _LEFT_END[s]


def right_end(c: int, s: int) -> int:
    """The corner point at the right end of side `s`, looking out of the cell through it."""
    return c + _RIGHT_END[s]


class Kept:
    """A form of result that is kept with a board and follows its changes; see
    `alarife.geometry.kept`. `holds` says by piece, and behind them for an empty cell, what the
    result depends on: a change between two of one value alters nothing. If it is empty, every
    change has to be asked about. `within`: the cells that it depends on, unless it is all."""

    def __init__(self, holds: bytes = b"", within: frozenset[int] | None = None) -> None:
        self.holds: Final = holds
        self.within: Final = within

    def build(self, g: Grid) -> Any:
        """The result for a board."""
        raise NotImplementedError

    def after(self, value: Any, change: Change) -> Any:
        """The result for the board that follows by a change, where `holds` tells before and after
        apart."""
        raise NotImplementedError


def _follow(kept: dict[Kept, Any], change: Change) -> None:
    """Bring what is kept up to date."""
    cell, old, new = change
    before, after = -1 if old is None else old, -1 if new is None else new
    for form, value in kept.items():
        holds, within = form.holds, form.within
        if within is not None and cell not in within:
            continue
        if not holds or holds[before] != holds[after]:
            kept[form] = form.after(value, change)


class Gaps(Kept):
    """The free cells of a board."""

    def build(self, g: Grid) -> tuple[int, ...]:
        """From all cells."""
        assert g.bounds is not None
        taken = g.cells
        width, height = g.bounds
        rows = range(129 * W, (height + 129) * W, W)
        return tuple(
            [c for row in rows for c in range(row + 129, row + width + 129) if c not in taken]
        )

    def after(self, value: tuple[int, ...], change: Change) -> tuple[int, ...]:
        """A cell more or less, or the same."""
        cell, old, new = change
        if (old is None) == (new is None):
            return value
        at = bisect_left(value, cell)
        if new is None:
            return (*value[:at], cell, *value[at:])
        return value[:at] + value[at + 1 :]


class Grid:
    """Which piece lies on which cell. Never changed once made; `lay`, `take` and `swap` give new
    grids.

    `cells`: cell → piece id. `bounds`: None, or width and height of a board. `memo`: results
    derived from `cells` and `bounds` alone, under whatever key their maker chooses; not compared,
    hashed or saved. `view`: what somebody has found out about the grid, who wants to go on from
    there when it changes; `kept`: results of a board that follow its changes, by their form;
    `origin`: the last view before this grid, and what has changed since
    then; `graphs`: what is known of its graphs (`alarife.graphs.Memory`); `owned`: a single state
    holds the grid and nobody else, so whoever changes that state may let `successor` take over its
    cells."""

    __slots__ = ("bounds", "cells", "graphs", "kept", "memo", "origin", "owned", "view")

    def __init__(self, cells: dict[int, int] | None = None, bounds: Bounds = None) -> None:
        self.cells: dict[int, int] = {} if cells is None else cells
        self.bounds: Bounds = bounds
        self.memo: dict[object, Any] = {}
        self.kept: dict[Kept, Any] = {}
        self.view: Any = None
        self.graphs: Any = None
        self.origin: tuple[Any, tuple[Change, ...]] | None = None
        self.owned = False

    def successor(self, cells: dict[int, int], change: Change) -> Grid:
        """The grid with these cells, which differ by a change."""
        found = Grid(cells, self.bounds)
        if self.kept:
            found.kept = self.kept.copy()
            _follow(found.kept, change)
        if self.graphs is not None:
            found.graphs = self.graphs.after(change)
        if self.view is not None:
            found.origin = (self.view, (change,))
        elif self.origin is not None:
            found.origin = self._origin_after(change)
        return found

    def _origin_after(self, change: Change) -> tuple[Any, tuple[Change, ...]] | None:
        if self.origin is None or len(self.origin[1]) >= MOST_CHANGES:
            return None
        return self.origin[0], (*self.origin[1], change)

    def follow(self, change: Change) -> None:
        """Become the grid that follows by a change, which its cells have gone through already; for
        whoever alone holds it. What is derived is forgotten with the `memo`, which is another one
        from now on: by it others know that the grid has changed."""
        self.memo = {}
        if self.kept:
            _follow(self.kept, change)
        if self.graphs is not None and not self.graphs.follow(change):
            self.graphs = None
        if self.origin is not None:
            self.origin = self._origin_after(change)

    def lay(self, c: int, piece: int) -> Grid:
        """With `piece` on the free cell `c`. Raises `GridTooLarge` where that is farther than `FAR`
        from the origin."""
        not_too_far(c)
        cells = self.cells.copy()
        cells[c] = piece
        return self.successor(cells, (c, None, piece))

    def take(self, c: int) -> Grid:
        """Without what lies on `c`."""
        cells = self.cells.copy()
        gone = cells.pop(c)
        return self.successor(cells, (c, gone, None))

    def swap(self, c: int, piece: int) -> Grid:
        """With `piece` on `c` in the place of what lies there."""
        cells = self.cells.copy()
        gone = cells[c]
        cells[c] = piece
        return self.successor(cells, (c, gone, piece))

    def where(self, piece: int) -> int | None:
        """The cell on which `piece` lies; None if it lies elsewhere."""
        for c, p in self.cells.items():
            if p == piece:
                return c
        return None

    def items_sorted(self) -> tuple[tuple[int, int], ...]:
        """Pairs of cell and piece, in the order of cells."""
        return tuple(sorted(self.cells.items()))

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Grid):
            return NotImplemented
        return self.cells == other.cells and self.bounds == other.bounds

    def __hash__(self) -> int:
        return hash((frozenset(self.cells.items()), self.bounds))

    def __reduce__(self) -> tuple[type[Grid], tuple[dict[int, int], Bounds]]:
        return Grid, (self.cells, self.bounds)

    def __repr__(self) -> str:
        laid = ", ".join(f"{xy(c)}: {p}" for c, p in self.items_sorted())
        return f"Grid({{{laid}}}{'' if self.bounds is None else f', {self.bounds}'})"


GAPS: Final = Gaps()


def cells(g: Grid) -> tuple[int, ...]:
    """The cells on which something lies, in order."""
    found = g.memo.get("cells")
    if found is None:
        found = g.memo["cells"] = tuple(sorted(g.cells))
    return found


def pieces(g: Grid) -> tuple[int, ...]:
    """The ids of the pieces that lie there, in order."""
    found = g.memo.get("pieces")
    if found is None:
        found = g.memo["pieces"] = tuple(sorted(g.cells.values()))
    return found


def gaps(g: Grid) -> tuple[int, ...]:
    """The free cells, in order. Of a board: all of them. Without bounds: those in the box round the
    pieces with a margin of one cell, so that everything beside or around a piece is among them;
    where nothing lies at all, `HOME` alone."""
    if g.bounds is not None:
        found = g.kept.get(GAPS)
        if found is None:
            found = g.kept[GAPS] = GAPS.build(g)
        return found
    found = g.memo.get("gaps")
    if found is None:
        west, north, east, south = box(g, margin=1)
        taken = g.cells
        rows = range(north * W, (south + 1) * W, W)
        found = g.memo["gaps"] = tuple(
            [c for row in rows for c in range(row + west, row + east + 1) if c not in taken]
        )
    return found


def is_free(g: Grid, c: int) -> bool:
    """Whether nothing lies on a cell, and it is on the board, if there is one."""
    return c not in g.cells and (g.bounds is None or on_board(g.bounds, c))


def on_board(bounds: tuple[int, int], c: int) -> bool:
    """Whether a cell is on a board of this size."""
    return 129 <= c & 255 <= bounds[0] + 128 and 129 <= c >> 8 <= bounds[1] + 128


def outside(g: Grid) -> int:
    """The north-west corner of the margin of `gaps`: without bounds it is a gap that no piece can
    shut in. Of a board it is (0, 0), no cell of the board, so nothing is in reach from there."""
    if g.bounds is not None:
        return HOME
    found = g.memo.get("outside")
    if found is None:
        west, north, _, _ = box(g, margin=1)
        found = g.memo["outside"] = north * W + west
    return found


def box(g: Grid, margin: int) -> tuple[int, int, int, int]:
    """West, north, east, south, each with its 128 added: of a board its edges, else the box round
    the pieces with a margin."""
    if g.bounds is not None:
        return 129, 129, g.bounds[0] + 128, g.bounds[1] + 128
    if not g.cells:
        return 128, 128, 128, 128
    columns = [c & 255 for c in g.cells]
    return (
        min(columns) - margin,
        (min(g.cells) >> 8) - margin,
        max(columns) + margin,
        (max(g.cells) >> 8) + margin,
    )
