"""Cases of a set's condition that are made fewer still say the same."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from alarife.lowering.set_ready import End, Guard, Limit, Ready, apart, fewer, without_idle

PIECES = range(12)
FIELD = [n * 7 % 3 for n in PIECES]


@st.composite
def single(draw: st.DrawFn) -> str:
    low, high = sorted(draw(st.tuples(st.integers(0, 12), st.integers(0, 12))))
    return draw(st.sampled_from([f"({low} <= x < {high})", f"(FIELD[x] == {low % 3})"]))


guards = st.builds(Guard, st.lists(single(), min_size=1, max_size=2).map(tuple), st.booleans())


def hold(some: tuple[Guard, ...] | None, x: int) -> bool:
    return some is not None and all(eval(guard.code(), {"FIELD": FIELD, "x": x}) for guard in some)  # noqa: S307 - our own text


@given(st.lists(guards, max_size=4), st.frozensets(st.sampled_from(PIECES), min_size=1))
def test_without_idle_guards_the_same_holds(some: list[Guard], pieces: frozenset[int]) -> None:
    left = without_idle(some, {"x": pieces})
    for x in pieces:
        assert hold(left, x) == hold(tuple(some), x)


@given(st.lists(guards, max_size=3), st.lists(guards, max_size=3))
def test_what_nothing_is_known_of_is_asked(some: list[Guard], others: list[Guard]) -> None:
    cases = [case(tuple(g), None, None) for g in (some, others)]
    left = fewer(cases, {})
    for x in PIECES:
        assert any(hold(c.guards, x) for c in left) == any(hold(c.guards, x) for c in cases)


def case(
    given: tuple[Guard, ...], low: int | None, high: int | None, name: str = "same_7"
) -> Ready:
    """A case with one sum, whose bounds are so far from what `price` gives."""
    ends = [None if end is None else End("price", end) for end in (low, high)]
    form = "floor" if high is None else "ceiling" if low is None else "exact"
    same = ((name, "colour"),)
    return Ready(
        form, (), given, same, f"(COLOUR[member] == {name})", (Limit("VALUE[member]", *ends),), 1
    )


def within(some: list[Ready], total: int) -> bool:
    bounds = [(limit.low, limit.high) for c in some for limit in c.sums]
    return any(
        (low is None or total >= low.plus) and (high is None or total <= high.plus)
        for low, high in bounds
    )


ends = st.one_of(st.none(), st.integers(-4, 4))


@given(st.lists(st.tuples(ends, ends), min_size=1, max_size=5))
def test_joined_cases_allow_the_same_sums(bounds: list[tuple[int | None, int | None]]) -> None:
    cases = [case((), low, high, f"same_{n}") for n, (low, high) in enumerate(bounds)]
    left = fewer(cases, {})
    for total in range(-7, 8):
        assert within(left, total) == within(cases, total)


def test_one_short_of_a_price_and_the_price_are_one_case() -> None:
    (one,) = fewer([case((), 0, 0, "same_3"), case((), -1, -1, "same_12")], {})
    assert one.sums == (Limit("VALUE[member]", End("price", -1), End("price", 0)),)
    assert (one.same, one.test) == ((("_same0", "colour"),), "(COLOUR[member] == _same0)")


def test_a_case_that_can_never_come_is_left_out() -> None:
    tile, stall = "(3 <= tile < 9)", "(9 <= tile < 12)"
    never = case((Guard((tile,), denied=True), Guard((stall,), denied=True)), 0, None)
    once = case((Guard((tile,)), Guard((stall,), denied=True), Guard((tile,))), 0, None)
    (left,) = fewer([never, once], {"tile": frozenset(range(3, 12))})
    assert left.guards == (Guard((tile,)),)


def test_bounds_are_written_as_one_would() -> None:
    assert End("", 8).text() == "8"
    assert End("price").text("bound_1") == "bound_1"
    assert End("price", -1).text() == "price - 1"


def test_cases_of_which_only_one_can_be_right_are_told_apart() -> None:
    tile, tower = "(3 <= tile < 9)", "(KIND[tile] == 5)"
    both, neither = (
        (Guard((tile, tower)),),
        (Guard((tile, tower), denied=True), Guard(("(s[8] > 1)",))),
    )
    exact, floor, other = case(both, 0, 0), case(neither, 0, None), case(both, None, 4)
    assert [(guards, len(some)) for guards, some in apart([exact, floor, other])] == [
        (both, 2),
        (neither, 1),
    ]
    assert apart([exact, case((Guard((tile,)),), 0, None)]) == [
        ((), [exact, case((Guard((tile,)),), 0, None)])
    ]
    assert apart([case((), 0, None)]) == [((), [case((), 0, None)])]


@given(st.lists(st.lists(guards, max_size=3).map(tuple), max_size=4))
def test_groups_told_apart_exclude_each_other(some: list[tuple[Guard, ...]]) -> None:
    groups = apart([case(each, 0, None) for each in some])
    for x in PIECES:
        assert sum(hold(group, x) for group, _ in groups) <= 1
