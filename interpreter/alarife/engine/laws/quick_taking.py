"""Taking away under a law of the commonest form (`quick`).

What a window shows of a cell is one look-up (`Record`): whether its piece may go as far as free
cells are concerned, which neighbours must stay for its sake, and what it is linked to. Whether the
rest stays connected is told by counting links, or by networkx's articulation points where the
windows leave a doubt."""

from __future__ import annotations

from typing import Any, Final, final

from alarife.engine.laws.laws import LawBook
from alarife.engine.laws.quick_cache import QuickCache, Record
from alarife.engine.laws.windows import FULL, Windows
from alarife.geometry.grid import Grid
from alarife.graphs import network_of_neighbours
from alarife.lowering.layout import Slots


@final
class QuickTaking:
    """See the module."""

    def __init__(self, book: LawBook, w: Windows) -> None:
        self.book: Final = book
        self.windows: Final = w
        self.start: Final = w.reaches[0].start if w.reaches else None
        self.special: Final = frozenset(
            {*book.fixed, *w.near_exchange, *[c for take in w.takes for c in take[4]]}
        )
        """Cells told apart by their position: what is known of them is not known by code."""
        self.uncertain: Final = self.special | {self.start}
        """Cells of which a record doesn't say enough."""
        self.offsets: Final = tuple(take[0] for take in w.takes)
        self.sides: Final = [tuple(w.mask[o] for o in part.offsets) for part in w.gaps]
        self.records: Final[dict[Any, Record]] = {}

    def leaf_goes(self, s: Slots, view: QuickCache) -> bool:
        """Whether a piece with at most one link may go: that needs no look at the whole grid."""
        cells, records = view.cells, view.records
        for c in reversed(cells):
            if c in self.uncertain:
                continue
            own, _, linked = records.get(c) or self._record(s, view, c)
            if not own or len(linked) > 1:
                continue
            for o in self.offsets:
                d = c - o
                if d in cells and o in (records.get(d) or self._record(s, view, d))[1]:
                    break
            else:
                return True
        return False

    def going(self, s: Slots, view: QuickCache) -> frozenset[int]:
        """The cells whose piece may be taken: those which no other cell needs, and without which
        the rest stays connected."""
        if view.going is not None:
            return view.going
        cells, records = view.cells, view.records
        stay: set[int] = set()
        may: list[int] = []
        inner: list[int] = []
        links = 0
        for c in cells:
            own, kept, linked = records.get(c) or self._record(s, view, c)
            count = len(linked)
            links += count
            if kept:
                stay.update([c + o for o in kept])
            if own:
                (inner if count > 1 else may).append(c)
        if self.start is not None and len(cells) > 1:
            stay.add(self.start)
        for c in self.book.fixed:
            if c in cells and c not in stay and not self.book.fixed_without(s, view, c):
                stay.add(c)
        inner = [c for c in inner if c not in stay]
        if inner:
            linked_to = {c: (records[c] or self._record(s, view, c))[2] for c in cells}
            may += spare(inner, linked_to, links // 2)
        view.going = going = frozenset([c for c in may if c not in stay])
        view.some_go = bool(going)
        view.taken = tuple(sorted([cells[c] for c in going]))
        return going

    def _record(self, s: Slots, view: QuickCache, c: int) -> Record:
        code, x = view.codes[c], view.cells[c]
        key: Any = code * self.windows.factor + self.book.looks[x]
        if c in self.special:
            key = (key, c)
        record = self.records.get(key)
        if record is None:
            if len(self.records) > FULL:
                self.records.clear()
            record = self.records[key] = self._found(s, view, c, code)
        view.records[c] = record
        return record

    def _found(self, s: Slots, view: QuickCache, c: int, code: int) -> Record:
        """What must be known of a cell, asked of the parts of the rules."""
        w, look = self.windows, self.book.looks[view.cells[c]]
        own = all(any(not code & mask for mask in masks) for masks in self.sides)
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
        return own, tuple(kept), links


def spare(inner: list[int], linked: dict[int, tuple[int, ...]], links: int) -> list[int]:
    """Of these cells, which have several links each, those without which the others stay connected.
    `linked`: the offsets of the cells that a cell is linked to, all of which are connected;
    `links`: how many links there are."""
    if links < len(linked):  # a tree
        return []
    if links == len(linked):
        # there is one circle. If it is a square of four, those go to which nothing else is linked
        found = [c for c in inner if len(linked[c]) == 2 and _closes_square(c, linked)]
        if found:
            return found
    network = network_of_neighbours({c: [c + o for o in ways] for c, ways in linked.items()})
    cuts = network.cuts()
    return [c for c in inner if c not in cuts]


def _closes_square(c: int, linked: dict[int, tuple[int, ...]]) -> bool:
    """Whether the two cells that a cell is linked to are both linked to the one across, too."""
    a, b = linked[c]
    return b in linked[c + a] and a in linked[c + b] and a + b != 0
