"""Statements for arguments that are known when they are printed.

The first question about a set is put when nothing has been chosen, so what goes through the chosen
members is empty, and bounds on their number are decided. In: statements and values for some of
their locals. Out: statements that do the same, with constants propagated and what is decided left
out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from alarife.checking.scope import Local
from alarife.ir.liveness import within
from alarife.ir.nodes import Const, Expr, Node, Op
from alarife.ir.passes.fold import folded
from alarife.ir.statements import Assign, Each, Stmt, When
from alarife.ir.walk import rewritten, substituted


def specialised(
    body: Iterable[Stmt], value: Expr, known: Mapping[Local, Expr]
) -> tuple[tuple[Stmt, ...], Expr]:
    """Statements, and the value that is asked for after them, where some locals are constants."""
    values = dict(known)
    left = [s for s in (_with(s, values) for s in body) if not _goes_through_nothing(s)]
    written = Counter(x for s in within(left) if isinstance(s, (Assign, Each)) for x in s.locals)
    found: list[Stmt] = []
    for s in left:
        made = _with(s, values)
        match made:
            case Assign(value=Const() as constant, locals=(x,)) if written[x] == 1:
                values[x] = constant
            case _:
                found += _decided(made)
    return tuple(found), _with(value, values)


def _with(node: Any, values: Mapping[Local, Expr]) -> Any:
    return rewritten(substituted(node, values), _folded)


def _folded(n: Node) -> Node:
    """A node, folded; nothing is in an empty set."""
    match n:
        case Op(op="in", args=(_, Const(value=()))):
            return Const(False)
        case Op(op="and", args=args) if any(isinstance(a, Const) and a.value == () for a in args):
            return Const(False)  # a set in a condition: whether it has members
        case Op(op="empty", args=(Const(value=()),)):
            return Const(True)
        case _:
            return folded(n)


def _goes_through_nothing(s: Stmt) -> bool:
    return isinstance(s, Each) and isinstance(s.source, Const) and s.source.value == ()


def _decided(s: Stmt) -> tuple[Stmt, ...]:
    """The statements that are left of one whose conditions may be decided."""
    match s:
        case When(test=Const(value=decided)):
            return tuple(x for one in (s.then if decided else s.other) for x in _decided(one))
        case When():
            then, other = (tuple(x for one in b for x in _decided(one)) for b in (s.then, s.other))
            return (When(s.test, then, other),)
        case Each():
            return (Each(s.source, s.locals, tuple(x for one in s.body for x in _decided(one))),)
        case _:
            return (s,)
