"""What is kept with a board and brought up to date by each change: its gaps, cells on which a
condition holds, and whether such cells make up a line; and sums over a grid, kept until it changes.

A condition looks at what lies on one cell and at nothing else. So a change makes it true or false
on that cell alone: a bit in a mask, one member of a tuple. A line of cells is a mask, too; after a
change only the lines through the cell are compared. What is `asked` of a board for the first time
is worked out from all of it; from then on every board that follows it has it ready. Old and new
boards stay valid side by side, as none of these values is ever altered."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, final

from alarife.geometry.grid import Bounds, Change, Grid, Kept, W
from alarife.geometry.lines import lines

Test = Callable[..., bool]
"""`test(state, piece or None, …)`: whether a condition holds of what lies on a cell; it reads
nothing of the state."""
MOST_FORMS: Final = 512
"""For how many different conditions and arguments a machine remembers what they say of pieces."""


@final
class CellsWhere(Kept):
    """The occupied cells, in order, on which a condition holds; `holds` says for each piece whether
    it does."""

    def __init__(self, holds: bytes) -> None:
        super().__init__(bytes([*holds[:-1], False]))

    def build(self, g: Grid) -> tuple[int, ...]:
        """From all that lies there."""
        holds = self.holds
        return tuple(sorted([c for c, x in g.cells.items() if holds[x]]))

    def after(self, value: tuple[int, ...], change: Change) -> tuple[int, ...]:
        """A cell more or less."""
        cell, _, new = change
        now = self.holds[-1 if new is None else new]
        at = bisect_left(value, cell)
        return (*value[:at], cell, *value[at:]) if now else value[:at] + value[at + 1 :]


@final
class MembersWhere(Kept):
    """Members, each with a cell of its own, on whose cell a condition holds; in the order in which
    they were given."""

    def __init__(self, holds: bytes, cells: tuple[tuple[int, int], ...]) -> None:
        super().__init__(holds, frozenset(c for _, c in cells))
        self.members: Final = cells

    def build(self, g: Grid) -> tuple[int, ...]:
        """From all cells."""
        holds, get = self.holds, g.cells.get
        return tuple([member for member, c in self.members if holds[get(c, -1)]])

    def after(self, value: tuple[int, ...], change: Change) -> tuple[int, ...]:
        """With or without the members of a cell."""
        cell, _, new = change
        now, had = self.holds[-1 if new is None else new], set(value)
        return tuple([m for m, c in self.members if (now if c == cell else m in had)])


@final
class Run(Kept):
    """The cells on which a condition holds, as bits, and whether all cells of some line are among
    them."""

    def __init__(self, holds: bytes, bounds: Bounds, length: int) -> None:
        super().__init__(holds)
        self.bits: Final = _bits(bounds)
        self.length: Final = length
        self.through, self.lines = _masks(bounds, length)

    def build(self, g: Grid) -> tuple[int, bool]:
        """From all cells."""
        holds, bits, get, mask = self.holds, self.bits, g.cells.get, 0
        for c in bits if holds[-1] else g.cells:
            if holds[get(c, -1)]:
                mask |= bits[c]
        return mask, self._whole(mask, self.lines)

    def after(self, value: tuple[int, bool], change: Change) -> tuple[int, bool]:
        """The same after a change: a line can be made or broken only through its cell."""
        cell, _, new = change
        mask, found = value[0] ^ self.bits[cell], value[1]
        if self.holds[-1 if new is None else new]:
            if not found and mask.bit_count() >= self.length:
                for line in self.through[cell]:
                    if mask & line == line:
                        return mask, True
            return mask, found
        return mask, found and self._whole(mask, self.lines)

    def _whole(self, mask: int, lines: tuple[int, ...]) -> bool:
        """Whether all cells of one of these lines are there."""
        if mask.bit_count() >= self.length:
            for line in lines:
                if mask & line == line:
                    return True
        return False


@lru_cache(maxsize=64)
def _board(bounds: Bounds) -> tuple[int, ...]:
    """The cells of a board, in order."""
    assert bounds is not None
    return tuple(
        y * W + x for y in range(129, bounds[1] + 129) for x in range(129, bounds[0] + 129)
    )


@lru_cache(maxsize=64)
def _bits(bounds: Bounds) -> dict[int, int]:
    return {c: 1 << i for i, c in enumerate(_board(bounds))}


@lru_cache(maxsize=64)
def _masks(bounds: Bounds, length: int) -> tuple[dict[int, tuple[int, ...]], tuple[int, ...]]:
    """The lines of a board as masks: by cell those that go through it, and all."""
    bits = _bits(bounds)
    through: dict[int, list[int]] = {c: [] for c in bits}
    every: list[int] = []
    for line in lines(Grid({}, bounds), length):
        mask = 0
        for c in line:
            mask |= bits[c]
        every.append(mask)
        for c in line:
            through[c].append(mask)
    return {c: tuple(masks) for c, masks in through.items()}, tuple(every)


def _found(given: int, new: Callable[..., Kept], asked: tuple[Any, ...]) -> Callable[..., bool]:
    """What tells whether there is a line; `new` makes the form for some values."""
    forms: dict[Any, Kept] = {}
    alone: Any = None

    def found_alone(g: Grid) -> bool:
        nonlocal alone
        found = g.kept.get(alone)
        if found is None:
            alone = alone or new(forms, asked[0] if given == 1 else asked)
            found = g.kept[alone] = alone.build(g)
        return found[1]

    def found_with(g: Grid, args: Any = None) -> bool:
        form = forms.get(args) or new(forms, args)
        found = g.kept.get(form)
        if found is None:
            found = g.kept[form] = form.build(g)
        return found[1]

    return found_with if given and not asked else found_alone


def _listed(
    given: int, new: Callable[..., Kept], asked: tuple[Any, ...]
) -> Callable[..., tuple[int, ...]]:
    """What tells the members of a form; `new` makes it for some values."""
    forms: dict[Any, Kept] = {}
    alone: Any = None

    def listed_alone(g: Grid) -> tuple[int, ...]:
        nonlocal alone
        found = g.kept.get(alone)
        if found is None:
            alone = alone or new(forms, asked[0] if given == 1 else asked)
            found = g.kept[alone] = alone.build(g)
        return found

    def listed_with(g: Grid, args: Any = None) -> tuple[int, ...]:
        form = forms.get(args) or new(forms, args)
        found = g.kept.get(form)
        if found is None:
            found = g.kept[form] = form.build(g)
        return found

    return listed_with if given and not asked else listed_alone


def kept_functions(pieces: int) -> dict[str, Any]:
    """What generated code calls, for a game of so many pieces. Each function makes one that is
    asked of a board. `given`: how many values the test is given besides the piece; one is asked
    with as it is, several as a tuple; `asked`: the values, where they are the same each time."""

    known: dict[tuple[Any, ...], Kept] = {}

    def keeper(test: Test, given: int, kind: Callable[..., Kept], *of: Any) -> Callable[..., Kept]:
        """What gives the form for some values, and keeps it in `forms`. Forms that say the same of
        every piece are one, whoever asks: a board that is played on by two machines follows it
        once."""

        def form(forms: dict[Any, Kept], asked: Any) -> Kept:
            for kept in (forms, known):
                if len(kept) >= MOST_FORMS:
                    kept.clear()
            args = () if not given else (asked,) if given == 1 else asked
            holds = bytes([bool(test(None, x, *args)) for x in (*range(pieces), None)])
            forms[asked] = made = known.setdefault((kind, holds, *of), kind(holds, *of))
            return made

        return form

    def in_line(
        test: Test, given: int, length: int, bounds: Bounds, asked: tuple[Any, ...] = ()
    ) -> Callable[..., bool]:
        return _found(given, keeper(test, given, Run, bounds, length), asked)

    def cells_where(test: Test, given: int, asked: tuple[Any, ...] = ()) -> Callable[..., Any]:
        return _listed(given, keeper(test, given, CellsWhere), asked)

    def members_where(
        test: Test, given: int, cells: tuple[tuple[int, int], ...], asked: tuple[Any, ...] = ()
    ) -> Callable[..., Any]:
        return _listed(given, keeper(test, given, MembersWhere, cells), asked)

    return {
        "in_line": in_line,
        "cells_where": cells_where,
        "members_where": members_where,
        "tally": tally,
    }


def tally(tells: Callable[..., tuple[Any, int] | None], _: int) -> Callable[[Grid, Any], int]:
    """What the pieces on a grid add up to under a key. `tells(state, piece)`: the key of a piece
    and what it adds, or nothing; it reads nothing of the state, and is asked once for each piece.
    All sums of a grid are kept in its `memo`."""
    told: dict[int, tuple[Any, int] | None] = {}
    mark = object()

    def summed(g: Grid) -> dict[Any, int]:
        sums: dict[Any, int] = {}
        for x in g.cells.values():
            if x not in told:
                told[x] = tells(None, x)
            pair = told[x]
            if pair is not None:
                key, more = pair
                sums[key] = sums.get(key, 0) + more
        return sums

    def asked(g: Grid, key: Any) -> int:
        sums: dict[Any, int] | None = g.memo.get(mark)
        if sums is None:
            sums = g.memo[mark] = summed(g)
        return sums.get(key, 0)

    return asked
