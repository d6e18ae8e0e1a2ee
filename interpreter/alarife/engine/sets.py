"""Looking ahead in choices of sets.

A plan holds the candidates, equal ones side by side, and cases: which candidates a case allows, and
bounds on sums of numbers over the members (size is the sum of ones). `options` are the next members
that can still lead to a whole set that meets some case, and None for "done" if what is chosen meets
one now. Members are chosen in the order of candidates, so each set is reached in one way; of equal
candidates the first that is left is taken.

How far it looks: a case with floors only is met by prefix and all that is left; a case with one
bounded sum is a question of sums that can be reached, kept as bits of one integer for each size;
several bounded sums are searched with the sums remembered."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from alarife.engine.tables import Tables
from alarife.lowering.layout import LOC

State = list[Any]
Raise = Callable[[str, str, int, str], None]
Bounds = tuple[Sequence[int] | None, int | None, int | None]
Case = tuple[Sequence[bool] | None, tuple[Bounds, ...]]
MOST_SUMS = 100_000
"""Beyond this sums are not kept as bits."""


class Plan:
    """See the module. `alike` says for each candidate which look it has."""

    __slots__ = ("alike", "candidates", "cases", "least", "spend")

    def __init__(
        self,
        candidates: tuple[int, ...],
        alike: tuple[object, ...],
        cases: Sequence[Case],
        least: int,
        spend: Callable[[], None] = lambda: None,
    ) -> None:
        self.spend = spend
        self.candidates = candidates
        self.alike = alike
        self.least = least
        self.cases = [self._case(case) for case in cases]

    def _case(self, case: Case) -> Looker:
        tests, bounds = case
        n = len(self.candidates)
        allowed = tuple(bool(t) for t in tests) if tests is not None else (True,) * n
        size_low, size_high = self.least, None
        sums: list[tuple[tuple[int, ...], int | None, int | None]] = []
        for values, low, high in bounds:
            if values is None:
                size_low = max(size_low, low) if low is not None else size_low
                size_high = (
                    high
                    if size_high is None or (high is not None and high < size_high)
                    else size_high
                )
            else:
                sums.append((tuple(values), low, high))
        return Looker(allowed, size_low, size_high, sums, self.spend)

    def exists(self) -> bool:
        """Whether any set is allowed."""
        return any(case.meets(()) or case.reaches((), 0) for case in self.cases)

    def options(self, got: Sequence[int]) -> tuple[int | None, ...]:
        """What may be chosen next, None for done."""
        chosen = self._positions(got)
        start = chosen[-1] + 1 if chosen else 0
        out: list[int | None] = [None] if any(case.meets(chosen) for case in self.cases) else []
        before: object = None
        for q in range(start, len(self.candidates)):
            look = self.alike[q]
            if look is not None and look == before:
                continue
            before = look
            with_q = (*chosen, q)
            if any(
                case.allows(chosen)
                and case.allowed[q]
                and (case.meets(with_q) or case.reaches(with_q, q + 1))
                for case in self.cases
            ):
                out.append(self.candidates[q])
        return tuple(out)

    def _positions(self, got: Sequence[int]) -> tuple[int, ...]:
        return tuple(self.candidates.index(x) for x in got)


class Looker:
    """One case, with what is needed to look ahead."""

    __slots__ = ("_reach", "allowed", "size_high", "size_low", "spend", "sums")

    def __init__(
        self,
        allowed: tuple[bool, ...],
        size_low: int,
        size_high: int | None,
        sums: list[tuple[tuple[int, ...], int | None, int | None]],
        spend: Callable[[], None] = lambda: None,
    ) -> None:
        self.spend = spend
        self.allowed, self.size_low, self.size_high, self.sums = allowed, size_low, size_high, sums
        self._reach: Callable[[int, int, tuple[int, ...]], bool] | None = None

    def allows(self, chosen: Sequence[int]) -> bool:
        """Whether every member passes the test."""
        return all(self.allowed[q] for q in chosen)

    def meets(self, chosen: Sequence[int]) -> bool:
        """Whether this set is allowed as it is."""
        size = len(chosen)
        if (
            size < self.size_low
            or (self.size_high is not None and size > self.size_high)
            or not self.allows(chosen)
        ):
            return False
        for values, low, high in self.sums:
            total = sum(values[q] for q in chosen)
            if (low is not None and total < low) or (high is not None and total > high):
                return False
        return True

    def reaches(self, chosen: Sequence[int], start: int) -> bool:
        """Whether some further members, from position `start` on, make it an allowed set."""
        size = len(chosen)
        if (self.size_high is not None and size > self.size_high) or not self.allows(chosen):
            return False
        totals = tuple(sum(values[q] for q in chosen) for values, _, _ in self.sums)
        if all(high is None for _, _, high in self.sums) and self.size_high is None:
            rest = [q for q in range(start, len(self.allowed)) if self.allowed[q]]
            return size + len(rest) >= self.size_low and all(
                low is None or total + sum(values[q] for q in rest) >= low
                for (values, low, _), total in zip(self.sums, totals, strict=True)
            )
        if self._reach is None:
            self._reach = self._searcher()
        return self._reach(start, size, totals)

    def _searcher(self) -> Callable[[int, int, tuple[int, ...]], bool]:
        """A search over positions; states that agree in position, size and sums (as far as bounds
        can tell) are one."""
        allowed, sums, n, spend = self.allowed, self.sums, len(self.allowed), self.spend
        size_low, size_high = self.size_low, self.size_high

        def capped(size: int, totals: tuple[int, ...]) -> tuple[int, tuple[int, ...]]:
            if size_high is None and size > size_low:
                size = size_low
            return size, tuple(
                min(total, low or 0) if high is None else total
                for total, (_, low, high) in zip(totals, sums, strict=True)
            )

        @lru_cache(maxsize=200_000)
        def search(at: int, size: int, totals: tuple[int, ...]) -> bool:
            spend()
            if any(
                high is not None and total > high
                for total, (_, _, high) in zip(totals, sums, strict=True)
            ):
                return False
            if size_high is not None and size > size_high:
                return False
            if size >= size_low and all(
                low is None or total >= low for total, (_, low, _) in zip(totals, sums, strict=True)
            ):
                return True
            if at == n:
                return False
            if allowed[at]:
                more = capped(
                    size + 1,
                    tuple(
                        total + values[at]
                        for total, (values, _, _) in zip(totals, sums, strict=True)
                    ),
                )
                if search(at + 1, *more):
                    return True
            return search(at + 1, size, totals)

        return lambda at, size, totals: search(at, *capped(size, totals))


class SetChoices:
    """What generated code asks about choices of sets. `fault(code, message, rule, hint)` raises;
    `spend` counts long searches."""

    def __init__(self, tables: Tables, fault: Raise, spend: Callable[[], None]) -> None:
        self.tables = tables
        self.fault = fault
        self.spend = spend
        twins = tables.twin
        self._in_order = all(slot < 0 for slot in tables.face_slot) and all(
            a <= b for a, b in itertools.pairwise(twins)
        )

    def arranged(
        self, s: State, candidates: Any, pieces: bool
    ) -> tuple[tuple[int, ...], Sequence[object] | None]:
        """The candidates, equal ones side by side, and the look of each (None: like no other); no
        looks where the pieces themselves tell."""
        if not pieces:
            found = tuple(candidates)
            return found, (None,) * len(found)
        found = tuple(sorted(candidates))
        twin, loc = self.tables.twin, s[LOC]
        if self._in_order and len(set(map(loc.__getitem__, found))) < 2:
            return found, None
        looks = {x: (twin[x], loc[x], self._face(s, x)) for x in found}
        found = tuple(sorted(found, key=lambda x: (looks[x], x)))
        return found, [looks[x] for x in found]

    def arranged_here(
        self, s: State, candidates: Any, pieces: bool
    ) -> tuple[tuple[int, ...], Sequence[object] | None]:
        """The same, where all candidates are pieces of one place."""
        return (
            (tuple(sorted(candidates)), None)
            if self._in_order
            else self.arranged(s, candidates, pieces)
        )

    def _face(self, s: State, x: int) -> int:
        slot = self.tables.face_slot[x]
        return s[slot][x - self.tables.face_first[x]] if slot >= 0 else 0

    def plan(
        self,
        candidates: tuple[int, ...],
        alike: Sequence[object] | None,
        cases: Sequence[Case],
        least: int,
        rule: int,
    ) -> Plan:
        """A plan, for what can't be told without looking ahead."""
        if alike is None:
            alike = [self.tables.twin[x] for x in candidates]
        for _, bounds in cases:
            for values, _, high in bounds:
                if values and high is not None and min(values) < 0:
                    self.fault(
                        "E0510",
                        "a sum with negative numbers can't be looked ahead",
                        rule,
                        "Let the numbers be 0 or more.",
                    )
        return Plan(candidates, tuple(alike), cases, least, self.spend)

    def following(
        self,
        candidates: tuple[int, ...],
        alike: Sequence[object] | None,
        cases: Sequence[Case],
        least: int,
        rule: int,
        got: Sequence[int],
    ) -> tuple[int | None, ...]:
        """What may be chosen next, None for done. By form where it can be told without looking
        ahead, else by a plan."""
        chosen = [candidates.index(x) for x in got]
        may = [0] * len(candidates)
        done = False
        for case in cases:
            tests, bounds = case
            if tests is not None and chosen and not all(tests[q] for q in chosen):
                continue
            told = self._told(case, bounds, least, chosen, may)
            if told is None:
                return self.plan(candidates, alike, cases, least, rule).options(got)
            done = done or told
        return self.told(candidates, alike, may, chosen, done)

    def told(
        self,
        candidates: tuple[int, ...],
        alike: Sequence[object] | None,
        may: Sequence[int],
        chosen: list[int],
        done: bool,
    ) -> tuple[int | None, ...]:
        """What may be chosen next, from marks: of equal candidates the first, None for done."""
        out: list[int | None] = [None] if done else []
        start = chosen[-1] + 1 if chosen else 0
        before: object = None
        if alike is None:
            twin = self.tables.twin
            for q in range(start, len(candidates)):
                x = candidates[q]
                if may[q] and twin[x] != before:
                    out.append(x)
                before = twin[x]
            return tuple(out)
        for q in range(start, len(candidates)):
            look = alike[q]
            if (look is None or look != before) and may[q]:
                out.append(candidates[q])
            before = look
        return tuple(out)

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
                tuple(range(n)), (None,) * n, [(None, ((values, low, high),))], size_low, self.spend
            ).exists()
        sums, within = 1, (1 << min(high, most) + 1) - 1
        for v in values:
            sums |= sums << v & within
        return sums >> low != 0

    def told_exact(
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
                [(tests, ((values, low, high),))],
                size_low,
                self.spend,
            )
            found = plan.options(chosen)
            for q in found:
                if q is not None:
                    may[q] = 1
            return None in found
        return told_exact(tests, limit, size_low, chosen, may)

    def _told(
        self, case: Case, bounds: tuple[Bounds, ...], least: int, chosen: list[int], may: list[int]
    ) -> bool | None:
        """Marks what a case allows next; whether it is met now. None where that takes looking
        ahead."""
        size_low, size_high = least, None
        sums: list[Bounds] = []
        for bound in bounds:
            values, low, high = bound
            if values is not None:
                sums.append(bound)
                continue
            if low is not None and low > size_low:
                size_low = low
            if high is not None and (size_high is None or high < size_high):
                size_high = high
        if len(sums) > 1 or size_low > 1:
            return None
        values, low, high = sums[0] if sums else (None, None, None)
        if values and min(values) < 0:
            return None
        if size_high is None and high is None:
            return told_floor(case[0], values, low, size_low, chosen, may)
        if low is None or size_high == 1:
            return told_ceiling(case[0], (values, low, high), size_low, size_high, chosen, may)
        return None


