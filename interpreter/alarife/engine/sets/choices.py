"""Looking ahead in choices of sets.

A plan holds the candidates, equal ones side by side, and cases: which candidates a case allows, and
bounds on sums of numbers over the members (size is the sum of ones). `options` are the members that
can still lead to a whole set that meets some case, and None for "done" if what is chosen meets one
now. Members may be chosen in any order: whatever belongs to an allowed set that holds all that has
been chosen is offered. Of equal candidates the first that is left is taken, so equal sets are the
same set."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import compress
from typing import Any, Final

from alarife.engine.sets.search import Alternative, Bounds, Case, Compared, Free, Meter
from alarife.engine.tables import Tables
from alarife.lowering.layout import LOC, Slots

MOST_SUMS: Final = 100_000
"""Beyond this sums are not kept as bits."""
SHORT: Final = 500
"""Sums of numbers with no larger sum than this are remembered."""
FEW: Final = 8
"""So many members are looked for one by one."""


class Plan:
    """See the module. `alike` says for each candidate which look it has."""

    __slots__ = ("alike", "candidates", "cases")

    def __init__(
        self,
        candidates: tuple[int, ...],
        alike: Sequence[object],
        cases: Sequence[Case],
        least: int,
        budget: Meter | None = None,
        s: Slots | None = None,
    ) -> None:
        self.candidates = candidates
        self.alike = alike
        meter = budget or Free()
        self.cases = [
            Compared(candidates, alike, case, least, meter, s or Slots())
            if case[2]
            else Alternative(len(candidates), case, least, meter)
            for case in cases
        ]

    def exists(self) -> bool:
        """Whether any set is allowed."""
        return any(case.completes(()) for case in self.cases)

    def options(self, got: Sequence[int]) -> tuple[int | None, ...]:
        """What may be chosen next, None for done."""
        chosen = positions(self.candidates, got)
        may = [0] * len(self.candidates)
        done = False
        for case in self.cases:
            done = case.extend(chosen, may) or done
        return offered(self.candidates, self.alike, may, chosen, done)


def positions(candidates: Sequence[int], got: Sequence[int]) -> list[int]:
    """Where among the candidates the members lie that have been chosen."""
    if len(got) < FEW:
        return [candidates.index(x) for x in got]
    place = {x: q for q, x in enumerate(candidates)}
    return [place[x] for x in got]


def offered(
    candidates: Sequence[int],
    alike: Sequence[object],
    may: Sequence[int],
    chosen: Sequence[int],
    done: bool,
) -> tuple[int | None, ...]:
    """The options, from marks: of equal candidates the first that is left, None for done."""
    out: list[int | None] = [None] if done else []
    taken = set(chosen)
    before: object = None
    for q, look in enumerate(alike):
        if q in taken:
            continue
        if may[q] and (look is None or look != before):
            out.append(candidates[q])
        before = look
    return tuple(out)


@lru_cache(maxsize=4096)
def _sums(values: tuple[int, ...]) -> int:
    """All sums of some of these numbers, as bits."""
    sums = 1
    for v in values:
        sums |= sums << v
    return sums


class SetChoices:
    """What generated code asks about choices of sets; long searches are counted."""

    def __init__(self, tables: Tables, budget: Meter) -> None:
        self.tables = tables
        self.budget = budget
        twins, self._places = tables.twin, len(tables.shape)
        self._in_order = all(slot < 0 for slot in tables.face_slot) and all(
            a <= b for a, b in itertools.pairwise(twins)
        )

    def arranged(
        self, s: Slots, candidates: Any, pieces: bool
    ) -> tuple[tuple[int, ...], Sequence[object] | None]:
        """The candidates, equal ones side by side, and the look of each (None: like no other); no
        looks where the pieces themselves tell."""
        found: tuple[int, ...] = tuple(sorted(candidates) if pieces else candidates)
        if not pieces:
            return found, (None,) * len(found)
        if self._in_order:
            loc, twin, places = s[LOC], self.tables.twin, self._places
            alike = [twin[x] * places + loc[x] for x in found]
            if alike == sorted(alike):
                return found, alike
            pairs = sorted(zip(alike, found, strict=True))
            return tuple([x for _, x in pairs]), [look for look, _ in pairs]
        looks = {x: self.look(s, x) for x in found}
        found = tuple(sorted(found, key=lambda x: (looks[x], x)))
        return found, [looks[x] for x in found]

    def arranged_here(
        self, s: Slots, candidates: Any, pieces: bool
    ) -> tuple[tuple[int, ...], Sequence[object] | None]:
        """The same, where all candidates are pieces of one place."""
        return (
            (tuple(sorted(candidates)), None)
            if self._in_order
            else self.arranged(s, candidates, pieces)
        )

    def look(self, s: Slots, x: int) -> tuple[int, int, int]:
        """What tells a piece apart as an option: its class, where it lies, its face."""
        slot = self.tables.face_slot[x]
        face = s[slot][x - self.tables.face_first[x]] if slot >= 0 else 0
        return self.tables.twin[x], s[LOC][x], face

    def plan(
        self,
        s: Slots,
        candidates: tuple[int, ...],
        alike: Sequence[object] | None,
        cases: Sequence[Case],
        least: int,
    ) -> Plan:
        """A plan, for what can't be told without looking ahead."""
        return Plan(candidates, self._looks(candidates, alike), cases, least, self.budget, s)

    def following(
        self,
        s: Slots,
        candidates: tuple[int, ...],
        alike: Sequence[object] | None,
        cases: Sequence[Case],
        least: int,
        got: Sequence[int],
    ) -> tuple[int | None, ...]:
        """What may be chosen next, None for done, by looking ahead."""
        return self.plan(s, candidates, alike, cases, least).options(got)

    def next_members(
        self,
        candidates: tuple[int, ...],
        alike: Sequence[object] | None,
        may: Sequence[int],
        chosen: list[int],
        done: bool,
    ) -> tuple[int | None, ...]:
        """What may be chosen next, from marks."""
        return offered(candidates, self._looks(candidates, alike), may, chosen, done)

    def _looks(
        self, candidates: tuple[int, ...], alike: Sequence[object] | None
    ) -> Sequence[object]:
        return [self.tables.twin[x] for x in candidates] if alike is None else alike

    def reaches(self, values: Sequence[int], low: int, high: int, size_low: int) -> bool:
        """Whether some of these numbers, none of them negative, have a sum within bounds; at least
        one if `size_low` is 1."""
        if high < 0:
            return False
        if low <= 0:
            return size_low == 0 or any(v <= high for v in values)
        most = sum(values)
        if most < low:
            return False
        if most > MOST_SUMS and high > MOST_SUMS:
            n = len(values)
            return Plan(
                tuple(range(n)),
                (None,) * n,
                [(None, ((values, low, high),), ())],
                size_low,
                self.budget,
            ).exists()
        if most > SHORT:
            sums, within = 1, (1 << min(high, most) + 1) - 1
            for v in values:
                sums |= sums << v & within
            return sums >> low != 0
        return _sums(tuple(values)) >> low & (2 << high - low) - 1 != 0

    def next_exact(
        self,
        tests: Sequence[bool] | None,
        limit: tuple[Sequence[int], int, int],
        size_low: int,
        chosen: list[int],
        may: list[int],
    ) -> bool:
        """At least so much and at most so much: the sums that what is left can make, as bits."""
        values, low, high = limit
        if high > MOST_SUMS and sum(values) > MOST_SUMS:
            n = len(values)
            plan = Plan(
                tuple(range(n)),
                (None,) * n,
                [(tests, ((values, low, high),), ())],
                size_low,
                self.budget,
            )
            found = plan.options(chosen)
            for q in found:
                if q is not None:
                    may[q] = 1
            return None in found
        return next_exact(tests, limit, size_low, chosen, may, self.budget.toil)


