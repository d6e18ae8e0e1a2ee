"""Cases of a set's condition as they stand in generated code, and fewer of them where several say
the same.

In: cases whose parts have been written (`Ready`), all with the same name for the member. Out: the
same disjunction with less to ask. A guard that another one or the type of a piece decides is left
out, and with it a case that can never come; cases that differ only in the bounds of one sum become
one where their bounds meet: 8 or more, or 7 or more, is 7 or more."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

SPAN = re.compile(r"\((\d+) <= (\w+) < (\d+)\)")
"""How a test on the type of a piece is written."""

Ids = frozenset[int]


@dataclass(frozen=True, slots=True)
class Guard:
    """Tests that must all hold, or, if `denied`, not all."""

    tests: tuple[str, ...]
    denied: bool = False

    def code(self) -> str:
        """As a condition."""
        tests = " and ".join(self.tests)
        return f"(not ({tests}))" if self.denied else tests


@dataclass(frozen=True, slots=True)
class End:
    """One end of a bound: what `code` gives and `plus`; without code the number alone."""

    code: str
    plus: int = 0

    def text(self, name: str = "") -> str:
        """As code; `name` stands for `code` if it has been worked out already."""
        if not self.code:
            return str(self.plus)
        base = name or self.code
        return base if not self.plus else f"{base} {'+' if self.plus > 0 else '-'} {abs(self.plus)}"


@dataclass(frozen=True, slots=True)
class Limit:
    """A bound on a sum: what a member adds, the least and the greatest (None: there is none)."""

    amount: str
    low: End | None
    high: End | None


@dataclass(frozen=True, slots=True)
class Ready:
    """A case: the `loops` it stands in (name and what it goes through), its guards, what is worked
    out before the members are looked at (`same`: name and code), the test on a member ("" if there
    is none), the bounds on sums and on the size. `form` is how it can be told (`set_plans`)."""

    form: str
    loops: tuple[tuple[str, str], ...]
    guards: tuple[Guard, ...]
    same: tuple[tuple[str, str], ...]
    test: str
    sums: tuple[Limit, ...]
    size_low: int
    size_high: int | None = None


def fewer(cases: Iterable[Ready], pieces: Mapping[str, Ids]) -> list[Ready]:
    """The same disjunction with less to ask. `pieces` says which pieces a name may stand for."""
    kept: list[Ready] = []
    names: dict[str, str] = {}
    for case in cases:
        guards = without_idle(case.guards, pieces)
        if guards is None:
            continue
        one = _same_names(replace(case, guards=guards), names)
        for i, other in enumerate(kept):
            both = _joined(other, one)
            if both is not None:
                kept[i] = both
                break
        else:
            kept.append(one)
    return kept


def _same_names(case: Ready, names: dict[str, str]) -> Ready:
    """What is worked out beforehand is named by its code (`names`), so that cases that ask the same
    are equal."""
    test = case.test
    same: dict[str, str] = {}
    for name, code in case.same:
        new = names.setdefault(code, f"_same{len(names)}")
        test = re.sub(rf"\b{name}\b", new, test)
        same[new] = code
    return replace(case, test=test, same=tuple(same.items()))


# ----------------------------------------------------------------
# bounds
def _joined(a: Ready, b: Ready) -> Ready | None:
    """One case for two that differ in the bounds of their only sum at most, if it can be."""
    if a == b:
        return a
    if len(a.sums) != 1 or len(b.sums) != 1 or replace(a, sums=()) != replace(b, sums=()):
        return None
    (one,), (other,) = a.sums, b.sums
    if (
        one.amount != other.amount
        or (one.low is None) != (other.low is None)
        or (one.high is None) != (other.high is None)
    ):
        return None
    ends = [end for end in (one.low, one.high, other.low, other.high) if end is not None]
    if len({end.code for end in ends}) != 1:
        return None
    if one.low and one.high and other.low and other.high:
        apart = one.low.plus > other.high.plus + 1 or other.low.plus > one.high.plus + 1
        empty = one.low.plus > one.high.plus or other.low.plus > other.high.plus
        if apart or empty:
            return None
    low = min((one.low, other.low), key=lambda end: end.plus) if one.low and other.low else None
    high = (
        max((one.high, other.high), key=lambda end: end.plus) if one.high and other.high else None
    )
    return replace(a, sums=(Limit(one.amount, low, high),))


# ----------------------------------------------------------------
# guards
@dataclass(slots=True)
class _Known:
    """What is known while guards are gone through: which pieces names may stand for, and which
    tests hold."""

    pieces: dict[str, Ids]
    hold: set[str] = field(default_factory=set)
    fail: set[str] = field(default_factory=set)

    def told(self, test: str) -> bool | None:
        """Whether a test holds, if that is known."""
        if test in self.hold or test in self.fail:
            return test in self.hold
        span = self._span(test)
        if span is None:
            return None
        mine, name = span
        if name not in self.pieces:
            return None
        return (
            True if self.pieces[name] <= mine else False if not self.pieces[name] & mine else None
        )

    def learn(self, test: str, holds: bool) -> None:
        """From now on this test is known."""
        (self.hold if holds else self.fail).add(test)
        span = self._span(test)
        if span is not None and span[1] in self.pieces:
            mine, name = span
            self.pieces[name] = self.pieces[name] & mine if holds else self.pieces[name] - mine

    @staticmethod
    def _span(test: str) -> tuple[Ids, str] | None:
        found = SPAN.fullmatch(test)
        return (frozenset(range(int(found[1]), int(found[3]))), found[2]) if found else None


def without_idle(guards: Sequence[Guard], pieces: Mapping[str, Ids]) -> tuple[Guard, ...] | None:
    """The guards without what those before them and the types decide; None if they can't all hold.
    Their order stays: one may ask what makes sense only where those before it hold."""
    known = _Known(dict(pieces))
    out: list[Guard] = []
    for guard in guards:
        told = [known.told(test) for test in guard.tests]
        if (None not in told and False not in told) if guard.denied else False in told:
            return None
        if guard.denied and False in told:
            continue
        left = tuple(test for test, holds in zip(guard.tests, told, strict=True) if holds is None)
        if not left:
            continue
        if not guard.denied or len(left) == 1:
            for test in left:
                known.learn(test, not guard.denied)
        out.append(Guard(left, guard.denied))
    broken = any(guard.denied and all(known.told(test) for test in guard.tests) for guard in out)
    return None if broken else tuple(out)


def apart(cases: list[Ready]) -> list[tuple[tuple[Guard, ...], list[Ready]]]:
    """The cases by their guards, which are then taken off them, if of two groups only ever one can
    be right; else all together, guards and all."""
    groups: dict[tuple[Guard, ...], list[Ready]] = {}
    for case in cases:
        groups.setdefault(case.guards, []).append(replace(case, guards=()))
    every = list(groups)
    if any(not (_exclude(a, b) or _exclude(b, a)) for i, a in enumerate(every) for b in every[:i]):
        return [((), cases)]
    return list(groups.items()) or [((), [])]


def _exclude(guards: Sequence[Guard], others: Sequence[Guard]) -> bool:
    """Whether what the one has denied is asked for by the others."""
    hold = {test for guard in others if not guard.denied for test in guard.tests}
    return any(guard.denied and hold.issuperset(guard.tests) for guard in guards)
