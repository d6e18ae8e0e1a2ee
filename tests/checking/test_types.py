"""Types: what fits where, what is alike, and what two types have in common."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from alarife.checking.describe import describe
from alarife.checking.types import (
    CELL,
    NUMBER,
    PARTY,
    PLAYER,
    SIDES,
    TEXT,
    TRUTH,
    UNKNOWN,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Type,
    alike,
    comparable,
    fits,
    join,
    list_of,
    member_of,
    set_of,
)

NAMES = st.sampled_from(["Tree", "Pond", "Gate"])
PLAIN = st.one_of(
    st.sampled_from([TRUTH, NUMBER, TEXT, CELL, SIDES, KindOf("Fruit"), KindOf("Side")]),
    st.sampled_from(["Player", "Neutral", "Party"]).map(Seat),
    st.builds(Number, st.integers(-3, 0), st.integers(0, 3)),
    st.frozensets(NAMES, min_size=1).map(Pieces),
)
INNER = st.one_of(
    PLAIN,
    PLAIN.map(set_of),
    PLAIN.map(list_of),
    PLAIN.map(lambda t: Many("ranking", t)),
    PLAIN.map(GridOf),
)
TYPES = st.one_of(INNER, INNER.map(Maybe), INNER.map(list_of), st.just(UNKNOWN))


@given(TYPES)
def test_every_type_fits_itself_and_is_like_itself(t: Type) -> None:
    assert fits(t, t)
    assert alike(t, t)
    assert comparable(t, t)
    assert describe(t)


@given(TYPES, TYPES)
def test_likeness_goes_both_ways(a: Type, b: Type) -> None:
    assert alike(a, b) == alike(b, a)
    assert comparable(a, b) == comparable(b, a)


@given(TYPES, TYPES)
def test_what_two_types_have_in_common_is_what_both_fit(a: Type, b: Type) -> None:
    if alike(a, b):
        assert fits(a, join((a, b)))
        assert fits(b, join((a, b)))
        assert fits(join((a, b)), join((b, a)))


@given(TYPES, TYPES)
def test_what_fits_is_alike(a: Type, b: Type) -> None:
    if fits(a, b):
        assert alike(a, b)


def test_what_fits_where() -> None:
    assert fits(PLAYER, PARTY)
    assert not fits(PARTY, PLAYER)
    assert fits(Pieces(frozenset({"Tree"})), Pieces(frozenset({"Tree", "Pond"})))
    assert fits(PLAYER, Maybe(PLAYER))
    assert not fits(Maybe(PLAYER), PLAYER)


def test_what_is_found_in_a_type() -> None:
    assert member_of(set_of(CELL)) == CELL
    assert member_of(NUMBER) is None
    assert join(()) == UNKNOWN
    assert join((Number(1, 3), Number(2, 9))) == Number(1, 9)
