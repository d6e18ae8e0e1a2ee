"""Outlining: loops that stand inside an expression become functions of their own.

Python's expressions hold no loops. So every `over` that is not all of a function's body, or the
only thing that a closing call works on, becomes a helper: a function with the locals it uses as
parameters, called in its place. Needed before code can be printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeGuard

from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Clause,
    Expr,
    Function,
    Given,
    Holding,
    If,
    Let,
    Op,
    Over,
    Use,
    Where,
)
from alarife.ir.walk import below, free, rebuilt

Fresh = Callable[[str], str]
CLOSING = frozenset(("as_set", "leaders", "network", "unlike"))
"""Functions of the engine that a function may hand what its loops have found to, as it stands."""
DEEPEST = 12
"""How deep loops may stand in one function."""


def outline(body: Expr, fresh: Fresh) -> tuple[Expr, list[Function]]:
    """The body of a function with calls for its inner loops, and the functions they call."""
    made = _Outliner(fresh)
    return made.closing(body), made.helpers


def outline_value(e: Expr, fresh: Fresh) -> tuple[Expr, list[Function]]:
    """The same for an expression that is part of something else: all its loops become calls."""
    made = _Outliner(fresh)
    return made.value(e), made.helpers


def is_one_loop(e: Expr) -> bool:
    """Whether a condition is an existence that asks a single loop: then it can be printed as a loop
    with `break` and `else`."""
    return (
        isinstance(e, Over)
        and e.kind == "some"
        and sum(isinstance(c, Bind) for c in e.clauses) == 1
        and isinstance(e.clauses[0], Bind)
    )


def is_reach(e: Expr) -> TypeGuard[Over]:
    """Whether it is asked if a sum reaches a bound."""
    return isinstance(e, Over) and e.kind == "reach"


def is_one_sum(e: Expr) -> TypeGuard[Over]:
    """Whether it is asked if a sum over a single loop reaches a bound: in a round of another loop
    it is printed as a loop that goes on with the next round if not."""
    if not is_reach(e):
        return False
    first = next((i for i, c in enumerate(e.clauses) if not isinstance(c, Let)), 0)
    loop, *rest = e.clauses[first:]
    return isinstance(loop, Bind) and all(isinstance(c, Where) for c in rest)


def is_search(e: Expr) -> TypeGuard[Over]:
    """Whether the first member is looked for that meets conditions without loops: in a round of
    another loop it is printed as a loop that goes on with the next round if there is none."""
    return (
        isinstance(e, Over)
        and e.kind == "first"
        and isinstance(e.clauses[0], Bind)
        and all(
            isinstance(c, Where) and not any(isinstance(n, Over) for n in below(c))
            for c in e.clauses[1:]
        )
    )


class _Outliner:
    def __init__(self, fresh: Fresh) -> None:
        self.fresh = fresh
        self.helpers: list[Function] = []
        self.depth = 0

    def closing(self, e: Expr) -> Expr:
        """An expression that a function returns."""
        match e:
            case Over():
                return self.own(e)
            case Op(op="not", args=(Over(kind="some") as inner,)):
                return Op("not", (self.own(inner),))
            case Builtin(name=name, args=(Over() as inner, *rest)) if name in CLOSING:
                return Builtin(name, (self.over(inner), *rest))
            case Holding():
                return Holding(tuple(self.value(test) for test in e.tests))
            case If():
                return If(self.value(e.test), self.closing(e.then), self.closing(e.other))
            case _:
                return self.value(e)

    def own(self, e: Over) -> Over:
        """The loops that a function returns the value of. Whether a sum is reached, where that is
        the last condition of an existence, continues its loops."""
        last = e.clauses[-1] if e.kind == "some" and len(e.clauses) > 1 else None
        if isinstance(last, Where) and is_reach(last.test) and self.depth < DEEPEST:
            before = self.over(Over("some", e.clauses[:-1]))
            self.depth += 1
            inner = self.over(last.test)
            self.depth -= 1
            return Over("some", (*before.clauses, Where(inner)))
        return self.over(e)

    def over(self, e: Over) -> Over:
        """Loops, with what is inside them."""
        self.depth += 1
        clauses = tuple(self.clause(c, e.clauses[:i]) for i, c in enumerate(e.clauses))
        self.depth -= 1
        result = None if e.result is None else self.value(e.result)
        return Over(e.kind, clauses, result)

    def clause(self, c: Clause, before: Sequence[Clause]) -> Clause:
        """A clause; conditions that can be printed as loops in the loops stay, and so does what is
        looked for in each round."""
        looped = self.depth < DEEPEST and any(isinstance(b, Bind) for b in before)
        if looped and isinstance(c, Given) and is_search(c.source):
            return Given(c.local, self.over(c.source))
        if looped and isinstance(c, Where) and is_one_sum(c.test):
            return Where(self.over(c.test))
        if isinstance(c, Where) and self.depth < DEEPEST:
            negated = isinstance(c.test, Op) and c.test.op == "not"
            inner = c.test.args[0] if negated and isinstance(c.test, Op) else c.test
            if negated and isinstance(inner, Over) and is_one_loop(inner):
                return Where(Op("not", (self.over(inner),)))
        return rebuilt(c, self.value)

    def value(self, e: Any) -> Any:
        """An expression inside another."""
        match e:
            case Builtin(name="all_of", args=(Over() as inner,)):
                return Builtin(
                    e.name,
                    (
                        rebuilt(
                            inner,
                            lambda part: (
                                rebuilt(part, self.value)
                                if isinstance(part, Clause)
                                else self.value(part)
                            ),
                        ),
                    ),
                )
            case Over():
                return self.helper(e)
            case _:
                return rebuilt(e, self.value)

    def helper(self, e: Over) -> Expr:
        """A call of a function that has these loops."""
        name = self.fresh(e.kind)
        params = tuple(free(e))
        inner = _Outliner(self.fresh)
        body = inner.own(e)
        self.helpers += [*inner.helpers, Function(name, params, body)]
        return Call(name, tuple(Use(p) for p in params))
