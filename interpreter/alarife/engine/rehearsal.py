"""A restored state is looked at before it is played on: a dump may have been changed by hand, or by
an accident.

What comes in: a machine and a state just made from a dump. What goes out: nothing, or a `RuleError`
(E0701). What holds afterwards: the dump says what the state says; every value can be shown to
everybody; what is asked is what the rules ask there. Names carried by frames further down are not
typed; what is wrong in them comes out when they are reached, as `damage` says."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from alarife.diagnostics import Diagnostic, RuleError
from alarife.engine.dumps import dump
from alarife.engine.machine import Machine
from alarife.engine.views import view
from alarife.engine.words import Words
from alarife.geometry.grid import GridTooLarge
from alarife.lowering.layout import DECISION

State = list[Any]
DAMAGE = (
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    AttributeError,
    OverflowError,
    StopIteration,
    ZeroDivisionError,
    GridTooLarge,
)
"""What Python says where data is not what it should be."""


@contextmanager
def damage() -> Generator[None]:
    """What goes wrong in here goes wrong because a state was damaged: say that (E0701)."""
    try:
        yield
    except DAMAGE as wrong:
        message = f"This saved state is damaged ({type(wrong).__name__}: {wrong})."
        raise RuleError(
            [Diagnostic("E0701", message, (), "Take it as it was written, or an older copy of it.")]
        ) from None


def rehearse(machine: Machine, words: Words, s: State, d: dict[str, Any]) -> None:
    """Look at the state `s`, made from the dump `d`."""
    with damage():
        if dump(machine, words, s) != d:
            raise ValueError("it says one thing twice, and differently")
        for seat in range(machine.world.players):
            view(machine, words, s, seat)
        if s[DECISION] is None:
            return
        again = machine.copy(s)
        machine.budget.renew()
        machine.put_again(again)
        if again[DECISION] is None or again[DECISION] != s[DECISION]:
            raise ValueError("its rules ask something else")
