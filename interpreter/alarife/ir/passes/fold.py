"""Constant folding: what is known before play is worked out now.

Operators on constants, sums with several constants, sizes of known ranges, conditions that are
decided, and members looked for in a range become simpler nodes. What could fail or grow large
(division by nothing, ranges of unknown length) is left to play."""

from __future__ import annotations

from operator import is_
from typing import Any

from alarife.ir.functions import function, may_stop
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Given,
    If,
    Node,
    Op,
    Over,
    Read,
    Use,
    Where,
)
from alarife.ir.ops import OPERATORS
from alarife.ir.passes.facts import Facts
from alarife.ir.walk import all_consts, below, key, rewritten

OFFERS = (
    *("fits·", "any_fits·", "any_removable·", "any_exchangeable·", "exists·", "exists_menu·"),
    *("may_lay·", "may_leave"),
)
"""What the functions are called that say whether anything is offered."""
NEGATED = {
    "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
    "is none": "is some", "is some": "is none",
}  # fmt: skip
TUPLES = frozenset(("kept", "gaps", "cells", "pieces", "as_set"))
"""Functions of the engine that give tuples."""
LARGEST = 10**18
"""How large a number may be that is worked out before play."""


def fold(body: Expr, facts: Facts) -> Expr:
    """The pass."""

    def change(n: Node) -> Node:
        made = folded(n)
        return _joined(made, facts) if isinstance(made, Builtin) else made

    return rewritten(body, change)


def _joined(n: Builtin, facts: Facts) -> Node:
    """The union of what lies in two places, sets of pieces both, which share none."""
    match n:
        case Builtin(
            name="union",
            args=(Read(shelf="place", name=left), Read(shelf="place", name=right)),
        ) if left != right and {left, right} <= facts.sets:
            return Builtin("merged", n.args)
        case _:
            return n


def add(e: Expr, number: int) -> Expr:
    """`e + number`, folded."""
    if isinstance(e, Const):
        assert isinstance(e.value, int)
        return Const(e.value + number)
    if isinstance(e, Op) and e.op in ("+", "-") and isinstance(e.args[1], Const):
        other: Any = e.args[1].value
        if isinstance(other, int):
            return add(e.args[0], number + (other if e.op == "+" else -other))
    if not number:
        return e
    return Op("+", (e, Const(number))) if number > 0 else Op("-", (e, Const(-number)))


def folded(n: Node) -> Node:
    """A node whose parts have been folded."""
    match n:
        case Op(op="and" | "or"):
            return _junction(n)
        case Op(op="+" | "-", args=(left, Const(value=int() as number))) if not isinstance(
            number, bool
        ):
            small = abs(number) < LARGEST
            return add(left, number if n.op == "+" else -number) if small else n
        case Op(op="not", args=(Op(op="not", args=(inner,)),)) if _is_truth(inner):
            return inner
        case Op(op="not", args=(Op(op=op, args=args),)) if op in NEGATED:
            return Op(NEGATED[op], args)
        case Op(op="in", args=(x, Builtin(name="range", args=(low, high)))):
            return Op("between", (low, x, high))
        case Op() if all_consts(n.args):
            return _operated(n)
        case If(test=Const(value=value)):
            return n.then if value else n.other
        case Builtin(name="size", args=(Builtin(name="range", args=(low, high)),)) if all_consts(
            (low, high)
        ):
            assert isinstance(low, Const)
            assert isinstance(high, Const)
            return Const(max(0, high.value - low.value + 1))  # type: ignore[operator]
        case Builtin(name="tuple", args=(Builtin(name=name) as inner,)) if name in TUPLES:
            return inner
        case Builtin() if n.args and all_consts(n.args):
            return _called(n)
        case Over():
            return _over(n)
        case _:
            return n


def _is_truth(e: Expr) -> bool:
    """Whether the value of an expression is yes or no, and no number that stands for it."""
    return isinstance(e, Op) and OPERATORS[e.op].truth


def _operated(n: Op) -> Node:
    values: list[Any] = [a.value for a in n.args if isinstance(a, Const)]
    meaning = OPERATORS[n.op].fold
    plain = all(isinstance(v, int) for v in values) or n.op in ("is none", "is some", "otherwise")
    if meaning is None or not plain:
        return n
    found = meaning(*values)
    if found is None and n.op != "otherwise":
        return n
    large = isinstance(found, int) and abs(found) > LARGEST
    return n if large else Const(found)


def _called(n: Builtin) -> Node:
    meaning = function(n.name).meaning
    if meaning is None:
        return n
    return Const(meaning(*[a.value for a in n.args if isinstance(a, Const)]))


def _junction(n: Op) -> Node:
    """A conjunction or disjunction without nested ones and without what decides nothing."""
    decides = n.op == "or"
    parts: list[Expr] = []
    for part in n.args:
        parts += part.args if isinstance(part, Op) and part.op == n.op else [part]
    left: list[Expr] = []
    for part in parts:
        if isinstance(part, Const) and isinstance(part.value, bool):
            if part.value == decides:
                left = [part] if all(map(_is_offer, left)) else [*left, part]
                break
        else:
            left.append(part)
    if not left:
        return Const(not decides)
    if len(left) == 1:
        return left[0]
    same = len(left) == len(n.args) and all(a is b for a, b in zip(left, n.args, strict=True))
    return n if same else Op(n.op, tuple(left))


def _is_offer(e: Expr) -> bool:
    """Whether an expression asks only what can be offered: that changes nothing, and it does not
    matter which offer is asked about first."""
    return not may_stop(e) and all(
        n.function.startswith(OFFERS) for n in below(e) if isinstance(n, Call)
    )


def _over(n: Over) -> Node:
    """Clauses that always hold, or have been asked before, go; a list of all members as they come
    is what they come from."""
    match n.kind, n.clauses, n.result:
        case "list", (Bind(local=local, source=source, counted=0),), Use(local=result) if (
            result is local
        ):
            return folded(Builtin("tuple", (source,)))
        case _:
            pass
    left: list[Clause] = []
    asked: set[object] = set()
    for c in n.clauses:
        if isinstance(c, Where):
            told = key(c.test)
            if (isinstance(c.test, Const) and c.test.value is True) or told in asked:
                continue
            asked.add(told)
        left.append(_at_most_one(c))
    same = len(left) == len(n.clauses) and all(map(is_, left, n.clauses))
    return n if same else _over(Over(n.kind, tuple(left), n.result))


def _at_most_one(c: Clause) -> Clause:
    """What lies in a space, or nothing, is no loop."""
    match c:
        case Bind(local=local, source=Builtin(name="one_or_none", args=(one,))):
            return Given(local, one)
        case _:
            return c
