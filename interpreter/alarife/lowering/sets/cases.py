"""The parts that a condition on a set is brought into: cases, tests on members, bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from alarife.checking.scope import Local
from alarife.ir.nodes import Call, Const, Expr, If, Op, Over
from alarife.ir.passes.fold import add
from alarife.ir.walk import below, key
from alarife.syntax import tree

TURNED = {
    "=": "=",
    "differs from": "differs from",
    "at least": "at most",
    "at most": "at least",
    "more than": "less than",
    "less than": "more than",
}
NEGATED = {
    "=": "differs from",
    "differs from": "=",
    "at least": "less than",
    "at most": "more than",
    "more than": "at most",
    "less than": "at least",
}


@dataclass(slots=True)
class Measure:
    """A number about the set: its size (`of` is None), or a sum over the members where `where`
    holds; `plus` is what is added to it. `positive`: the text shows that no member makes it
    less."""

    of: Expr | None = None
    member: Local | None = None
    where: Expr | None = None
    plus: list[Expr] = field(default_factory=list[Expr])
    positive: bool = True

    def amount(self) -> Expr:
        """What a member adds."""
        assert self.of is not None
        return self.of if self.where is None else If(self.where, self.of, Const(0))


@dataclass(frozen=True, slots=True)
class BoundValue:
    """One end of a bound: the value of `of` and `plus`; without `of` the number alone."""

    of: Expr | None
    plus: int = 0

    def expr(self, given: Expr | None = None) -> Expr:
        """Its value; `given` stands for that of `of`, if it has been worked out already."""
        return Const(self.plus) if self.of is None else add(given or self.of, self.plus)


@dataclass(slots=True)
class Bound:
    """A measure compared with something that is not about the set."""

    measure: Measure
    op: str
    other: Expr

    def constant(self) -> int | None:
        """What it is compared with, where that is a number known before play."""
        known = isinstance(self.other, Const) and isinstance(self.other.value, int)
        return self.other.value if known else None  # type: ignore[return-value, union-attr]

    def ends(self) -> tuple[BoundValue | None, BoundValue | None]:
        """The least and the greatest that it allows; None where there is none."""
        of: Expr | None = self.other
        plus = 0
        for part in (self.other, *self.measure.plus):
            number = part.value if isinstance(part, Const) else None
            if part is self.other:
                of, plus = (None, number) if isinstance(number, int) else (part, 0)
            elif isinstance(number, int):
                plus -= number
            else:
                of = Op("neg", (part,)) if of is None else Op("-", (of, part))
        low = BoundValue(of, plus + (self.op == "more than"))
        high = BoundValue(of, plus - (self.op == "less than"))
        return (
            None if self.op in ("at most", "less than") else low,
            None if self.op in ("at least", "more than") else high,
        )


@dataclass(slots=True)
class Member:
    """A test on every member; `same` is the other side of a comparison, worked out once under a
    name."""

    local: Local
    test: Expr
    same: tuple[Local, Expr] | None = None


@dataclass(frozen=True, slots=True)
class Guard:
    """Tests that have nothing to do with the set: all must hold, or, if `denied`, not all."""

    tests: tuple[Expr, ...]
    denied: bool = False

    def expr(self) -> Expr:
        """As a condition."""
        tests = both(self.tests)
        return Op("not", (tests,)) if self.denied else tests


@dataclass(frozen=True, slots=True)
class Whole:
    """A test that is asked of a set as a whole (one local), or of every two of its members (two):
    it compares members with one another."""

    locals: tuple[Local, ...]
    test: Expr


@dataclass(slots=True)
class Case:
    """A conjunction. `loops` are the `some c in S` it stands in."""

    guards: list[Guard] = field(default_factory=list[Guard])
    members: list[Member] = field(default_factory=list[Member])
    bounds: list[Bound] = field(default_factory=list[Bound])
    loops: list[tuple[Local, Expr]] = field(default_factory=list[tuple[Local, Expr]])
    wholes: list[Whole] = field(default_factory=list[Whole])

    def joined(self, other: Case) -> Case:
        """Both."""
        return Case(
            self.guards + other.guards,
            self.members + other.members,
            self.bounds + other.bounds,
            self.loops + other.loops,
            self.wholes + other.wholes,
        )


def is_light(case: Case) -> bool:
    """Whether a case goes over nothing but the candidates, and calls nothing for each."""
    amounts = [e for b in case.bounds for e in (b.measure.of, b.measure.where) if e is not None]
    each = [m.test for m in case.members] + amounts
    return (
        not case.loops
        and not case.wholes
        and not any(isinstance(n, (Call, Over)) for n in below(*each))
    )


class CannotPlan(Exception):
    """A condition on a set has a form that cannot be looked ahead."""

    def __init__(self, at: tree.Node) -> None:
        self.at = at.at


def both(tests: Sequence[Expr]) -> Expr:
    """The conjunction of one or more tests."""
    return tests[0] if len(tests) == 1 else Op("and", tuple(tests))


# ----------------------------------------------------------------
# cases that can be told without looking ahead
@dataclass(frozen=True, slots=True)
class SumBound:
    """A bound on a sum: what a member adds, the least and the greatest (None: there is none)."""

    amount: Expr
    low: BoundValue | None
    high: BoundValue | None


@dataclass(frozen=True, slots=True)
class Alternative:
    """A case about one local that stands for a member: the loops it stands in, each with the guards
    that read what it goes through, the other guards, what is worked out before the members are
    looked at (`same`), the test on a member, the bounds on sums and on the size. `form` is how it
    can be told (`plans`)."""

    form: str
    loops: tuple[tuple[Local, Expr, tuple[Guard, ...]], ...]
    guards: tuple[Guard, ...]
    same: tuple[tuple[Local, Expr], ...]
    test: Expr | None
    sums: tuple[SumBound, ...]
    size_low: int
    size_high: int | None = None

    def is_free(self) -> bool:
        """Whether a single candidate, whichever it is, meets a case, and if `size_low` is 0 the
        empty set does."""
        asks = self.loops or self.guards or self.test is not None or self.sums
        return not asks and self.size_low <= 1 and (self.size_high is None or self.size_high >= 1)


def apart(cases: list[Alternative]) -> list[tuple[tuple[Guard, ...], list[Alternative]]]:
    """Cases grouped by their guards, which are removed, if the groups exclude each other. Else one
    group, with all guards."""
    groups: dict[object, tuple[tuple[Guard, ...], list[Alternative]]] = {}
    for case in cases:
        group = groups.setdefault(key(case.guards), (case.guards, []))
        group[1].append(replace(case, guards=()))
    every = [guards for guards, _ in groups.values()]
    if any(not (_exclude(a, b) or _exclude(b, a)) for i, a in enumerate(every) for b in every[:i]):
        return [((), cases)]
    return list(groups.values()) or [((), [])]


def _exclude(guards: Sequence[Guard], others: Sequence[Guard]) -> bool:
    """Whether what the one has denied is asked for by the others."""
    hold = {key(test) for guard in others if not guard.denied for test in guard.tests}
    return any(guard.denied and hold.issuperset(map(key, guard.tests)) for guard in guards)


def distinct(cases: Sequence[Alternative]) -> list[Alternative]:
    """Cases, each once."""
    return list({key(case): case for case in reversed(cases)}.values())[::-1]
