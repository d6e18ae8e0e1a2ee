"""Faces that pieces showed in passing: they were turned again before anybody was asked.

What a seat knows is asked of the state after an answer. A face that a piece shows then may be told;
one that it showed before only if it lay in the open, for nobody may ever have seen it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alarife.engine.inspect import is_open, lies_in
from alarife.engine.state import State

Entry = tuple[Any, ...]


def is_secret(state: State, entries: Sequence[Entry], at: int, piece: int) -> bool:
    """Whether the turn of a piece that stands at this place in the log of an answer is not to be
    told, whoever knows the piece afterwards."""
    later = [e for e in entries[at + 1 :] if e[0] in ("move", "turn") and piece in e[2]]
    if not any(e[0] == "turn" for e in later):
        return False
    moves = [e for e in later if e[0] == "move"]
    place = moves[0][3] if moves else lies_in(state, piece)
    return not is_open(state.game, place)
