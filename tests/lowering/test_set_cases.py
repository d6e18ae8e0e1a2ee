"""Cases of a set's condition as they stand in code, grouped by guards that exclude each other."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from alarife.lowering.set_ready import End, Guard, Limit, Ready, apart

PIECES = range(12)
FIELD = [n * 7 % 3 for n in PIECES]


@st.composite
def single(draw: st.DrawFn) -> str:
    low, high = sorted(draw(st.tuples(st.integers(0, 12), st.integers(0, 12))))
    return draw(st.sampled_from([f"({low} <= x < {high})", f"(FIELD[x] == {low % 3})"]))


guards = st.builds(Guard, st.lists(single(), min_size=1, max_size=2).map(tuple), st.booleans())


def hold(some: tuple[Guard, ...] | None, x: int) -> bool:
    return some is not None and all(eval(guard.code(), {"FIELD": FIELD, "x": x}) for guard in some)  # noqa: S307 - our own text


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
