"""What lies where: the places of a game in the slots of a state.

In: a state, the number of an instance of a place, pieces. Out: what lies there, as it is kept (a
piece or None, a tuple of pieces, a grid), or the state with something else there. What always
holds: `LOC` says of each piece in which instance it lies. No law is asked here and nobody is told.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from typing import Any, final

from alarife.engine.tables import BAG, BOX, GRID, PILE, ROW, SET, SPACE, Tables
from alarife.geometry.grid import Grid, GridTooLarge, not_too_far, on_board, xy
from alarife.lowering.layout import LOC, Slots

Raise = Callable[[str, str, int, str], None]
"""`fault(code, message, rule, hint)` raises."""


@final
class Contents:
    """The places of one game."""

    def __init__(self, tables: Tables, fault: Raise) -> None:
        self.tables = tables
        self.fault = fault
        self.shape = tables.shape
        self.own_slot = [
            slot if sub < 0 and shape != BOX else -1
            for slot, sub, shape in zip(tables.slot, tables.sub, tables.shape, strict=True)
        ]
        """By place: the slot that holds its content and nothing else; -1 if there is none."""

    def of(self, s: Slots, place: int) -> Any:
        """What lies in an instance of a place, as it is kept."""
        t = self.tables
        if t.shape[place] == BOX:
            loc = s[LOC]
            return tuple([x for x in range(len(loc)) if loc[x] == 0])
        held = s[t.slot[place]]
        return held if t.sub[place] < 0 else held[t.sub[place]]

    def pieces(self, s: Slots, place: int) -> tuple[int, ...]:
        """The pieces in an instance of a place; of a grid in the order of cells."""
        held = self.of(s, place)
        shape = self.shape[place]
        if shape == SPACE:
            return () if held is None else (held,)
        if shape == GRID:
            return tuple([p for _, p in held.items_sorted()])
        return held

    def keep(self, s: Slots, place: int, held: Any) -> None:
        """Put back what lies in an instance of a place."""
        t = self.tables
        sub = t.sub[place]
        if sub < 0:
            s[t.slot[place]] = held
        else:
            whole = list(s[t.slot[place]])
            whole[sub] = held
            s[t.slot[place]] = tuple(whole)

    def take_out(self, s: Slots, x: int) -> None:
        """Take a piece out of where it lies."""
        place: int = s[LOC][x]
        slot = self.own_slot[place]
        shape = self.shape[place]
        if shape == BOX:
            return
        held = s[slot] if slot >= 0 else self.of(s, place)
        if shape == SPACE:
            rest: Any = None
        elif shape == GRID:
            rest = held.take(held.where(x))
        else:
            i = held.index(x)
            rest = held[:i] + held[i + 1 :] if i else held[1:]
        if slot >= 0:
            s[slot] = rest
        else:
            self.keep(s, place, rest)

    def put_in(self, s: Slots, x: int, place: int, rule: int, cell: int | None) -> None:
        """Put a piece into a place: on top of a pile, at the end of a row, on a cell of a grid."""
        s[LOC][x] = place
        slot = self.own_slot[place]
        shape = self.shape[place]
        if shape == BOX:
            return
        held = s[slot] if slot >= 0 else self.of(s, place)
        if shape == SPACE:
            if held is not None:
                self._second_piece(place, rule)
            more: Any = x
        elif shape == GRID:
            self.room(held, place, rule, cell)
            assert cell is not None
            more = held.lay(cell, x)
        elif shape == ROW:
            more = (*held, x)
        elif shape == PILE:
            more = (x, *held)
        else:
            more = insert(held, x)
        if slot >= 0:
            s[slot] = more
        else:
            self.keep(s, place, more)

    def replace(self, s: Slots, place: int, old: int, new: int) -> None:
        """Let a piece lie where another one lay."""
        s[LOC][new] = place
        shape = self.shape[place]
        if shape == BOX:
            return
        held = self.of(s, place)
        if shape == SPACE:
            self.keep(s, place, new)
        elif shape == GRID:
            self.keep(s, place, held.swap(held.where(old), new))
        elif shape in (SET, BAG):
            i = held.index(old)
            self.keep(s, place, insert(held[:i] + held[i + 1 :], new))
        else:
            self.keep(s, place, tuple([new if x == old else x for x in held]))

    def exchange(self, s: Slots, place: int, a: int, b: int) -> None:
        """Two pieces of one place exchange where they lie in it; a set has no such thing."""
        held = self.of(s, place)
        if self.shape[place] == GRID:
            self.keep(s, place, held.swap(held.where(a), b).swap(held.where(b), a))
        elif self.shape[place] in (ROW, PILE):
            other = {a: b, b: a}
            self.keep(s, place, tuple([other.get(x, x) for x in held]))

    # ----------------------------------------------------------------
    # room
    def room(self, g: Grid, place: int, rule: int, cell: int | None) -> None:
        """A fault unless there is room on this cell for a piece."""
        assert cell is not None
        if cell in g.cells:
            self.fault(
                "E0501",
                f"a second piece would come to lie on a cell of `{self.tables.name[place]}`",
                rule,
                "Ask first whether it is empty.",
            )
        if g.bounds is not None and not on_board(g.bounds, cell):
            column, row = xy(cell)
            self.fault(
                "E0502",
                f"there is no cell ({column}, {row}) in `{self.tables.name[place]}`",
                rule,
                "Its free cells are `gaps(…)`.",
            )
        try:
            not_too_far(cell)
        except GridTooLarge as wrong:
            self.fault(
                "E0503",
                f"`{self.tables.name[place]}` grows too large: {wrong}",
                rule,
                "Let a law say how far apart pieces may lie.",
            )
            raise

    def _second_piece(self, place: int, rule: int) -> None:
        self.fault(
            "E0501",
            f"a second piece would come to lie in `{self.tables.name[place]}`, which holds one",
            rule,
            "Ask first whether it is empty.",
        )


def insert(held: tuple[int, ...], x: int) -> tuple[int, ...]:
    """A set, kept in the order of ids, with one more."""
    if not held or held[-1] < x:
        return (*held, x)
    i = bisect_left(held, x)
    return held[:i] + (x,) + held[i:]  # noqa: RUF005 - quicker
