"""Weighing: what the passes have made light is not counted.

How much work a loop or a call counts for against the budget is told from the rule's text, before
the passes. Where they have left a loop over few members known before play, in whose rounds nothing
is gone through and nothing called, counting would cost more than the work."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from alarife.checking.builtins import BUILT_INS
from alarife.checking.types import Many
from alarife.ir.nodes import Bind, Builtin, Call, Const, Expr, Node, Op, Over, Table, Use
from alarife.ir.passes.facts import Facts
from alarife.ir.walk import below, rewritten
from alarife.meanings import is_many

FEW = 32
"""So many members are few."""
MOST_WORK = 500
"""A round in which nothing is gone through and nothing called takes no more work than this."""
QUICK = frozenset((
    "kept", "location", "item", "toward", "opposite", "cell_near", "cell", "size", "top", "first",
    "cells_of", "range", "nth", "x", "y", "is_gap", "tuple", "players_from",
))  # fmt: skip
"""Functions of the engine that take a step or two, however much they are asked about."""


def weigh(body: Expr, _: Facts) -> Expr:
    """The pass."""
    return rewritten(body, _weighed)


def _weighed(n: Node) -> Node:
    match n:
        case Over(clauses=(Bind(counted=work, source=source) as first, *rest)) if (
            work
            and is_few(source)
            and all(is_quick(part) for part in (*rest, *([n.result] if n.result else [])))
        ):
            return replace(n, clauses=(replace(first, counted=0), *rest))
        case Over(clauses=(Bind(counted=work) as first, *rest)) if work > MOST_WORK and all(
            is_quick(part) for part in (*rest, *([n.result] if n.result else []))
        ):
            return replace(n, clauses=(replace(first, counted=MOST_WORK), *rest))
        case _:
            return n


def is_light(body: Expr) -> bool:
    """Whether a value is worked out so quickly that keeping it, or counting it, costs more."""
    match body:
        case Over(clauses=(Bind(counted=0, source=source), *rest)):
            inside: tuple[Node, ...] = (*rest, *([body.result] if body.result else []))
            return is_few(source) and all(is_quick(part) for part in inside)
        case Op(op="not", args=(inner,)):
            return is_light(inner)
        case _:
            return is_quick(body)


def is_few(source: Expr) -> bool:
    """Whether there are few members, known before play."""
    match source:
        case Builtin(name="range", args=(Const(value=int() as low), Const(value=int() as high))):
            return high - low < FEW
        case Builtin(name="reverse" | "tuple", args=(inner,)):
            return is_few(inner)
        case Builtin(name="sides"):
            return True
        case Builtin() if (row := BUILT_INS.get(source.name)) is not None:
            return row.most is not None and row.most <= FEW
        case Const(value=items) if is_many(items):
            return len(items) <= FEW
        case _:
            return False


def is_quick(*nodes: Node) -> bool:
    """Whether nothing is gone through and nothing is called."""

    def quick(n: Any) -> bool:
        if isinstance(n, (Over, Call)):
            return False
        if isinstance(n, Op) and n.op == "in":
            many = n.args[1]
            return isinstance(many, Table) or (
                isinstance(many, Builtin) and many.name in ("cells_of", "numbers", "range")
            )
        if isinstance(n, Op) and n.op in ("==", "!="):
            return not any(isinstance(a, Use) and isinstance(a.local.type, Many) for a in n.args)
        return not isinstance(n, Builtin) or n.name in QUICK

    return all(quick(n) for n in below(*nodes))
