"""Inlining: the body of a short function in the place of a call of it.

A call of a generated function costs more than a comparison or two. What is put in its place must
mean the same and work nothing out twice: the body has no loop, and an argument that it uses more
than once is a local, a constant or a field of one. Bodies have been through all passes themselves,
so short functions that call short functions are bounded by the size of the result. A function whose
results are kept stays a call, unless all its values are in a table; so does one that may be
replaced by name, and one that may fault: the fault names the function that runs."""

from __future__ import annotations

from collections import Counter

from alarife.checking.scope import Local
from alarife.ir.functions import may_fault
from alarife.ir.nodes import Call, Const, Expr, Field, Function, Node, Op, Over, Use
from alarife.ir.passes.facts import Facts
from alarife.ir.walk import below, copied, is_simple, rewritten

MOST_NODES = 40
"""How large a body may be that is inlined, with all that has been inlined in it."""


def inline(body: Expr, facts: Facts) -> Expr:
    """The pass."""

    def change(n: Node) -> Node:
        if not isinstance(n, Call):
            return n
        if n.function in facts.tables:
            return Field(facts.tables[n.function], n.args)
        callee = facts.functions.get(n.function)
        return n if callee is None or not may_inline(callee, n.args) else _in_place(callee, n.args)

    return rewritten(body, change)


def may_inline(f: Function, args: tuple[Expr, ...]) -> bool:
    """Whether a call with these arguments is written out."""
    if f.kept or f.counted or f.replaceable:
        return False
    if isinstance(f.body, Const):
        return True
    nodes = list(below(f.body))
    if len(nodes) > MOST_NODES or may_fault(f.body):
        return False
    if any(isinstance(n, Over) or (isinstance(n, Op) and n.op == "otherwise") for n in nodes):
        return False
    uses = Counter(n.local for n in nodes if isinstance(n, Use))
    return all(uses[p] < 2 or _is_cheap(a) for p, a in zip(f.params, args, strict=True))


def _is_cheap(e: Expr) -> bool:
    """Whether an expression takes no longer than a local: one of its own, or a look at a table."""
    return is_simple(e) or (isinstance(e, Field) and all(map(is_simple, e.keys)))


def _in_place(f: Function, args: tuple[Expr, ...]) -> Expr:
    values: dict[Local, Expr] = dict(zip(f.params, args, strict=True))
    return copied(f.body, values)
