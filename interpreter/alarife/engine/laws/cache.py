"""What a law says about one grid: which pieces may be laid where, what may be taken away, what may
be exchanged.

A cache belongs to a grid and is derived from the cache of the grid before, so that after a change
only the cells whose windows show it are looked at again. Everything is memoised at the first
question. The premise, that every classified rule held before, is part of the cache (`sound`); where
it is missing the whole law is asked of the new grid. The cache refers to the dict of cells, not to
the `Grid`, so there is no reference cycle and both can be freed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alarife.engine.laws.parts import exchange, lay, take
from alarife.geometry.grid import AROUND, Bounds, Change, Grid, GridTooLarge, gaps, on_board
from alarife.graphs import Memory, network_of_neighbours
from alarife.lowering.layout import Slots

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from alarife.engine.laws.laws import LawBook
    from alarife.engine.laws.windows import Windows


class LawCache:
    """See the module. With windows: `codes` by cell, for every cell that a piece shows in; `fits`
    by free cell the looks that the windows admit (only where there are some), for cells that are
    not singular. `dressing`: the looks it was made with (see `notes`); `relaxed`: answers of the
    whole law, with what they hang on (see `relaxed`). `union`: the looks for which there is a spot;
    -1 while it is not known."""

    __slots__ = (
        "_exchangeable", "_exchanges", "_memo", "_near", "_removable", "_spots", "_takes",
        "book", "bounds", "cells", "codes", "dressing", "fits", "graphs", "quick",
        "relaxed", "sound", "union",
    )  # fmt: skip

    def __init__(self, book: LawBook, grid: Grid) -> None:
        self.book = book
        self.dressing = book.dressing
        self.relaxed: tuple[list[Any], dict[tuple[str, int, int | None], bool]] | None = None
        self.cells = grid.cells
        self.bounds: Bounds = grid.bounds
        if book.asks_free_space and grid.graphs is None:
            grid.graphs = Memory()
        self.graphs: Any = grid.graphs
        self.sound = False
        self.quick = False
        self.codes: dict[int, int] = {}
        self.fits: dict[int, int] = {}
        self._memo: dict[tuple[object, ...], Any] = {}
        self._takes: dict[int, bool] = {}
        self._exchanges: dict[int, int] = {}
        self._exchangeable: dict[int, bool] = {}
        self._near: list[dict[int, tuple[int, ...]]] = (
            [{} for _ in book.windows.reaches] if book.windows is not None else []
        )
        self._spots: dict[int, tuple[int, ...]] = {}
        self.union = -1
        self._removable: bool | None = None

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
        self._exchanges = before._exchanges.copy()
        self._near = [known.copy() for known in before._near]
        codes.setdefault(cell, 0)
        self._look_again(s, cell, w.differences(old, new))
        if cell in self.book.fixed:
            self._exchanges.clear()

    def _look_again(self, s: Slots, cell: int, differences: Sequence[tuple[int, int]]) -> None:
        """After a change: the codes of the cells that it shows in, and what hangs on them."""
        w = self.book.windows
        assert w is not None
        codes, fits, exchanges, cells = self.codes, self.fits, self._exchanges, self.cells
        lays, singular = w.lays, w.singular
        for o, add in differences:
            c = cell + o
            code = codes[c] = codes.get(c, 0) + add
            if c in cells:
                exchanges.pop(c, None)
                for known in self._near:
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
        for known in self._near:
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
            return self._lay_classified(s, cell, new)
        return (
            self._take_classified(s, cell)
            if new is None
            else self._exchange_classified(s, cell, new)
        )

    # ----------------------------------------------------------------
    # laying
    def may_lay(self, s: Slots, cell: int, x: int) -> bool:
        """Whether the law holds with the piece on a free cell."""
        if not self.sound:
            return self._whole(s, "lay", cell, x)
        return self._lay_classified(s, cell, x) and (
            not self.book.plain or self._plain_rules(s, "lay", cell, x)
        )

    def _lay_classified(self, s: Slots, cell: int, x: int) -> bool:
        book = self.book
        w, look = book.windows, book.looks[x]
        if cell in book.fixed and not book.fixed_admits(s, self, cell, x):
            return False
        if self.bounds is not None and not on_board(self.bounds, cell):
            return False
        if w is not None and cell not in w.singular and cell not in w.closed:
            if look >= w.count:
                one = w.lay_one(s, self.cells, cell, self.codes.get(cell, 0), x)
                return bool(one) and (one < w.doubt or self.ring_holds(s, cell, x))
            bits = self.fits.get(cell, 0) if cell in self.codes else w.lay(s, self.cells, cell, 0)
            return bool(bits >> look & 1) and (bits < w.doubt or self.ring_holds(s, cell, x))
        key = ("lay", cell, look)
        found = self._memo.get(key)
        if found is None:
            after = self.grid().lay(cell, x)
            found = self._memo[key] = all(
                found if (found := lay(part, s, after, cell)) is not None else rule.holds(s, after)
                for rule in book.classified
                for part in rule.parts
            )
        return found

    def ring_holds(self, s: Slots, cell: int, x: int) -> bool:
        """Whether filling a cell leaves every free cell in reach, where the window doesn't show
        it."""
        key = ("ring", cell)
        found = self._memo.get(key)
        if found is None:
            w = self.book.windows
            assert w is not None
            after = self.grid().lay(cell, x)
            found = self._memo[key] = all(part.lay(s, after, cell) for part in w.gaps)
        return found

    def spots(self, s: Slots, x: int) -> tuple[int, ...]:
        """The gaps on which the piece may be laid, in order."""
        book = self.book
        look = book.looks[x]
        found = self._spots.get(look)
        if found is None:
            near = self._shown_for(s, x, look) if look >= len(book.samples) else None
            cells = self._candidates(s, x) if near is None else sorted(near)
            found = tuple([c for c in cells if self.may_lay(s, c, x)])
            if self.keeps:
                self._spots[look] = found
        return found

    def _candidates(self, s: Slots, x: int) -> list[int] | tuple[int, ...]:
        """The gaps that are worth asking for, in order."""
        w, look = self.book.windows, self.book.looks[x]
        if (
            not self.sound
            or w is None
            or not w.near_only
            or not self.cells
            or look >= w.count
            or self.book.anywhere(s, self)
        ):
            return gaps(self.grid())
        cells = [c for c, bits in self.fits.items() if bits >> look & 1]
        free = [c for c in w.singular if c not in self.cells]
        if self.is_nearly_full():
            free += [c for c in w.closed if c not in self.cells]
        if free:
            every = gaps(self.grid())
            cells += [c for c in free if c in every and c not in cells]
        cells.sort()
        return cells

    def find_union(self, s: Slots) -> int:
        """Finds `union`, and gives it; -1 where it must be asked for each piece."""
        w, cells = self.book.windows, self.cells
        if w is None or not self.sound or not self.book.tells_spots(s, self):
            return -1
        for c in w.singular:
            if c not in cells:
                return -1
        if w.closed and self.is_nearly_full():
            return -1
        doubt, fixed = w.doubt, self.book.fixed
        found = 0
        doubtful: list[tuple[int, int]] = []
        for c, bits in self.fits.items():
            if bits >= doubt or c in fixed:
                doubtful.append((c, bits))
            else:
                found |= bits
        for c, bits in doubtful:
            more = bits & doubt - 1 & ~found
            if more and c in fixed:
                more &= self.book.fixed_bits(s, self, c)
            if more and (bits < doubt or self.ring_holds(s, c, w.samples[0])):
                found |= more
        self.union = found
        return found

    def fits_somewhere(self, s: Slots, x: int) -> bool:
        """Whether there is a spot for the piece."""
        look = self.book.looks[x]
        if look >= len(self.book.samples):
            known = self._spots.get(look)
            return self._fits_alone(s, x, look) if known is None else bool(known)
        union = self.find_union(s) if self.union < 0 else self.union
        return bool(self.spots(s, x)) if union < 0 else union & self.book.bits[x] != 0

    def _fits_alone(self, s: Slots, x: int, look: int) -> bool:
        """The same for a piece with a look of its own."""
        found = self._memo.get(("fits", look))
        if found is None:
            near = self._shown_for(s, x, look)
            cells = self._candidates(s, x) if near is None else near
            found = any(self.may_lay(s, c, x) for c in cells)
            if self.keeps:
                self._memo["fits", look] = found
        return bool(found)

    def _shown_for(self, s: Slots, x: int, look: int) -> Iterator[int] | None:
        """The cells whose codes admit a piece with a look of its own, in no order; None where codes
        don't show every spot."""
        book, w = self.book, self.book.windows
        if (
            not self.sound
            or w is None
            or not w.near_only
            or not self.cells
            or w.closed
            or not w.singular <= self.cells.keys()
            or book.anywhere(s, self)
            or book.lies_alone(s, self, x)
        ):
            return None
        return self._admitting(s, x, look, w)

    def _admitting(self, s: Slots, x: int, look: int, w: Windows) -> Iterator[int]:
        cells, lays, factor = self.cells, w.lays_one, w.factor
        for c, code in self.codes.items():
            if c not in cells:
                bits = lays.get(code * factor + look)
                if bits is None:
                    bits = w.lay_one(s, cells, c, code, x)
                if bits:
                    yield c

    # ----------------------------------------------------------------
    # taking
    def may_take(self, s: Slots, cell: int) -> bool:
        """Whether the law holds without what lies on the cell."""
        if not self.sound:
            return self._whole(s, "take", cell, None)
        return self._take_classified(s, cell) and (
            not self.book.plain or self._plain_rules(s, "take", cell, None)
        )

    def any_removable(self, s: Slots) -> bool:
        """Whether something may be taken away."""
        found = self._removable
        if found is None:
            found = self._any_removable(s)
            if self.keeps:
                self._removable = found
        return found

    def _any_removable(self, s: Slots) -> bool:
        cells = list(reversed(self.cells))
        if self.sound and self.book.windows is not None and not self.book.plain:
            left: list[int] = []
            for c in cells:
                found = self._takes.get(c)
                if found is None and c not in self.book.fixed:
                    found = self._take_by_window(s, c)
                if found:
                    return True
                if found is None:
                    left.append(c)
            cells = left
        return any(self.may_take(s, c) for c in cells)

    def _take_classified(self, s: Slots, cell: int) -> bool:
        found = self._takes.get(cell)
        if found is None:
            book = self.book
            found = cell not in book.fixed or book.fixed_without(s, self, cell)
            if found and book.windows is None:
                found = self._take_direct(s, cell)
            elif found:
                told = self._take_by_window(s, cell)
                found = self._no_cut(s, cell) if told is None else told
            self._takes[cell] = found
        return found

    def _take_direct(self, s: Slots, cell: int) -> bool:
        before = self.grid()
        after = before.take(cell)
        return all(
            found
            if (found := take(part, s, before, after, cell)) is not None
            else rule.holds(s, after)
            for rule in self.book.classified
            for part in rule.parts
        )

    def _take_by_window(self, s: Slots, cell: int) -> bool | None:
        """What windows say of taking; None where they don't show whether the rest stays
        together."""
        w, cells = self.book.windows, self.cells
        assert w is not None
        if not self.joins_free_cells(s, cell) or not w.take(s, cells, cell, self.codes):
            return False
        found: bool | None = True
        for number, reach in enumerate(w.reaches):
            if cell == reach.start:
                if len(cells) > 1:
                    return False
                continue
            ends = self.near(s, number, cell)
            if len(ends) > 1 and not (w.decide and self._joined_around(s, number, cell, ends)):
                found = None
        return found

    def joins_free_cells(self, s: Slots, cell: int) -> bool:
        """Whether a cell, once free, is in reach as far as free cells have to be."""
        w = self.book.windows
        assert w is not None
        for part in w.gaps:
            if part.unless is not None:
                if not part.take(s, self.grid().take(cell), cell):
                    return False
                continue
            if cell == part.start:
                continue
            code = self.codes[cell]
            for o in part.offsets:
                if not code & w.mask[o]:
                    break
            else:
                return False
        return True

    def _no_cut(self, s: Slots, cell: int) -> bool:
        """Whether everything else stays in reach without the cell, told from the whole grid."""
        w = self.book.windows
        assert w is not None
        return all(
            cell == reach.start or cell not in self._cuts(s, number)
            for number, reach in enumerate(w.reaches)
        )

    def _cuts(self, s: Slots, number: int) -> frozenset[int]:
        """The cells that hold the others together."""
        cuts = self._memo.get(("cuts", number))
        if cuts is None:
            near = {c: self.near(s, number, c) for c in self.cells}
            cuts = self._memo["cuts", number] = network_of_neighbours(near).cuts()
        return cuts

    def _joined_around(self, s: Slots, number: int, cell: int, ends: tuple[int, ...]) -> bool:
        """Whether the neighbours of a cell are joined among the eight around it; if not they may
        still be, the long way round."""
        window = {cell + o for o in AROUND}
        wanted = len(ends) - 1
        todo = [ends[0]]
        window.discard(ends[0])
        for c in todo:
            for d in self.near(s, number, c):
                if d in window:
                    window.discard(d)
                    todo.append(d)
                    if d in ends:
                        wanted -= 1
                        if not wanted:
                            return True
        return False

    def near(self, s: Slots, number: int, c: int) -> tuple[int, ...]:
        """The cells that a cell is linked to."""
        known = self._near[number]
        found = known.get(c)
        if found is None:
            w = self.book.windows
            assert w is not None
            found = known[c] = tuple(
                [c + o for o in w.linked(number, s, self.cells, c, self.codes)]
            )
        return found

    # ----------------------------------------------------------------
    # exchanging
    def may_exchange(self, s: Slots, cell: int, x: int) -> bool:
        """Whether the law holds with the piece instead of what lies on the cell."""
        if not self.sound:
            return self._whole(s, "swap", cell, x)
        return self._exchange_classified(s, cell, x) and (
            not self.book.plain or self._plain_rules(s, "swap", cell, x)
        )

    def exchanges(self, s: Slots, cell: int) -> int:
        """The looks that are admitted instead of what lies on the cell, as bits; above them those
        that would lose a link."""
        found = self._exchanges.get(cell)
        if found is None:
            book = self.book
            w = book.windows
            assert w is not None
            found = w.exchange(s, self.cells, cell, self.codes[cell])
            if cell in book.fixed:
                bits = book.fixed_bits(s, self, cell)
                found &= bits | bits << len(w.samples)
            self._exchanges[cell] = found
        return found

    def any_exchangeable(self, s: Slots, news: tuple[int, ...], mask: int) -> bool:
        """Whether something may be exchanged for one of these; `mask`: their looks."""
        found = self._exchangeable.get(mask)
        if found is None:
            found = False
            for c in reversed(self.cells):
                if self.may_exchange_some(s, c, news, mask):
                    found = True
                    break
            if self.keeps:
                self._exchangeable[mask] = found
        return found

    def may_exchange_some(self, s: Slots, cell: int, news: tuple[int, ...], mask: int) -> bool:
        """Whether what lies on the cell may be exchanged for one of these; `mask`: their looks."""
        w = self.book.windows
        if w is not None and self.sound:
            bits = self._exchanges.get(cell)
            if bits is None:
                bits = self.exchanges(s, cell)
            if bits & mask and not self.book.plain:
                return True
            if not (bits | bits >> len(w.samples)) & mask:
                return False
        return any(self.may_exchange(s, cell, x) for x in news)

    def _exchange_classified(self, s: Slots, cell: int, x: int) -> bool:
        book = self.book
        w, look = book.windows, book.looks[x]
        if w is not None and look < w.count:
            bits = self.exchanges(s, cell)
            if bits >> look & 1:
                return True
            if not bits >> w.count + look & 1:
                return False
        elif cell in book.fixed and not book.fixed_admits(s, self, cell, x):
            return False
        elif w is not None:
            found = w.exchange_one(s, self.cells, cell, self.codes[cell], x)
            if found < 2:
                return bool(found)
        return self.exchange_holds(s, cell, x)

    def exchange_holds(self, s: Slots, cell: int, x: int) -> bool:
        """Whether the classified rules hold with the piece instead of what lies on the cell, where
        no window tells."""
        book = self.book
        key = ("swap", cell, book.looks[x])
        found = self._memo.get(key)
        if found is None:
            before = self.grid()
            after = before.swap(cell, x)
            found = self._memo[key] = all(
                found
                if (found := exchange(part, s, before, after, cell)) is not None
                else rule.holds(s, after)
                for rule in book.classified
                for part in rule.parts
            )
        return found

    def known_spots(self, look: int) -> tuple[int, ...] | None:
        """The spots of a look, if they have been asked for."""
        return self._spots.get(look)

    def keep_spots(self, look: int, found: tuple[int, ...]) -> None:
        """Keep the spots of a look."""
        self._spots[look] = found

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

    def _plain_rules(self, s: Slots, how: str, cell: int, x: int | None) -> bool:
        """The rules that have no form, each of the new grid; remembered by what it reads of the
        piece."""
        for rule in self.book.plain:
            if rule.looks is None:
                if not rule.holds(s, self.after(how, cell, x)):
                    return False
                continue
            key = (rule.name, how, cell, None if x is None else rule.looks[x])
            found = self._memo.get(key)
            if found is None:
                found = self._memo[key] = rule.holds(s, self.after(how, cell, x))
            if not found:
                return False
        return True

    def _whole(self, s: Slots, how: str, cell: int, x: int | None) -> bool:
        """The whole law of the new grid."""
        book = self.book
        key = ("whole", how, cell, None if x is None else book.looks[x])
        found = self._memo.get(key) if self.keeps else None
        if found is None:
            try:
                found = book.holds(s, self.after(how, cell, x))
            except GridTooLarge:
                found = False
            self._memo[key] = found
        return found
