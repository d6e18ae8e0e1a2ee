"""What moves, draws, shuffles, swaps and rolls do to a table, said as plainly as can be.

Everything is moved piece by piece, nothing is kept for speed; the laws and who knows what are as
`docs/language` has them. `tests/engine/test_transactions.py` plays it against the engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from alarife.engine.chance import below, outcome, shuffled
from alarife.engine.hidden.mixing import mask_of, with_mix, with_rolled, without

Mask = Callable[["Table"], int]


class Refused(Exception):
    """A fault, by its code."""


@dataclass
class Place:
    """A place: its shape, who sees it, who its top, what it holds (a grid: pieces by cell), the
    bounds of a grid; how many pieces its law allows; what is told when a piece comes or goes."""

    shape: str
    seen: Mask
    everybody_sees: bool = False
    top_seen: Mask | None = None
    held: list[int] = field(default_factory=list[int])
    cells: dict[tuple[int, int], int] = field(default_factory=dict[tuple[int, int], int])
    bounds: tuple[int, int] | None = None
    most: int | None = None
    tells: bool = False

    def pieces(self) -> list[int]:
        """What lies in it; of a grid row by row, of a set by number."""
        if self.shape == "grid":
            return [self.cells[c] for c in sorted(self.cells, key=lambda c: c[::-1])]
        return sorted(self.held) if self.shape in ("set", "bag", "box") else self.held


@dataclass
class Table:
    """Places, and what is known. `dice` are the pieces with a face, by the face's range."""

    places: list[Place]
    seats: int
    known: list[int]
    alike: Callable[[int], Any]
    dice: dict[int, Sequence[int]]
    seed: int
    keys: Sequence[int]
    mixed: list[tuple[int, ...]] = field(default_factory=list[tuple[int, ...]])
    face: dict[int, int] = field(default_factory=dict[int, int])
    drawn: list[int] = field(default_factory=list[int])
    log: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    told: list[tuple[str, int, int]] = field(default_factory=list[tuple[str, int, int]])
    open: list[tuple[int, int, int]] | None = None
    depth: int = 0
    touched: list[int] = field(default_factory=list[int])
    open_shelf: int = 0
    """The seats that see what only some see at times."""

    @property
    def everybody(self) -> int:
        return (1 << self.seats) - 1

    def where(self, x: int) -> int:
        return next(n for n, place in enumerate(self.places) if x in place.pieces())

    # ----------------------------------------------------------------
    # knowledge
    def sees(self, number: int, x: int) -> int:
        place = self.places[number]
        mask = place.seen(self)
        if place.top_seen and place.pieces()[:1] == [x]:
            mask |= place.top_seen(self)
        return mask

    def will_see(self, number: int) -> int:
        place = self.places[number]
        return place.seen(self) | (place.top_seen(self) if place.top_seen else 0)

    def mix(self, pieces: Sequence[int], sight: int) -> None:
        if len(pieces) < 2:
            return
        self.mixed = self.mixed or [(0,)] * self.seats
        for seat in range(self.seats):
            if not sight >> seat & 1:
                knew = mask_of(x for x in pieces if self.known[x] >> seat & 1)
                self.mixed[seat] = with_mix(without(self.mixed[seat], knew), mask_of(pieces))
                for x in pieces:
                    self.known[x] &= ~(1 << seat)

    def remember(
        self, x: int, source: int, target: int, whole: bool, covered: bool = False
    ) -> None:
        if self.places[target].everybody_sees:
            return
        sight = self.sees(source, x)
        if self.places[target].shape == "bag":
            knew = sight | self.known[x]
            self.known[x] = 0
            for seat in range(self.seats if self.mixed else 0):
                if knew >> seat & 1:
                    self.mixed[seat] = without(self.mixed[seat], 1 << x)
            return
        both = sight | (0 if covered else self.will_see(target))
        if self.places[source].shape in ("set", "bag") and not whole and both != self.everybody:
            self.mix(self.places[source].pieces(), both)
        self.known[x] |= sight

    # ----------------------------------------------------------------
    # moves
    def lift(self, x: int) -> None:
        for place in self.places:
            place.held = [y for y in place.held if y != x]
            place.cells = {c: y for c, y in place.cells.items() if y != x}

    def lay(self, x: int, number: int, cell: tuple[int, int] | None) -> None:
        place = self.places[number]
        if place.shape == "space" and place.held:
            raise Refused("E0501")
        if place.shape == "grid":
            assert cell is not None
            if cell in place.cells:
                raise Refused("E0501")
            if place.bounds and not all(1 <= n <= m for n, m in zip(cell, place.bounds)):  # noqa: B905
                raise Refused("E0502")
            place.cells[cell] = x
        elif place.shape == "pile":
            place.held = [x, *place.held]
        else:
            place.held = [*place.held, x]

    def go(self, x: int, target: int, rule: int, cell: Any = None, whole: bool = False) -> None:
        """One piece goes; what is told of it comes later."""
        source = self.where(x)
        self.remember(x, source, target, whole)
        mask = self.sees(source, x) | self.places[target].seen(self)
        self.log.append(("move", rule, (x,), source, target, mask))
        self.lift(x)
        self.lay(x, target, cell)

    def cross(self, x: int, source: int, target: int) -> None:
        if source == target:
            return
        if not (self.places[source].tells or self.places[target].tells):
            return
        if self.open is not None:
            self.open.append((x, source, target))
            return
        if self.places[source].tells:
            self.told.append(("leaves", x, source))
        if self.places[target].tells:
            self.told.append(("enters", x, target))

    def obey(self, numbers: Sequence[int]) -> None:
        if self.open is not None:
            self.touched += numbers
            return
        for number in numbers:
            most = self.places[number].most
            if most is not None and len(self.places[number].pieces()) > most:
                raise Refused("E0504")

    def together_begins(self) -> None:
        self.depth += 1
        self.open = self.open or []

    def together_ends(self) -> None:
        self.depth -= 1
        if not self.depth:
            waiting, touched = self.open or [], self.touched
            self.open, self.touched = None, []
            self.obey(touched)
            for crossed in sorted(waiting):
                self.cross(*crossed)

    def move(self, x: int, target: int, rule: int, cell: Any = None) -> None:
        source = self.where(x)
        if source != target or cell is not None:
            self.go(x, target, rule, cell)
            self.cross(x, source, target)

    def move_all(self, pieces: Sequence[int], target: int, rule: int) -> None:
        emptied = {
            n
            for n, place in enumerate(self.places)
            if place.shape in ("set", "bag") and set(place.pieces()) <= set(pieces)
        }
        order = list(reversed(pieces)) if self.places[target].shape == "pile" else pieces
        gone: list[tuple[int, int]] = []
        for x in order:
            source = self.where(x)
            if source != target:
                self.go(x, target, rule, None, source in emptied)
                gone.append((x, source))
        for x, source in sorted(gone):
            self.cross(x, source, target)

    def move_at(self, pieces: Sequence[int], target: int, rule: int, at: int | None) -> None:
        """To a position of a pile or row, or under it."""
        gone: list[tuple[int, int]] = []
        for x in pieces:
            source = self.where(x)
            if source != target:
                self.remember(x, source, target, False, covered=True)
                mask = self.sees(source, x) | self.places[target].seen(self)
                self.log.append(("move", rule, (x,), source, target, mask))
                gone.append((x, source))
            self.lift(x)
        held = self.places[target].held
        begin = len(held) if at is None else max(0, at - 1)
        self.places[target].held = [*held[:begin], *pieces, *held[begin:]]
        for x, source in sorted(gone):
            self.cross(x, source, target)

    def swap(self, a: int, b: int, rule: int) -> None:
        at = self.where(a), self.where(b)
        for x, source, target in ((a, *at), (b, *reversed(at))):
            self.remember(x, source, target, False)
            mask = self.sees(source, x) | self.places[target].seen(self)
            self.log.append(("move", rule, (x,), source, target, mask))
        other = {a: b, b: a}
        for place in self.places:
            place.held = [other.get(x, x) for x in place.held]
            place.cells = {c: other.get(x, x) for c, x in place.cells.items()}
        for x, source, target in sorted(((a, *at), (b, *reversed(at)))):
            self.cross(x, source, target)

    # ----------------------------------------------------------------
    # chance
    def next(self, label: int) -> int:
        self.drawn[label] += 1
        return outcome(self.seed, self.keys[label], self.drawn[label])

    def pick(self, among: Sequence[int], label: int) -> int:
        if not among:
            raise Refused("E0505")
        return among[below(self.next(label), len(among))]

    def draw(self, count: int, source: int, target: int, rule: int, label: int) -> None:
        place = self.places[source]
        held = place.pieces()
        blind = place.shape == "bag" or (
            place.shape in ("set", "box")
            and (len({self.alike(x) for x in held}) > 1 or any(x in self.dice for x in held))
        )
        for _ in range(min(count, len(held))):
            held = place.pieces()
            if held:
                self.move(self.pick(held, label) if blind else held[0], target, rule)

    def shuffle(self, number: int, rule: int, label: int) -> None:
        place = self.places[number]
        held = list(place.held)
        if held and not place.everybody_sees:
            self.known[held[0]] |= self.sees(number, held[0])
            self.mix(held, place.seen(self))
        for x in held:
            self.known[x] = 0
        place.held = list(shuffled(held, self.next(label)))
        self.log.append(("shuffle", rule, number))

    # ----------------------------------------------------------------
    # faces
    def turn(self, pieces: Sequence[int], face: int, rule: int) -> None:
        for x in pieces:
            self.face[x] = face
        if pieces:
            self.log.append(("turn", rule, tuple(pieces), face))

    def roll(self, pieces: Sequence[int], rule: int, label: int) -> None:
        for x in pieces:
            if not self.places[self.where(x)].everybody_sees:
                sight = self.sees(self.where(x), x)
                self.known[x] &= sight
                self.mixed = self.mixed or [(0,)] * self.seats
                for seat in range(self.seats):
                    if not sight >> seat & 1:
                        self.mixed[seat] = with_rolled(self.mixed[seat], 1 << x)
        for x in pieces:
            self.turn((x,), self.pick(self.dice[x], label), rule)

    def show(self, pieces: Sequence[int], who: Sequence[int], rule: int) -> None:
        mask = mask_of(who) & self.everybody
        for x in pieces:
            self.known[x] |= mask
        self.log.append(("show", rule, tuple(pieces), mask))
