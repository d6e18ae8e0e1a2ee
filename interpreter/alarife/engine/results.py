"""What a state comes to: points, winners, teams, each worked out once.

A state never changes, so neither do they, and neither does a fault in working them out: rules that
never end cost the seconds of one budget, however often somebody asks."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, TypeVar

from alarife.engine.allowance import CURRENT
from alarife.engine.faults import Fault

if TYPE_CHECKING:
    from alarife.engine.state import Game
    from alarife.lowering.layout import Slots

T = TypeVar("T")


class Result:
    """The result of one state. Nothing of it may be changed by whoever asks."""

    def __init__(self, game: Game, slots: Slots) -> None:
        self.game = game
        self.slots = slots
        self._faults: dict[str, Fault] = {}

    @cached_property
    def scores(self) -> dict[int | str, int]:
        """Points by party."""
        return self._once("scores", lambda: self.game.scores(self.slots, lambda: self.winners))

    @cached_property
    def winners(self) -> list[int | str]:
        """Who would have won, if the game ended here."""
        return self._once("winners", lambda: self.game.winners(self.slots))

    @cached_property
    def teams(self) -> list[int]:
        """The team of each seat."""
        return self._once("teams", lambda: self.game.teams(self.slots))

    def _once(self, what: str, work: Callable[[], T]) -> T:
        """Work something out, or raise the fault that came of it before. Where seconds are shared,
        others may have used them up: that is no fault of what is asked."""
        if what in self._faults:
            raise self._faults[what].with_traceback(None)
        try:
            with self.game.machine.afresh():
                return work()
        except Fault as fault:
            allowance = CURRENT.get()
            if allowance is None or not allowance.over:
                self._faults[what] = fault
            raise
