"""Narrowing: what stands under the guards of a case is written as it is where they hold.

Where a case is about pieces of one type, a value that is declared for each type needs no test of
the type. So conditions that the guards decide are constants behind them. The guards read nothing
that changes while a condition on a set is looked at."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alarife.checking.scope import Local
from alarife.code.symbols import Symbols
from alarife.ir.nodes import Const, Expr, IsA, Op, Use
from alarife.ir.passes.fold import folded
from alarife.ir.statements import Stmt
from alarife.ir.walk import key, rewritten
from alarife.lowering.sets.cases import Guard


def narrowed(body: Sequence[Stmt], guards: Sequence[Guard], symbols: Symbols) -> tuple[Stmt, ...]:
    """Statements that stand where all guards hold."""
    decide = _decided(guards, symbols)
    return tuple(rewritten(rewritten(s, decide), folded) for s in body)


def _decided(guards: Sequence[Guard], symbols: Symbols) -> Callable[[Any], Any]:
    """What puts a constant in the place of a condition that the guards decide."""
    holds: dict[object, bool] = {}
    kinds: list[tuple[Local, range, bool]] = []
    for guard in guards:
        if guard.denied and len(guard.tests) > 1:
            continue
        for test in guard.tests:
            plain, yes = _plain(test, not guard.denied)
            holds[key(plain)] = yes
            match plain:
                case IsA(of=Use(local=local), types=types):
                    ids = symbols.ids(frozenset(types))
                    if ids is not None:
                        kinds.append((local, ids, yes))
                case _:
                    pass

    def decide(n: Any) -> Any:
        if not isinstance(n, (IsA, Op)):
            return n
        known = holds.get(key(n))
        if known is None and isinstance(n, IsA) and isinstance(n.of, Use):
            ids = symbols.ids(frozenset(n.types))
            known = None if ids is None else _told(n.of.local, ids, kinds)
        return n if known is None else Const(known)

    return decide


def _plain(test: Expr, yes: bool) -> tuple[Expr, bool]:
    """A condition without its negations, and whether it holds."""
    while isinstance(test, Op) and test.op == "not":
        (test,), yes = test.args, not yes
    return test, yes


def _told(local: Local, ids: range, kinds: Sequence[tuple[Local, range, bool]]) -> bool | None:
    """Whether a piece is one of these, as far as its kind is known."""
    for other, known, yes in kinds:
        if other is not local or not ids:
            continue
        inside = known.start <= ids.start and ids.stop <= known.stop
        if yes and ids.start <= known.start and known.stop <= ids.stop:
            return True
        if yes and (ids.stop <= known.start or known.stop <= ids.start):
            return False
        if not yes and inside:
            return False
    return None
