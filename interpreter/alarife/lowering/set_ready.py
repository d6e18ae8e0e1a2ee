"""Cases of a set's condition as they stand in generated code.

A case's parts have been written (`Ready`), all with the same name for the member. Cases whose
guards exclude each other are grouped by them, so each guard is asked once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace


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


def apart(cases: list[Ready]) -> list[tuple[tuple[Guard, ...], list[Ready]]]:
    """Cases grouped by their guards, which are then taken off, if the groups exclude each other;
    else one group, guards and all."""
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
