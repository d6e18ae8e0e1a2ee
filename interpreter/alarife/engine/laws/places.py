"""The laws of places: which law is asked about a piece depends on where it lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from alarife.engine.moves.contents import Contents
from alarife.engine.tables import GRID, Tables
from alarife.geometry.grid import Grid
from alarife.lowering.layout import LOC, Slots


class Book(Protocol):
    """What is asked about the law of a place."""

    def holds(self, s: Slots, g: Grid, /) -> bool:
        """Whether the law holds."""
        ...

    def may_take(self, s: Slots, g: Grid, at: int) -> bool:
        """Whether the law holds without what lies on this cell."""
        ...

    def may_exchange(self, s: Slots, g: Grid, at: int, x: int) -> bool:
        """Whether the law holds with this piece in the place of what lies on the cell."""
        ...


class Laws:
    """Questions about pieces, wherever they lie: which law is asked depends on the place."""

    def __init__(
        self,
        tables: Tables,
        contents: Contents,
        books: Mapping[str, Book],
        broken: dict[str, Callable[..., list[str]]],
    ) -> None:
        self.tables = tables
        self.contents = contents
        self.books = books
        self.broken = broken
        self.law_of = [
            law if shape == GRID else None
            for law, shape in zip(tables.law, tables.shape, strict=True)
        ]

    def may_leave(self, s: Slots, x: int) -> bool:
        """Whether the piece may leave the place it lies in."""
        place: int = s[LOC][x]
        law = self.law_of[place]
        if law is None:
            return True
        g = self.contents.of(s, place)
        return self.books[law].may_take(s, g, g.where(x))

    def may_swap(self, s: Slots, a: int, b: int) -> bool:
        """Whether two pieces may exchange their places."""
        return all(self._may_replace(s, old, new) for old, new in ((a, b), (b, a)))

    def _may_replace(self, s: Slots, old: int, new: int) -> bool:
        place: int = s[LOC][old]
        law = self.law_of[place]
        if law is None:
            return True
        g: Grid = self.contents.of(s, place)
        other = s[LOC][new]
        if other == place:
            a, b = g.where(old), g.where(new)
            assert a is not None
            assert b is not None
            return self.books[law].holds(s, g.swap(a, new).swap(b, old))
        at = g.where(old)
        assert at is not None
        return self.books[law].may_exchange(s, g, at, new)

    def broken_by_leaving(self, s: Slots, x: int) -> list[str]:
        """The rules that would not hold if the piece left."""
        place: int = s[LOC][x]
        law = self.law_of[place]
        if law is None:
            return []
        g = self.contents.of(s, place)
        return self.broken[law](s, g.take(g.where(x)))

    def broken_by_swap(self, s: Slots, a: int, b: int) -> list[str]:
        """The rules that would not hold if the two were exchanged."""
        out: list[str] = []
        for old, new in ((a, b), (b, a)):
            place: int = s[LOC][old]
            law = self.law_of[place]
            if law is not None and s[LOC][new] != place:
                g = self.contents.of(s, place)
                out += self.broken[law](s, g.swap(g.where(old), new))
        return out
