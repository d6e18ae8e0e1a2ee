"""Free space as a graph: the free cells of a grid, each linked to the free ones at some offsets.

Of a board these are all its free cells; of a grid without bounds those in the box round its pieces
with a margin of one, as `grid.gaps` says. Kept with the grid: after a change only the rows of cells
near it are made anew."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alarife.geometry.grid import Grid, W, box, gaps
from alarife.graphs.kept import Change, Memory
from alarife.graphs.network import Network, network_of_neighbours

Box = tuple[int, int, int, int]


class _Space:
    """The free cells as a network, the box they were found in, and which of them are there."""

    __slots__ = ("box", "free", "network")

    def __init__(self, around: Box, free: set[int], network: Network) -> None:
        self.box = around
        self.free = free
        self.network = network


def free_space(g: Grid, offsets: Sequence[int]) -> Network:
    """The free cells of a grid, each linked to those at these offsets, which lead both ways."""
    if g.graphs is None:
        g.graphs = Memory()
    near = tuple([o for ahead in offsets if ahead > 0 for o in (ahead, -ahead)])
    around = box(g, margin=1)

    def build() -> _Space:
        free = set(gaps(g))
        return _Space(around, free, network_of_neighbours(_linked(free, near, free)))

    def renew(before: _Space, changes: tuple[Change, ...]) -> _Space:
        if before.box != around:
            free = set(gaps(g))
            touched = free ^ before.free
        else:
            touched = {c for c, _, _ in changes}
            free = before.free - touched | {
                c for c in touched if c not in g.cells and _inside(c, around)
            }
        here = touched.union([c + o for c in touched for o in near])
        if 2 * len(here) > len(free):
            return _Space(around, free, network_of_neighbours(_linked(free, near, free)))
        rows = _linked(here & free, near, free)
        return _Space(around, free, before.network.with_neighbours(rows, here - free))

    space: _Space = g.graphs.ask(("free", near), build, renew)
    return space.network


def enclosed(g: Grid, starts: Iterable[int], offsets: Sequence[int]) -> frozenset[int]:
    """The free cells that are connected to some of these, and from which no way leads out of the
    box round the pieces. Of a grid without bounds."""
    if not g.cells:
        return frozenset()
    space = free_space(g, offsets)
    west, north, east, south = box(g, margin=0)
    found: set[int] = set()
    known: set[int] = set()
    for start in starts:
        if start in g.cells or start in known or start not in space.rows:
            continue
        part = space.reach(start)
        known |= part
        if all(west <= c & W - 1 <= east and north <= c // W <= south for c in part):
            found |= part
    return frozenset(found)


def _linked(cells: Iterable[int], near: tuple[int, ...], free: set[int]) -> dict[int, list[int]]:
    """The free cells at some offsets from each of these."""
    return {c: [c + o for o in near if c + o in free] for c in cells}


def _inside(c: int, around: Box) -> bool:
    west, north, east, south = around
    return west <= c & W - 1 <= east and north <= c // W <= south
