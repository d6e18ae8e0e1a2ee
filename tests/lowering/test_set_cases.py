"""Cases of a set's condition, grouped by guards that exclude each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.nodes import Builtin, Const, Expr, Field, Op, Use
from alarife.ir.passes.facts import Facts
from alarife.ir.passes.fold import fold
from alarife.ir.walk import key, substituted
from alarife.lowering.sets.cases import (
    Alternative,
    Bound,
    BoundValue,
    Guard,
    Measure,
    SumBound,
    apart,
)
from alarife.syntax.tree import NOWHERE

PIECES = range(12)
X, PRICE = Local("x", UNKNOWN, NOWHERE), Local("price", UNKNOWN, NOWHERE)


def spans(low: int, high: int) -> Expr:
    return Op("between", (Const(low), Use(X), Const(high)))


def sorts(rest: int) -> Expr:
    return Op("==", (Op("%", (Use(X), Const(3))), Const(rest)))


@st.composite
def single(draw: st.DrawFn) -> Expr:
    low, high = sorted(draw(st.tuples(st.integers(0, 12), st.integers(0, 12))))
    return draw(st.sampled_from([spans(low, high), sorts(low % 3)]))


guards = st.builds(Guard, st.lists(single(), min_size=1, max_size=2).map(tuple), st.booleans())


def holds(guard: Guard, x: int) -> bool:
    found = fold(substituted(guard.expr(), {X: Const(x)}), Facts())
    assert isinstance(found, Const)
    return bool(found.value)


def case(given: tuple[Guard, ...], low: int | None, high: int | None) -> Alternative:
    """A case with one sum, whose bounds are so far from a price."""
    ends = [None if end is None else BoundValue(Use(PRICE), end) for end in (low, high)]
    form = "floor" if high is None else "ceiling" if low is None else "exact"
    test = Op("==", (Field("COLOUR", (Use(X),)), Const(1)))
    return Alternative(form, (), given, (), test, (SumBound(Field("VALUE", (Use(X),)), *ends),), 1)


def test_the_ends_of_a_bound() -> None:
    assert key(BoundValue(None, 8).expr()) == key(Const(8))
    assert key(BoundValue(Use(PRICE), -1).expr()) == key(Op("-", (Use(PRICE), Const(1))))
    more = Measure(Const(1), X, plus=[Const(2), Builtin("bonus", ())])
    low, high = Bound(more, "more than", Const(7)).ends()
    assert high is None
    assert key(low) == key(BoundValue(Op("neg", (Builtin("bonus", ()),)), 6))
    low, high = Bound(Measure(), "at most", Use(PRICE)).ends()
    assert low is None
    assert key(high) == key(BoundValue(Use(PRICE)))


def test_cases_of_which_only_one_can_be_right_are_told_apart() -> None:
    tile, tower = spans(3, 8), sorts(2)
    neither = (Guard((tile, tower), denied=True), Guard((spans(1, 1),)))
    exact, floor = case((Guard((tile, tower)),), 0, 0), case(neither, 0, None)
    other = case((Guard((spans(3, 8), sorts(2))),), None, 4)
    assert [len(some) for _, some in apart([exact, floor, other])] == [2, 1]
    also = case((Guard((tile,)),), 0, None)
    assert apart([exact, also]) == [((), [exact, also])]
    plain = case((), 0, None)
    assert [(guards, len(some)) for guards, some in apart([plain])] == [((), 1)]


@given(st.lists(st.lists(guards, max_size=3).map(tuple), max_size=4))
def test_groups_told_apart_exclude_each_other(some: list[tuple[Guard, ...]]) -> None:
    groups = apart([case(each, 0, None) for each in some])
    for x in PIECES:
        assert sum(all(holds(g, x) for g in group) for group, _ in groups) <= 1
