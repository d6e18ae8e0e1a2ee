"""Free space as a graph: the free cells of a grid, each linked to the free ones at some offsets.

Of a board these are all its free cells; of a grid without bounds those in the box round its pieces
with a margin of one, as `grid.gaps` says. Kept with the grid, a change within the same box is one
node more or less."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from alarife.geometry.grid import Grid, W, box, gaps
from alarife.graphs.kept import Change, Memory
from alarife.graphs.network import Link, Network, network_by_centre

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
    ahead = tuple(sorted(o for o in offsets if o > 0))
    around = box(g, margin=1)

    def build() -> _Space:
        free = set(gaps(g))
        links = {c: _links(c, ahead, free) for c in free}
        return _Space(around, free, network_by_centre(links, directed=False))

    def renew(before: _Space, changes: tuple[Change, ...]) -> _Space:
        if before.box != around:
            free = set(gaps(g))
            touched = free ^ before.free
        else:
            touched = {c for c, _, _ in changes}
            free = before.free - touched | {
                c for c in touched if c not in g.cells and _inside(c, around)
            }
        centres = {c - o for c in touched for o in ahead} | touched
        links = {c: _links(c, ahead, free) if c in free else () for c in centres}
        return _Space(around, free, before.network.renewed(links))

    space: _Space = g.graphs.ask(("free", ahead), build, renew)
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


def _links(c: int, ahead: tuple[int, ...], free: set[int]) -> tuple[Link, ...]:
    """The cell itself, and its links to free cells further on."""
    return ((c, c), *[(c, c + o) for o in ahead if c + o in free])


def _inside(c: int, around: Box) -> bool:
    west, north, east, south = around
    return west <= c & W - 1 <= east and north <= c // W <= south
