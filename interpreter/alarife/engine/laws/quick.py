"""The questions about a law of the commonest form, each answered in one pass.

The form: every rule is classified, windows show one cell far, links make up at most one graph, free
cells are excused nothing, and the cells that are told apart by their position are occupied. Then
all that a grid's view needs is the code of each cell and what may be laid on each free one
(`quick_taking` says what may be taken). Anything else is left to the general view (`cache`), from
which a quick one derives (`quick_cache`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, final

from alarife.engine.laws.cache import LawCache
from alarife.engine.laws.exchanging import exchange_holds
from alarife.engine.laws.laws import LawBook
from alarife.engine.laws.laying import ring_holds
from alarife.engine.laws.quick_cache import QuickCache
from alarife.engine.laws.quick_cells import CellTable
from alarife.engine.laws.quick_taking import QuickTaking
from alarife.geometry.grid import Change, Grid
from alarife.lowering.layout import Slots

ByCell = dict[Any, Any]
"""By cell. Compiled, a cell that is looked up often had better stay the object that it is, and the
codes of windows, which are large, too."""
MOST_CELLS: Final = 400
"""A grid of more cells is left to the general view, which looks at cells one by one."""


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
        self.fixed: Final = frozenset(book.fixed)
        self.delicate: Final = w.singular | w.closed
        """Cells whose change may alter the form."""
        self.table: Final = CellTable(book, w)
        self.taking: Final = QuickTaking(self.table)

    # ----------------------------------------------------------------
    # views
    def view(self, s: Slots, g: Grid) -> LawCache:
        """What is known about a grid: quick if it can be."""
        book = self.book
        found: LawCache | None = g.view
        if found is not None and found.book is book:
            return found
        origin = g.origin
        if origin is not None and len(origin[1]) == 1:
            before, change = origin[0], origin[1][0]
            if (
                before.book is book
                and isinstance(before, QuickCache)
                and before.stays_quick(s, change)
                and self._allows(s, before, change)
            ):
                quick = before.twin(g.cells, g)
                self.renew(s, quick, change)
                g.view, g.origin = quick, None
                return quick
        return self._first(s, g)

    def _first(self, s: Slots, g: Grid) -> LawCache:
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
        quick = QuickCache(self, g.cells, g)
        quick.codes, quick.fits = general.codes.copy(), general.fits.copy()
        g.view = quick
        return quick

    def _allows(self, s: Slots, before: QuickCache, change: Change) -> bool:
        """Whether the law held after a change."""
        cell, old, new = change
        if new is not None and self.book.looks[new] >= self.count:
            before.complete()
            return before.allows(s, change)
        if old is None:
            assert new is not None
            bits = before.fits.get(cell, 0)
            if not bits >> self.book.looks[new] & 1:
                return False
            return bits < self.windows.doubt or ring_holds(before, s, cell, new)
        if new is None:
            return cell in self.taking.going(s, before)
        return self._may_replace(s, before, cell, new)

    def renew(self, s: Slots, view: QuickCache, change: Change) -> None:
        """Look again at the cells whose windows show a change."""
        cell, old, new = change
        w = self.windows
        cells: ByCell = view.cells
        codes: ByCell = view.codes
        fits: ByCell = view.fits
        facts: ByCell = view.facts
        if view.replaced:
            view.replaced = {}
        if old is None:
            fits.pop(cell, None)
            if cell not in codes:
                codes[cell] = 0
        lays: ByCell = w.lays
        bounds = view.bounds
        facts[cell] = None
        o: Any
        add: Any
        at: Any = cell
        for o, add in w.differences(old, new):
            c = at + o
            if c in cells:
                codes[c] += add
                facts[c] = None
                continue
            code = codes[c] = codes[c] + add if c in codes else add
            bits = lays.get(code)
            if bits is None:
                bits = w.lay(s, cells, c, code)
            if bits and (bounds is None or view.open(c)):
                fits[c] = bits
            elif c in fits:
                del fits[c]
        if new is None:
            bits = w.lay(s, cells, cell, codes[cell])
            if bits:
                fits[cell] = bits

    # ----------------------------------------------------------------
    # laying
    def any_fits(self, s: Slots, g: Grid, pieces: tuple[int, ...]) -> bool:
        """Whether there is a gap for one of these pieces."""
        if not pieces:
            return False
        view: LawCache | None = g.view
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

    def fits(self, s: Slots, g: Grid, x: int) -> bool:
        """Whether there is a gap on which the piece may be laid."""
        view: LawCache | None = g.view
        if view is None or view.book is not self.book:
            view = self.view(s, g)
        if not view.quick:
            return self.book.fits(s, g, x)
        union = view.union if view.union >= 0 else self._union(s, view)
        return union & self.book.bits[x] != 0

    def fitting(self, s: Slots, g: Grid, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces for which there is a gap."""
        view: LawCache | None = g.view
        if view is None or view.book is not self.book:
            view = self.view(s, g)
        if not view.quick:
            return self.book.fitting(s, g, pieces)
        union = view.union if view.union >= 0 else self._union(s, view)
        bits = self.book.bits
        return tuple([x for x in pieces if union & bits[x]])

    def spots(self, s: Slots, g: Grid, x: int) -> tuple[int, ...]:
        """The gaps on which the piece may be laid, in order."""
        view = self.view(s, g)
        if not view.quick:
            return self.book.spots(s, g, x)
        look = self.book.looks[x]
        found = view.known_spots.get(look)
        if found is None:
            bit, doubt = 1 << look, self.windows.doubt
            found = tuple(
                sorted(
                    [
                        c
                        for c, bits in view.fits.items()
                        if bits & bit and (bits < doubt or ring_holds(view, s, c, x))
                    ]
                )
            )
            view.known_spots[look] = found
        return found

    def _union(self, s: Slots, view: LawCache) -> int:
        """The looks for which there is a spot."""
        doubt, full = self.windows.doubt, self.full
        found = 0
        for bits in view.fits.values():
            found |= bits
        if found >= doubt:
            found = 0
            doubtful: list[tuple[int, int]] = []
            for c, bits in view.fits.items():
                if bits < doubt:
                    found |= bits
                else:
                    doubtful.append((c, bits))
            for c, bits in doubtful:
                if bits & full & ~found and ring_holds(view, s, c, self.windows.samples[0]):
                    found |= bits & full
        view.union = found
        return found

    # ----------------------------------------------------------------
    # taking
    def any_removable(self, s: Slots, g: Grid) -> bool:
        """Whether some piece may be taken away."""
        view: LawCache | None = g.view
        if view is None or view.book is not self.book:
            view = self.view(s, g)
        if not isinstance(view, QuickCache):
            return self.book.any_removable(s, g)
        if view.some_go is None:
            view.some_go = self.taking.leaf_goes(s, view) or bool(self.taking.going(s, view))
        return view.some_go

    def removable(self, s: Slots, g: Grid) -> tuple[int, ...]:
        """The pieces that may be taken away, in order."""
        view = self.view(s, g)
        if not isinstance(view, QuickCache):
            return self.book.removable(s, g)
        self.taking.going(s, view)
        return view.taken

    # ----------------------------------------------------------------
    # exchanging
    def _replacements_at(self, s: Slots, view: QuickCache, c: int) -> int:
        """The looks that are admitted instead of what lies on the cell, as bits; above them those
        that would lose a link."""
        if c not in self.fixed:
            return self.table.admitted(s, view, c)
        found = view.replaced.get(c)
        if found is None:
            bits = self.book.fixed_bits(s, view, c)
            found = self.table.admitted(s, view, c) & (bits | bits << self.count)
            view.replaced[c] = found
        return found

    def _may_replace(self, s: Slots, view: QuickCache, c: int, x: int) -> bool:
        bits = self._replacements_at(s, view, c) >> self.book.looks[x]
        return bool(bits & 1 or (bits >> self.count & 1 and exchange_holds(view, s, c, x)))

    def any_exchangeable(self, s: Slots, g: Grid, news: tuple[int, ...]) -> bool:
        """Whether some piece may be exchanged for one of these, which lie elsewhere."""
        if not news:
            return False
        view: LawCache | None = g.view
        if view is None or view.book is not self.book:
            view = self.view(s, g)
        if not isinstance(view, QuickCache):
            return self.book.any_exchangeable(s, g, news)
        mask, known, fixed = self.mask(news), view.facts, self.fixed
        doubtful: list[int] = []
        for c in reversed(view.cells):
            facts = known.get(c)
            bits = facts.admitted if facts is not None and c not in fixed else None
            if bits is None:
                bits = self._replacements_at(s, view, c)
            if bits & mask:
                return True
            if bits >> self.count & mask:
                doubtful.append(c)
        return any(self._may_replace(s, view, c, x) for c in doubtful for x in news)

    def exchangeable(self, s: Slots, g: Grid, news: tuple[int, ...]) -> tuple[int, ...]:
        """The pieces that may be exchanged for one of these, which lie elsewhere; in order."""
        view = self.view(s, g)
        if not isinstance(view, QuickCache):
            return self.book.exchangeable(s, g, news)
        mask, known, fixed = self.mask(news), view.facts, self.fixed
        found: list[int] = []
        for c, x in view.cells.items():
            facts = known.get(c)
            bits = facts.admitted if facts is not None and c not in fixed else None
            if bits is None:
                bits = self._replacements_at(s, view, c)
            if bits & mask or (
                bits >> self.count & mask and any(self._may_replace(s, view, c, y) for y in news)
            ):
                found.append(x)
        found.sort()
        return tuple(found)

    def replacements(self, s: Slots, g: Grid, old: int, news: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces, which lie elsewhere, for which a piece of the grid may be
        exchanged."""
        view = self.view(s, g)
        if not isinstance(view, QuickCache):
            return self.book.replacements(s, g, old, news)
        at = g.where(old)
        assert at is not None
        found = self._replacements_at(s, view, at)
        admitted, doubtful, bits = found & self.full, found >> self.count, self.book.bits
        return tuple(
            [
                x
                for x in news
                if admitted & bits[x] or (doubtful & bits[x] and exchange_holds(view, s, at, x))
            ]
        )

    def mask(self, pieces: tuple[int, ...]) -> int:
        """The looks of these pieces, as bits."""
        found, bits = 0, self.book.bits
        for x in pieces:
            found |= bits[x]
        return found


def questions_of(book: LawBook) -> Questions | None:
    """The quick questions about a law, if its rules have the form for them."""
    w = book.windows
    if (
        w is None
        or book.layer != "quick"
        or book.plain
        or not book.pure
        or not w.near_only
        or len(w.reaches) > 1
        or any(part.unless is not None for part in w.gaps)
        or frozenset(book.fixed) - set(w.singular)
    ):
        return None
    if book.questions is None:
        book.questions = Questions(book)
    return book.questions


def question_of(law: object, name: str) -> Callable[..., Any]:
    """The function that answers a question about a law: a quick one if there is one."""
    quick = questions_of(law) if isinstance(law, LawBook) else None
    found: Callable[..., Any] = getattr(quick, name, None) or getattr(law, name)
    return found
