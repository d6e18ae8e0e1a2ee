"""The parts that a condition on a set is brought into: cases, their tests on members, their bounds.

Code is not written yet: each part is a function that writes it when it is known where.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from alarife.checking.scope import Local
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
Code = Callable[[], str]


@dataclass(slots=True)
class Measure:
    """A number about the set: its size (`of` is None), or a sum over the members; `plus` is what is
    added to it. `positive`: the text shows that no member makes it less."""

    of: Code | None
    member: Local | None
    where: Code | None
    binding: dict[Local, Code]
    plus: list[Code] = field(default_factory=list)
    positive: bool = True


@dataclass(slots=True)
class Bound:
    """A measure compared with something that is not about the set; `constant` is what, where it is
    written as a number."""

    measure: Measure
    op: str
    other: Code
    constant: int | None = None


@dataclass(slots=True)
class Member:
    """A test on every member; `same` is the other side of a comparison, worked out once under a
    name."""

    local: Local
    test: Code
    same: tuple[str, Code] | None = None


@dataclass(slots=True)
class Tests:
    """Tests that have nothing to do with the set: all must hold, or, if `denied`, not all."""

    tests: list[Code]
    denied: bool = False


@dataclass(slots=True)
class Case:
    """A conjunction. `loops` are the `some c in S` it stands in."""

    guards: list[Tests] = field(default_factory=list)
    members: list[Member] = field(default_factory=list)
    bounds: list[Bound] = field(default_factory=list)
    loops: list[tuple[Local, Code]] = field(default_factory=list)

    def joined(self, other: Case) -> Case:
        """Both."""
        return Case(
            self.guards + other.guards,
            self.members + other.members,
            self.bounds + other.bounds,
            self.loops + other.loops,
        )


class CannotPlan(Exception):
    """A condition on a set has a form that cannot be looked ahead."""

    def __init__(self, at: tree.Node) -> None:
        self.at = at.at


def implied(where: Code | None, body: Code, negated: bool) -> Code:
    """The body wherever `where` holds."""

    def write() -> str:
        test = f"(not {body()})" if negated else body()
        return f"(not {where()} or {test})" if where is not None else test

    return write


def both(where: Code | None, body: Code, negated: bool) -> Code:
    """Where `where` holds, and the body."""

    def write() -> str:
        test = f"(not {body()})" if negated else body()
        return f"({where()} and {test})" if where is not None else test

    return write
