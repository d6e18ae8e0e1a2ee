"""Which cases of a condition on a set can be told by the form of their bounds.

In: cases. Out: for each its form: **single** (a size of one: some member will do), **floor** (sums
at least so much: all that are allowed, together), **ceiling** (sums at most so much: the empty set,
or some member by itself), **exact** (one sum within two ends), **sized** (so many members, and at
most one sum with one end: the largest or the smallest). Others are looked ahead."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.scope import Local
from alarife.ir.nodes import Expr, Use
from alarife.ir.walk import below, key
from alarife.lowering.sets.candidates import Candidates, least
from alarife.lowering.sets.cases import Alternative, Bound, Case, Guard, SumBound, distinct
from alarife.syntax import tree


def told_by_form(
    candidates: Candidates, item: tree.Choose, cases: Sequence[Case]
) -> tuple[list[Alternative], bool]:
    """The cases that their form decides, each once; and whether there are others, which need the
    search."""
    found = [_told(candidates, case, least(item)) for case in cases]
    return distinct([case for case in found if case is not None]), None in found


def _told(candidates: Candidates, case: Case, size: int) -> Alternative | None:
    if case.wholes:
        return None
    sizes = [b for b in case.bounds if b.measure.of is None]
    sums = [b for b in case.bounds if b.measure.of is not None]
    if any(b.constant() is None or b.measure.plus for b in sizes) or not all(
        b.measure.positive for b in sums
    ):
        return None
    low, high = _sizes(sizes, size)
    limits = _joined(
        [SumBound(candidates.about(b.measure.amount(), b.measure.member), *b.ends()) for b in sums]
    )
    form = _form(limits, low, high)
    if not form:
        return None
    loops, guards = _filtered(case.loops, case.guards)
    same = tuple(m.same for m in case.members if m.same is not None)
    test = candidates.test(case.members)
    return Alternative(form, loops, guards, same, test, limits, low, high)


def _joined(limits: Sequence[SumBound]) -> tuple[SumBound, ...]:
    """Bounds on sums; where one sum is bounded from below and from above, as one."""
    found: list[SumBound] = []
    for limit in limits:
        for i, other in enumerate(found):
            ends_meet = (limit.low is None) != (other.low is None) and (
                (limit.high is None) != (other.high is None)
            )
            if ends_meet and key(limit.amount) == key(other.amount):
                found[i] = SumBound(limit.amount, limit.low or other.low, limit.high or other.high)
                break
        else:
            found.append(limit)
    return tuple(found)


def _filtered(
    loops: Sequence[tuple[Local, Expr]], guards: Sequence[Guard]
) -> tuple[tuple[tuple[Local, Expr, tuple[Guard, ...]], ...], tuple[Guard, ...]]:
    """The loops, each with the guards that can be asked inside it and no further out, and the
    guards that can stand before them all."""
    over: list[list[Guard]] = [[] for _ in loops]
    before: list[Guard] = []
    for guard in guards:
        read = {n.local for n in below(*guard.tests) if isinstance(n, Use)}
        at = max((n for n, (local, _) in enumerate(loops) if local in read), default=None)
        (before if at is None else over[at]).append(guard)
    with_guards = zip(loops, over, strict=True)
    return tuple((local, what, tuple(some)) for (local, what), some in with_guards), tuple(before)


def _sizes(bounds: Sequence[Bound], size: int) -> tuple[int, int | None]:
    """The least and the greatest size that bounds allow."""
    low, high = size, None
    for b in bounds:
        n = b.constant()
        assert n is not None
        at_least = {"=": n, "at least": n, "more than": n + 1}.get(b.op)
        at_most = {"=": n, "at most": n, "less than": n - 1}.get(b.op)
        low = low if at_least is None else max(low, at_least)
        high = at_most if high is None or (at_most is not None and at_most < high) else high
    return low, high


def _form(sums: Sequence[SumBound], low: int, high: int | None) -> str:
    """The form of a case with these bounds on sums and size; "" if it needs the search."""
    if low == 1 and high == 1:
        return "single"
    if high is None and all(limit.high is None for limit in sums) and (low < 2 or len(sums) > 1):
        return "floor"
    if low <= 1 and (high is None or high >= 1) and all(limit.low is None for limit in sums):
        return "ceiling"
    two_ends = any(limit.low is not None and limit.high is not None for limit in sums)
    if low <= 1 and high is None and len(sums) == 1 and two_ends:
        return "exact"
    return "sized" if len(sums) < 2 and not two_ends else ""
