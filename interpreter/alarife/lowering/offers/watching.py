"""Which existences of actions are remembered: each is worked out again for a seat only when what it
reads has been replaced. Results of functions of a seat are kept in the same way.

A menu asks for all its actions whenever it is put, and most of what they read is as it was. What
an existence reads is told for each seat (`values.dependence`): a few slots of the state, at most
one of them with a grid. Their contents are compared, the grid by the `memo` it has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from alarife.code.functions import Kept, print_kept
from alarife.code.symbols import declared
from alarife.ir.nodes import Builtin, Call, Function, Node, Op
from alarife.ir.walk import below
from alarife.lowering.parts import Part, Parts
from alarife.lowering.values.dependence import Dependence

MOST_SLOTS = 64
"""With more slots than this, comparing them may cost more than it saves."""
WORTH = 60
"""An existence with so many nodes, in all it calls, takes longer than comparing slots."""
EXACT, NOTED, LAID = 20, 60, 40
"""How many nodes an exact sum counts for, a question to a law that looks at more than a grid, and
going through what lies on a grid."""
SUMS = ("set_reaches", "sized_exists", "sums_with")


class WatchWriter(Part):
    """Writes how existences of actions are remembered."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._watched: list[str] = []

    def worth_watching(self, made: Mapping[str, Function]) -> dict[str, Function]:
        """Some functions, those marked that are worth remembering: existences that depend on who is
        spoken to and on the state, and take long. Their calls stay calls."""
        found = dict(made)
        if self.w.switches.on("watch"):
            procedures = {p.name: p for p in self.w.procedures}
            known = {**self.w.facts.functions, **procedures, **made}
            for name, f in made.items():
                if (
                    declared(name)[0] == "exists"
                    and len(f.params) == 1
                    and self._weight(f, known) >= WORTH
                ):
                    self._watched.append(name)
            twice = [name for name in self._watched if self._only_asks(made[name], made)]
            self._watched = [name for name in self._watched if name not in twice]
        found.update({n: replace(made[n], replaceable=True) for n in self._watched})
        return found

    def _only_asks(self, f: Function, made: Mapping[str, Function]) -> bool:
        """Whether others are asked that are remembered, and nothing else."""
        waiting: list[Node] = [f.body]
        seen: set[str] = set()
        while waiting:
            match waiting.pop():
                case Op(op="or", args=parts):
                    waiting += parts
                case Call(function=name) if name in self._watched:
                    pass
                case Call(function=name) if name in made and name not in seen:
                    seen.add(name)
                    waiting.append(made[name].body)
                case _:
                    return False
        return True

    def _weight(self, f: Function, known: Mapping[str, Node]) -> int:
        """How much there is to do at most in one round of all loops."""
        weight, seen, waiting = 0, {f.name}, [f.name]
        while waiting and weight < WORTH:
            name = waiting.pop()
            if name not in known:
                weight += NOTED * self._looks_further(name)
                continue
            for n in below(known[name]):
                weight += 1
                if isinstance(n, Builtin) and n.name in SUMS:
                    weight += EXACT
                elif isinstance(n, Builtin) and n.name in ("pieces", "cells"):
                    weight += LAID
                elif isinstance(n, Call) and n.function not in seen:
                    seen.add(n.function)
                    waiting.append(n.function)
        return weight

    def _looks_further(self, question: str) -> bool:
        """Whether a function asks a law that reads notes, or that may be relaxed."""
        form = self.parts.laws.forms.get(declared(question)[1])
        return form is not None and bool(
            form.notes or any(rule.relaxed is not None for rule in form.rules)
        )

    def all_watches(self) -> None:
        """Remember every existence of which can be told what it depends on."""
        dependence = Dependence(
            self.w.checked,
            self.w.layout,
            self.parts.functions.results.keeping,
            self.w.facts.functions,
            {p.name: p for p in self.w.procedures},
        )
        for name in self._watched:
            self._watch(self.w.facts.functions[name], dependence)
        for name in self.parts.functions.results.by_seat:
            self._keep(self.w.facts.functions[name], dependence)

    def _watch(self, f: Function, dependence: Dependence) -> None:
        seats = self._seats(f, dependence, self.w.world.players)
        if seats is not None:
            self.w.owner = declared(f.name)[1]
            self.w.switches.applied("watch")
            self.w.aliases.append(f"{f.name} = watched({f.name}, {seats!r})")

    def _keep(self, f: Function, dependence: Dependence) -> None:
        """Keep results seat by seat, if what they depend on is told of each; else for all seats
        together."""
        seats = self._seats(f, dependence, self.w.world.parties)
        if seats is not None and seats[0][1] is not None:
            self.w.kept[f.name] = Kept("by_seat", (seats,))
        self.w.aliases.append(print_kept(f.name, self.w.kept[f.name]))

    def _seats(
        self, f: Function, dependence: Dependence, many: int
    ) -> tuple[tuple[tuple[int, ...], int | None], ...] | None:
        """By seat, of so many, the slots that a function of it depends on, and which of them holds
        a grid; None if that can't be told, or if there are several."""
        seats: list[tuple[tuple[int, ...], int | None]] = []
        every = self._grids()
        for seat in range(many):
            slots = dependence.of(f.name, (seat,), len(f.params) - 1)
            if slots is None or len(slots) > MOST_SLOTS or len(slots & every) > 1:
                return None
            grid = next(iter(slots & every), None)
            seats.append((tuple(sorted(slots - every)), grid))
        return tuple(seats) if len({grid is None for _, grid in seats}) == 1 else None

    def _grids(self) -> set[int]:
        """The slots that hold grids."""
        found: set[int] = set()
        for place in self.w.world.places.values():
            slots = self.w.layout.places.get(place.name)
            if slots is not None and place.shape in ("grid", "board"):
                found.update(range(slots.base, slots.base + (1 if slots.packed else place.count)))
        return found
