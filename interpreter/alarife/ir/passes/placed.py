"""Placed: where a piece lies that has just been found in a place is known.

`some c in 1..4: market[c] is some tile and … coinage(tile) …` asks of each tile where it lies, and
under which key; it lies where it was found. So no look at the state is needed, and none at a table
if the keys of the place count from 0; nor is it asked whether it lies under a law. Nothing moves
while a value is worked out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alarife.checking.scope import Local
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Const,
    Expr,
    Field,
    Given,
    Node,
    Op,
    Over,
    PlaceOf,
    Read,
    Use,
)
from alarife.ir.passes.facts import Facts
from alarife.ir.passes.fold import folded
from alarife.ir.walk import below, rewritten


def placed(body: Expr, facts: Facts) -> Expr:
    """The pass."""

    def change(n: Node) -> Node:
        return _known(n, facts) if isinstance(n, Over) else n

    return rewritten(body, change)


def _known(n: Over, facts: Facts) -> Over:
    """The clauses behind each find, and the result, with what is known of it."""
    for i, clause in enumerate(n.clauses):
        match clause:
            case (
                Given(local=piece, source=Read(shelf="place", name=place, index=index))
                | Bind(local=piece, source=Read(shelf="place", name=place, index=index))
            ) if (isinstance(clause, Given) or place in facts.heaps) and (
                index is None or all(isinstance(part, (Const, Op, Use)) for part in below(index))
            ):
                there = _there(piece, place, index, facts)
                later = [rewritten(c, there) for c in n.clauses[i + 1 :]]
                result = None if n.result is None else rewritten(n.result, there)
                if result is not n.result or any(map(_differ, later, n.clauses[i + 1 :])):
                    n = Over(n.kind, (*n.clauses[: i + 1], *later), result)
            case _:
                pass
    return n


def _differ(a: Node, b: Node) -> bool:
    return a is not b


def _there(piece: Local, place: str, index: Expr | None, facts: Facts) -> Callable[[Any], Any]:
    """What says where the piece lies, and under which key."""

    def change(n: Any) -> Any:
        match n:
            case Builtin(name="location", args=(Use(local=local),)) if local is piece:
                return PlaceOf(place, index)
            case Field(table=table, keys=(PlaceOf(name=name, index=Expr() as key),)) if (
                name == place and place in facts.counted and table == f"AT·{place}"
            ):
                return key
            case Field(table="LAWLESS", keys=(PlaceOf(name=name),)) if name in facts.lawless:
                return Const(True)
            case Op():
                return folded(n)
            case _:
                return n

    return change
