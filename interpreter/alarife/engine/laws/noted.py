"""The questions about a law that reads notes, answered by its book (`notes`)."""

from __future__ import annotations

from typing import Any, final

from alarife.engine.laws import exchanging, laying
from alarife.engine.laws.cache import LawCache
from alarife.engine.laws.laws import LawSource
from alarife.engine.laws.notes import NotedBook
from alarife.engine.laws.quick import question_of
from alarife.geometry.grid import Grid
from alarife.lowering.layout import Slots


@final
class NotedLaw:
    """The questions about a law that reads notes. Pieces whose looks have bits are asked about as
    in any law, the others one by one."""

    def __init__(self, law: LawSource) -> None:
        self.inner = NotedBook(law)
        self._find_answers()

    def _find_answers(self) -> None:
        book: Any = self.inner
        answer: Any = question_of if book.layer == "quick" else getattr
        self._spots, self._fits, self._any_fits, self._fitting = (
            answer(book, name) for name in ("spots", "fits", "any_fits", "fitting")
        )
        self._any_removable, self._removable = (
            answer(book, name) for name in ("any_removable", "removable")
        )
        self._any_exchangeable, self._exchangeable, self._replacements = (
            answer(book, name) for name in ("any_exchangeable", "exchangeable", "replacements")
        )

    def use(self, layer: str) -> None:
        """Answer by one layer (see `LawBook.use`)."""
        self.inner.use(layer)
        self._find_answers()

    def holds(self, s: Slots, g: Grid) -> bool:
        """Whether the law holds."""
        return self.inner.holds(s, g)

    def _view(self, s: Slots, g: Grid) -> LawCache:
        return self.inner.view(s, g)

    def _apart(
        self, s: Slots, g: Grid, pieces: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The pieces whose looks have bits, and the others."""
        book, view = self.inner, g.view
        if view is None or view.dressing is not book.dressing or book.held(s) != book.stamp:
            book.settle(s, g)
        noted = book.noted
        if noted.isdisjoint(pieces):
            return pieces, ()
        return tuple([x for x in pieces if x not in noted]), tuple(
            [x for x in pieces if x in noted]
        )

    # ----------------------------------------------------------------
    # as of any book
    def may_lay(self, s: Slots, g: Grid, at: int, x: int) -> bool:
        """Whether the law holds with the piece on this cell."""
        self.inner.settle(s, g)
        return self.inner.may_lay(s, g, at, x)

    def may_take(self, s: Slots, g: Grid, at: int) -> bool:
        """Whether the law holds without what lies on this cell."""
        self.inner.settle(s, g)
        return self.inner.may_take(s, g, at)

    def may_exchange(self, s: Slots, g: Grid, at: int, x: int) -> bool:
        """Whether the law holds with this piece in the place of what lies on the cell."""
        self.inner.settle(s, g)
        return self.inner.may_exchange(s, g, at, x)

    def spots(self, s: Slots, g: Grid, x: int) -> tuple[int, ...]:
        """The gaps on which the piece may be laid, in order."""
        self.inner.settle(s, g)
        if x in self.inner.noted:
            return laying.spots(self._view(s, g), s, x)
        found: tuple[int, ...] = self._spots(s, g, x)
        return found

    def fits(self, s: Slots, g: Grid, x: int) -> bool:
        """Whether there is a gap on which the piece may be laid."""
        book, view = self.inner, g.view
        if view is None or view.dressing is not book.dressing or book.held(s) != book.stamp:
            book.settle(s, g)
        elif view.union >= 0 and x not in book.noted:
            return view.union & book.bits[x] != 0
        if x in self.inner.noted:
            return laying.fits_somewhere(self._view(s, g), s, x)
        return bool(self._fits(s, g, x))

    def any_fits(self, s: Slots, g: Grid, pieces: tuple[int, ...]) -> bool:
        """Whether there is a gap for one of these pieces."""
        book, view = self.inner, g.view
        if (
            view is not None
            and view.dressing is book.dressing
            and book.held(s) == book.stamp
            and view.union > 0
        ):
            union, bits = view.union, book.bits
            for x in pieces:
                if union & bits[x]:
                    return True
        plain, noted = self._apart(s, g, pieces)
        if self._any_fits(s, g, plain):
            return True
        return bool(noted) and any(laying.fits_somewhere(self._view(s, g), s, x) for x in noted)

    def fitting(self, s: Slots, g: Grid, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces for which there is a gap."""
        plain, noted = self._apart(s, g, pieces)
        found: tuple[int, ...] = self._fitting(s, g, plain)
        if not noted:
            return found
        view = self._view(s, g)
        more = {*found, *[x for x in noted if laying.fits_somewhere(view, s, x)]}
        return tuple([x for x in pieces if x in more])

    def any_removable(self, s: Slots, g: Grid) -> bool:
        """Whether some piece may be taken away."""
        self.inner.settle(s, g)
        return bool(self._any_removable(s, g))

    def removable(self, s: Slots, g: Grid) -> tuple[int, ...]:
        """The pieces that may be taken away, in order."""
        self.inner.settle(s, g)
        found: tuple[int, ...] = self._removable(s, g)
        return found

    def any_exchangeable(self, s: Slots, g: Grid, news: tuple[int, ...]) -> bool:
        """Whether some piece may be exchanged for one of these, which lie elsewhere."""
        plain, noted = self._apart(s, g, news)
        if self._any_exchangeable(s, g, plain):
            return True
        view, may = self._view(s, g) if noted else None, exchanging.may_exchange
        return view is not None and any(may(view, s, c, new) for c in g.cells for new in noted)

    def exchangeable(self, s: Slots, g: Grid, news: tuple[int, ...]) -> tuple[int, ...]:
        """The pieces that may be exchanged for one of these, which lie elsewhere; in order."""
        plain, noted = self._apart(s, g, news)
        found: tuple[int, ...] = self._exchangeable(s, g, plain)
        if noted:
            found = tuple(sorted({*found, *self._exchangeable_for(s, g, noted)}))
        return found

    def _exchangeable_for(self, s: Slots, g: Grid, noted: tuple[int, ...]) -> list[int]:
        view = self._view(s, g)
        may = exchanging.may_exchange
        return [x for c, x in g.cells.items() if any(may(view, s, c, new) for new in noted)]

    def replacements(self, s: Slots, g: Grid, old: int, news: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces, which lie elsewhere, for which a piece of the grid may be
        exchanged."""
        plain, noted = self._apart(s, g, news)
        found: tuple[int, ...] = self._replacements(s, g, old, plain)
        if not noted:
            return found
        view, at = self._view(s, g), g.where(old)
        assert at is not None
        more = {*found, *[x for x in noted if exchanging.may_exchange(view, s, at, x)]}
        return tuple([x for x in news if x in more])
