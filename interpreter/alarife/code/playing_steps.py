"""The next step of a set choice, as it is printed where the question is put."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.liveness import Needs, within
from alarife.ir.nodes import Builtin, Expr, Use
from alarife.ir.statements import Assign, Each, Stmt
from alarife.ir.walk import below
from alarife.syntax.tree import NOWHERE

LISTS = ("new_list", "no_marks", "done_if")
"""What makes a list that is filled afterwards."""


@dataclass(frozen=True, slots=True)
class Step:
    """How options are worked out: what is the same however often it is done, what is done each
    time, and the options."""

    fixed: tuple[Assign, ...]
    body: tuple[Stmt, ...]
    value: Expr


def bound_by(s: Stmt) -> tuple[Local, ...]:
    """The locals that a statement itself binds."""
    return s.locals if isinstance(s, (Assign, Each)) else ()


def makes_a_list(e: Expr) -> bool:
    """Whether it makes a list that what follows writes into."""
    return any(isinstance(n, Builtin) and n.name in LISTS for n in below(e))


def split(body: Sequence[Stmt], adding: Local | None) -> tuple[list[Assign], list[Stmt]]:
    """Statements that need not be done again when `adding` has grown, and those that must be: of
    the first, no local is written again, and none depends on one that is."""
    again = {} if adding is None else {adding: 1}
    for s in within(body):
        for x in bound_by(s):
            again[x] = again.get(x, 0) + 1
    moving = {x for x, times in again.items() if times > 1 or x is adding}
    fixed: list[Assign] = []
    rest: list[Stmt] = []
    for s in body:
        if (
            isinstance(s, Assign)
            and not makes_a_list(s.value)
            and moving.isdisjoint(Needs().of((s,)).uses)
            and (moving.isdisjoint(s.locals))
        ):
            fixed.append(s)
            continue
        moving.update(x for one in within((s,)) for x in bound_by(one))
        if (
            isinstance(s, Each)
            and isinstance(s.source, Builtin)
            and (moving.isdisjoint(Needs().of((s.source,)).uses))
        ):
            source = Local("among", UNKNOWN, NOWHERE)
            fixed.append(Assign(s.source, (source,)))
            rest.append(replace(s, source=Use(source)))
        else:
            rest.append(s)
    return fixed, rest
