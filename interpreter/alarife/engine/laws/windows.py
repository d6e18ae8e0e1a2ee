"""What the rules of a law say, by what can be seen round a cell: windows.

What a cell's surroundings show is one int, its code: a few bits for each cell of the window, saying
which class of pieces lies there (0: none). Pieces are classed by what the rules read of them at
that offset and nothing else. `Windows` is made once for each law: the layout of the code and the
tables from codes to verdicts, filled on demand by asking the parts of the rules (`parts`) of
the grid at hand. Tables are bounded: a full one is emptied.

Verdicts on laying and exchanging are bits by look (what the law as a whole sees of a piece), with
one bit more, `doubt`, where the window can't decide for a part that needs the whole grid.

A piece with a note that says yes has a look of its own, numbered when it is first met (`add_look`).
The code has room for its classes like for any others; there are no bits for such looks: whether a
piece of one may be laid or take another's place is a verdict of its own (`lay_one`,
`exchange_one`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from alarife.engine.laws.parts import Answerer, Condition, Gaps, Local, Reach
from alarife.geometry.grid import AROUND, Grid, GridTooLarge, W, on_board
from alarife.lowering.laws.read_sets import NOTE, ONLY_THERE, THERE, Atom, steps
from alarife.lowering.layout import Slots

MOST_BITS = 120
MOST_CELLS = 32
MOST_NOTED = 1 << 20
"""How many looks there may be in a law that reads notes."""
FULL = 200_000
"""How many entries a table may have."""


class TooWide(Exception):
    """The window would be too large: do without it."""


class Classes:
    """Pieces classed by what these atoms tell of them: numbers from 1, given when a class is first
    met."""

    __slots__ = ("atoms", "numbers")

    def __init__(self, atoms: Iterable[Atom]) -> None:
        self.atoms = sorted(atoms)
        self.numbers: dict[tuple[object, ...], int] = {}

    def number(self, value: Callable[[Atom, int], object], x: int) -> int:
        """The class of a piece."""
        told = tuple([value(atom, x) for atom in self.atoms])
        return self.numbers.setdefault(told, len(self.numbers) + 1)


class Windows:
    """See the module. `looks`: look by piece; `samples`: a piece for each look; `value(atom,
    piece)`: what an atom says of a piece."""

    def __init__(
        self,
        parts: list[Answerer],
        looks: Mapping[int, int],
        samples: list[int],
        value: Callable[[Atom, int], object],
    ) -> None:
        self.looks = looks
        self.samples = samples
        self.count = len(samples)
        """How many looks have bits."""
        self.doubt = 1 << len(samples)
        self.locals = [p for p in parts if isinstance(p, Local)]
        self.reaches = [p for p in parts if isinstance(p, Reach)]
        self.gaps = [p for p in parts if isinstance(p, Gaps)]
        self.conditions = [c for p in self.locals for c in p.conditions]
        self.value = value
        self.decide = True
        """Whether windows decide for parts that need the whole grid; tests switch it off."""
        self._lay_out()
        read = [*self.conditions, *[link for p in self.reaches for link, _ in p.links]]
        atoms = {atom for c in read for found in c.atoms.values() for atom in found}
        self.factor = MOST_NOTED if any(atom[0] == NOTE for atom in atoms) else self.count
        """Code and look make one key: code × factor + look."""
        self._tables()

    # ----------------------------------------------------------------
    # layout
    def _needs(self) -> dict[int, set[Atom]]:
        needs: dict[int, set[Atom]] = {}

        def need(offset: int, atoms: frozenset[Atom] | set[Atom]) -> None:
            if offset:
                needs.setdefault(offset, {THERE}).update(atoms)

        for condition in self.conditions:
            for changed in {*condition.lay, *condition.exchange}:
                for o, atoms in condition.atoms.items():
                    need(o - changed, atoms)
            for o, atoms in condition.atoms.items():
                need(o, atoms)
        for reach in self.reaches:
            for condition, other in reach.links:
                need(other, condition.atoms.get(other, frozenset()))
                need(-other, condition.atoms.get(0, frozenset()))
        for _ in self.gaps:
            for o in AROUND:
                need(o, set())
        return needs

    def _lay_out(self) -> None:
        needs = self._needs()
        self.near_only = all(max(map(abs, steps(o))) <= 1 for o in needs)
        self.shown: dict[int, list[int]] = {}
        """Offset → by look what a piece there adds to the code."""
        self.mask: dict[int, int] = {}
        """Offset → its bits in the code."""
        self._beyond: dict[int, int] = {}
        self._edges: dict[tuple[int, int], dict[int, int]] = {}
        self._classes_at: dict[int, Classes] = {}
        self._at: dict[int, int] = {}
        at = 0
        for o in sorted(needs):
            classes = self._classes_at[o] = Classes(needs[o])
            numbers = [classes.number(self.value, x) for x in self.samples]
            notes = sum(atom[0] == NOTE for atom in needs[o])
            # what is no cell of the board counts as occupied
            beyond = (len(classes.numbers) << notes) + 1
            width = beyond.bit_length()
            self._at[o] = at
            self._beyond[o] = beyond << at
            self.shown[o] = [n << at for n in numbers]
            self.mask[o] = (1 << width) - 1 << at
            at += width
        if at > MOST_BITS or len(needs) > MOST_CELLS:
            raise TooWide
        self.adds = [
            tuple((-o, shown[look]) for o, shown in self.shown.items())
            for look in range(len(self.samples))
        ]
        """By look: to whose code a piece adds what."""
        self._takes_away = [tuple((o, -add) for o, add in adds) for adds in self.adds]
        self._swaps: dict[tuple[int, int], Sequence[tuple[int, int]]] = {}

    def add_look(self, x: int) -> int:
        """The number of a look that is new: that of a piece as its notes are now."""
        for o, classes in self._classes_at.items():
            self.shown[o].append(classes.number(self.value, x) << self._at[o])
        self.adds.append(tuple((-o, shown[-1]) for o, shown in self.shown.items()))
        self._takes_away.append(tuple((o, -add) for o, add in self.adds[-1]))
        for row in self._classes:
            for _, classes, by_look in row:
                by_look.append(classes.number(self.value, x))
        return len(self.adds) - 1

    def edge_codes(self, bounds: tuple[int, int]) -> dict[int, int]:
        """The codes of a board on which nothing lies: of the cells near its edge."""
        found = self._edges.get(bounds)
        if found is None:
            found = self._edges[bounds] = {}
            for y in range(129, bounds[1] + 129):
                for c in range(y * W + 129, y * W + bounds[0] + 129):
                    code = sum(
                        add for o, add in self._beyond.items() if not on_board(bounds, c + o)
                    )
                    if code:
                        found[c] = code
        return found

    def _bits(self, offsets: set[int]) -> int:
        mask = 0
        for o in offsets:
            mask |= self.mask.get(o, 0)
        return mask

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
        self._exchange_mask = self._bits(reads | links)
        self.exchanges: dict[object, int] = {}
        self._link_mask = self._bits(links)
        self._links: list[dict[int, tuple[int, ...]]] = [{} for _ in self.reaches]
        self.takes: list[
            tuple[int, list[Condition], int, bool, frozenset[int], dict[object, bool]]
        ] = []
        for o in sorted({o for c in self.conditions for o in c.take}):
            asked = [c for c in self.conditions if o in c.take]
            mask = self._bits({d for c in asked for d in c.atoms})
            own = any(c.atoms[0] != ONLY_THERE for c in asked)
            self.takes.append(
                (o, asked, mask, own, frozenset(n for c in asked for n in c.near), {})
            )
        self.ring = [_ring(p.offsets) if p.ring_tells else [False] * 256 for p in self.gaps]
        self._ring_masks = (
            [(self.mask[o], 1 << i) for i, o in enumerate(AROUND)] if self.gaps else []
        )
        self._memo: dict[tuple[object, ...], bool] = {}
        self._classes: list[list[tuple[int, Classes, list[int]]]] = []
        """By condition and offset: classes, and their numbers by look."""
        for condition in self.conditions:
            row = [(o, Classes(atoms)) for o, atoms in condition.atoms.items()]
            self._classes.append(
                [
                    (o, found, [found.number(self.value, x) for x in self.samples])
                    for o, found in row
                ]
            )

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
            if len(self._memo) > FULL:
                self._memo.clear()
            found = self._memo[key] = condition.holds(s, g, c)
        return found

    def differences(self, old: int | None, new: int | None) -> Sequence[tuple[int, int]]:
        """The (offset, delta) pairs by which a change at a cell alters its neighbours' window
        codes."""
        looks = self.looks
        if old is None:
            return self.adds[looks[new]] if new is not None else ()
        before = looks[old]
        if new is None:
            return self._takes_away[before]
        after = looks[new]
        found = self._swaps.get((before, after))
        if found is None:
            pairs = zip(self.adds[after], self.adds[before], strict=True)
            found = self._swaps[before, after] = tuple(
                (o, add - gone) for (o, add), (_, gone) in pairs if add != gone
            )
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
        bits = 0
        for look, x in enumerate(self.samples):
            if self._lies_well(s, g, a, x):
                bits |= 1 << look
        if bits and not self.rings_whole(code):
            bits |= self.doubt
        return bits

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
            if found and not self.rings_whole(code):
                found = self.doubt
            self.lays_one[key] = found
        return found

    def rings_whole(self, code: int) -> bool:
        """Whether the window alone shows that a cell may be filled without cutting off free
        cells."""
        if not self.ring:
            return True
        if not self.decide:
            return False
        occupied = 0
        for mask, bit in self._ring_masks:
            if code & mask:
                occupied |= bit
        return all(ring[occupied] for ring in self.ring)

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
            found = self.exchanges[key] = self._exchange(s, Grid(cells), a)
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

    def _exchange(self, s: Slots, g: Grid, a: int) -> int:
        bits = [0, 0, 0]
        before = [set(p.linked(s, g, a)) for p in self.reaches]
        for look, x in enumerate(self.samples):
            bits[self._replaces(s, g, a, x, before)] |= 1 << look
        return bits[1] | bits[2] << self.count

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


def _ring(offsets: tuple[int, ...]) -> list[bool]:
    """By mask of the eight cells around one: whether its free neighbours are joined by free cells
    among the eight."""
    return [
        _joined({o for i, o in enumerate(AROUND) if not mask >> i & 1}, offsets)
        for mask in range(256)
    ]


def _joined(free: set[int], offsets: tuple[int, ...]) -> bool:
    goals = {o for o in offsets if o in free}
    if len(goals) < 2:
        return True
    todo = [min(goals)]
    seen = set(todo)
    for c in todo:
        for o in offsets:
            if c + o in free and c + o not in seen:
                seen.add(c + o)
                todo.append(c + o)
    return goals <= seen
