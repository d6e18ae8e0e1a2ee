"""Taking away, asked of what is known of a grid: whether a piece may go, and whether any may.

A window tells what goes on around the cell. Whether the rest stays together it tells only where
the neighbours are joined among the eight cells around; else the whole grid is asked for the cells
that hold it together (networkx). `take_allowed` knows the classified rules only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alarife.engine.laws.parts import take
from alarife.geometry.grid import AROUND
from alarife.graphs import network_of_neighbours

if TYPE_CHECKING:
    from alarife.engine.laws.cache import LawCache
    from alarife.lowering.layout import Slots


def may_take(view: LawCache, s: Slots, cell: int) -> bool:
    """Whether the law holds without what lies on the cell."""
    if not view.sound:
        return view.whole(s, "take", cell, None)
    return take_allowed(view, s, cell) and (
        not view.book.plain or view.plain_rules(s, "take", cell, None)
    )


def any_removable(view: LawCache, s: Slots) -> bool:
    """Whether something may be taken away."""
    found = view.removable
    if found is None:
        found = _any_removable(view, s)
        if view.keeps:
            view.removable = found
    return found


def _any_removable(view: LawCache, s: Slots) -> bool:
    cells = list(reversed(view.cells))
    if view.sound and view.book.windows is not None and not view.book.plain:
        left: list[int] = []
        for c in cells:
            found = view.takes.get(c)
            if found is None and c not in view.book.fixed:
                found = _take_by_window(view, s, c)
            if found:
                return True
            if found is None:
                left.append(c)
        cells = left
    return any(may_take(view, s, c) for c in cells)


def take_allowed(view: LawCache, s: Slots, cell: int) -> bool:
    """Whether the classified rules hold without what lies on the cell."""
    found = view.takes.get(cell)
    if found is None:
        book = view.book
        found = cell not in book.fixed or book.fixed_without(s, view, cell)
        if found and book.windows is None:
            found = _take_direct(view, s, cell)
        elif found:
            told = _take_by_window(view, s, cell)
            found = _no_cut(view, s, cell) if told is None else told
        view.takes[cell] = found
    return found


def _take_direct(view: LawCache, s: Slots, cell: int) -> bool:
    before = view.grid()
    after = before.take(cell)
    return all(
        found if (found := take(part, s, before, after, cell)) is not None else rule.holds(s, after)
        for rule in view.book.classified
        for part in rule.parts
    )


def _take_by_window(view: LawCache, s: Slots, cell: int) -> bool | None:
    """What windows say of taking; None where they don't show whether the rest stays
    together."""
    w, cells = view.book.windows, view.cells
    assert w is not None
    if not joins_free_cells(view, s, cell) or not w.take(s, cells, cell, view.codes):
        return False
    found: bool | None = True
    for number, reach in enumerate(w.reaches):
        if cell == reach.start:
            if len(cells) > 1:
                return False
            continue
        ends = linked_to(view, s, number, cell)
        if len(ends) > 1 and not (w.decide and _joined_around(view, s, number, cell, ends)):
            found = None
    return found


def joins_free_cells(view: LawCache, s: Slots, cell: int) -> bool:
    """Whether a cell, once free, is in reach as far as free cells have to be."""
    w = view.book.windows
    assert w is not None
    for part in w.gaps:
        if part.unless is not None:
            if not part.take(s, view.grid().take(cell), cell):
                return False
            continue
        if cell == part.start:
            continue
        code = view.codes[cell]
        for o in part.offsets:
            if not code & w.mask[o]:
                break
        else:
            return False
    return True


def _no_cut(view: LawCache, s: Slots, cell: int) -> bool:
    """Whether everything else stays in reach without the cell, told from the whole grid."""
    w = view.book.windows
    assert w is not None
    return all(
        cell == reach.start or cell not in _cuts(view, s, number)
        for number, reach in enumerate(w.reaches)
    )


def _cuts(view: LawCache, s: Slots, number: int) -> frozenset[int]:
    """The cells that hold the others together."""
    cuts = view.memo.get(("cuts", number))
    if cuts is None:
        near = {c: linked_to(view, s, number, c) for c in view.cells}
        cuts = view.memo["cuts", number] = network_of_neighbours(near).cuts()
    return cuts


def _joined_around(view: LawCache, s: Slots, number: int, cell: int, ends: tuple[int, ...]) -> bool:
    """Whether the neighbours of a cell are joined among the eight around it; if not they may
    still be, the long way round."""
    window = {cell + o for o in AROUND}
    wanted = len(ends) - 1
    todo = [ends[0]]
    window.discard(ends[0])
    for c in todo:
        for d in linked_to(view, s, number, c):
            if d in window:
                window.discard(d)
                todo.append(d)
                if d in ends:
                    wanted -= 1
                    if not wanted:
                        return True
    return False


def linked_to(view: LawCache, s: Slots, number: int, c: int) -> tuple[int, ...]:
    """The cells that a cell is linked to."""
    known = view.links[number]
    found = known.get(c)
    if found is None:
        w = view.book.windows
        assert w is not None
        found = known[c] = tuple([c + o for o in w.linked(number, s, view.cells, c, view.codes)])
    return found
