"""Seconds that machines share: all that is carried out for one book or one test run.

`Budget` (`alarife.engine.budget`) takes from an allowance what is computed between two looks at the
clock, so a sound game costs next to nothing, and many examples that are hardly endless take no
longer than one that is."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(slots=True)
class Allowance:
    """How many seconds have been taken from it; whether it is used up, and by whom."""

    spent: float = 0.0
    over: bool = False
    spent_by: str = ""


CURRENT: ContextVar[Allowance | None] = ContextVar("allowance", default=None)


@contextmanager
def one_allowance() -> Generator[Allowance]:
    """All machines share the seconds of one budget here; within an allowance there is no other."""
    outer = CURRENT.get()
    if outer is not None:
        yield outer
        return
    allowance = Allowance()
    token = CURRENT.set(allowance)
    try:
        yield allowance
    finally:
        CURRENT.reset(token)
