"""Whether a choice of a set can be completed: the search in one case of its condition.

Candidates with equal numbers are interchangeable where only sums are asked for. So that search goes
over *how many* of each sort are taken, prunes by what the sorts that follow can add at least and at
most, and remembers the totals that failed. Where members are compared with one another, sets are
tried, the smallest first; how many is bounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from alarife.lowering.layout import Slots

Bounds = tuple[Sequence[int] | None, int | None, int | None]
Whole = tuple[Callable[..., bool], tuple[Any, ...], tuple[int, ...]]
"""A test on a whole set, or on two of its members: what it is given besides the state, and where
the set (or the two) stand in that; -1 where it does not ask for one."""
Case = tuple[Sequence[bool] | None, tuple[Bounds, ...], tuple[Whole, ...]]


MOST_TRIED = 100_000
"""So many sets are tried to find what may be chosen next."""
TOIL = 100
"""The work of trying one."""


FAR = 1024
"""Sums up to here are kept as bits."""


class Meter(Protocol):
    """What counts work: a `Budget`."""

    def spend(self) -> None:
        """One more round."""

    def toil(self, work: int) -> None:
        """So much more work."""

    def too_many_sets(self, most: int) -> None:
        """More sets than are tried would have to be."""


class Free(Meter):
    """A meter that lets everything pass."""

    def spend(self) -> None:
        """Lets it pass."""

    def toil(self, work: int) -> None:
        """Lets it pass."""

    def too_many_sets(self, most: int) -> None:
        """Lets it pass."""


class Alternative:
    """One case: which candidates it allows, and the numbers that are added up, with their bounds.
    `amounts` are the numbers of each candidate, 1 for the size before all others. If one positive
    number is added up and no more is asked, the sums that can be reached are the bits of an int."""

    __slots__ = ("_amounts", "_columns", "_line", "allowed", "budget", "highs", "lows")

    def __init__(self, count: int, case: Case, least: int, budget: Meter) -> None:
        tests, bounds, _ = case
        self.budget = budget
        self.allowed = [True] * count if tests is None else [bool(test) for test in tests]
        lows: list[int | None] = [least]
        highs: list[int | None] = [None]
        columns: list[Sequence[int]] = [[1] * count]
        for values, low, high in _joined(bounds):
            columns.append([1] * count if values is None else values)
            lows.append(low)
            highs.append(high)
        self.lows, self.highs = lows, highs
        self._columns = columns
        self._amounts: list[tuple[int, ...]] | None = None
        self._line: Sequence[int] | None = None
        if len(columns) == 2 and least <= 1 and columns[1] and min(columns[1]) > 0:
            low, high = lows[1], highs[1]
            if low is not None and low > 0 and (high is None or high <= FAR):
                self._line = columns[1]

    @property
    def amounts(self) -> list[tuple[int, ...]]:
        """The numbers of each candidate."""
        if self._amounts is None:
            self._amounts = [*zip(*self._columns, strict=True)]
        return self._amounts

    def completes(self, chosen: Sequence[int]) -> bool:
        """Whether these, alone or with others, are an allowed set."""
        if not all(self.allowed[q] for q in chosen):
            return False
        if self._line is not None:
            line = self._line
            left = [n for q, n in enumerate(line) if self.allowed[q] and q not in chosen]
            return self._in_reach(sum([line[q] for q in chosen]), left)
        return self._reaches(self._total(chosen), self._left(chosen))

    def extend(self, chosen: Sequence[int], may: list[int]) -> bool:
        """Mark the candidates that this case admits beside what is chosen; whether what is chosen
        meets it as it is."""
        if not all(self.allowed[q] for q in chosen):
            return False
        total, left, taken = self._total(chosen), self._left(chosen), set(chosen)
        for amount in list(left):
            left[amount] -= 1
            if self._reaches(_plus(total, amount, 1), left):
                for q, own in enumerate(self.amounts):
                    if own == amount and self.allowed[q] and q not in taken:
                        may[q] = 1
            left[amount] += 1
        return self._within(total)

    def _in_reach(self, total: int, left: Sequence[int]) -> bool:
        """Whether the sum of some of these, with the total, is within the bounds."""
        self.budget.toil(len(left))
        low, high = self.lows[1], self.highs[1]
        assert low is not None
        if high is None:
            return total + sum(left) >= low
        if total > high:
            return False
        reach, most = 1, (2 << high - total) - 1
        for n in left:
            reach |= reach << n & most
        return reach >> max(low - total, 0) != 0

    def _total(self, chosen: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(self.amounts[q][i] for q in chosen) for i in range(len(self.lows)))

    def _left(self, chosen: Sequence[int]) -> Counter[tuple[int, ...]]:
        """How many of each sort are left."""
        taken = set(chosen)
        return Counter(
            own for q, own in enumerate(self.amounts) if self.allowed[q] and q not in taken
        )

    def _within(self, total: tuple[int, ...]) -> bool:
        return all(
            (low is None or n >= low) and (high is None or n <= high)
            for n, low, high in zip(total, self.lows, self.highs, strict=True)
        )

    def _reaches(self, start: tuple[int, ...], left: Counter[tuple[int, ...]]) -> bool:
        """Whether some of what is left brings the totals within all bounds."""
        sorts = [(amount, count) for amount, count in left.items() if count]
        self.budget.toil(len(sorts) * len(start))
        least, most = [start_of := (0,) * len(start)], [start_of]
        for amount, count in reversed(sorts):
            least.append(tuple(n + min(a, 0) * count for n, a in zip(least[-1], amount)))  # noqa: B905
            most.append(tuple(n + max(a, 0) * count for n, a in zip(most[-1], amount)))  # noqa: B905
        least.reverse()
        most.reverse()
        failed: set[tuple[int, tuple[int, ...]]] = set()
        lows, highs, spend = self.lows, self.highs, self.budget.spend

        def search(at: int, total: tuple[int, ...]) -> bool:
            spend()
            fits = True
            for i, n in enumerate(total):
                low, high = lows[i], highs[i]
                if low is not None and n < low:
                    if n + most[at][i] < low:
                        return False
                    fits = False
                if high is not None and n > high:
                    if n + least[at][i] > high:
                        return False
                    fits = False
            if fits:
                return True
            if at == len(sorts) or (at, total) in failed:
                return False
            amount, count = sorts[at]
            if any(search(at + 1, _plus(total, amount, n)) for n in range(count, -1, -1)):
                return True
            failed.add((at, total))
            return False

        return search(0, start)


def _joined(bounds: Sequence[Bounds]) -> list[Bounds]:
    """Bounds of the same numbers as one."""
    found: list[Bounds] = []
    for values, low, high in bounds:
        for i, (known, least, most) in enumerate(found):
            if known == values:
                lows = [n for n in (low, least) if n is not None]
                highs = [n for n in (high, most) if n is not None]
                found[i] = (values, max(lows, default=None), min(highs, default=None))
                break
        else:
            found.append((values, low, high))
    return found


class Compared(Alternative):
    """A case whose members are compared with one another: sets that meet its bounds are tried, the
    smallest first. Of members that look alike the first are taken; two that do not go together are
    never tried in one set."""

    __slots__ = (
        "candidates",
        "found",
        "groups",
        "pairs",
        "s",
        "sizes",
        "together",
        "tried",
        "wholes",
    )

    def __init__(
        self,
        candidates: tuple[int, ...],
        alike: Sequence[object],
        case: Case,
        least: int,
        budget: Meter,
        s: Slots,
    ) -> None:
        super().__init__(len(candidates), case, least, budget)
        self.s, self.candidates, self.tried = s, candidates, 0
        self.wholes = [whole for whole in case[2] if len(whole[2]) == 1]
        self.pairs = [whole for whole in case[2] if len(whole[2]) == 2]
        self.together: dict[tuple[int, int], bool] = {}
        self.found: list[frozenset[int]] = []
        self.sizes = [i for i in range(len(self.lows)) if all(own[i] == 1 for own in self.amounts)]
        self.groups = [
            (q == 0 or alike[q] is None or alike[q] != alike[q - 1]) for q in range(len(candidates))
        ]

    def completes(self, chosen: Sequence[int]) -> bool:
        """Whether these, alone or with others, are an allowed set."""
        return self._grows(tuple(sorted(chosen)))

    def extend(self, chosen: Sequence[int], may: list[int]) -> bool:
        """Mark the candidates that this case admits beside what is chosen; whether what is chosen
        meets it as it is."""
        got = frozenset(chosen)
        for q in range(len(self.candidates)):
            if q in got or not self.allowed[q]:
                continue
            if not self.groups[q] and q - 1 not in got:
                may[q] = may[q - 1]
            elif any(q in one and got <= one for one in self.found) or self._grows(
                tuple(sorted((*chosen, q)))
            ):
                may[q] = 1
        return self._fits(tuple(sorted(chosen)))

    def _grows(self, start: tuple[int, ...]) -> bool:
        """Whether some allowed set holds these; it is kept."""
        if not all(self.allowed[q] for q in start):
            return False
        if any(not self._go(a, b) for a in start for b in start):
            return False
        left = [q for q in range(len(self.candidates)) if self.allowed[q] and q not in start]
        left = [q for q in left if all(self._go(q, a) and self._go(a, q) for a in (*start, q))]
        total = self._total(start)
        least, most = [(0,) * len(total)], [(0,) * len(total)]
        for q in reversed(left):
            least.append(tuple(n + min(a, 0) for n, a in zip(least[-1], self.amounts[q])))  # noqa: B905
            most.append(tuple(n + max(a, 0) for n, a in zip(most[-1], self.amounts[q])))  # noqa: B905
        least.reverse()
        most.reverse()
        return any(
            self._search(more, 0, left, start, total, (least, most))
            for more in range(len(left) + 1)
            if self._may_have(len(start) + more)
        )

    def _may_have(self, size: int) -> bool:
        """Whether a set may have so many members."""
        return all(
            (self.lows[i] or 0) <= size and ((high := self.highs[i]) is None or size <= high)
            for i in self.sizes
        )

    def _search(
        self,
        more: int,
        at: int,
        left: Sequence[int],
        taken: tuple[int, ...],
        total: tuple[int, ...],
        ends: tuple[list[tuple[int, ...]], list[tuple[int, ...]]],
    ) -> bool:
        """Whether some allowed set has so many members more, from here on."""
        for n, least, most, low, high in zip(
            total, ends[0][at], ends[1][at], self.lows, self.highs, strict=True
        ):
            if (low is not None and n + most < low) or (high is not None and n + least > high):
                return False
        if not more:
            return self._try(taken, total)
        for i in range(at, len(left) - more + 1):
            q = left[i]
            if not self.groups[q] and i > at and left[i - 1] == q - 1:
                continue
            if all(self._go(q, a) and self._go(a, q) for a in taken) and self._search(
                more - 1, i + 1, left, (*taken, q), _plus(total, self.amounts[q], 1), ends
            ):
                return True
        return False

    def _try(self, members: tuple[int, ...], total: tuple[int, ...]) -> bool:
        """Whether a set is allowed, all of whose members go together; it is kept."""
        if not self._within(total) or not self._asked(members):
            return False
        self.found.append(frozenset(members))
        return True

    def _fits(self, members: tuple[int, ...]) -> bool:
        """Whether a set is allowed as it is."""
        fits = all(self.allowed[q] for q in members) and self._within(self._total(members))
        if not fits or any(not self._go(a, b) for a in members for b in members):
            return False
        return self._asked(members)

    def _asked(self, members: tuple[int, ...]) -> bool:
        """What the tests on whole sets say."""
        self.tried += 1
        self.budget.toil(TOIL)
        if self.tried > MOST_TRIED:
            self.budget.too_many_sets(MOST_TRIED)
        chosen = tuple(sorted([self.candidates[q] for q in members]))
        return all(_holds(self.s, whole, (chosen,)) for whole in self.wholes)

    def _go(self, a: int, b: int) -> bool:
        """Whether two members go together, in this order."""
        known = self.together.get((a, b))
        if known is None:
            two = (self.candidates[a], self.candidates[b])
            known = all(_holds(self.s, pair, two) for pair in self.pairs)
            self.together[a, b] = known
        return known


def _holds(s: Slots, whole: Whole, members: Sequence[Any]) -> bool:
    """What a test says of a set, or of two members."""
    function, given, at = whole
    args = list(given)
    for i, member in zip(at, members, strict=True):
        if i >= 0:
            args[i] = member
    return function(s, *args)


def _plus(total: tuple[int, ...], amount: tuple[int, ...], times: int) -> tuple[int, ...]:
    return tuple([n + a * times for n, a in zip(total, amount)])  # noqa: B905 - hot, same length
