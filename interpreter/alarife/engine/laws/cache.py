"""What is known about one grid and its law. `laying`, `taking` and `exchanging` ask it which pieces
may be laid where, what may be taken away, what may be exchanged.

A cache belongs to a grid and is derived from the cache of the grid before, so that after a change
only the cells whose windows show it are looked at again. Everything is memoised at the first
question. The premise, that every classified rule held before, is part of the cache (`sound`); where
it is missing the whole law is asked of the new grid. The cache refers to the dict of cells, not to
the `Grid`, so there is no reference cycle and both can be freed."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

from alarife.engine.faults import Fault
from alarife.engine.laws.exchanging import exchange_allowed
from alarife.engine.laws.laying import lay_allowed
from alarife.engine.laws.taking import take_allowed
from alarife.geometry.grid import Bounds, Change, Grid, GridTooLarge, on_board
from alarife.graphs import Memory
from alarife.lowering.layout import Slots

if TYPE_CHECKING:
    from collections.abc import Sequence

    from alarife.engine.laws.laws import LawBook, RuleAnswer


class LawCache:
    """See the module. With windows: `codes` by cell, for every cell that a piece shows in; `fits`
    by free cell the looks that the windows admit (only where there are some), for cells that are
    not singular. `dressing`: the looks it was made with (see `notes`); `relaxed`: answers of the
    whole law, with what they hang on (see `relaxed`).

    Found when first asked for: `union`, the looks for which there is a spot (-1 while it is not
    known), and `known_spots` by look; `takes`, whether a cell's piece may go, and `removable`,
    whether any may; `exchanges`, the looks that may be on a cell instead, and `exchangeable`,
    whether anything may be exchanged, by the looks of what is new; `links` of a cell, by reach
    rule; all else in `memo`."""

    __slots__ = (
        "book", "bounds", "cells", "codes", "dressing", "exchangeable", "exchanges", "fits",
        "graphs", "known_spots", "links", "memo", "quick", "relaxed", "removable", "sound",
        "takes", "union",
    )  # fmt: skip

    def __init__(self, book: LawBook, grid: Grid) -> None:
        self.book = book
        self.dressing = book.dressing
        self.relaxed: tuple[list[Any], dict[tuple[str, int, int | None], bool]] | None = None
        self.cells = grid.cells
        self.bounds: Bounds = grid.bounds
        if grid.graphs is None and book.plain:
            grid.graphs = Memory()
        self.graphs: Any = grid.graphs
        self.sound = False
        self.quick = False
        self.codes: dict[int, int] = {}
        self.fits: dict[int, int] = {}
        self.memo: dict[tuple[object, ...], Any] = {}
        self.takes: dict[int, bool] = {}
        self.exchanges: dict[int, int] = {}
        self.exchangeable: dict[int, bool] = {}
        self.links: list[dict[int, tuple[int, ...]]] = (
            [{} for _ in book.windows.reaches] if book.windows is not None else []
        )
        self.known_spots: dict[int, tuple[int, ...]] = {}
        self.union = -1
        self.removable: bool | None = None

    def grid(self) -> Grid:
        """A grid like the one that the view belongs to."""
        found = Grid(self.cells, self.bounds)
        found.graphs = self.graphs
        return found

    @property
    def keeps(self) -> bool:
        """Whether answers stay the same as long as the grid does."""
        return self.book.pure and (self.sound or not self.book.relaxed)

    # ----------------------------------------------------------------
    # becoming
    def begin(self, s: Slots) -> None:
        """From nothing but the grid: the premise is asked of the rules themselves."""
        book = self.book
        g = self.grid()
        self.sound = book.layer != "plain" and book.holds_classified(s, g)
        w = book.windows
        if w is None or not self.sound:
            return
        if self.bounds is not None:
            self.codes = w.edge_codes(self.bounds).copy()
        codes = self.codes
        for c, x in self.cells.items():
            codes.setdefault(c, 0)
            for o, add in w.adds[w.looks[x]]:
                codes[c + o] = codes.get(c + o, 0) + add
        for c in codes:
            self._fit(s, c)

    def follow(self, s: Slots, before: LawCache, change: Change) -> None:
        """From the view before and one change."""
        cell, old, new = change
        self.sound = before.sound and before.allows(s, change)
        w = self.book.windows
        if w is None or not self.sound:
            if w is not None or not self.sound:
                self.begin(s)
            return
        codes = self.codes = before.codes.copy()
        self.fits = before.fits.copy()
        self.exchanges = before.exchanges.copy()
        self.links = [known.copy() for known in before.links]
        codes.setdefault(cell, 0)
        self._look_again(s, cell, w.differences(old, new))
        if cell in self.book.fixed:
            self.exchanges.clear()

    def _look_again(self, s: Slots, cell: int, differences: Sequence[tuple[int, int]]) -> None:
        """After a change: the codes of the cells that it shows in, and what hangs on them."""
        w = self.book.windows
        assert w is not None
        codes, fits, exchanges, cells = self.codes, self.fits, self.exchanges, self.cells
        lays, singular = w.lays, w.singular
        for o, add in differences:
            c = cell + o
            code = codes[c] = codes.get(c, 0) + add
            if c in cells:
                exchanges.pop(c, None)
                for known in self.links:
                    known.pop(c, None)
            elif c not in singular and self.open(c):
                bits = lays.get(code)
                if bits is None:
                    bits = w.lay(s, cells, c, code)
                if bits:
                    fits[c] = bits
                elif c in fits:
                    del fits[c]
        exchanges.pop(cell, None)
        for known in self.links:
            known.pop(cell, None)
        if cell in cells:
            fits.pop(cell, None)
        else:
            self._fit(s, cell)

    def _fit(self, s: Slots, c: int) -> None:
        w = self.book.windows
        assert w is not None
        if c in self.cells or c in w.singular or not self.open(c):
            return
        bits = w.lay(s, self.cells, c, self.codes[c])
        if bits:
            self.fits[c] = bits
        else:
            self.fits.pop(c, None)

    def allows(self, s: Slots, change: Change) -> bool:
        """Whether the classified rules hold after a change."""
        cell, old, new = change
        if old is None:
            assert new is not None
            return lay_allowed(self, s, cell, new)
        return take_allowed(self, s, cell) if new is None else exchange_allowed(self, s, cell, new)

    def complete(self) -> None:
        """Nothing is missing in a general view; see `quick`."""

    def open(self, c: int) -> bool:
        """Whether something may be laid on a free cell as far as its place on the board goes."""
        return self.bounds is None or (on_board(self.bounds, c) and c not in self.book.closed)

    def cells_left(self) -> int:
        """How many cells of a board are free; of a grid without bounds, more than will be asked."""
        if self.bounds is None:
            return 1 << 16
        return self.bounds[0] * self.bounds[1] - len(self.cells)

    def is_nearly_full(self) -> bool:
        """Whether at most one cell of a board is free."""
        return self.cells_left() < 2

    # ----------------------------------------------------------------
    # plain rules
    def after(self, how: str, cell: int, x: int | None) -> Grid:
        """The grid as it would be."""
        if x is None:
            return self.grid().take(cell)
        return self.grid().lay(cell, x) if how == "lay" else self.grid().swap(cell, x)

    def plain_rules(self, s: Slots, how: str, cell: int, x: int | None) -> bool:
        """The rules that have no form, each of the new grid; remembered by what it reads of the
        piece."""
        for rule in self.book.plain:
            self._prepare(s, rule)
            if rule.looks is None:
                if not rule.holds(s, self.after(how, cell, x)):
                    return False
                continue
            key = (rule.name, how, cell, None if x is None else rule.looks[x])
            found = self.memo.get(key)
            if found is None:
                found = self.memo[key] = rule.holds(s, self.after(how, cell, x))
            if not found:
                return False
        return True

    def _prepare(self, s: Slots, rule: RuleAnswer) -> None:
        """Ask a rule about the grid as it is, once: graphs of all that may follow are renewed from
        those that it asks for. If it fails, that is told where it is asked in earnest."""
        if ("now", rule.name) not in self.memo:
            self.memo["now", rule.name] = None
            with suppress(Fault):
                rule.holds(s, self.grid())

    def whole(self, s: Slots, how: str, cell: int, x: int | None) -> bool:
        """The whole law of the new grid."""
        book = self.book
        key = ("whole", how, cell, None if x is None else book.looks[x])
        found = self.memo.get(key) if self.keeps else None
        if found is None:
            try:
                found = book.holds(s, self.after(how, cell, x))
            except GridTooLarge:
                found = False
            self.memo[key] = found
        return found
