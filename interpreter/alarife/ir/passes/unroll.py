"""Unrolling: an existence over few members that are known before play is a disjunction.

`some c in Colour: market[c] is empty` over four colours becomes four tests, and no loop. What is
asked of a list that is made only to see whether it has members (`winners is empty`) is asked as an
existence: nothing is listed. What is kept with a board and is asked with known members alone is
kept for these by itself: nothing is looked up to find it."""

from __future__ import annotations

from typing import Any

from alarife.ir.nodes import Bind, Builtin, Call, Const, Expr, Op, Over, Table, Where
from alarife.ir.passes.facts import Facts
from alarife.ir.passes.fold import folded
from alarife.ir.passes.masks import members_of
from alarife.ir.passes.weigh import is_quick
from alarife.ir.walk import copied, is_simple, rewritten, size

FEW = 4
"""So many members are few."""
MOST_NODES = 72
"""How large all tests together may be."""


def unroll(body: Expr, facts: Facts) -> Expr:
    """The pass."""

    def change(n: Any) -> Any:
        made = _asked(n, facts) if isinstance(n, Op) else n
        return folded(_unrolled(made)) if made is not n else _unrolled(n)

    return rewritten(rewritten(body, change), lambda n: _alone(n, facts))


def _alone(n: Any, facts: Facts) -> Any:
    """What is kept with a board, asked with known values."""
    match n:
        case Builtin(name="kept", args=(Table(name=name), grid, *given)) if given:
            asked = tuple(g.value for g in given if isinstance(g, Const))
            alone = facts.asked_alone(name, asked) if len(asked) == len(given) else None
            return n if alone is None else Builtin("kept", (Table(alone), grid))
        case _:
            return n


def _asked(n: Op, facts: Facts) -> Expr:
    """Whether there are members, where only that is asked of a list."""
    match n:
        case Op(op="empty", args=(Call() as call,)):
            found = _some(call, facts)
            return n if found is None else Op("not", (_unrolled(found),))
        case Op(op=">", args=(Builtin(name="size", args=(Call() as call,)), Const(value=0))):
            return _some(call, facts) or n
        case _:
            return n


def _some(call: Call, facts: Facts) -> Expr | None:
    """An existence that says whether a function lists anything."""
    f = facts.functions.get(call.function)
    if f is None or f.kept or f.counted or f.replaceable or not all(map(is_simple, call.args)):
        return None
    body = f.body.args[0] if isinstance(f.body, Builtin) and f.body.name == "as_set" else f.body
    match body:
        case Over(kind="list" | "bag", clauses=(Bind(counted=0), *rest)) if all(
            isinstance(c, Where) and is_quick(c) for c in rest
        ):
            some = Over("some", body.clauses)
            return copied(some, dict(zip(f.params, call.args, strict=True)))
        case _:
            return None


def _unrolled(n: Expr) -> Expr:
    match n:
        case Over(
            kind="some",
            clauses=(Bind(local=local, source=source, counted=0), *rest),
        ) if rest and all(isinstance(c, Where) and is_quick(c) for c in rest):
            members = members_of(source)
            tests = tuple(c.test for c in rest if isinstance(c, Where))
            test = tests[0] if len(tests) == 1 else Op("and", tests)
            if not 0 < len(members) <= FEW or len(members) * size(test) > MOST_NODES:
                return n
            each = tuple(
                rewritten(copied(test, {local: Const(value)}), folded) for value in members
            )
            return each[0] if len(each) == 1 else Op("or", each)
        case _:
            return n
