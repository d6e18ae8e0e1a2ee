"""The questions about a law of the commonest form, each answered in one pass.

The form: every rule is classified, windows show one cell far, links make up at most one graph, free
cells are excused nothing, and the cells that are told apart by their position are occupied. Then
all that a grid's view needs is the code of each cell and what may be laid on each free one; what
may be taken is one look-up for each cell, and networkx's articulation points where the window
leaves a doubt. Anything else is left to the general view (`law_views`), from which a quick one
derives: `complete` makes it one."""

from __future__ import annotations

from typing import Any, Final, final

from alarife.engine.law_views import View
from alarife.engine.law_windows import FULL
from alarife.engine.laws import LawBook
from alarife.geometry.grid import Change, Grid
from alarife.graphs import Memory, network_of_neighbours

State = list[Any]
Record = tuple[bool, tuple[int, ...], tuple[int, ...]]
"""Of a cell: whether it may go as far as free cells are concerned, the offsets of the cells that
must stay for its sake, and the offsets of those it is linked to."""
MOST_CELLS = 400
"""A grid of more cells is left to the general view, which looks at cells one by one."""


@final
class QuickView(View):
    """What is known about a grid; see the module. `going`: the cells whose piece may be taken;
    `taken`: those pieces, sorted."""

    __slots__ = ("going", "is_complete", "replaced", "some_go", "taken")

    def __init__(self, book: LawBook, grid: Grid) -> None:
        self.book = book
        self.cells = grid.cells
        self.bounds = grid.bounds
        if grid.graphs is None and book.asks_free_space:
            grid.graphs = Memory()
        self.graphs = grid.graphs
        self.sound = True
        self.quick = True
        self.union = -1
        self._memo = {}
        self._spots = {}
        self.is_complete = False
        self.going: frozenset[int] | None = None
        self.taken: tuple[int, ...] = ()
        self.some_go: bool | None = None
        self.replaced: dict[int, int] = {}

    def complete(self) -> None:
        """Ready for the questions of the general view as well."""
        if not self.is_complete:
            self.is_complete = True
            assert self.book.windows is not None
            self._takes = {}
            self._exchanges = {}
            self._exchangeable = {}
            self._near = [{} for _ in self.book.windows.reaches]
            self._removable = None


