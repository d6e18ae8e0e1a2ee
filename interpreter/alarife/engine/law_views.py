"""What a law says about one grid: which pieces may be laid where, what may be taken away, what may be exchanged.

A view belongs to a grid and is derived from the view of the grid before, so that after a change only the cells whose windows show it are
looked at again. Everything is found when first asked and kept. The premise, that every classified rule held before, is part
of the view (`sound`); where it is missing the whole law is asked of the new grid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from alarife.engine.law_parts import exchange, lay, take
from alarife.geometry import graphs
from alarife.geometry.grid import Change, Grid, GridTooLarge, gaps
from alarife.geometry.windows import joined_around

if TYPE_CHECKING:
    from alarife.engine.laws import LawBook

State = list[Any]


class View:
    """See the module. With windows: `codes` by cell, for every cell that a piece shows in; `fits` by free cell the looks that the windows admit
    (only where there are some), for cells that are not singular."""

    __slots__ = (
        "_cuts", "_exchanges", "_lays", "_neighbours", "_plain", "_removable", "_rings", "_spots", "_takes", "_union",
        "book", "codes", "fits", "grid", "sound",
    )  # fmt: skip

    def __init__(self, book: LawBook, grid: Grid) -> None:
        self.book = book
        self.grid = grid
        self.sound = False
        self.codes: dict[int, int] = {}
        self.fits: dict[int, int] = {}
        self._lays: dict[tuple[int, int], bool] = {}
        self._takes: dict[int, bool] = {}
        self._exchanges: dict[int, int] = {}
        self._plain: dict[tuple[object, ...], bool] = {}
        self._rings: dict[int, bool] = {}
        self._cuts: dict[int, set[int]] = {}
        self._neighbours: dict[int, dict[int, tuple[int, ...]]] = {}
        self._spots: dict[int, tuple[int, ...]] = {}
        self._union: int | None = None
        self._removable: bool | None = None

    # ------------------------------------------------------------------------------------------------ becoming
    def begin(self, s: State) -> None:
        """From nothing but the grid: the premise is asked of the rules themselves."""
        book, g = self.book, self.grid
        self.sound = book.layer != "plain" and all(rule.holds(s, g) for rule in book.classified)
        w = book.windows
        if w is None or not self.sound:
            return
        codes = self.codes
        for c, x in g.cells.items():
            codes.setdefault(c, 0)
            for o, add in w.adds[w.looks[x]]:
                codes[c + o] = codes.get(c + o, 0) + add
        for c in codes:
            self._fit(s, c)

    def follow(self, s: State, before: View, change: Change) -> None:
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
        adds = w.adds
        if old is None:
            assert new is not None
            self.fits.pop(cell, None)
            codes.setdefault(cell, 0)
            for o, add in adds[w.looks[new]]:
                codes[cell + o] = codes.get(cell + o, 0) + add
                self._fit(s, cell + o)
        elif new is None:
            for o, add in adds[w.looks[old]]:
                codes[cell + o] -= add
                self._fit(s, cell + o)
            self._fit(s, cell)
        elif w.looks[old] != w.looks[new]:
            for (o, add), (_, gone) in zip(adds[w.looks[new]], adds[w.looks[old]], strict=True):
                if add != gone:
                    codes[cell + o] += add - gone
                    self._fit(s, cell + o)

    def _fit(self, s: State, c: int) -> None:
        w = self.book.windows
        assert w is not None
        if c in self.grid.cells or c in w.singular:
            return
        bits = w.lay(s, self.grid, c, self.codes.get(c, 0))
        if bits:
            self.fits[c] = bits
        else:
            self.fits.pop(c, None)

    def allows(self, s: State, change: Change) -> bool:
        """Whether the classified rules hold after a change."""
        cell, old, new = change
        if old is None:
            assert new is not None
            return self._lay_classified(s, cell, new)
        return self._take_classified(s, cell) if new is None else self._exchange_classified(s, cell, new)

    # ------------------------------------------------------------------------------------------------ laying
    def may_lay(self, s: State, cell: int, x: int) -> bool:
        """Whether the law holds with the piece on a free cell."""
        if not self.sound:
            return self._whole(s, "lay", cell, x)
        return self._lay_classified(s, cell, x) and (not self.book.plain or self._plain_rules(s, "lay", cell, x))

    def _lay_classified(self, s: State, cell: int, x: int) -> bool:
        w, look = self.book.windows, self.book.looks[x]
        if cell in self.book.fixed and not self.book.fixed_hold(s, self.grid, cell, x):
            return False
        if w is not None and cell not in w.singular:
            bits = self.fits.get(cell, 0) if cell in self.codes else w.lay(s, self.grid, cell, 0)
            return bool(bits >> look & 1) and (bits < w.doubt or self._ring(s, cell, x))
        found = self._lays.get((cell, look))
        if found is None:
            after = self.grid.lay(cell, x)
            found = self._lays[cell, look] = all(
                found if (found := lay(part, s, after, cell)) is not None else rule.holds(s, after)
                for rule in self.book.classified
                for part in rule.parts
            )
        return found

    def _ring(self, s: State, cell: int, x: int) -> bool:
        """Whether filling a cell leaves every free cell in reach, where the window doesn't show it."""
        found = self._rings.get(cell)
        if found is None:
            w = self.book.windows
            assert w is not None
            after = self.grid.lay(cell, x)
            found = self._rings[cell] = all(part.lay(s, after, cell) for part in w.gaps)
        return found

    def spots(self, s: State, x: int) -> tuple[int, ...]:
        """The gaps on which the piece may be laid, in order."""
        look = self.book.looks[x]
        found = self._spots.get(look)
        if found is None:
            found = tuple([c for c in self._candidates(s, look) if self.may_lay(s, c, x)])
            if self.book.pure:
                self._spots[look] = found
        return found

    def _candidates(self, s: State, look: int) -> list[int] | tuple[int, ...]:
        """The gaps that are worth asking for, in order."""
        w = self.book.windows
        if not self.sound or w is None or not w.near_only or not self.grid.cells or self.book.anywhere(s, self):
            return gaps(self.grid)
        cells = [c for c, bits in self.fits.items() if bits >> look & 1]
        if w.singular:
            cells += [c for c in w.singular if c not in self.grid.cells and c in gaps(self.grid)]
        cells.sort()
        return cells

    def union(self, s: State) -> int:
        """The looks for which there is a spot, as bits; only where every rule is classified."""
        w = self.book.windows
        assert w is not None
        found, doubtful = 0, []
        for c, bits in self.fits.items():
            if bits < w.doubt:
                found |= bits
            else:
                doubtful.append((c, bits - w.doubt))
        for c, bits in doubtful:
            if bits & ~found and self._ring(s, c, w.samples[0]):
                found |= bits
        return found

    def known_union(self, s: State) -> int | None:
        """The looks for which there is a spot, as bits; None where it must be asked for each piece."""
        if self._union is None and self._tells_union(s):
            self._union = self.union(s)
        return self._union

    def fits_somewhere(self, s: State, x: int) -> bool:
        """Whether there is a spot for the piece."""
        union = self._union
        if union is None:
            union = self.known_union(s)
            if union is None:
                return bool(self.spots(s, x))
        return union >> self.book.looks[x] & 1 == 1

    def _tells_union(self, s: State) -> bool:
        w, cells = self.book.windows, self.grid.cells
        if w is None or self.book.plain or not self.sound or not w.near_only or self.book.anywhere(s, self):
            return False
        return all(c in cells for c in w.singular)

    # ------------------------------------------------------------------------------------------------ taking
    def may_take(self, s: State, cell: int) -> bool:
        """Whether the law holds without what lies on the cell."""
        if not self.sound:
            return self._whole(s, "take", cell, None)
        return self._take_classified(s, cell) and (not self.book.plain or self._plain_rules(s, "take", cell, None))

    def any_removable(self, s: State) -> bool:
        """Whether something may be taken away."""
        found = self._removable
        if found is None:
            found = any(self.may_take(s, c) for c in reversed(self.grid.cells))
            if self.book.pure:
                self._removable = found
        return found

    def _take_classified(self, s: State, cell: int) -> bool:
        found = self._takes.get(cell)
        if found is None:
            w = self.book.windows
            fixed = cell not in self.book.fixed or self.book.fixed_hold(s, self.grid, cell, None)
            found = self._takes[cell] = fixed and (self._take_direct(s, cell) if w is None else self._take_by_window(s, cell))
        return found

    def _take_direct(self, s: State, cell: int) -> bool:
        after = self.grid.take(cell)
        return all(
            found if (found := take(part, s, self.grid, after, cell)) is not None else rule.holds(s, after)
            for rule in self.book.classified
            for part in rule.parts
        )

    def _take_by_window(self, s: State, cell: int) -> bool:
        w, g = self.book.windows, self.grid
        assert w is not None
        cells = g.cells
        if not all(any(cell + o not in cells for o in part.offsets) for part in w.gaps):
            return False
        return w.take(s, g, cell, self.codes) and all(self._stays_whole(s, i, cell) for i in range(len(w.reaches)))

    def _stays_whole(self, s: State, number: int, cell: int) -> bool:
        """Whether everything else stays in reach without the cell."""
        w = self.book.windows
        assert w is not None
        if cell == w.reaches[number].start:
            return len(self.grid.cells) == 1
        ends = self.near(s, number, cell)
        if len(ends) < 2 or (w.decide and joined_around(cell, lambda c: self.near(s, number, c), ends)):
            return True
        cuts = self._cuts.get(number)
        if cuts is None:
            every = sorted(self.grid.cells)
            pairs = [(c, d) for c in every for d in self.near(s, number, c) if d > c]
            cuts = self._cuts[number] = w.reaches[number].articulation(graphs.Links(every, pairs))
        return cell not in cuts

    def near(self, s: State, number: int, c: int) -> tuple[int, ...]:
        """The cells that a cell is linked to."""
        known = self._neighbours.setdefault(number, {})
        found = known.get(c)
        if found is None:
            w = self.book.windows
            assert w is not None
            found = known[c] = tuple([c + o for o in w.linked(number, s, self.grid, c, self.codes)])
        return found

    # ------------------------------------------------------------------------------------------------ exchanging
    def may_exchange(self, s: State, cell: int, x: int) -> bool:
        """Whether the law holds with the piece instead of what lies on the cell."""
        if not self.sound:
            return self._whole(s, "swap", cell, x)
        return self._exchange_classified(s, cell, x) and (not self.book.plain or self._plain_rules(s, "swap", cell, x))

    def exchanges(self, s: State, cell: int) -> int:
        """The looks that the windows admit instead of what lies on the cell, as bits; above them those that lose a link."""
        found = self._exchanges.get(cell)
        if found is None:
            w = self.book.windows
            assert w is not None
            found = self._exchanges[cell] = w.exchange(s, self.grid, cell, self.codes[cell])
        return found

    def may_exchange_some(self, s: State, cell: int, news: tuple[int, ...], mask: int) -> bool:
        """Whether what lies on the cell may be exchanged for one of these; `mask`: their looks."""
        w = self.book.windows
        if w is not None and self.sound and cell not in self.book.fixed:
            bits = self.exchanges(s, cell)
            if bits & mask and not self.book.plain:
                return True
            if not (bits | bits >> len(w.samples) + 1) & mask:
                return False
        return any(self.may_exchange(s, cell, x) for x in news)

    def _exchange_classified(self, s: State, cell: int, x: int) -> bool:
        w, look = self.book.windows, self.book.looks[x]
        if cell in self.book.fixed and not self.book.fixed_hold(s, self.grid, cell, x):
            return False
        if w is not None:
            bits = self.exchanges(s, cell)
            if bits >> look & 1:
                return True
            if not bits >> len(w.samples) + 1 + look & 1:
                return False
        key = (cell, -1 - look)
        found = self._lays.get(key)
        if found is None:
            after = self.grid.swap(cell, x)
            found = self._lays[key] = all(
                found if (found := exchange(part, s, self.grid, after, cell)) is not None else rule.holds(s, after)
                for rule in self.book.classified
                for part in rule.parts
            )
        return found

    # ------------------------------------------------------------------------------------------------ plain rules
    def _after(self, how: str, cell: int, x: int | None) -> Grid:
        if x is None:
            return self.grid.take(cell)
        return self.grid.lay(cell, x) if how == "lay" else self.grid.swap(cell, x)

    def _plain_rules(self, s: State, how: str, cell: int, x: int | None) -> bool:
        """The rules that have no form, each of the new grid; remembered by what it reads of the piece."""
        for rule in self.book.plain:
            if rule.looks is None:
                if not rule.holds(s, self._after(how, cell, x)):
                    return False
                continue
            key = (rule.name, how, cell, None if x is None else rule.looks[x])
            found = self._plain.get(key)
            if found is None:
                found = self._plain[key] = rule.holds(s, self._after(how, cell, x))
            if not found:
                return False
        return True

    def _whole(self, s: State, how: str, cell: int, x: int | None) -> bool:
        """The whole law of the new grid."""
        if not self.book.pure:
            return self.book.holds(s, self._after(how, cell, x))
        key = (how, cell, None if x is None else self.book.looks[x])
        found = self._plain.get(key)
        if found is None:
            try:
                found = self._plain[key] = self.book.holds(s, self._after(how, cell, x))
            except GridTooLarge:
                found = self._plain[key] = False
        return found
