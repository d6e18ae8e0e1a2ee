"""Machine code for the playouts of a game: made on request, loaded where it is found.

`build` makes it of the text that the machine for playouts carries out, and puts it into the user's
cache (`alarife.native`)."""

from __future__ import annotations

from pathlib import Path

from alarife.engine.binding import PYTHON, text_of
from alarife.engine.machine import Machine
from alarife.engine.state import Game
from alarife.native import keeping


def is_built(game: Game) -> bool:
    """Whether there is machine code of a game."""
    return keeping.is_kept(text_of(game.lowered, playing=True))


def build(game: Game) -> Path | None:
    """Make and keep the machine code of a game; where it is, or None if it is there already.
    Raises `NotBuilt`, which says why."""
    from alarife.native.compiler import NotBuilt, built

    machine = Machine(game.lowered)
    if machine.playouts is machine:
        raise NotBuilt(
            "Playouts of this game run on its plain text: one of its steps gives a grid a name."
        )
    text = text_of(game.lowered, playing=True)
    if keeping.is_kept(text):
        return None
    file = keeping.keep(text, built(text, machine.playouts.names, PYTHON))
    if file is None:
        raise NotBuilt("There is no cache to keep it in: see ALARIFE_CACHE.")
    return file
