"""Laying, asked of what is known of a grid: whether a piece may be laid on a cell, on which cells,
and whether there is any.

Windows answer where they can: `LawCache.fits` has the looks that each free cell admits. Where a
window leaves a doubt about free cells the ring around the cell is asked, and where there is no
window, the parts of the rules. `lay_allowed` knows the classified rules only; all others know the
whole law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alarife.engine.laws.parts import lay
from alarife.geometry.grid import gaps, on_board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from alarife.engine.laws.cache import LawCache
    from alarife.engine.laws.windows import Windows
    from alarife.lowering.layout import Slots


def may_lay(view: LawCache, s: Slots, cell: int, x: int) -> bool:
    """Whether the law holds with the piece on a free cell."""
    if not view.sound:
        return view.whole(s, "lay", cell, x)
    return lay_allowed(view, s, cell, x) and (
        not view.book.plain or view.plain_rules(s, "lay", cell, x)
    )


def lay_allowed(view: LawCache, s: Slots, cell: int, x: int) -> bool:
    """Whether the classified rules hold with the piece on a free cell."""
    book = view.book
    w, look = book.windows, book.looks[x]
    if cell in book.fixed and not book.fixed_admits(s, view, cell, x):
        return False
    if view.bounds is not None and not on_board(view.bounds, cell):
        return False
    if w is not None and cell not in w.singular and cell not in w.closed:
        if look >= w.count:
            one = w.lay_one(s, view.cells, cell, view.codes.get(cell, 0), x)
            return bool(one) and (one < w.doubt or ring_holds(view, s, cell, x))
        bits = view.fits.get(cell, 0) if cell in view.codes else w.lay(s, view.cells, cell, 0)
        return bool(bits >> look & 1) and (bits < w.doubt or ring_holds(view, s, cell, x))
    key = ("lay", cell, look)
    found = view.memo.get(key)
    if found is None:
        after = view.grid().lay(cell, x)
        found = view.memo[key] = all(
            found if (found := lay(part, s, after, cell)) is not None else rule.holds(s, after)
            for rule in book.classified
            for part in rule.parts
        )
    return found


def ring_holds(view: LawCache, s: Slots, cell: int, x: int) -> bool:
    """Whether filling a cell leaves every free cell in reach, where the window doesn't show
    it."""
    key = ("ring", cell)
    found = view.memo.get(key)
    if found is None:
        w = view.book.windows
        assert w is not None
        after = view.grid().lay(cell, x)
        found = view.memo[key] = all(part.lay(s, after, cell) for part in w.gaps)
    return found


def spots(view: LawCache, s: Slots, x: int) -> tuple[int, ...]:
    """The gaps on which the piece may be laid, in order."""
    book = view.book
    look = book.looks[x]
    found = view.known_spots.get(look)
    if found is None:
        near = _shown_for(view, s, x, look) if look >= len(book.samples) else None
        cells = _candidates(view, s, x) if near is None else sorted(near)
        found = tuple([c for c in cells if may_lay(view, s, c, x)])
        if view.keeps:
            view.known_spots[look] = found
    return found


def _candidates(view: LawCache, s: Slots, x: int) -> list[int] | tuple[int, ...]:
    """The gaps that are worth asking for, in order."""
    w, look = view.book.windows, view.book.looks[x]
    if (
        not view.sound
        or w is None
        or not w.near_only
        or not view.cells
        or look >= w.count
        or view.book.anywhere(s, view)
    ):
        return gaps(view.grid())
    cells = [c for c, bits in view.fits.items() if bits >> look & 1]
    free = [c for c in w.singular if c not in view.cells]
    if view.is_nearly_full():
        free += [c for c in w.closed if c not in view.cells]
    if free:
        every = gaps(view.grid())
        cells += [c for c in free if c in every and c not in cells]
    cells.sort()
    return cells


def find_union(view: LawCache, s: Slots) -> int:
    """Finds `union`, and gives it; -1 where it must be asked for each piece."""
    w, cells = view.book.windows, view.cells
    if w is None or not view.sound or not view.book.tells_spots(s, view):
        return -1
    for c in w.singular:
        if c not in cells:
            return -1
    if w.closed and view.is_nearly_full():
        return -1
    doubt, fixed = w.doubt, view.book.fixed
    found = 0
    doubtful: list[tuple[int, int]] = []
    for c, bits in view.fits.items():
        if bits >= doubt or c in fixed:
            doubtful.append((c, bits))
        else:
            found |= bits
    for c, bits in doubtful:
        more = bits & doubt - 1 & ~found
        if more and c in fixed:
            more &= view.book.fixed_bits(s, view, c)
        if more and (bits < doubt or ring_holds(view, s, c, w.samples[0])):
            found |= more
    view.union = found
    return found


def fits_somewhere(view: LawCache, s: Slots, x: int) -> bool:
    """Whether there is a spot for the piece."""
    look = view.book.looks[x]
    if look >= len(view.book.samples):
        known = view.known_spots.get(look)
        return _fits_alone(view, s, x, look) if known is None else bool(known)
    union = find_union(view, s) if view.union < 0 else view.union
    if union >= 0:
        return union & view.book.bits[x] != 0
    known = view.known_spots.get(look)
    if known is not None:
        return bool(known)
    return any(may_lay(view, s, c, x) for c in _candidates(view, s, x))


def _fits_alone(view: LawCache, s: Slots, x: int, look: int) -> bool:
    """The same for a piece with a look of its own."""
    found = view.memo.get(("fits", look))
    if found is None:
        near = _shown_for(view, s, x, look)
        cells = _candidates(view, s, x) if near is None else near
        found = any(may_lay(view, s, c, x) for c in cells)
        if view.keeps:
            view.memo["fits", look] = found
    return bool(found)


def _shown_for(view: LawCache, s: Slots, x: int, look: int) -> Iterator[int] | None:
    """The cells whose codes admit a piece with a look of its own, in no order; None where codes
    don't show every spot."""
    book, w = view.book, view.book.windows
    if (
        not view.sound
        or w is None
        or not w.near_only
        or not view.cells
        or w.closed
        or not w.singular <= view.cells.keys()
        or book.anywhere(s, view)
        or book.lies_alone(s, view, x)
    ):
        return None
    return _admitting(view, s, x, look, w)


def _admitting(view: LawCache, s: Slots, x: int, look: int, w: Windows) -> Iterator[int]:
    cells, lays, factor = view.cells, w.lays_one, w.factor
    for c, code in view.codes.items():
        if c not in cells:
            bits = lays.get(code * factor + look)
            if bits is None:
                bits = w.lay_one(s, cells, c, code, x)
            if bits:
                yield c
