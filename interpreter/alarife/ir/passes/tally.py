"""Tallies: counts and sums over the pieces on a grid are kept with it, for all keys at once.

`count t in city[p] where t.building is b` asks the same of the same pieces for each building. What
is asked of a piece looks at its printed fields alone, but for a comparison with something that is
the same for all pieces: the key. So one pass over the grid gives the answers for every key, and
they are right as long as the grid stays the same. What is told of a piece (its key, and what it
adds) becomes a function of the piece; `alarife.geometry.kept` asks it once for each."""

from __future__ import annotations

from typing import Any

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.functions import may_fault
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Field,
    If,
    IsA,
    Node,
    Op,
    Over,
    Read,
    Some,
    Table,
    Tuple,
    Use,
    Where,
)
from alarife.ir.passes.facts import Facts
from alarife.ir.walk import below, free, rewritten, substituted
from alarife.syntax.tree import Span

NOWHERE = Span("", 0, 0, 0, 0)


def tally(body: Expr, facts: Facts) -> Expr:
    """The pass."""

    def change(n: Node) -> Node:
        match n:
            case Over(
                kind="count" | "sum",
                clauses=(
                    Bind(
                        local=piece,
                        source=Builtin(name="pieces", args=(Read(shelf="place") as grid,)),
                    ),
                    *rest,
                ),
            ):
                return _kept(piece, grid, rest, n.result or Const(1), facts) or n
            case _:
                return n

    return rewritten(body, change)


def _kept(
    piece: Local, grid: Read, clauses: list[Clause], amount: Expr, facts: Facts
) -> Expr | None:
    """The look at what is kept, if all clauses are about printed fields and keys."""
    tests: list[Expr] = []
    mine: list[Expr] = []
    asked: list[Expr] = []
    for clause in clauses:
        test = clause.test if isinstance(clause, Where) else None
        if test is None:
            return None
        if _is_printed(test, piece):
            tests.append(test)
        elif (found := _compared(test, piece)) is not None:
            mine.append(found[0])
            asked.append(found[1])
        else:
            return None
    if not mine or not _is_printed(amount, piece):
        return None
    told: Expr = Tuple((mine[0] if len(mine) == 1 else Tuple(tuple(mine)), amount))
    if tests:
        told = If(tests[0] if len(tests) == 1 else Op("and", tuple(tests)), told, Const(None))
    param = Local("piece", UNKNOWN, NOWHERE)
    made = facts.keep("tally", (param,), substituted(told, {piece: Use(param)}), ())
    return Builtin("kept", (Table(made), grid, *asked))


def _compared(test: Expr, piece: Local) -> tuple[Expr, Expr] | None:
    """What a piece has, and what that must be for all pieces alike."""
    match test:
        case Op(op="==", args=(left, right)):
            for mine, other in ((left, right), (right, left)):
                if _is_printed(mine, piece) and piece in free(mine) and _is_fixed(other, piece):
                    return mine, other
        case _:
            pass
    return None


def _is_printed(e: Expr, piece: Local) -> bool:
    """Whether an expression looks at the piece alone, and at nothing of it that can change."""

    def printed(n: Any) -> bool:
        if isinstance(n, Use):
            return n.local is piece
        return isinstance(n, (Const, Field, IsA, Op))

    return all(map(printed, below(e)))


def _is_fixed(e: Expr, piece: Local) -> bool:
    """Whether an expression is the same for all pieces, and may be worked out where there are
    none."""
    return (
        piece not in free(e)
        and not may_fault(e)
        and not any(isinstance(n, (Call, Over, Some)) for n in below(e))
    )
