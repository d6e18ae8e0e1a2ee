"""Trying out what an effect would do, on a copy of the state."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, final

from alarife.engine.faults import Fault, GameEnds
from alarife.lowering.layout import KNOWN, LOC, LOG, Slots


@final
class Trials:
    """Trials on copies; `release` is called on a state before it is copied."""

    def __init__(self, release: Callable[[Slots], None]) -> None:
        self.release = release

    def tried(self, s: Slots) -> Slots:
        """A copy to try something out on."""
        self.release(s)
        t = s[:]
        t[LOC], t[KNOWN], t[LOG] = s[LOC][:], s[KNOWN][:], None
        return t

    def rehearse(self, s: Slots, effect: Callable[..., None], args: tuple[Any, ...]) -> bool:
        """Whether an effect leaves all laws standing."""
        return not self.broken_by_effect(s, effect, args)

    def holds_after(
        self,
        s: Slots,
        effect: Callable[..., None],
        given: tuple[Any, ...],
        test: Callable[..., bool],
        asked: tuple[Any, ...],
    ) -> bool:
        """Whether a rule holds after an effect. What fails in the effect is not told here, nor are
        laws that it breaks: they are asked by themselves."""
        t = self.tried(s)
        try:
            effect(t, *given)
        except GameEnds:
            pass
        except Fault as fault:
            _if_in_time(fault)
            return True
        return test(t, *asked)

    def broken_by_effect(
        self, s: Slots, effect: Callable[..., None], args: tuple[Any, ...]
    ) -> tuple[str, ...]:
        """The rules of laws that an effect would break. What else may go wrong in it is not told
        here: it is when it is done."""
        t = self.tried(s)
        try:
            effect(t, *args)
        except GameEnds:
            return ()
        except Fault as fault:
            _if_in_time(fault)
            return fault.broken
        return ()


def _if_in_time(fault: Fault) -> None:
    """What ran out of time tells nothing of what it would have done."""
    if fault.diagnostics[0].code == "E0507":
        raise fault
