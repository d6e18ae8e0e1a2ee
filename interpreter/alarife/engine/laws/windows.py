"""What the rules of a law say, by what can be seen round a cell: windows.

What a cell's surroundings show is one int, its code (`codes`). `Windows` is made once for each law:
the tables from codes to verdicts, filled on demand by asking the parts of the rules (`parts`) of
the grid at hand. Tables are bounded: a full one is emptied.

Verdicts on laying and exchanging are bits by look (what the law as a whole sees of a piece), with
one bit more, `doubt`, where the window can't decide for a part that needs the whole grid.

A piece with a note that says yes has a look of its own, numbered when it is first met (`add_look`).
The code has room for its classes like for any others; there are no bits for such looks: whether a
piece of one may be laid or take another's place is a verdict of its own (`lay_one`,
`exchange_one`)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from alarife.engine.laws.codes import Classes, Codes
from alarife.engine.laws.parts import Answerer, Condition
from alarife.engine.laws.rings import rings
from alarife.geometry.grid import AROUND, Grid, GridTooLarge
from alarife.lowering.laws.read_sets import ONLY_THERE, Atom, notes_in
from alarife.lowering.layout import Slots

MOST_NOTED: Final = 1 << 20
"""How many looks there may be in a law that reads notes."""
FULL: Final = 200_000
"""How many entries a table may have."""


class Windows(Codes):
    """See the module."""

    def __init__(
        self,
        parts: list[Answerer],
        looks: Mapping[int, int],
        samples: list[int],
        value: Callable[[Atom, int], object],
    ) -> None:
        super().__init__(parts, looks, samples, value)
        self.count = len(samples)
        """How many looks have bits."""
        self.doubt = 1 << len(samples)
        self.decide = True
        """Whether windows decide for parts that need the whole grid; tests switch it off."""
        read = [*self.conditions, *[link for p in self.reaches for link, _ in p.links]]
        atoms = {atom for c in read for found in c.atoms.values() for atom in found}
        self.factor = MOST_NOTED if any(map(notes_in, atoms)) else self.count
        """Code and look make one key: code × factor + look."""
        self._tables()

    def _tables(self) -> None:
        starts = {p.start for p in self.reaches}
        self.closed = frozenset(p.start for p in self.gaps if p.start is not None)
        """Cells on which nothing may be laid while another cell is free."""
        near = {(c, n) for c in self.conditions for n in c.near}
        self.singular = starts | {n + o for c, n in near for o in c.lay}
        """Cells about which laying is asked without tables."""
        self.near_exchange = frozenset(n + o for c, n in near for o in c.exchange)
        self.lays: dict[int, int] = {}
        self.lays_one: dict[int, int] = {}
        """By code and look: what `lay_one` found."""
        self._lays_loosely: dict[int, bool] = {}
        self._exchanges_one: dict[object, int] = {}
        reads = {o - x for c in self.conditions for x in c.exchange for o in c.atoms}
        links = {d for p in self.reaches for _, o in p.links for d in (o, -o)}
        self._exchange_mask = self.bits(reads | links)
        self.exchanges: dict[object, int] = {}
        self._link_mask = self.bits(links)
        self._links: list[dict[int, tuple[int, ...]]] = [{} for _ in self.reaches]
        self.takes: list[
            tuple[int, list[Condition], int, bool, frozenset[int], dict[object, bool]]
        ] = []
        for o in sorted({o for c in self.conditions for o in c.take}):
            asked = [c for c in self.conditions if o in c.take]
            mask = self.bits({d for c in asked for d in c.atoms})
            own = any(c.atoms[0] != ONLY_THERE for c in asked)
            self.takes.append(
                (o, asked, mask, own, frozenset(n for c in asked for n in c.near), {})
            )
        self.ring = [rings(p, self.reaches) for p in self.gaps]
        self._ring_masks = (
            [(self.mask[o], 1 << i) for i, o in enumerate(AROUND)] if self.gaps else []
        )
        self._memo: dict[tuple[object, ...], bool] = {}
        self._classes: list[list[tuple[int, Classes, list[int]]]] = []
        """By condition and offset: classes, and their numbers by look."""
        self._own: list[dict[int, tuple[int, list[tuple[int, int]]]]] = []
        """By condition and offset: which offset it is, and the looks of each class as bits."""
        for condition in self.conditions:
            row = [(o, Classes(atoms)) for o, atoms in condition.atoms.items()]
            self._classes.append(
                [
                    (o, found, [found.number(self.value, x) for x in self.samples])
                    for o, found in row
                ]
            )
            self._own.append(
                {o: (j, _groups(by_look)) for j, (o, _, by_look) in enumerate(self._classes[-1])}
            )

    def add_look(self, x: int) -> int:
        """The number of a look that is new: that of a piece as its notes are now."""
        for row in self._classes:
            for _, classes, by_look in row:
                by_look.append(classes.number(self.value, x))
        return super().add_look(x)

    # ----------------------------------------------------------------
    # asking
    def _ask(self, number: int, condition: Condition, s: Slots, g: Grid, c: int) -> bool:
        """A condition about `c`, remembered by what it reads."""
        cells, looks = g.cells, self.looks
        shows = tuple(
            [
                by_look[looks[cells[c + o]]] if c + o in cells else 0
                for o, _, by_look in self._classes[number]
            ]
        )
        key = (number, shows, c if c in condition.near else 0)
        found = self._memo.get(key)
        if found is None:
            found = self._remember(key, condition.holds(s, g, c))
        return found

    def lay(self, s: Slots, cells: dict[int, int], a: int, code: int) -> int:
        """The looks that may be laid on `a`, a free cell that is not singular, whose code is
        this."""
        found = self.lays.get(code)
        if found is None:
            if len(self.lays) > FULL:
                self.lays.clear()
            try:
                found = self.lays[code] = self._lay(s, Grid(cells), a, code)
            except GridTooLarge:
                return 0
        return found

    def _lay(self, s: Slots, g: Grid, a: int, code: int) -> int:
        g.lay(a, self.samples[0])  # where the grid ends, nothing may be laid
        bits = self._meeting(s, g, a, [c.lay for c in self.conditions])
        for number in range(len(self.reaches)):
            for look in _bits_of(bits):
                if not self._linked_as(number, s, g, a, code, look):
                    bits ^= 1 << look
        if not bits:
            return 0
        whole = self.rings_whole(code)
        return bits | self.doubt if whole is None else bits if whole else 0

    def _meeting(self, s: Slots, g: Grid, a: int, changed: Sequence[Sequence[int]]) -> int:
        """The looks with which the conditions hold that a change on `a` may make false: those at
        the `changed` offsets of each. Pieces that a condition can't tell apart are asked about as
        one."""
        bits, cells, looks = self.doubt - 1, g.cells, self.looks
        for i, condition in enumerate(self.conditions):
            for o in changed[i]:
                c = a - o
                if o and c not in cells:
                    continue
                shows = [
                    by_look[looks[cells[c + p]]] if c + p in cells else 0
                    for p, _, by_look in self._classes[i]
                ]
                own, groups = self._own[i][o]
                near = c if c in condition.near else 0
                for number, mask in groups:
                    if bits & mask:
                        shows[own] = number
                        key = (i, tuple(shows), near)
                        found = self._memo.get(key)
                        if found is None:
                            found = self._holds_with(key, s, g, (a, c), bits & mask)
                        if not found:
                            bits &= ~mask
                if not bits:
                    return 0
        return bits

    def _holds_with(
        self,
        key: tuple[int, tuple[int, ...], int],
        s: Slots,
        g: Grid,
        at: tuple[int, int],
        some: int,
    ) -> bool:
        """Whether a condition holds for the second cell with one of these looks on the first;
        remembered. No where no piece looks like that now."""
        for look in _bits_of(some):
            x = self.samples[look]
            if self.looks[x] == look:
                after = g.swap(at[0], x) if at[0] in g.cells else g.lay(at[0], x)
                return self._remember(key, self.conditions[key[0]].holds(s, after, at[1]))
        return False

    def _remember(self, key: tuple[object, ...], found: bool) -> bool:
        if len(self._memo) > FULL:
            self._memo.clear()
        self._memo[key] = found
        return found

    def _linked_as(
        self, number: int, s: Slots, g: Grid, a: int, code: int, look: int
    ) -> tuple[int, ...]:
        """The offsets of the cells that `a` is linked to when a piece with this look lies there."""
        table = self._links[number]
        key = (code & self._link_mask) * self.factor + look
        found = table.get(key)
        if found is None:
            x = self.samples[look]
            after = g.swap(a, x) if a in g.cells else g.lay(a, x)
            found = self.reaches[number].linked(s, after, a)
            if self.looks[x] == look:
                if len(table) > FULL:
                    table.clear()
                table[key] = found
        return found

    def _lies_well(self, s: Slots, g: Grid, a: int, x: int) -> bool:
        """Whether a piece may be laid, as far as the window shows."""
        after = g.lay(a, x)
        return self._meets_conditions(s, after, a) and all(
            p.linked(s, after, a) for p in self.reaches
        )

    def _meets_conditions(self, s: Slots, after: Grid, a: int) -> bool:
        cells = after.cells
        return all(
            self._ask(i, condition, s, after, a - o)
            for i, condition in enumerate(self.conditions)
            for o in condition.lay
            if a - o in cells
        )

    def lay_loosely(self, s: Slots, cells: dict[int, int], a: int, code: int, x: int) -> bool:
        """Whether this piece may be laid like that but for links."""
        key = code * self.factor + self.looks[x]
        found = self._lays_loosely.get(key)
        if found is None:
            if len(self._lays_loosely) > FULL:
                self._lays_loosely.clear()
            try:
                found = self._meets_conditions(s, Grid(cells).lay(a, x), a)
            except GridTooLarge:
                return False
            self._lays_loosely[key] = found
        return found

    def lay_one(self, s: Slots, cells: dict[int, int], a: int, code: int, x: int) -> int:
        """Whether this piece, which may have a look of its own, may be laid like that: 0, 1, or
        `doubt`."""
        key = code * self.factor + self.looks[x]
        found = self.lays_one.get(key)
        if found is None:
            if len(self.lays_one) > FULL:
                self.lays_one.clear()
            try:
                found = int(self._lies_well(s, Grid(cells), a, x))
            except GridTooLarge:
                return 0
            if found:
                whole = self.rings_whole(code)
                found = self.doubt if whole is None else int(whole)
            self.lays_one[key] = found
        return found

    def rings_whole(self, code: int) -> bool | None:
        """Whether a cell may be filled without cutting off free cells; None where the window
        doesn't show it."""
        if not self.ring:
            return True
        if not self.decide:
            return None
        occupied = 0
        for mask, bit in self._ring_masks:
            if code & mask:
                occupied |= bit
        told = [ring[occupied] for ring in self.ring]
        return False if False in told else None if None in told else True

    def exchange(self, s: Slots, cells: dict[int, int], a: int, code: int) -> int:
        """Bit set of the piece classes that may replace the piece on `a`. Bits from `count` upward:
        allowed unless the lost link disconnects the grid."""
        code &= self._exchange_mask
        key: object = code
        if self.reaches:
            key = code * self.factor + self.looks[cells[a]]
        if a in self.near_exchange:
            key = (key, a)
        found = self.exchanges.get(key)
        if found is None:
            if len(self.exchanges) > FULL:
                self.exchanges.clear()
            found = self.exchanges[key] = self._exchange(s, Grid(cells), a, code)
        return found

    def exchange_one(self, s: Slots, cells: dict[int, int], a: int, code: int, x: int) -> int:
        """Whether this piece, which may have a look of its own, may replace the piece on `a`: 0, 1,
        or 2 where a link is lost that may hold the grid together."""
        key: object = (code & self._exchange_mask, self.looks[cells[a]], self.looks[x])
        if a in self.near_exchange:
            key = (key, a)
        found = self._exchanges_one.get(key)
        if found is None:
            if len(self._exchanges_one) > FULL:
                self._exchanges_one.clear()
            g = Grid(cells)
            before = [set(p.linked(s, g, a)) for p in self.reaches]
            found = self._exchanges_one[key] = self._replaces(s, g, a, x, before)
        return found

    def _exchange(self, s: Slots, g: Grid, a: int, code: int) -> int:
        bits = self._meeting(s, g, a, [c.exchange for c in self.conditions])
        lost = 0
        for number, reach in enumerate(self.reaches):
            before = set(reach.linked(s, g, a))
            for look in _bits_of(bits & ~lost):
                if not before.issubset(self._linked_as(number, s, g, a, code, look)):
                    lost |= 1 << look
        return bits & ~lost | lost << self.count

    def _replaces(self, s: Slots, g: Grid, a: int, x: int, before: list[set[int]]) -> int:
        """The verdict of `exchange_one`; `before`: the links that there were."""
        after = g.swap(a, x)
        cells = after.cells
        local = all(
            self._ask(i, condition, s, after, a - o)
            for i, condition in enumerate(self.conditions)
            for o in condition.exchange
            if a - o in cells
        )
        if not local:
            return 0
        links = [set(p.linked(s, after, a)) for p in self.reaches]
        return 1 if all(old <= new for old, new in zip(before, links, strict=True)) else 2

    def take(self, s: Slots, cells: dict[int, int], a: int, codes: dict[int, int]) -> bool:
        """Whether the conditions about the cells round `a` hold without what lies there."""
        looks = self.looks
        look = looks[cells[a]]
        after: Grid | None = None
        for o, asked, mask, own, near, table in self.takes:
            c = a - o
            if c not in cells:
                continue
            key: object = codes[c] - self.shown[o][look] & mask
            if own or c in near:
                key = (key, looks[cells[c]] if own else 0, c if c in near else 0)
            found = table.get(key)
            if found is None:
                if len(table) > FULL:
                    table.clear()
                if after is None:
                    after = Grid(cells).take(a)
                found = table[key] = all(condition.holds(s, after, c) for condition in asked)
            if not found:
                return False
        return True

    def linked(
        self, number: int, s: Slots, cells: dict[int, int], a: int, codes: dict[int, int]
    ) -> tuple[int, ...]:
        """The offsets of the cells that `a` is linked to."""
        table = self._links[number]
        key = (codes[a] & self._link_mask) * self.factor + self.looks[cells[a]]
        found = table.get(key)
        if found is None:
            if len(table) > FULL:
                table.clear()
            found = table[key] = self.reaches[number].linked(s, Grid(cells), a)
        return found


def _groups(by_look: Sequence[int]) -> list[tuple[int, int]]:
    """The classes, each with its looks as bits."""
    found: dict[int, int] = {}
    for look, number in enumerate(by_look):
        found[number] = found.get(number, 0) | 1 << look
    return list(found.items())


def _bits_of(bits: int) -> Iterator[int]:
    """The places of the bits that are set, from the lowest."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low
