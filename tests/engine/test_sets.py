"""What may be chosen next in a set is held equal to trying out every set."""

from __future__ import annotations

from array import array
from itertools import combinations
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from alarife.engine.sets.choices import Case, Free, Plan, SetChoices
from alarife.engine.tables import Tables
from alarife.lowering.layout import Slots


def choices() -> SetChoices:
    tables = Tables()
    tables.twin = list(range(20))
    tables.face_slot = [-1] * 20
    tables.shape = [0] * 3
    return SetChoices(tables, Free())


SETS = choices()


def allowed(case: Case, least: int, members: tuple[int, ...]) -> bool:
    tests, bounds, _ = case
    if len(members) < least or (tests is not None and not all(tests[q] for q in members)):
        return False
    for values, low, high in bounds:
        total = len(members) if values is None else sum(values[q] for q in members)
        if (low is not None and total < low) or (high is not None and total > high):
            return False
    return True


def tried_out(
    looks: list[int], cases: list[Case], least: int, got: list[int]
) -> tuple[int | None, ...]:
    """Candidates are their positions; any that is part of an allowed set with all that has been
    chosen, and of equal ones the first that is left."""
    n = len(looks)
    out: list[int | None] = (
        [None] if any(allowed(case, least, tuple(got)) for case in cases) else []
    )
    left = [q for q in range(n) if q not in got]
    for q in left:
        if any(looks[other] == looks[q] for other in left if other < q):
            continue
        rest = [other for other in left if other != q]
        more = (
            (*got, q, *others)
            for size in range(len(rest) + 1)
            for others in combinations(rest, size)
        )
        if any(allowed(case, least, members) for members in more for case in cases):
            out.append(q)
    return tuple(out)


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[int], list[Case], int, list[int]]:
    kinds = draw(st.lists(st.integers(1, 3), min_size=1, max_size=4))
    looks = [i for i, copies in enumerate(kinds) for _ in range(copies)][:7]
    n = len(looks)

    def by_look(of: st.SearchStrategy[Any]) -> list[Any]:
        per = draw(st.lists(of, min_size=n, max_size=n))
        return [per[look] for look in looks]

    limit = st.none() | st.integers(0, 9)
    cases: list[Case] = []
    for _ in range(draw(st.integers(1, 2))):
        bounds = [
            (by_look(st.integers(-3, 5)), draw(limit), draw(limit))
            for _ in range(draw(st.integers(0, 2)))
        ]
        sizes = (
            [(None, draw(st.none() | st.integers(0, 3)), draw(st.none() | st.integers(1, 3)))]
            if draw(st.booleans())
            else []
        )
        tests = by_look(st.booleans()) if draw(st.booleans()) else None
        cases.append((tests, (*sizes, *bounds), ()))
    return looks, cases, draw(st.integers(0, 1)), draw(st.lists(st.integers(0, 6), max_size=8))


@given(situations())
def test_what_may_be_chosen_next_leads_to_an_allowed_set_and_nothing_else_does(
    situation: Any,
) -> None:
    looks, cases, least, way = situation
    candidates = tuple(range(len(looks)))
    got: list[int] = []
    plan = Plan(candidates, tuple(looks), cases, least)
    for step in range(len(looks) + 1):
        expected = tried_out(looks, cases, least, got)
        assert SETS.following(Slots(), candidates, looks, cases, least, got) == expected
        assert plan.options(got) == expected
        if step == 0:
            assert plan.exists() == bool(expected)
        more = [q for q in expected if q is not None]
        if not more:
            break
        got.append(more[(way[step] if step < len(way) else 0) % len(more)])
        got.sort()


def test_equal_candidates_stand_side_by_side() -> None:
    sets = choices()
    sets.tables.twin = [0, 0, 2, 2, 4, 4]
    s = Slots([None, None, array("H", [1, 1, 1, 1, 2, 1])])
    found, looks = sets.arranged(s, (3, 1, 0), True)
    assert found == (0, 1, 3)
    assert looks is not None
    assert looks[0] == looks[1] != looks[2]
    assert sets.next_members(found, looks, [1, 1, 1], [], False) == (0, 3)
    assert sets.next_members(found, looks, [1, 1, 1], [0], True) == (None, 1, 3)
    found, looks = sets.arranged(s, (5, 4), True)
    assert set(found) == {4, 5}
    assert looks is not None
    assert looks[0] != looks[1]


@given(
    st.lists(st.integers(0, 6), min_size=1, max_size=6),
    st.integers(-1, 12),
    st.integers(0, 3),
    st.integers(0, 1),
    st.booleans(),
)
def test_an_exact_sum_is_found_as_bits_and_by_search_alike(
    values: list[int], low: int, more: int, least: int, large: bool
) -> None:
    by = 50_000 if large else 1
    numbers, bounds = [v * by for v in values], (low * by, (low + more) * by)
    case: Case = (None, ((numbers, *bounds),), ())
    n = len(values)
    expected = tried_out(list(range(n)), [case], least, [])
    assert SETS.reaches(numbers, *bounds, least) == bool(expected)
    may = [0] * n
    done = SETS.next_exact(None, (numbers, *bounds), least, [], may)
    assert (done, [q for q in range(n) if may[q]]) == (
        None in expected,
        [q for q in expected if q is not None],
    )
