"""What is known of a single occupied cell under a law of the commonest form (`quick`): all that
its window and what lies on it show.

Cells that show the same share one `CellFacts`, whatever grid they belong to. It is found by code
and look; cells told apart by their position have some of their own."""

from __future__ import annotations

from typing import Any, Final, final

from alarife.engine.laws.laws import LawBook
from alarife.engine.laws.quick_cache import CellFacts, QuickCache
from alarife.engine.laws.windows import FULL, Windows
from alarife.geometry.grid import Grid
from alarife.lowering.layout import Slots


@final
class CellTable:
    """The facts of cells, by what they show."""

    def __init__(self, book: LawBook, w: Windows) -> None:
        self.book: Final = book
        self.windows: Final = w
        self.special: Final = frozenset(
            {*book.fixed, *w.near_exchange, *[c for take in w.takes for c in take[4]]}
        )
        """Cells told apart by their position: what is known of them is not known by code."""
        self._sides: Final = [tuple(w.mask[o] for o in part.offsets) for part in w.gaps]
        self._facts: Final[dict[Any, CellFacts]] = {}

    def facts(self, s: Slots, view: QuickCache, c: int) -> CellFacts:
        """What is known of a cell; kept with the view."""
        code = view.codes[c]
        key: Any = code * self.windows.factor + self.book.looks[view.cells[c]]
        if c in self.special:
            key = (key, c)
        found = self._facts.get(key)
        if found is None:
            if len(self._facts) > FULL:
                self._facts.clear()
            found = self._facts[key] = self._found(s, view, c, code)
        view.facts[c] = found
        return found

    def _found(self, s: Slots, view: QuickCache, c: int, code: int) -> CellFacts:
        """The same, asked of the parts of the rules."""
        w, look = self.windows, self.book.looks[view.cells[c]]
        open_sides = all(any(not code & mask for mask in masks) for masks in self._sides)
        kept: list[int] = []
        for o, asked, mask, reads_own, near, table in w.takes:
            if not code & w.mask[o]:
                continue
            known: object = code & ~w.mask[o] & mask
            if reads_own or c in near:
                known = (known, look if reads_own else 0, c if c in near else 0)
            holds = table.get(known)
            if holds is None:
                after = Grid(view.cells).take(c + o)
                holds = table[known] = all(condition.holds(s, after, c) for condition in asked)
            if not holds:
                kept.append(o)
        links = w.linked(0, s, view.cells, c, view.codes) if w.reaches else ()
        return CellFacts(open_sides, tuple(kept), links)

    def admitted(self, s: Slots, view: QuickCache, c: int) -> int:
        """The looks that are admitted instead of what lies on the cell, as bits; above them those
        that would lose a link. What holds of fixed cells is not looked at."""
        facts = view.facts.get(c) or self.facts(s, view, c)
        found = facts.admitted
        if found is None:
            found = facts.admitted = self.windows.exchange(s, view.cells, c, view.codes[c])
        return found
