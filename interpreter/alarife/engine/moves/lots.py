"""Chance in a game: the outcomes of its declarations, one after the other.

In: a state and the number of a declaration. Out: the next outcome, with the counter of the
declaration moved on in the state. An example can fix what comes (`FORCED`), and an oracle can
decide in place of the seed (`alarife.engine.outcomes`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import final

from alarife.engine.chance import below, outcome, shuffled
from alarife.engine.moves.contents import Raise
from alarife.engine.tables import Tables
from alarife.lowering.layout import COUNTERS, FORCED, SEED, Slots


@final
class Lots:
    """The chance of one game. `labels`: for each declaration that draws, the number its outcomes
    are made with."""

    def __init__(self, tables: Tables, labels: Sequence[int], fault: Raise) -> None:
        self.tables = tables
        self.labels = labels
        self.fault = fault
        self.oracle: Callable[[Sequence[int], bool], int] | None = None
        """Decides in place of the seed."""

    def next(self, s: Slots, label: int) -> int:
        """The next 64 bits of a declaration."""
        counters = list(s[COUNTERS])
        counters[label] = n = counters[label] + 1
        s[COUNTERS] = tuple(counters)
        return outcome(s[SEED], self.labels[label], n)

    def pick(
        self, s: Slots, among: Sequence[int], rule: int, label: int, blindly: bool = False
    ) -> int:
        """One of these at random; `blindly` for a piece out of a bag."""
        if among and self.oracle is None and not s[FORCED]:
            return among[below(self.next(s, label), len(among))]
        if not among:
            self.fault(
                "E0505",
                "something is picked at random from nothing",
                rule,
                "Ask first whether there is something.",
            )
        if self.oracle is not None:
            self.next(s, label)
            return self.oracle(among, blindly)
        fixed = self._fixed(s, among, blindly) if s[FORCED] else None
        return among[below(self.next(s, label), len(among))] if fixed is None else fixed

    def _fixed(self, s: Slots, among: Sequence[int], blindly: bool) -> int | None:
        """The next outcome that an example has fixed, if it is among these; `blindly` says that
        these are pieces."""
        forced = s[FORCED]
        if forced:
            look = self.tables.look
            wanted = forced[0]
            pieces = isinstance(wanted, tuple)
            if blindly and not pieces:
                return None
            for x in among:
                if look[x] == wanted[0] if pieces else x == wanted:
                    s[FORCED] = forced[1:]
                    return x
        return None

    def order(self, s: Slots, held: Sequence[int], label: int) -> tuple[int, ...]:
        """Pieces, shuffled."""
        order = shuffled(held, self.next(s, label))
        if self.oracle is not None:
            left, order = list(held), ()
            while left:
                x = self.oracle(left, True)
                left.remove(x)
                order = (*order, x)
        return self._with_fixed_first(s, order) if s[FORCED] else order

    def _with_fixed_first(self, s: Slots, order: tuple[int, ...]) -> tuple[int, ...]:
        """What an example has fixed comes to lie on top."""
        forced, look = s[FORCED] or (), self.tables.look
        on_top: list[int] = []
        for wanted in forced:
            x = next(
                (
                    x
                    for x in order
                    if isinstance(wanted, tuple) and x not in on_top and look[x] == wanted[0]
                ),
                None,
            )
            if x is None:
                break
            on_top.append(x)
        s[FORCED] = forced[len(on_top) :]
        return (*on_top, *[x for x in order if x not in on_top])

    def roll(
        self, s: Slots, pieces: Sequence[int], rule: int, label: int, faces: Sequence[Sequence[int]]
    ) -> None:
        """Each piece shows a face at random, all in one go; nothing is fixed here."""
        t = self.tables
        counters = list(s[COUNTERS])
        shown = {slot: list(s[slot]) for slot in {t.face_slot[x] for x in pieces}}
        seed, key, count = s[SEED], self.labels[label], counters[label]
        for x in pieces:
            count += 1
            among = faces[x]
            if not among:
                self.pick(s, among, rule, label)
            shown[t.face_slot[x]][x - t.face_first[x]] = among[
                below(outcome(seed, key, count), len(among))
            ]
        counters[label] = count
        s[COUNTERS] = tuple(counters)
        for slot, held in shown.items():
            s[slot] = tuple(held)