@final
class Questions:
    """The questions about one law; their meaning is that of `LawBook`'s."""

    def __init__(self, book: LawBook) -> None:
        w = book.windows
        assert w is not None
        self.book: Final = book
        self.windows: Final = w
        self.count: Final = len(w.samples)
        self.full: Final = w.doubt - 1
        self.start: Final = w.reaches[0].start if w.reaches else None
        self.fixed: Final = frozenset(book.fixed)
        self.special: Final = frozenset(
            self.fixed | w.near_exchange | {c for take in w.takes for c in take[4]}
        )
        """Cells told apart by their position: what is known of them is not known by code."""
        self.offsets: Final = tuple(take[0] for take in w.takes)
        self.sides: Final = [tuple(w.mask[o] for o in part.offsets) for part in w.gaps]
        self.records: Final[dict[Any, Record]] = {}

    # ----------------------------------------------------------------
    # views
    def view(self, s: State, g: Grid) -> View:
        """What is known about a grid: quick if it can be."""
        book = self.book
        found: View | None = g.view
        if found is not None and found.book is book:
            return found
        origin = g.origin
        if origin is not None and len(origin[1]) == 1:
            before = origin[0]
            if before.book is book and before.quick and self._allows(s, before, origin[1][0]):
                quick = self._following(s, before, g, origin[1][0])
                g.view, g.origin = quick, None
                return quick
        return self._first(s, g)

    def _first(self, s: State, g: Grid) -> View:
        """From a general view, which asks for the premise, if the form is the quick one here."""
        general = self.book.view(s, g)
        w = self.windows
        if (
            self.book.layer != "quick"
            or not w.decide
            or not general.sound
            or general.quick
            or len(g.cells) > MOST_CELLS
            or not all(c in g.cells for c in w.singular)
            or general.is_nearly_full()
            or not self.book.tells_spots(s, general)
        ):
            return general
        quick = QuickView(self.book, g)
        quick.codes, quick.fits = general.codes.copy(), general.fits.copy()
        g.view = quick
        return quick

    def _allows(self, s: State, before: View, change: Change) -> bool:
        """Whether the law held after a change; False leaves it to the general view."""
        cell, old, new = change
        w = self.windows
        if cell in w.singular or cell in w.closed or before.cells_left() < 3:
            return False
        assert isinstance(before, QuickView)
        if old is None:
            assert new is not None
            bits = before.fits.get(cell, 0)
            if cell in self.fixed or not bits >> self.book.looks[new] & 1:
                return False
            return bits < w.doubt or before.ring_holds(s, cell, new)
        if new is None:
            if before.going is None:
                self._walk(s, before)
            return before.going is not None and cell in before.going
        return self._may_replace(s, before, cell, new)

    def _following(self, s: State, before: View, g: Grid, change: Change) -> QuickView:
        cell, old, new = change
        w = self.windows
        view = QuickView(self.book, g)
        cells = g.cells
        codes = view.codes = before.codes.copy()
        fits = view.fits = before.fits.copy()
        if old is None:
            fits.pop(cell, None)
            if cell not in codes:
                codes[cell] = 0
        lays = w.lays
        for o, add in w.differences(old, new):
            c = cell + o
            code = codes[c] = codes.get(c, 0) + add
            if c not in cells:
                bits = lays.get(code)
                if bits is None:
                    bits = w.lay(s, cells, c, code)
                if bits and (view.bounds is None or view.open(c)):
                    fits[c] = bits
                elif c in fits:
                    del fits[c]
        if new is None:
            bits = w.lay(s, cells, cell, codes[cell])
            if bits:
                fits[cell] = bits
        return view

    # ----------------------------------------------------------------
    # laying
    def any_fits(self, s: State, g: Grid, pieces: tuple[int, ...]) -> bool:
        """Whether there is a gap for one of these pieces."""
        if not pieces:
            return False
        view = g.view
        if view is None or view.book is not self.book:
            view = self.view(s, g)
        if not view.quick:
            return self.book.any_fits(s, g, pieces)
        union = view.union
        if union < 0:
            union = self._union(s, view)
        bits = self.book.bits
        for x in pieces:  # noqa: SIM110 - asked so often that a generator would cost more
            if union & bits[x]:
                return True
        return False

    def fits(self, s: State, g: Grid, x: int) -> bool:
        """Whether there is a gap on which the piece may be laid."""
        view = self.view(s, g)
        if not view.quick:
            return self.book.fits(s, g, x)
        union = view.union if view.union >= 0 else self._union(s, view)
        return union & self.book.bits[x] != 0

    def spots(self, s: State, g: Grid, x: int) -> tuple[int, ...]:
        """The gaps on which the piece may be laid, in order."""
        view = self.view(s, g)
        if not view.quick:
            return self.book.spots(s, g, x)
        look = self.book.looks[x]
        found = view.known_spots(look)
        if found is None:
            bit, doubt = 1 << look, self.windows.doubt
            found = tuple(
                sorted(
                    [
                        c
                        for c, bits in view.fits.items()
                        if bits & bit and (bits < doubt or view.ring_holds(s, c, x))
                    ]
                )
            )
            view.keep_spots(look, found)
        return found

    def _union(self, s: State, view: View) -> int:
        """The looks for which there is a spot."""
        doubt, full = self.windows.doubt, self.full
        found = 0
        doubtful: list[tuple[int, int]] = []
        for c, bits in view.fits.items():
            if bits < doubt:
                found |= bits
            else:
                doubtful.append((c, bits))
        for c, bits in doubtful:
            if bits & full & ~found and view.ring_holds(s, c, self.windows.samples[0]):
                found |= bits & full
        view.union = found
        return found

    # ----------------------------------------------------------------
    # taking
    def any_removable(self, s: State, g: Grid) -> bool:
        """Whether some piece may be taken away."""
        view = self.view(s, g)
        if not isinstance(view, QuickView):
            return self.book.any_removable(s, g)
        found = view.some_go
        if found is None:
            found = view.some_go = self._leaf_goes(s, view) or bool(self.removable(s, g))
        return found

    def _leaf_goes(self, s: State, view: QuickView) -> bool:
        """Whether a piece with at most one link may go: that needs no look at the whole grid."""
        cells, codes, looks, records = view.cells, view.codes, self.book.looks, self.records
        for c in reversed(cells):
            if c in self.special or c == self.start:
                continue
            key = codes[c] * self.count + looks[cells[c]]
            record = records.get(key)
            if record is None:
                record = self._record(s, view, c, key)
            if not record[0] or len(record[2]) > 1:
                continue
            for o in self.offsets:
                d = c - o
                if d in cells and o in self._record_of(s, view, d)[1]:
                    break
            else:
                return True
        return False

    def removable(self, s: State, g: Grid) -> tuple[int, ...]:
        """The pieces that may be taken away, in order."""
        view = self.view(s, g)
        if not isinstance(view, QuickView):
            return self.book.removable(s, g)
        if view.going is None:
            self._walk(s, view)
        return view.taken

    def _walk(self, s: State, view: QuickView) -> None:
        """Find the cells whose piece may be taken: one look-up for each, and the articulation
        points if some piece with several links may go at all."""
        cells, codes, looks, count = view.cells, view.codes, self.book.looks, self.count
        special, records, start = self.special, self.records, self.start
        stay: set[int] = set()
        near: dict[int, list[int]] = {}
        may: list[int] = []
        doubtful = False
        for c, x in cells.items():
            key: Any = codes[c] * count + looks[x]
            if c in special:
                key = (key, c)
            record = records.get(key)
            if record is None:
                record = self._record(s, view, c, key)
            own, kept, links = record
            near[c] = [c + o for o in links]
            for o in kept:
                stay.add(c + o)
            if own:
                may.append(c)
                doubtful = doubtful or (len(links) > 1 and c != start)
        for c in self.fixed:
            if c in cells and not self.book.fixed_without(s, view, c):
                stay.add(c)
        if start is not None and len(cells) > 1:
            stay.add(start)
        if doubtful and any(len(near[c]) > 1 for c in may if c not in stay):
            stay |= network_of_neighbours(near).cuts()
        view.going = frozenset([c for c in may if c not in stay])
        view.some_go = bool(view.going)
        view.taken = tuple(sorted([cells[c] for c in view.going]))

    def _record_of(self, s: State, view: QuickView, c: int) -> Record:
        key: Any = view.codes[c] * self.count + self.book.looks[view.cells[c]]
        if c in self.special:
            key = (key, c)
        return self.records.get(key) or self._record(s, view, c, key)

    def _record(self, s: State, view: QuickView, c: int, key: Any) -> Record:
        w, looks = self.windows, self.book.looks
        code, x = view.codes[c], view.cells[c]
        own = all(any(not code & mask for mask in masks) for masks in self.sides)
        kept: list[int] = []
        for o, asked, mask, reads_own, near, table in w.takes:
            if not code & w.mask[o]:
                continue
            known: object = code & ~w.mask[o] & mask
            if reads_own or c in near:
                known = (known, looks[x] if reads_own else 0, c if c in near else 0)
            holds = table.get(known)
            if holds is None:
                after = Grid(view.cells).take(c + o)
                holds = table[known] = all(condition.holds(s, after, c) for condition in asked)
            if not holds:
                kept.append(o)
        links = w.linked(0, s, view.cells, c, view.codes) if w.reaches else ()
        if len(self.records) > FULL:
            self.records.clear()
        record = self.records[key] = (own, tuple(kept), links)
        return record

    # ----------------------------------------------------------------
    # exchanging
    def _replacements_at(self, s: State, view: QuickView, c: int) -> int:
        """The looks that are admitted instead of what lies on the cell, as bits; above them those
        that would lose a link."""
        found = view.replaced.get(c)
        if found is None:
            found = self.windows.exchange(s, view.cells, c, view.codes[c])
            if c in self.fixed:
                bits = self.book.fixed_bits(s, view, c)
                found &= bits | bits << self.count
            view.replaced[c] = found
        return found

    def _may_replace(self, s: State, view: QuickView, c: int, x: int) -> bool:
        bits, look = self._replacements_at(s, view, c), self.book.looks[x]
        if bits >> look & 1:
            return True
        return bool(bits >> self.count + look & 1) and view.exchange_holds(s, c, x)

    def any_exchangeable(self, s: State, g: Grid, news: tuple[int, ...]) -> bool:
        """Whether some piece may be exchanged for one of these, which lie elsewhere."""
        if not news:
            return False
        view = self.view(s, g)
        if not isinstance(view, QuickView):
            return self.book.any_exchangeable(s, g, news)
        mask = self.book.mask(news)
        doubtful: list[int] = []
        for c in reversed(view.cells):
            bits = self._replacements_at(s, view, c)
            if bits & mask:
                return True
            if bits >> self.count & mask:
                doubtful.append(c)
        return any(self._may_replace(s, view, c, x) for c in doubtful for x in news)

    def exchangeable(self, s: State, g: Grid, news: tuple[int, ...]) -> tuple[int, ...]:
        """The pieces that may be exchanged for one of these, which lie elsewhere; in order."""
        view = self.view(s, g)
        if not isinstance(view, QuickView):
            return self.book.exchangeable(s, g, news)
        mask, found = self.book.mask(news), []
        for c, x in view.cells.items():
            bits = self._replacements_at(s, view, c)
            if bits & mask or (
                bits >> self.count & mask and any(self._may_replace(s, view, c, y) for y in news)
            ):
                found.append(x)
        return tuple(sorted(found))

    def replacements(self, s: State, g: Grid, old: int, news: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces, which lie elsewhere, for which a piece of the grid may be
        exchanged."""
        view = self.view(s, g)
        if not isinstance(view, QuickView):
            return self.book.replacements(s, g, old, news)
        at = g.where(old)
        assert at is not None
        return tuple([x for x in news if self._may_replace(s, view, at, x)])


def questions_of(book: LawBook) -> Questions | None:
    """The quick questions about a law, if its rules have the form for them."""
    w = book.windows
    if (
        w is None
        or book.plain
        or not book.pure
        or not w.near_only
        or len(w.reaches) > 1
        or any(part.unless is not None for part in w.gaps)
        or frozenset(book.fixed) - set(w.singular)
    ):
        return None
    return Questions(book)
