"""The parts of classified rules, asked of what has changed alone: without windows, of the grid as
it would be.

Each part answers three questions, all under the premise that its rule held before: `lay` (the grid
with something new on a cell), `take` (the grid without what lay there), `exchange` (the grid with
something else there). None says that the part can't tell and the whole rule must be asked.
`alarife.lowering.laws.classification` says why the answers are right; tests hold them equal to the
whole rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from alarife.geometry.grid import Grid, is_free
from alarife.graphs import enclosed, free_space, network_by_centre
from alarife.lowering.laws.forms import (
    FixedPart,
    GapsPart,
    Instance,
    LocalPart,
    Part,
    ReachPart,
)
from alarife.lowering.laws.read_sets import ONLY_THERE, Atom
from alarife.lowering.layout import Slots


class Condition:
    """An instance ready to be asked: `holds(s, g, c)`. Offsets at which a change may make it false,
    by what changes: `lay`, `take`, `exchange`. `atoms` by offset; `near`: centres that are told
    apart from all others."""

    __slots__ = ("args", "atoms", "exchange", "function", "lay", "near", "take")

    def __init__(self, instance: Instance, names: Mapping[str, Any]) -> None:
        self.function: Callable[..., bool] = names[instance.function]
        self.args = tuple(instance.args)
        self.near = frozenset(instance.reads.near)
        self.atoms: dict[int, frozenset[Atom]] = {
            o: frozenset(atoms) for o, atoms in instance.reads.atoms.items()
        }
        polarities = instance.reads.polarities
        bare = {o for o, atoms in self.atoms.items() if o and atoms == ONLY_THERE}
        self.lay = tuple(sorted(o for o in self.atoms if not (o in bare and polarities[o] == {1})))
        self.take = tuple(
            sorted(o for o in self.atoms if o and not (o in bare and polarities[o] == {-1}))
        )
        self.exchange = tuple(sorted(o for o, atoms in self.atoms.items() if atoms != ONLY_THERE))

    def holds(self, s: Slots, g: Grid, c: int) -> bool:
        """Whether it holds for the centre `c`."""
        values = [
            g if how == "grid" else c + value if how == "cell" else value
            for how, value in self.args
        ]
        return bool(self.function(s, *values))


class Local:
    """Conditions that every cell must meet."""

    def __init__(self, part: LocalPart, names: Mapping[str, Any]) -> None:
        self.conditions = [Condition(i, names) for i in part.instances]

    def lay(self, s: Slots, g: Grid, a: int) -> bool | None:
        """With something new on `a`."""
        return all(
            condition.holds(s, g, a - o)
            for condition in self.conditions
            for o in condition.lay
            if a - o in g.cells
        )

    def take(self, s: Slots, g: Grid, a: int) -> bool | None:
        """Without what lay on `a`."""
        return all(
            condition.holds(s, g, a - o)
            for condition in self.conditions
            for o in condition.take
            if a - o in g.cells
        )

    def exchange(self, s: Slots, old: Grid, g: Grid, a: int) -> bool | None:
        """With something else on `a`."""
        return all(
            condition.holds(s, g, a - o)
            for condition in self.conditions
            for o in condition.exchange
            if a - o in g.cells
        )


class Reach:
    """Everything in reach from `start` over links between occupied neighbours."""

    def __init__(self, part: ReachPart, names: Mapping[str, Any]) -> None:
        self.start = part.start
        self.links = [(Condition(link, names), other) for link, other in part.links]

    def linked(self, s: Slots, g: Grid, a: int) -> tuple[int, ...]:
        """The offsets of the cells that `a` is linked to."""
        cells = g.cells
        found: set[int] = set()
        for condition, other in self.links:
            if a + other in cells and condition.holds(s, g, a):
                found.add(other)
            if a - other in cells and condition.holds(s, g, a - other):
                found.add(-other)
        return tuple(sorted(found))

    def lay(self, s: Slots, g: Grid, a: int) -> bool | None:
        """The newcomer needs a link, or is where everything starts."""
        return a == self.start or bool(self.linked(s, g, a))

    def take(self, s: Slots, g: Grid, a: int, old: Grid) -> bool | None:
        """What is taken must not hold the rest together."""
        if a == self.start:
            return not g.cells
        if len(self.linked(s, old, a)) < 2:
            return True
        links = {c: tuple((c, c + o) for o in self.linked(s, old, c) if o > 0) for c in old.cells}
        return a not in network_by_centre(links, directed=False).cuts()

    def exchange(self, s: Slots, old: Grid, g: Grid, a: int) -> bool | None:
        """Right if no link is lost."""
        return True if set(self.linked(s, old, a)) <= set(self.linked(s, g, a)) else None


class Gaps:
    """Every free cell in reach from outside over free cells. `unless`: what may be true instead of
    one that is not."""

    def __init__(self, part: GapsPart, names: Mapping[str, Any]) -> None:
        self.offsets = tuple(sorted(part.offsets))
        self.start = part.start
        self.unless = Condition(part.unless, names) if part.unless is not None else None
        self._shows = tuple(sorted(self.unless.atoms)) if self.unless is not None else ()
        self._excused: dict[tuple[bool, ...], bool] = {}
        self._falser: dict[str, tuple[int, ...]] = {"lay": (), "take": ()}
        if part.unless is not None:
            polarities = part.unless.reads.polarities
            self._falser["lay"] = tuple(o for o in self._shows if o and polarities[o] != {1})
            self._falser["take"] = tuple(o for o in self._shows if o and polarities[o] != {-1})

    @property
    def ring_tells(self) -> bool:
        """Whether nothing can become wrong by laying where the free neighbours of what is laid stay
        joined."""
        return not self._falser["lay"]

    def lay(self, s: Slots, g: Grid, a: int) -> bool | None:
        """The free neighbours of what is laid must still find each other, or be what is excused.
        On the cell from which all are in reach nothing is laid while another is free."""
        if a == self.start:
            return None
        if self.unless is None:
            return self._joined(g, a)
        return self._all_excused(
            s, g, [a + o for o in self.offsets] + [a - o for o in self._falser["lay"]]
        )

    def take(self, s: Slots, g: Grid, a: int) -> bool | None:
        """What becomes free needs a free neighbour, or is excused; and so are those that were, and
        are no more."""
        if a == self.start:
            return True  # it was the last
        if self.unless is None:
            return any(is_free(g, a + o) for o in self.offsets)
        return self._all_excused(s, g, [a, *[a - o for o in self._falser["take"]]])

    def _all_excused(self, s: Slots, g: Grid, starts: list[int]) -> bool:
        """Whether of the free cells that hang together with these all are excused that are shut
        in."""
        return all(self._is_excused(s, g, c) for c in sorted(enclosed(g, starts, self.offsets)))

    def _is_excused(self, s: Slots, g: Grid, c: int) -> bool:
        cells = g.cells
        shows = tuple([c + o in cells for o in self._shows])
        found = self._excused.get(shows)
        if found is None:
            assert self.unless is not None
            found = self._excused[shows] = self.unless.holds(s, g, c)
        return found

    def _joined(self, g: Grid, a: int) -> bool:
        goals = [a + o for o in self.offsets if is_free(g, a + o)]
        return len(goals) < 2 or free_space(g, self.offsets).joined(goals)


class FixedCells:
    """Asked only where one of these cells changes: by the law's book, before all else."""

    def __init__(self, part: FixedPart) -> None:
        self.cells = part.cells


Answerer = Local | Reach | Gaps | FixedCells


def answerer(part: Part, names: Mapping[str, Any]) -> Answerer:
    """The part, ready to answer."""
    match part:
        case LocalPart():
            return Local(part, names)
        case ReachPart():
            return Reach(part, names)
        case GapsPart():
            return Gaps(part, names)
        case FixedPart():
            return FixedCells(part)


def lay(part: Answerer, s: Slots, g: Grid, a: int) -> bool | None:
    """Whether the part still holds in `g`, where something new lies on `a`."""
    if isinstance(part, FixedCells):
        return True
    return part.lay(s, g, a)


def take(part: Answerer, s: Slots, old: Grid, g: Grid, a: int) -> bool | None:
    """Whether the part still holds in `g`, which is `old` without what lay on `a`."""
    if isinstance(part, FixedCells):
        return True
    return part.take(s, g, a, old) if isinstance(part, Reach) else part.take(s, g, a)


def exchange(part: Answerer, s: Slots, old: Grid, g: Grid, a: int) -> bool | None:
    """Whether the part still holds in `g`, which is `old` with something else on `a`."""
    if isinstance(part, FixedCells):
        return True
    return True if isinstance(part, Gaps) else part.exchange(s, old, g, a)
