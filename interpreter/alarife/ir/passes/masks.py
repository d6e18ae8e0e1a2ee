"""Masks: what holds of single cells of a board is kept with the board.

A condition on a cell that reads what lies on this cell, and nothing else that can change, is
altered by a change on that cell alone. So three forms are kept from board to board instead of being
worked out anew: the cells on which such a condition holds (`those c in cells(board) where …`), the
members of a short list of which each has such a cell of its own, and whether all cells of some line
of a fixed length meet it (`some line in lines(board, n): every c in line: …`): cells as bits, lines
as masks. The condition becomes a function of a piece or nothing; `alarife.geometry.kept` asks it
once for each piece."""

from __future__ import annotations

from typing import Any

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.geometry.grid import HOME, W
from alarife.ir.functions import function
from alarife.ir.nodes import (
    At,
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Field,
    Given,
    Let,
    Node,
    Op,
    Over,
    Read,
    Some,
    Table,
    Use,
    Where,
)
from alarife.ir.passes.facts import Facts
from alarife.ir.passes.fold import folded
from alarife.ir.walk import below, copied, free, key, rewritten, substituted
from alarife.meanings import is_many
from alarife.syntax.tree import Span

NOWHERE = Span("", 0, 0, 0, 0)


def masks(body: Expr, facts: Facts) -> Expr:
    """The pass."""
    return rewritten(body, lambda n: _kept(n, facts))


def _kept(n: Node, facts: Facts) -> Node:
    match n:
        case Over(
            kind="some",
            clauses=(
                Bind(local=line, source=Builtin(name="lines", args=(grid, Const() as length))),
                Where(
                    test=Op(
                        op="not",
                        args=(
                            Over(
                                kind="some",
                                clauses=(Bind(local=cell, source=Use(local=along)), *broken),
                            ),
                        ),
                    )
                ),
            ),
        ) if along is line and broken and all(isinstance(c, Where) for c in broken):
            tests = tuple(c.test for c in broken if isinstance(c, Where))
            test = folded(Op("not", (tests[0] if len(tests) == 1 else Op("and", tests),)))
            assert isinstance(test, Expr)
            return _asked("in_line", grid, cell, (Where(test),), (length.value,), facts) or n
        case Over(
            kind="list" | "bag",
            clauses=(Bind(local=cell, source=Builtin(name="cells", args=(grid,))), *more),
            result=Use(local=result),
        ) if result is cell and more:
            return _asked("cells_where", grid, cell, tuple(more), (), facts) or n
        case Over(
            kind="list" | "bag",
            clauses=(Bind(local=member, source=source), *more),
            result=Use(local=result),
        ) if result is member and more and members_of(source):
            return _members(n, member, source, tuple(more), facts) or n
        case Op(
            op="in",
            args=(Use() as cell, Builtin(name="kept", args=(Table() as made, grid, *given))),
        ):
            return _among(cell, made.name, grid, tuple(given), facts) or n
        case Builtin(
            name="is_gap", args=(Read(shelf="place", name=place) as grid, Use() as cell)
        ) if place in facts.boards:
            taken = Op("in", (cell, Builtin("cells_of", (grid,))))
            return Op("and", (Op("not", (taken,)), Op("in", (cell, Table(f"BOARD·{place}")))))
        case _:
            return n


def _is_cheap(e: Expr) -> bool:
    """Whether an expression may be worked out again and again: it looks at tables."""
    return all(isinstance(n, (Const, Use, Field, Op)) for n in below(e))


def _among(cell: Use, name: str, grid: Expr, given: tuple[Expr, ...], facts: Facts) -> Expr | None:
    """Whether a cell is among those on which a condition holds: whether it holds on the cell."""
    keeper = next(k for k in facts.keepers if k.name == name)
    if keeper.how != "cells_where" or not all(map(_is_cheap, given)):
        return None
    piece = Local("piece", UNKNOWN, NOWHERE)
    given = given or tuple(Const(value) for value in keeper.asked)
    values = dict(zip(keeper.test.params, (Use(piece), *given), strict=True))
    return Op("and", (Some(piece, At(grid, cell)), copied(keeper.test.body, values)))


