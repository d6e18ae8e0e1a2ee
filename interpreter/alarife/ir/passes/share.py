"""Sharing: what a loop asks again and again, though it can't change, is worked out once.

A call inside the loops of a function whose arguments are bound outside them has the same value in
every round: nothing changes while a value is worked out. It becomes `once`: worked out when it is
first needed, and kept while the function runs. So nothing is worked out that was not needed
before. Sums and remainders of what is bound outside are worked out before the loops, and whether a
coordinate is near enough for a cell; conditions on it that come first in each round are asked
before them; what a search asks of each member and says again when it is found, once in each round.
Runs on functions whose inner loops have been outlined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, CellType, KindOf, Number, Seat, Sides
from alarife.ir.functions import is_near, may_fault
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Given,
    If,
    Let,
    Node,
    Once,
    Op,
    Over,
    Use,
    Where,
)
from alarife.ir.passes.facts import Facts
from alarife.ir.walk import below, bound_in, children, free, key, rebuilt, rewritten, size
from alarife.syntax.tree import Span

NOWHERE = Span("", 0, 0, 0, 0)
LEAST = 3
"""What has fewer nodes may be said twice."""
COUNTED = (Number, Seat, KindOf, CellType, Sides)
"""Types whose values are numbers in play."""


def share(body: Expr, facts: Facts) -> Expr:
    """The pass."""
    match body:
        case Over():
            return _Sharing(facts).over(body)
        case Op(op="not", args=(Over() as inner,)):
            return Op("not", (_Sharing(facts).over(inner),))
        case Builtin(args=(Over() as inner, *rest)):
            return Builtin(body.name, (_Sharing(facts).over(inner), *rest))
        case _:
            return body


def is_sum(e: Any) -> bool:
    """Whether it is arithmetic on locals that are there and constants, which never fails."""

    def is_part(a: Expr) -> bool:
        if isinstance(a, Use):
            return isinstance(a.local.type, COUNTED)
        return isinstance(a, Const) or is_sum(a)

    return (
        isinstance(e, Op)
        and (e.op in ("+", "-") or (e.op == "%" and bool(getattr(e.args[1], "value", 0))))
        and all(map(is_part, e.args))
    )


def asked_early(clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses with each light condition before the loops in all rounds of which it is the same,
    where nothing but such conditions stands in between."""
    found = list(clauses)
    for at in range(len(found) - 1, -1, -1):
        if isinstance(found[at], Bind):
            changing, to = bound_in(*found[at:]), at
            while to + 1 < len(found) and _is_early(found[to + 1], changing):
                found.insert(to, found.pop(to + 1))
                to += 1
    return found


def _is_early(c: Clause, changing: set[Local]) -> bool:
    return (
        isinstance(c, (Where, Given))
        and not changing.intersection(free(c))
        and not may_fault(c)
        and not any(isinstance(n, (Call, Over, Once)) for n in below(c))
    )


def told_once(e: Over) -> Over:
    """What the first condition of a search or ranking asks in any case, and what follows says
    again, is worked out once in each round."""
    bound = [i for i, c in enumerate(e.clauses) if isinstance(c, Bind)]
    at = next((i for i, c in enumerate(e.clauses) if isinstance(c, Where) and i - 1 in bound), None)
    if e.kind not in ("first", "some", "rank") or at is None:
        return e
    where = e.clauses[at]
    later: list[Node] = [*e.clauses[at + 1 :], *([e.result] if e.result is not None else [])]
    said = [key(n) for n in below(where, *later) if isinstance(n, (Builtin, Op))]
    inner = bound_in(where)
    for one in _asked_first(where):
        if (
            size(one) >= LEAST
            and said.count(key(one)) > 1
            and not any(isinstance(n, Over) for n in below(one))
            and not inner.intersection(free(one))
        ):
            local, known = Local("same", UNKNOWN, NOWHERE), key(one)

            def change(n: Any, known: object = known, local: Local = local) -> Any:
                return Use(local) if isinstance(n, (Builtin, Op)) and key(n) == known else n

            clauses = [rewritten(c, change) for c in e.clauses[at:]]
            result = None if e.result is None else rewritten(e.result, change)
            return Over(e.kind, (*e.clauses[:at], Let(local, one), *clauses), result)
    return e


def _asked_first(n: Node) -> Iterator[Expr]:
    """The calls and operators that are worked out whenever a condition is."""
    if isinstance(n, (Builtin, Op)):
        yield n
    decides = isinstance(n, If) or (isinstance(n, Op) and n.op in ("and", "or", "otherwise"))
    if not isinstance(n, Over):
        for part in islice(children(n), 1 if decides else None):
            yield from _asked_first(part)


class _Sharing:
    """Rewrites the loops of one function. `changing` are the locals bound in or behind the first
    loop."""

    def __init__(self, facts: Facts) -> None:
        self.functions = facts.functions
        self.changing: set[Local] = set()
        self.before: list[Let] = []

    def over(self, e: Over) -> Over:
        """Comprehension by comprehension, from the first loop on."""
        first = next((i for i, c in enumerate(e.clauses) if isinstance(c, Bind)), None)
        if first is None:
            return e
        inside = e.clauses[first:]
        self.changing = bound_in(*inside, *([e.result] if e.result is not None else []))
        clauses: list[Clause] = [*e.clauses[: first + 1]]
        clauses += [rebuilt(c, self.expr) for c in inside[1:]]
        result = None if e.result is None else self.expr(e.result)
        clauses[first:first] = self.before
        return told_once(Over(e.kind, tuple(asked_early(clauses)), result))

    def expr(self, e: Any) -> Any:
        """An expression inside the loops."""
        if is_sum(e) and not self.changing.intersection(free(e)):
            return self.early(e)
        if isinstance(e, Builtin) and e.name == "cell" and len(far := self.far(e)) == 1:
            return Builtin("cell_if", (self.early(Builtin("is_near", (far[0],)), "near"), *e.args))
        match e:
            case Op(op="in", args=(x, Builtin(name="reached", args=args) as reach)) if (
                not self.changing.intersection(free(reach))
                and any(isinstance(n, Call) and self.is_known(n.function) for n in args)
            ):
                found = Once(Local("once", UNKNOWN, NOWHERE), reach)
                return Op("in", (self.expr(x), found))
            case _:
                pass
        if not isinstance(e, Call) or not self.is_known(e.function):
            return rebuilt(e, self.expr)
        if self.changing.intersection(free(e)):
            return rebuilt(e, self.expr)
        return Once(Local("once", UNKNOWN, NOWHERE), e)

    def far(self, e: Builtin) -> list[Expr]:
        """The coordinates of a cell that may be far away; none if they differ from round to
        round, or may be something else than numbers."""
        far = [a for a in e.args if not is_near(a)]
        plain = all(isinstance(a, Use) and isinstance(a.local.type, Number) for a in far)
        return far if plain and not self.changing.intersection(free(*far)) else []

    def is_known(self, function: str) -> bool:
        """Whether it is a function of the program, or a graph that is kept with its grid."""
        return function in self.functions or function.startswith("graph·")

    def early(self, e: Expr, name: str = "sum") -> Expr:
        """The local under which something light stands before the loops."""
        found = next((one for one in self.before if key(one.value) == key(e)), None)
        if found is None:
            found = Let(Local(name, UNKNOWN, NOWHERE), e)
            self.before.append(found)
        return Use(found.local)
