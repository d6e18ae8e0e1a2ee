"""Laws seen through an overlay: may this piece be laid there, taken away, exchanged?

What an offer asks about a law is answered here, on the grid as it would be. Verdicts are remembered on the grid they are about, under what
the law reads of the piece (its projection), as long as the law reads nothing but the grid. The plain form asks every rule of the
law of the new grid; it is the reference for everything quicker.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alarife.engine.tables import GRID, Tables
from alarife.engine.transactions import Transactions
from alarife.geometry.grid import Grid, gaps
from alarife.lowering.layout import LOC

State = list[Any]


class LawBook:
    """The questions about one law. `holds(s, g)` is the law itself; `projection` says for each piece what the law sees of it (None if the law
    reads more than the grid: then nothing is remembered)."""

    def __init__(self, name: str, holds: Callable[[State, Grid], bool], projection: Sequence[int] | None) -> None:
        self.name = name
        self.holds = holds
        self.projection = projection

    def may_lay(self, s: State, g: Grid, cell: int, x: int) -> bool:
        """Whether the law holds with the piece on this cell."""
        if cell in g.cells:
            return False
        if self.projection is None:
            return self.holds(s, g.lay(cell, x))
        key = (self.name, cell, self.projection[x])
        found = g.memo.get(key)
        if found is None:
            found = g.memo[key] = self.holds(s, g.lay(cell, x))
        return found

    def may_take(self, s: State, g: Grid, cell: int) -> bool:
        """Whether the law holds without what lies on this cell."""
        if self.projection is None:
            return self.holds(s, g.take(cell))
        key = (self.name, cell)
        found = g.memo.get(key)
        if found is None:
            found = g.memo[key] = self.holds(s, g.take(cell))
        return found

    def may_exchange(self, s: State, g: Grid, cell: int, x: int) -> bool:
        """Whether the law holds with this piece in the place of what lies on the cell."""
        if self.projection is None:
            return self.holds(s, g.swap(cell, x))
        key = (self.name, "swap", cell, self.projection[x])
        found = g.memo.get(key)
        if found is None:
            found = g.memo[key] = self.holds(s, g.swap(cell, x))
        return found

    def spots(self, s: State, g: Grid, x: int) -> tuple[int, ...]:
        """The cells on which the piece may be laid, in order."""
        if self.projection is None:
            return tuple([c for c in gaps(g) if self.may_lay(s, g, c, x)])
        key = (self.name, "spots", self.projection[x])
        found = g.memo.get(key)
        if found is None:
            found = g.memo[key] = tuple([c for c in gaps(g) if self.may_lay(s, g, c, x)])
        return found


class Laws:
    """Questions about pieces, wherever they lie: which law is asked depends on the place."""

    def __init__(self, tables: Tables, transactions: Transactions, books: dict[str, LawBook], broken: dict[str, Callable[..., list[str]]]) -> None:
        self.tables = tables
        self.transactions = transactions
        self.books = books
        self.broken = broken

    def may_leave(self, s: State, x: int) -> bool:
        """Whether the piece may leave the place it lies in."""
        place = s[LOC][x]
        law = self.tables.law[place]
        if law is None or self.tables.shape[place] != GRID:
            return True
        g = self.transactions.content(s, place)
        return self.books[law].may_take(s, g, g.where(x))

    def may_swap(self, s: State, a: int, b: int) -> bool:
        """Whether two pieces may exchange their places."""
        return all(self._may_replace(s, old, new) for old, new in ((a, b), (b, a)))

    def _may_replace(self, s: State, old: int, new: int) -> bool:
        place = s[LOC][old]
        law = self.tables.law[place]
        if law is None or self.tables.shape[place] != GRID:
            return True
        g: Grid = self.transactions.content(s, place)
        other = s[LOC][new]
        if other == place:
            a, b = g.where(old), g.where(new)
            assert a is not None and b is not None
            return self.books[law].holds(s, g.swap(a, new).swap(b, old))
        cell = g.where(old)
        assert cell is not None
        return self.books[law].may_exchange(s, g, cell, new)

    def broken_by_leaving(self, s: State, x: int) -> list[str]:
        """The rules that would not hold if the piece left."""
        place = s[LOC][x]
        law = self.tables.law[place]
        if law is None or self.tables.shape[place] != GRID:
            return []
        g = self.transactions.content(s, place)
        return self.broken[law](s, g.take(g.where(x)))

    def broken_by_swap(self, s: State, a: int, b: int) -> list[str]:
        """The rules that would not hold if the two were exchanged."""
        out: list[str] = []
        for old, new in ((a, b), (b, a)):
            place = s[LOC][old]
            law = self.tables.law[place]
            if law is not None and self.tables.shape[place] == GRID and s[LOC][new] != place:
                g = self.transactions.content(s, place)
                out += self.broken[law](s, g.swap(g.where(old), new))
        return out
