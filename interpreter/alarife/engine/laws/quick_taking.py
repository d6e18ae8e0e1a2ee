"""Taking away under a law of the commonest form (`quick`).

What a window shows of a cell is one look-up (`quick_cells`). Whether the rest stays connected is
told by counting links, or by networkx's articulation points where the windows leave a doubt."""

from __future__ import annotations

from typing import Any, Final, final

from alarife.engine.laws.quick_cache import CellFacts, QuickCache
from alarife.engine.laws.quick_cells import CellTable
from alarife.graphs import network_of_neighbours
from alarife.lowering.layout import Slots


@final
class QuickTaking:
    """See the module."""

    def __init__(self, table: CellTable) -> None:
        w = table.windows
        self.book: Final = table.book
        self.table: Final = table
        self.start: Final = w.reaches[0].start if w.reaches else None
        self.uncertain: Final = table.special | {self.start}
        """Cells of which their facts don't say enough."""
        self.offsets: Final = tuple(take[0] for take in w.takes)

    def leaf_goes(self, s: Slots, view: QuickCache) -> bool:
        """Whether a piece with at most one link may go: that needs no look at the whole grid."""
        facts = self.table.facts
        cells: dict[Any, int] = view.cells
        known: dict[Any, CellFacts | None] = view.facts
        c: Any
        o: Any
        for c in reversed(cells):
            if c in self.uncertain or not (known.get(c) or facts(s, view, c)).leaf:
                continue
            for o in self.offsets:
                d = c - o
                if d in cells and o in (known.get(d) or facts(s, view, d)).kept:
                    break
            else:
                return True
        return False

    def going(self, s: Slots, view: QuickCache) -> list[int]:
        """The cells whose piece may be taken: those which no other cell needs, and without which
        the rest stays connected."""
        if view.going is not None:
            return view.going
        facts = self.table.facts
        cells: dict[Any, int] = view.cells
        known: dict[Any, CellFacts | None] = view.facts
        stay: set[Any] = set()
        may: list[Any] = []
        inner: list[Any] = []
        links = 0
        c: Any
        for c in cells:
            found = known.get(c) or facts(s, view, c)
            links += len(found.linked)
            if found.kept:
                for o in found.kept:
                    stay.add(c + o)
            if found.leaf:
                may.append(c)
            elif found.loose:
                inner.append(c)
        if self.start is not None and len(cells) > 1:
            stay.add(self.start)
        for c in self.book.fixed:
            if c in cells and c not in stay and not self.book.fixed_without(s, view, c):
                stay.add(c)
        if inner and links // 2 >= len(cells):  # else it is a tree, which all of them hold together
            inner = [c for c in inner if c not in stay]
            linked = {c: (known[c] or facts(s, view, c)).linked for c in cells}
            may += spare(inner, linked, links // 2)
        view.going = going = [c for c in may if c not in stay]
        view.some_go = bool(going)
        view.taken = tuple(sorted([cells[c] for c in going]))
        return going


def spare(inner: list[int], linked: dict[int, tuple[int, ...]], links: int) -> list[int]:
    """Of these cells, which have several links each, those without which the others stay connected.
    `linked`: the offsets of the cells that a cell is linked to, all of which are connected, though
    not as a tree; `links`: how many links there are."""
    if not inner:
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