def next_with_minimum(
    tests: Sequence[bool] | None,
    values: Sequence[int] | None,
    low: int | None,
    size_low: int,
    chosen: list[int],
    may: list[int],
) -> bool:
    """Next members when every bound is a lower bound: every candidate admits a completion, or none
    does."""
    if values is None or low is None:
        for q in range(len(may)):
            if tests is None or tests[q]:
                may[q] = 1
        return len(chosen) >= size_low
    if sum(values if tests is None else compress(values, tests)) < low:
        return False
    for q in range(len(may)):
        if tests is None or tests[q]:
            may[q] = 1
    if len(chosen) < size_low:
        return False
    total = 0
    for q in chosen:
        total += values[q]
    return total >= low


def next_with_maximum(
    tests: Sequence[bool] | None,
    limit: Bounds,
    size_low: int,
    size_high: int | None,
    chosen: list[int],
    may: list[int],
) -> bool:
    """Next members when every bound is an upper bound, or exactly one member is wanted: any
    candidate that keeps all sums within their limits."""
    values, low, high = limit
    size = len(chosen)
    total = 0
    if values is not None:
        for q in chosen:
            total += values[q]
    fits = (size_high is None or size <= size_high) and (high is None or total <= high)
    if size_high is None or size < size_high:
        for q in range(len(may)):
            if tests is None or tests[q]:
                with_q = total + values[q] if values is not None else total
                if (high is None or with_q <= high) and (low is None or with_q >= low):
                    may[q] = 1
    return fits and size >= size_low and (low is None or total >= low)


def next_exact(
    tests: Sequence[bool] | None,
    limit: tuple[Sequence[int], int, int],
    size_low: int,
    chosen: list[int],
    may: list[int],
    toil: Callable[[int], None],
) -> bool:
    """At least so much and at most so much: the sums that the others can make, as bits."""
    values, low, high = limit
    total = sum([values[q] for q in chosen])
    room = high - total
    if room < 0:
        return False
    taken = set(chosen)
    left = [q for q in range(len(may)) if (tests is None or tests[q]) and q not in taken]
    within = (1 << min(room, sum([values[q] for q in left])) + 1) - 1
    least = low - total if low > total else 0
    for value in {values[q] for q in left}:
        toil(len(left) * (1 + (within.bit_length() >> 8)))
        sums, own = 1 << value, True
        for q in left:
            if own and values[q] == value:
                own = False
            else:
                sums |= sums << values[q] & within
        if (sums & within) >> least:
            for q in left:
                if values[q] == value:
                    may[q] = 1
    return len(chosen) >= size_low and low <= total
