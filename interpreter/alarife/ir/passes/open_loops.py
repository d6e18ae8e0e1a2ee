"""Opening: enumerations inside enumerations become one nest of loops.

Where only truth is asked (`over some`), neither order nor repetition matters. So a member of a list
that is made only to be looked through is looked at as it is made, an existence that is the last
condition of an existence continues its loops, and a conjunction becomes conditions of its own, each
asked as soon as it can be. Counts and sums open lists too, but not sets made of them, which hold
each member once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from alarife.ir.nodes import UNORDERED, Bind, Builtin, Clause, Expr, Let, Node, Op, Over, Where
from alarife.ir.passes.facts import Facts
from alarife.ir.walk import below, is_simple, rewritten, substituted

MOST_LOOPS = 10
"""How deep loops may stand in each other."""


def open_loops(body: Expr, _: Facts) -> Expr:
    """The pass."""
    return rewritten(body, _opened)


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
                    long = clause.counted and isinstance(one, Bind)
                    yield replace(one, counted=True) if long else one
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
