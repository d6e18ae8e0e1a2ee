"""The first state of a game: everything in the box, but for what starts somewhere.

In: the lowered program, its tables and functions, a seed. Out: the state before the first step. A
state in which no chance is looks the same for every seed, and is laid out once."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from typing import Any, final

from alarife.engine import logs
from alarife.engine.chance import spread
from alarife.engine.tables import GRID, ROW, SPACE
from alarife.engine.transactions import Transactions
from alarife.geometry.grid import Grid
from alarife.lowering.layout import (
    COUNTERS,
    FACTS,
    FORCED,
    KNOWN,
    LOC,
    LOG,
    MIXED,
    SEED,
    Slots,
    first_face,
)
from alarife.lowering.lower import Lowered


@final
class Beginning:
    """The first states of one game. `names`: the functions of the generated module."""

    def __init__(
        self, lowered: Lowered, transactions: Transactions, names: Mapping[str, Callable[..., Any]]
    ) -> None:
        self.lowered = lowered
        self.tables = transactions.tables
        self.transactions = transactions
        self.names = names
        self.empty: Slots = self._empty()
        """What every place begins with. To be copied."""
        self._laid_out: Slots | None = None

    def _empty(self) -> Slots:
        layout, world = self.lowered.layout, self.lowered.checked.world
        s = Slots([None] * layout.size)
        s[LOC] = array("H", bytes(2 * world.piece_count))
        s[KNOWN] = array("H", bytes(2 * world.piece_count))
        s[COUNTERS] = (0,) * len(self.lowered.labels)
        s[MIXED] = ()
        s[FACTS] = ()
        for name, slot in layout.faces.items():
            s[slot] = (first_face(world.pieces[name]),) * world.pieces[name].count
        for number in range(1, len(self.tables.slot)):
            slot, sub, empty = self.tables.slot[number], self.tables.sub[number], self._none(number)
            if sub < 0:
                s[slot] = empty
            else:
                s[slot] = (*(s[slot] or ()), empty) if sub else (empty,)
        return s

    def _none(self, number: int) -> Any:
        """What an instance of a place holds in which nothing lies."""
        shape = self.tables.shape[number]
        if shape == GRID:
            return Grid({}, self.tables.bounds[number])
        return None if shape == SPACE else ()

    def table(self, seed: int, log: bool = True) -> Slots:
        """The state before the game begins."""
        s = copied(self.empty if self._laid_out is None else self._laid_out)
        s[SEED] = spread(seed)
        s[LOG] = logs.begun() if log else None
        if self._laid_out is not None:
            return s
        s[FORCED] = None
        self.names["start_notes"](s)
        kept, s[LOG] = s[LOG], None
        before = s[COUNTERS]
        self.names["start_places"](s)
        s[LOG] = kept
        pieces = len(s[LOC])
        s[KNOWN] = array("H", bytes(2 * pieces))
        if s[COUNTERS] != before:
            self.transactions.sight.mix(s, range(pieces), 0)
        self.transactions.settling.begins(s, self.empty)
        self.transactions.release(s)
        if not any(s[COUNTERS]):
            self._laid_out = copied(s)
        return s

    def starts(self, s: Slots, pieces: Sequence[int], place: int, cell: int | None = None) -> None:
        """Let pieces lie somewhere from the beginning."""
        contents = self.transactions.contents
        for x in pieces:
            if s[LOC][x] == 0 or self.tables.shape[s[LOC][x]] != ROW:
                contents.take_out(s, x)
            contents.put_in(s, x, place, -1, cell)


def copied(s: Slots) -> Slots:
    """A copy that shares what never changes."""
    t = s[:]
    t[LOC] = s[LOC][:]
    t[KNOWN] = s[KNOWN][:]
    if s[LOG] is not None:
        t[LOG] = logs.goes_on(s)
    return t
