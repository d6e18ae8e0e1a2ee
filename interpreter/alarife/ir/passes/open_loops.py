"""Opening: enumerations inside enumerations become one nest of loops.

Where only truth is asked (`over some`), neither order nor repetition matters. So a member of a list
that is made only to be looked through is looked at as it is made, an existence that is the last
condition of an existence continues its loops, and a conjunction becomes conditions of its own, each
asked as soon as it can be. That a list has members, where it is the last condition, is asked in the
same way; what comes short of a member is there if that is not the first. Counts and sums open lists
too, but not sets made of them, which hold each member once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from alarife.ir.nodes import (
    UNORDERED,
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Given,
    Let,
    Node,
    Op,
    Over,
    Use,
    Where,
)
from alarife.ir.passes.facts import Facts
from alarife.ir.walk import below, copied, free, is_simple, rewritten, size, substituted

MOST_LOOPS = 10
"""How deep loops may stand in each other."""
MOST_SOURCES = 4
"""Members of so many lists that are joined are looked for one list after the other."""
MOST_NODES = 60
"""How much may be asked of a member that is looked for in several lists."""


def open_loops(body: Expr, facts: Facts) -> Expr:
    """The pass."""
    body = rewritten(body, lambda n: _apart(_opened(_met(n, facts)), facts))
    match body:
        case Over():
            return _entered(body, facts)
        case Op(op="not", args=(Over() as inner,)):
            return Op("not", (_entered(inner, facts),))
        case Op(op="or", args=parts) if all(isinstance(part, Over) for part in parts):
            return Op(
                "or", tuple(_entered(part, facts) for part in parts if isinstance(part, Over))
            )
        case _:
            return body


def _apart(n: Any, facts: Facts) -> Any:
    """An existence among what is joined of several lists or sets: one among each."""
    if not isinstance(n, Over) or n.kind != "some" or not isinstance(n.clauses[0], Bind):
        return n
    first, rest = n.clauses[0], n.clauses[1:]
    sources = list(_joined(first.source, facts))
    if not 1 < len(sources) <= MOST_SOURCES or sum(map(size, rest)) > MOST_NODES:
        return n
    among = [Over("some", (replace(first, source=source), *rest)) for source in sources]
    return Op("or", tuple(rewritten(copied(one, {}), _opened) for one in among))


def _joined(source: Expr, facts: Facts) -> Iterator[Expr]:
    """What is joined, where only truth is asked of the members."""
    match source:
        case Call() if (found := _made_by(source, facts)) is not None and _joins(found):
            yield from _joined(copied(found, {}), facts)
        case Builtin(name="as_set", args=(inner,)):
            yield from _joined(inner, facts)
        case Builtin(name="union" | "merged", args=parts):
            for part in parts:
                yield from _joined(part, facts)
        case _:
            yield source


def _joins(e: Expr) -> bool:
    return isinstance(e, Builtin) and e.name in ("union", "merged")


def _met(n: Any, facts: Facts) -> Any:
    """An existence whose last condition is that a function lists something: whether it would."""
    if not isinstance(n, Over) or n.kind != "some" or not n.clauses:
        return n
    match n.clauses[-1]:
        case Where(
            test=Op(op=">", args=(Builtin(name="size", args=(Call() as call,)), Const(value=0)))
        ):
            listed = _body_of(call, facts, "list")
        case _:
            return n
    if not isinstance(listed, Over) or any(isinstance(c, Where) for c in listed.clauses[:1]):
        return n
    return Over("some", (*n.clauses[:-1], *listed.clauses))


def _entered(n: Over, facts: Facts) -> Over:
    """The loops of a function; what calls list is listed where it is gone over."""
    if n.kind not in (*UNORDERED, "list"):
        return n

    def entered(clause: Clause) -> Clause:
        match clause:
            case Bind(source=Call() as call):
                listed = _body_of(call, facts, n.kind)
                return clause if listed is None else replace(clause, source=listed)
            case _:
                return clause

    first = () if n.kind in UNORDERED else n.clauses[:1]  # a list of a list alone is called
    clauses = (*first, *map(entered, n.clauses[len(first) :]))
    if all(a is b for a, b in zip(clauses, n.clauses, strict=True)):
        return n
    found = _opened(Over(n.kind, clauses, n.result))
    return found if isinstance(found, Over) else n


def _body_of(call: Call, facts: Facts, kind: str) -> Expr | None:
    """The list that a call makes, where it may be made here."""
    found = _made_by(call, facts)
    return None if found is None or _listed(found, kind) is None else found


def _made_by(call: Call, facts: Facts) -> Expr | None:
    """What a function works out, where that may be worked out here."""
    f = facts.functions.get(call.function)
    if f is None or f.kept or f.counted or f.replaceable or not all(map(is_simple, call.args)):
        return None
    return copied(f.body, dict(zip(f.params, call.args, strict=True)))


def _opened(n: Node) -> Node:
    if not isinstance(n, Over) or n.kind not in (*UNORDERED, "list"):
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
            case Bind(local=local, source=Builtin(name="short_of", args=(many, member))) if (
                n.kind == "some"
                and is_simple(many)
                and not any(local in free(later) for later in n.clauses[i + 1 :])
            ):
                if not _found_in(many, member, n.clauses[:i]):
                    yield Where(Op(">", (Builtin("size", (many,)), Const(0))))
                yield Where(Op("!=", (Builtin("item", (many, Const(0))), member)))
            case Bind(source=Builtin(name="as_set", args=(source,))) if n.kind in UNORDERED:
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


def _found_in(many: Expr, member: Expr, before: Sequence[Clause]) -> bool:
    """Whether a member has been looked for among these: then there are some."""
    for clause in before:
        match clause, member, many:
            case (
                Given(local=found, source=Over(clauses=(Bind(source=Use(local=among)), *_))),
                Use(local=local),
                Use(local=others),
            ) if found is local and among is others:
                return True
            case _:
                pass
    return False


def _listed(source: Expr, kind: str) -> Over | None:
    """The list that is made to be gone over, where it can be gone over as it is made."""
    if kind == "some" and isinstance(source, Builtin) and source.name == "as_set":
        source = source.args[0]
    kinds = ("list",) if kind == "list" else ("list", "bag")
    return source if isinstance(source, Over) and source.kind in kinds else None
