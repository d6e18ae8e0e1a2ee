"""The invariants hold for what is shipped, after each pass, and refuse what breaks them."""

from __future__ import annotations

import pytest
from tests.ir.games import CONFIGURATIONS, functions_of

from alarife.ir.passes import PASSES
from alarife.ir.show import read
from alarife.ir.verify import verify

NAMES = tuple(p.name for p in PASSES)


@pytest.mark.parametrize("game", CONFIGURATIONS)
@pytest.mark.parametrize("first", range(len(NAMES)))
def test_what_is_shipped_holds_after_each_pass(game: str, first: int) -> None:
    assert verify(functions_of(game, NAMES[first:])) == []


@pytest.mark.parametrize("game", CONFIGURATIONS)
def test_what_is_shipped_holds_after_all_passes(game: str) -> None:
    assert verify(functions_of(game)) == []


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ("b.2", "`b` is used where it is not bound"),
        ("(+ a.1 (over sum (each x.2 a.1) (gives y.3)))", "`y` is used"),
        ("(over count (where (== x.2 1)) (each x.2 a.1))", "`x` is used"),
        ("(or (some x.2 a.1) (== x.2 1))", "`x` is used"),
        ("(and (some x.2 a.1) (some x.2 a.1))", "`x` is bound twice"),
        ("(over list (each a.1 a.1) (gives a.1))", "`a` is bound twice"),
        ("(not a.1 a.1)", "`not` has 2 arguments"),
        ("(and a.1)", "`and` has 1 arguments"),
        ("(over most (each x.2 a.1))", "there is no `over most`"),
        ("(over sum (each x.2 a.1))", "`over sum` lacks a result"),
        ("(over count (each x.2 a.1) (gives x.2))", "`over count` has a result"),
        ("(call f a.1 a.1)", "`f` is called with 2 arguments"),
        ("(do shuffle a.1)", "`shuffle` changes the state"),
        (f"(over count {' '.join(f'(each x.{n} a.1)' for n in range(2, 20))})", "18 loops"),
    ],
)
def test_what_is_broken_is_refused(body: str, wrong: str) -> None:
    found = verify(read(f"(function f (a.1) {body})"))
    assert len(found) == 1
    assert found[0].startswith(f"f: {wrong}")
