"""Taking back: whether an earlier state may stand again.

What comes in: an earlier state and the one that stands. What goes out: a reason why not, or
nothing. What always holds: nobody takes back what another has answered to, nor after anybody has
learned something: a card drawn or turned up, a die thrown, a secret shown."""

from __future__ import annotations

from alarife.engine.inspect import chance_between, somebody_learned
from alarife.engine.state import State


def can_take_back(earlier: State, now: State, seat: int) -> str:
    """Why the earlier state may not stand again; the empty text if it may. `seat` wants it back."""
    past = len(earlier.log)
    if any(entry[0] == "choice" and entry[3] != seat - 1 for entry in now.log[past:]):
        return "Somebody else has answered since: that can't be taken back."
    if chance_between(earlier, now):
        return "Chance has decided something since: that can't be taken back."
    other = somebody_learned(earlier, now)
    if other:
        who = "You have" if other == seat else "Somebody has"
        return f"{who} learned something since that was secret: that can't be taken back."
    return ""