def told_floor(
    tests: Sequence[bool] | None,
    values: Sequence[int] | None,
    low: int | None,
    size_low: int,
    chosen: list[int],
    may: list[int],
) -> bool:
    """At least so much: what is left decides."""
    start = chosen[-1] + 1 if chosen else 0
    if values is None or low is None:
        for q in range(start, len(may)):
            if tests is None or tests[q]:
                may[q] = 1
        return len(chosen) >= size_low
    room = -low
    for q in chosen:
        room += values[q]
    done = room >= 0 and len(chosen) >= size_low
    if tests is None:
        rest = room + sum(values[start:])
        for q in range(start, len(may)):
            if rest < 0:
                break
            may[q] = 1
            rest -= values[q]
        return done
    rest = room + sum([values[q] for q in range(start, len(may)) if tests[q]])
    for q in range(start, len(may)):
        if rest < 0:
            break
        if tests[q]:
            may[q] = 1
            rest -= values[q]
    return done


def told_ceiling(
    tests: Sequence[bool] | None,
    limit: Bounds,
    size_low: int,
    size_high: int | None,
    chosen: list[int],
    may: list[int],
) -> bool:
    """At most so much: what there is is right, and so is what still fits in. Or a size of one: then
    a least sum as well."""
    values, low, high = limit
    size = len(chosen)
    total = 0
    if values is not None:
        for q in chosen:
            total += values[q]
    fits = (size_high is None or size <= size_high) and (high is None or total <= high)
    if size_high is None or size < size_high:
        for q in range(chosen[-1] + 1 if chosen else 0, len(may)):
            if tests is None or tests[q]:
                with_q = total + values[q] if values is not None else total
                if (high is None or with_q <= high) and (low is None or with_q >= low):
                    may[q] = 1
    return fits and size >= size_low and (low is None or total >= low)


def told_exact(
    tests: Sequence[bool] | None,
    limit: tuple[Sequence[int], int, int],
    size_low: int,
    chosen: list[int],
    may: list[int],
) -> bool:
    """At least so much and at most so much: the sums that what is left can make, as bits."""
    values, low, high = limit
    start = chosen[-1] + 1 if chosen else 0
    total = 0
    for q in chosen:
        total += values[q]
    room = high - total
    if room < 0:
        return False
    left = sum(values[start:])
    if left < room:
        room = left
    within = (1 << room + 1) - 1
    least = low - total if low > total else 0
    sums = 1
    for q in range(len(may) - 1, start - 1, -1):
        if tests is None or tests[q]:
            with_q = sums << values[q] & within
            if with_q >> least:
                may[q] = 1
            sums |= with_q
    return len(chosen) >= size_low and low <= total
