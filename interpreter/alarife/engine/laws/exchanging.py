"""Exchanging, asked of what is known of a grid: whether another piece may lie where one lies, and
whether any may.

A window gives two sets of looks for a cell: those that may be there, and those that may be there
unless a link that is lost with the old piece held the grid together. Only these are asked of the
grid as it would be. `exchange_allowed` knows the classified rules only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alarife.engine.laws.parts import exchange

if TYPE_CHECKING:
    from alarife.engine.laws.cache import LawCache
    from alarife.lowering.layout import Slots


def may_exchange(view: LawCache, s: Slots, cell: int, x: int) -> bool:
    """Whether the law holds with the piece instead of what lies on the cell."""
    if not view.sound:
        return view.whole(s, "swap", cell, x)
    return exchange_allowed(view, s, cell, x) and (
        not view.book.plain or view.plain_rules(s, "swap", cell, x)
    )


def replacements_at(view: LawCache, s: Slots, cell: int) -> int:
    """The looks that are admitted instead of what lies on the cell, as bits; above them those
    that would lose a link."""
    found = view.exchanges.get(cell)
    if found is None:
        book = view.book
        w = book.windows
        assert w is not None
        found = w.exchange(s, view.cells, cell, view.codes[cell])
        if cell in book.fixed:
            bits = book.fixed_bits(s, view, cell)
            found &= bits | bits << len(w.samples)
        view.exchanges[cell] = found
    return found


def any_exchangeable(view: LawCache, s: Slots, news: tuple[int, ...], mask: int) -> bool:
    """Whether something may be exchanged for one of these; `mask`: their looks."""
    found = view.exchangeable.get(mask)
    if found is None:
        found = False
        for c in reversed(view.cells):
            if may_exchange_some(view, s, c, news, mask):
                found = True
                break
        if view.keeps:
            view.exchangeable[mask] = found
    return found


def may_exchange_some(
    view: LawCache, s: Slots, cell: int, news: tuple[int, ...], mask: int
) -> bool:
    """Whether what lies on the cell may be exchanged for one of these; `mask`: their looks."""
    w = view.book.windows
    if w is not None and view.sound:
        bits = view.exchanges.get(cell)
        if bits is None:
            bits = replacements_at(view, s, cell)
        if bits & mask and not view.book.plain:
            return True
        if not (bits | bits >> len(w.samples)) & mask:
            return False
    return any(may_exchange(view, s, cell, x) for x in news)


def exchange_allowed(view: LawCache, s: Slots, cell: int, x: int) -> bool:
    """Whether the classified rules hold with the piece instead of what lies on the cell."""
    book = view.book
    w, look = book.windows, book.looks[x]
    if w is not None and look < w.count:
        bits = replacements_at(view, s, cell)
        if bits >> look & 1:
            return True
        if not bits >> w.count + look & 1:
            return False
    elif cell in book.fixed and not book.fixed_admits(s, view, cell, x):
        return False
    elif w is not None:
        found = w.exchange_one(s, view.cells, cell, view.codes[cell], x)
        if found < 2:
            return bool(found)
    return exchange_holds(view, s, cell, x)


def exchange_holds(view: LawCache, s: Slots, cell: int, x: int) -> bool:
    """Whether the classified rules hold with the piece instead of what lies on the cell, where
    no window tells."""
    book = view.book
    key = ("swap", cell, book.looks[x])
    found = view.memo.get(key)
    if found is None:
        before = view.grid()
        after = before.swap(cell, x)
        found = view.memo[key] = all(
            found
            if (found := exchange(part, s, before, after, cell)) is not None
            else rule.holds(s, after)
            for rule in book.classified
            for part in rule.parts
        )
    return found