def _members(
    n: Over, member: Local, source: Expr, clauses: tuple[Clause, ...], facts: Facts
) -> Expr | None:
    """The members that a condition on a cell of their own admits, all cells being known."""
    looks = [part for part in below(*clauses) if isinstance(part, At)]
    if not looks or len({key(look) for look in looks}) > 1:
        return None
    at = looks[0]
    if free(at.cell) != [member]:
        return None
    cells = tuple((value, _cell(at.cell, member, value)) for value in members_of(source))
    if any(c is None for _, c in cells):
        return None
    local, here = Local("cell", UNKNOWN, NOWHERE), key(at)

    def looked(part: Any) -> Any:
        return At(at.grid, Use(local)) if isinstance(part, At) and key(part) == here else part

    clauses = tuple(rewritten(c, looked) for c in clauses)
    if member in free(*clauses):
        return None
    return _asked("members_where", at.grid, local, clauses, (cells,), facts)


def members_of(source: Expr) -> tuple[int, ...]:
    """Members that are known before play, in order."""
    match source:
        case Builtin(name="range", args=(Const(value=int() as low), Const(value=int() as high))):
            return tuple(range(low, high + 1))
        case Builtin(name="reverse", args=(inner,)):
            return members_of(inner)[::-1]
        case Builtin(name="tuple", args=(inner,)):
            return members_of(inner)
        case Const(value=items) if is_many(items):
            return items  # pyright: ignore[reportUnknownVariableType]
        case _:
            return ()


def _cell(e: Expr, member: Local, value: int) -> int | None:
    """The cell that an expression means for a member, if it is known before play."""

    def change(n: Any) -> Any:
        match n:
            case Builtin(name="cell_near", args=(Const(value=int() as x), Const(value=int() as y))):
                return Const(y * W + x + HOME)
            case _:
                return folded(n)

    found = rewritten(substituted(e, {member: Const(value)}), change)
    return found.value if isinstance(found, Const) and isinstance(found.value, int) else None


def _asked(
    name: str,
    grid: Expr,
    cell: Local,
    clauses: tuple[Clause, ...],
    given: tuple[object, ...],
    facts: Facts,
) -> Expr | None:
    """A question about a board, if the clauses look at what lies on the cell alone."""
    if not (isinstance(grid, Read) and grid.shelf == "place" and grid.name in facts.boards):
        return None
    here, piece = key(grid), Local("piece", UNKNOWN, NOWHERE)

    def looked(n: Any) -> Any:
        match n:
            case At(grid=other, cell=Use(local=local)) if local is cell and key(other) == here:
                return Use(piece)
            case _:
                return n

    clauses = tuple(rewritten(c, looked) for c in clauses)
    if not all(_is_local(n, cell) for n in below(*clauses)):
        return None
    tests = [c.test for c in clauses if isinstance(c, Where)]
    bare = len(tests) == len(clauses)
    test: Expr = Over("some", clauses) if not bare else tests[0]
    if bare and len(tests) > 1:
        test = Op("and", tuple(tests))
    params = [local for local in free(test) if local is not piece]
    fresh = {p: Local(p.name, p.type, p.at) for p in (piece, *params)}
    body = copied(test, {old: Use(new) for old, new in fresh.items()})
    if name == "in_line":  # lines are those of one board
        given = (*given, facts.boards[grid.name])
    made = facts.keep(name, tuple(fresh.values()), body, given)
    return Builtin("kept", (Table(made), grid, *(Use(p) for p in params)))


def _is_local(n: Node, cell: Local) -> bool:
    """Whether a node reads nothing that can change but the piece on the cell."""
    match n:
        case Read() | At() | Call() | Over() | Bind():
            return False
        case Builtin():
            called = function(n.name)
            return not (called.reads or called.faults)
        case Use():
            return n.local is not cell
        case Where() | Given() | Let():
            return True
        case _:
            return True
