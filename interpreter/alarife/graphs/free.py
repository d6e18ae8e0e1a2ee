"""Free space as a graph: the free cells of a grid, each linked to the free ones at some offsets.

Of a board these are all its free cells; of a grid without bounds those in the box round its pieces
with a margin of one, as `grid.gaps` says. Most searches end near where they began, so the links of
a cell are made when a search comes there; what has been made is kept until the grid changes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from alarife.geometry.grid import Grid, W, box, gaps
from alarife.graphs.late import asking
from alarife.graphs.network import ONCE, Row


class _Rows(dict[int, Row]):
    """The neighbours of free cells, made when they are first asked for."""

    def __init__(self, free: frozenset[int], offsets: tuple[int, ...]) -> None:
        super().__init__()
        self.free = free
        self.offsets = offsets

    def __missing__(self, c: int) -> Row:
        free = self.free
        self[c] = row = dict.fromkeys([c + o for o in self.offsets if c + o in free], ONCE)
        return row


class FreeSpace:
    """See the module. `free` are the cells; `rows` the neighbours, to be asked for one by one."""

    def __init__(self, free: frozenset[int], offsets: tuple[int, ...]) -> None:
        self.free = free
        self.rows = _Rows(free, offsets)
        self._parts: dict[int, frozenset[int]] = {}

    @cached_property
    def graph(self) -> Any:
        """The same for networkx: what goes through all nodes takes them from `free`."""
        return asking().graph_of_rows(self.free, self.rows)

    def joined(self, cells: Sequence[int]) -> bool:
        """Whether there is a way from the first of these free cells to each other one, looked for
        from both ends, which is short where they are near."""
        return asking().all_joined(self.graph, cells)

    def reach(self, start: int) -> frozenset[int]:
        """All that can be reached from a free cell, itself included."""
        found = self._parts.get(start)
        if found is None:
            found = asking().part_of(self.graph, start)
            self._parts.update(dict.fromkeys(found, found))
        return found


def free_space(g: Grid, offsets: Sequence[int]) -> FreeSpace:
    """The free cells of a grid, each linked to those at these offsets, which lead both ways."""
    key = ("free", *offsets)
    space: FreeSpace | None = g.memo.get(key)
    if space is None:
        near = tuple([o for ahead in offsets if ahead > 0 for o in (ahead, -ahead)])
        space = g.memo[key] = FreeSpace(frozenset(gaps(g)), near)
    return space


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
        if start in known or start not in space.free:
            continue
        part = space.reach(start)
        known |= part
        if all(west <= c & W - 1 <= east and north <= c // W <= south for c in part):
            found |= part
    return frozenset(found)
