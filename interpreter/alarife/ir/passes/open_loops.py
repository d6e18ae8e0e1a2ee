"""Opening: enumerations inside enumerations become one nest of loops.

Where only truth is asked (`over some`), neither order nor repetition matters. So a member of a list
that is made only to be looked through is looked at as it is made, an existence that is the last
condition of an existence continues its loops, and a conjunction becomes conditions of its own, each
asked as soon as it can be. Counts and sums open lists too, but not sets made of them, which hold
each member once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from alarife.ir.nodes import (
    UNORDERED,
    Bind,
    Builtin,
    Call,
    Clause,
    Expr,
    Let,
    Node,
    Op,
    Over,
    Where,
)
from alarife.ir.passes.facts import Facts
from alarife.ir.walk import below, copied, is_simple, rewritten, substituted

MOST_LOOPS = 10
"""How deep loops may stand in each other."""


def open_loops(body: Expr, facts: Facts) -> Expr:
    """The pass."""
    body = rewritten(body, _opened)
    match body:
        case Over():
            return _entered(body, facts)
        case Op(op="not", args=(Over() as inner,)):
            return Op("not", (_entered(inner, facts),))
        case _:
            return body


def _entered(n: Over, facts: Facts) -> Over:
    """The loops of a function; where the first goes over what a call lists, it is listed here."""
    if n.kind not in UNORDERED or not n.clauses:
        return n
    match n.clauses[0]:
        case Bind(source=Call() as call) as first:
            listed = _body_of(call, facts, n.kind)
            if listed is not None:
                opened = replace(first, source=listed)
                found = _opened(Over(n.kind, (opened, *n.clauses[1:]), n.result))
                return found if isinstance(found, Over) else n
        case _:
            pass
    return n


def _body_of(call: Call, facts: Facts, kind: str) -> Expr | None:
    """The list that a call makes, where it may be made here."""
    f = facts.functions.get(call.function)
    if f is None or f.kept or f.counted or f.replaceable:
        return None
    if not all(is_simple(a) for a in call.args) or _listed(f.body, kind) is None:
        return None
    return copied(f.body, dict(zip(f.params, call.args, strict=True)))


def _opened(n: Node) -> Node:
    if not isinstance(n, Over) or n.kind not in UNORDERED:
        return n
    while True:
        clauses = tuple(_flat(n))
        same = len(clauses) == len(n.clauses) and all(
            a is b for a, b in zip(clauses, n.clauses, strict=True)
        )
        if same or sum(isinstance(c, Bind) for c in below(*clauses)) > MOST_LOOPS:
            return n
        n = _propagated(Over(n.kind, clauses, n.result))


def _propagated(n: Over) -> Over:
    """The same without locals that are other names for locals or constants."""
    names = {c.local: c.value for c in n.clauses if isinstance(c, Let) and is_simple(c.value)}
    if not names:
        return n
    left = tuple(c for c in n.clauses if not (isinstance(c, Let) and c.local in names))
    return substituted(Over(n.kind, left, n.result), names)


def _flat(n: Over) -> Iterator[Clause]:
    """The clauses of an enumeration, with those of what they go through in their place."""
    for i, clause in enumerate(n.clauses):
        match clause:
            case Bind(source=source) if (inner := _listed(source, n.kind)) is not None:
                for one in inner.clauses:
                    long = isinstance(one, Bind) and clause.counted > one.counted
                    yield replace(one, counted=clause.counted) if long else one
                assert inner.result is not None
                yield Let(clause.local, inner.result)
            case Bind(source=Builtin(name="as_set", args=(source,))):
                many = source if n.kind == "some" else Builtin("distinct", (source,))
                yield Bind(clause.local, many, clause.counted)
            case Where(test=Op(op="and", args=parts)):
                yield from (Where(part) for part in parts)
            case Where(test=Over(kind="some") as inner) if (
                n.kind == "some" and i == len(n.clauses) - 1
            ):
                yield from inner.clauses
            case _:
                yield clause


def _listed(source: Expr, kind: str) -> Over | None:
    """The list that is made to be gone over, where it can be gone over as it is made."""
    if kind == "some" and isinstance(source, Builtin) and source.name == "as_set":
        source = source.args[0]
    return source if isinstance(source, Over) and source.kind in ("list", "bag") else None
