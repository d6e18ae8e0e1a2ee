"""The codes of windows: what a cell's surroundings show, as one int.

A code has a few bits for each cell of the window, saying which class of pieces lies there (0:
none). Pieces are classed by what the rules read of them at that offset and nothing else. A change
alters the codes around it by additions (`differences`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from alarife.engine.laws.parts import Answerer, Gaps, Local, Reach
from alarife.geometry.grid import AROUND, W, on_board
from alarife.lowering.laws.read_sets import THERE, Atom, notes_in, steps

MOST_BITS: Final = 120
MOST_CELLS: Final = 32


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


class Codes:
    """See the module. `looks`: look by piece; `samples`: a piece for each look; `value(atom,
    piece)`: what an atom says of a piece. `parts`: those of the rules, which say what is read."""

    def __init__(
        self,
        parts: list[Answerer],
        looks: Mapping[int, int],
        samples: list[int],
        value: Callable[[Atom, int], object],
    ) -> None:
        self.looks = looks
        self.samples = samples
        self.value = value
        self.locals = [p for p in parts if isinstance(p, Local)]
        self.reaches = [p for p in parts if isinstance(p, Reach)]
        self.gaps = [p for p in parts if isinstance(p, Gaps)]
        self.conditions = [c for p in self.locals for c in p.conditions]
        self._lay_out()

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
            notes = sum(1 for atom in needs[o] if notes_in(atom))
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

    def bits(self, offsets: set[int]) -> int:
        """The bits of a code at these offsets."""
        mask = 0
        for o in offsets:
            mask |= self.mask.get(o, 0)
        return mask
