"""Which piece each unknown one becomes, in a state that a seat imagines.

Unknown pieces exchange their names within what has been mixed (`alarife.engine.hidden.mixing`), one
mix after the other: pieces of one type wherever they lie, pieces of different types within a place.
In a set or bag pieces have no places of their own, so there names are exchanged at the end, too.

The result is **canonical**: it follows from the seed and from what the seat may know, and from
nothing else. So the names in a mix are sorted before they are shuffled, and handed out in an order
that the seat can tell: by the mixes that are still to come, then by where the pieces lie. Two
states that a seat can't tell apart give the same imagined states, and bots the same answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from alarife.engine.chance import below, outcome, shuffled, spread
from alarife.engine.hidden.mixing import NOTHING, History, Retelling, pieces_of
from alarife.engine.hidden.naming import naming, pieces_named
from alarife.engine.tables import BAG, GRID, PILE, ROW, SET
from alarife.lowering.layout import KNOWN, LOC, MIXED, Slots

if TYPE_CHECKING:
    from alarife.engine.machine import Machine

Spot = tuple[Any, ...]
G = TypeVar("G")


class Chance:
    """Random numbers for one imagined state."""

    def __init__(self, seed: int) -> None:
        self.seed = spread(seed)
        self.count = 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self.count += 1
        return below(outcome(self.seed, 0, self.count), n)

    def shuffled(self, items: list[int]) -> list[int]:
        """The same in another order."""
        self.count += 1
        return list(shuffled(items, outcome(self.seed, 1, self.count)))


class Deal:
    """What one seat (from 0) may deal anew in a state: the `unknown` pieces."""

    def __init__(self, machine: Machine, s: Slots, seat: int, unknown: list[int]) -> None:
        self.seat, self.unknown = seat, unknown
        self._kind, self._loc = machine.tables.kind, s[LOC]
        shape = machine.tables.shape
        history = (s[MIXED] or (NOTHING,) * (seat + 1))[seat]
        self._retelling = Retelling(s[MIXED], seat)
        self._anchors = {i: ~entry for i, entry in enumerate(history) if entry < 0}
        spot = _spots(machine, s, unknown, sum(self._anchors.values()))
        mixes = [(i, mix) for i, mix in enumerate(history) if i and mix >= 0]
        self._mixes: dict[int, list[int]] = {}
        for i, mix in mixes:
            later = tuple([other for at, other in mixes if at > i])
            self._mixes[i] = self._ordered([x for x in unknown if mix >> x & 1], later, spot)
        in_sets: dict[int, list[int]] = {}
        for x in sorted(unknown, key=lambda x: spot[x]):
            if shape[self._loc[x]] in (SET, BAG):
                in_sets.setdefault(self._loc[x], []).append(x)
        self._in_sets = [held for held in in_sets.values() if len(held) > 1]

    def _ordered(self, mix: list[int], later: tuple[int, ...], spot: dict[int, Spot]) -> list[int]:
        """The pieces of a mix in an order that the seat can tell. Where they lie is told by the
        last mix a piece was in."""

        def order(x: int) -> tuple[Any, ...]:
            rest = tuple([i for i, other in enumerate(later) if other >> x & 1])
            return (len(rest), rest, spot[x])

        return sorted(mix, key=order)

    def names(self, chance: Chance) -> tuple[dict[int, int], dict[int, int], tuple[History, ...]]:
        """Which piece each unknown one becomes, those that stay left out; which one is meant where
        it is named, which for those mixed later is what they were then; and what all seats remember
        of mixing."""
        names = {x: x for x in self.unknown}
        anchored: dict[int, int] = {}
        self._retelling.begin()
        for i in sorted((*self._mixes, *self._anchors)):
            if i in self._anchors:
                anchored.update((x, names[x]) for x in pieces_of(self._anchors[i]) if x in names)
                continue
            if len(self._mixes[i]) > 1:
                self._exchange(self._mixes[i], names, chance)
            self._retelling.mixed(i, names)
        for held in self._in_sets:
            for own in _by(held, lambda x: self._kind[names[x]]).values():
                _shuffle(own, names, chance)
        moved = {x: y for x, y in names.items() if x != y}
        named = {x: y for x, y in {**names, **anchored}.items() if x != y}
        return moved, named, self._retelling.told(moved, named)

    def _exchange(self, mix: list[int], names: dict[int, int], chance: Chance) -> None:
        """Exchange the names in one mix."""
        kinds = _by(mix, lambda x: self._kind[names[x]])
        for _, own in sorted(kinds.items()):
            if len(kinds) > 1:
                own.sort(key=self._loc.__getitem__)
            _shuffle(own, names, chance)
        if len(kinds) > 1:
            for _, held in sorted(_by(mix, self._loc.__getitem__).items()):
                _shuffle(held, names, chance)


def _by(pieces: list[int], group: Callable[[int], G]) -> dict[G, list[int]]:
    found: dict[G, list[int]] = {}
    for x in pieces:
        found.setdefault(group(x), []).append(x)
    return found


def _shuffle(pieces: list[int], names: dict[int, int], chance: Chance) -> None:
    """Exchange the names of these pieces: sorted, shuffled, handed out in this order."""
    held = chance.shuffled(sorted([names[x] for x in pieces]))
    names.update(zip(pieces, held, strict=True))


# ----------------------------------------------------------------
# where unknown pieces lie, as a seat can tell
def _spots(machine: Machine, s: Slots, unknown: list[int], anchored: int) -> dict[int, Spot]:
    """For each unknown piece what tells it from others: its place; where it lies there, or, in a
    set, what names it and who knows it. What names an anchored piece doesn't tell where it lies."""
    tables, loc, known = machine.tables, s[LOC], s[KNOWN]
    at: dict[int, int] = {}
    in_sets = False
    numbers: set[int] = {loc[x] for x in unknown}
    for number in numbers:
        shape = tables.shape[number]
        held = machine.contents.of(s, number)
        if shape in (PILE, ROW):
            at.update((x, i) for i, x in enumerate(held))
        elif shape == GRID:
            at.update((x, c) for c, x in held.items_sorted())
        else:
            in_sets = in_sets or shape in (SET, BAG)
    marks = _marks(machine, s, anchored) if in_sets else {}
    return {x: (loc[x], at.get(x, -1), known[x], marks.get(x, ())) for x in unknown}


def _marks(machine: Machine, s: Slots, anchored: int) -> dict[int, tuple[Any, ...]]:
    """What names a piece: frames, the decision and notes, by their order."""
    marks: dict[int, tuple[Any, ...]] = {}
    for number, (value, t) in enumerate(naming(machine, s)):
        for x, at in pieces_named(value, t):
            if not anchored >> x & 1:
                marks[x] = (*marks.get(x, ()), number, at)
    return marks
