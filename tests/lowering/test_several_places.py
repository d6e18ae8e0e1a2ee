"""What lies in several places is gone through place by place, where order makes no difference."""

from __future__ import annotations

from alarife.code.expressions import Expressions
from alarife.code.symbols import Names, Symbols
from alarife.ir.nodes import Builtin, Const, Expr, Read
from alarife.lowering.layout import lay_out
from alarife.pipeline import stages

WORLD = stages("alhambra", players=3).checked.world
CITY, RESERVE, HAND = (Read("place", name, Const(1)) for name in ("city", "reserve", "hand"))


def printed(e: Expr, ordered: bool = False) -> str:
    return Expressions(Symbols(WORLD, lay_out(WORLD), Names())).iterable(e, ordered)


def union(one: Expr, other: Expr) -> Expr:
    return Builtin("union", (one, other))


def test_each_place_by_itself() -> None:
    tiles = Builtin("pieces", (CITY,))
    text = printed(union(union(tiles, RESERVE), HAND))
    assert text.startswith("(*s[")
    assert text.count("*s[") == 3
    assert ".cells.values()" in text


def test_a_place_named_twice_counts_once() -> None:
    assert printed(union(RESERVE, RESERVE)).startswith("union(")
    assert printed(union(RESERVE, union(HAND, RESERVE))).startswith("union(")


def test_in_order_or_of_other_things_it_is_a_set() -> None:
    assert printed(union(RESERVE, HAND), ordered=True).startswith("union(")
    assert printed(union(RESERVE, Const((4, 5)))).startswith("union(")


def test_a_shipped_rule_goes_so() -> None:
    text = stages("alhambra", ("walls",), players=3).lowered.source
    body = text.partition("def exists·build_wall(")[2].partition("\ndef ")[0]
    assert "(*s[" in body
    assert "union(" not in body
