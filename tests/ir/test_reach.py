"""Whether a sum reaches a bound, wherever it is asked: what is printed does what it says."""

from __future__ import annotations

from collections.abc import Callable
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alarife.ir.nodes import Function
from alarife.ir.show import read
from alarife.ir.verify import verify
from alarife.lowering.layout import lay_out
from alarife.lowering.writing import Writer
from alarife.pipeline import stages

NESTED = "(over some (each x.3 w.6) (where REACH))"
REACH = "(over reach {early} (each y.4 x.3) (where (> y.4 0)) (gives (tuple y.4 b.2)))"
ROUND = "(each x.3 a.1)"
Rows = tuple[tuple[int, ...], ...]


def reaches(row: tuple[int, ...], bound: int) -> bool:
    return any(n >= bound for n in accumulate([y for y in row if y > 0]))


PLACES: dict[str, tuple[str, Callable[[Rows, int], Any]]] = {
    "list": (
        f"(over list {ROUND} (where REACH) (gives x.3))",
        lambda rows, b: tuple(row for row in rows if reaches(row, b)),
    ),
    "count": (
        f"(over count {ROUND} (where REACH))",
        lambda rows, b: sum(reaches(row, b) for row in rows),
    ),
    "some": (
        f"(over some {ROUND} (where REACH))",
        lambda rows, b: any(reaches(row, b) for row in rows),
    ),
    "some, asked further": (
        f"(over some {ROUND} (where REACH) (where (!= x.3 b.2)) (each z.5 x.3) (where (== z.5 2)))",
        lambda rows, b: any(reaches(row, b) and 2 in row for row in rows),
    ),
    "none": (
        f"(not (over some {ROUND} (where REACH)))",
        lambda rows, b: not any(reaches(row, b) for row in rows),
    ),
    "not": (
        f"(over list {ROUND} (where (not REACH)) (gives x.3))",
        lambda rows, b: tuple(row for row in rows if not reaches(row, b)),
    ),
    "none in a list": (
        "(over list (each w.6 (tuple a.1 a.1)) (where (not NESTED)) (gives 1))",
        lambda rows, b: () if any(reaches(row, b) for row in rows) else (1, 1),
    ),
    "alone": (
        "(over reach (each x.3 a.1) (each y.4 x.3) (gives (tuple y.4 b.2)))",
        lambda rows, b: any(n >= b for n in accumulate([y for row in rows for y in row])),
    ),
    "and": (
        f"(over list {ROUND} (where (and (> b.2 1) REACH)) (gives x.3))",
        lambda rows, b: tuple(row for row in rows if b > 1 and reaches(row, b)),
    ),
}


def printed(text: str) -> Callable[[Rows, int], Any]:
    checked = stages("tic_tac_toe").checked
    writer = Writer(checked, lay_out(checked.world))
    (f,) = read(f"(function f (a.1 b.2) {text})")
    assert isinstance(f, Function)
    assert verify([f]) == []
    writer.finish(f)
    names: dict[str, Any] = {}
    exec("\n".join(writer.functions), names)  # noqa: S102 - what the writer has written
    return lambda rows, bound: names["f"](None, rows, bound)


@pytest.mark.parametrize("early", ["", "(where (> b.2 -9))", "(let c.7 b.2)"])
@pytest.mark.parametrize("place", PLACES)
def test_a_sum_is_reached_or_not(place: str, early: str) -> None:
    text, meant = PLACES[place]
    text = text.replace("NESTED", NESTED).replace("REACH", REACH.format(early=early))
    asked = printed(text)

    @given(st.lists(st.lists(st.integers(-2, 4), max_size=4).map(tuple), max_size=4).map(tuple),
           st.integers(-1, 8))  # fmt: skip
    def holds(rows: Rows, bound: int) -> None:
        assert asked(rows, bound) == meant(rows, bound)

    holds()
