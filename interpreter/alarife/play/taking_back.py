"""Taking back: whether an earlier state may stand again.

What comes in: an earlier state and the one that stands. What goes out: a reason why not, or
nothing. What always holds: nobody takes back what another has answered to, nor after anybody has
learned something: a card drawn or turned up, a die thrown, a secret shown."""

from __future__ import annotations

from alarife.engine.state import State
from alarife.engine.views import may_know
from alarife.lowering.layout import COUNTERS


def can_take_back(earlier: State, now: State, seat: int) -> str:
    """Why the earlier state may not stand again; the empty text if it may. `seat` wants it back."""
    past = len(earlier.log)
    if any(entry[0] == "choice" and entry[3] != seat - 1 for entry in now.log[past:]):
        return "Somebody else has answered since: that can't be taken back."
    if earlier.slots[COUNTERS] != now.slots[COUNTERS]:
        return "Chance has decided something since: that can't be taken back."
    machine = now.game.machine
    for x in range(now.game.world.piece_count):
        for other in range(now.game.players):
            if may_know(machine, now.slots, other, x) and not may_know(
                machine, earlier.slots, other, x
            ):
                who = "You have" if other == seat - 1 else "Somebody has"
                return f"{who} learned something since that was secret: that can't be taken back."
    return ""
