"""Machine code for the playouts of a game: made on request, loaded where it is found.

`build` makes it of the text that the machine for playouts carries out, and puts it into the user's
cache (`alarife.native`)."""

from __future__ import annotations

from pathlib import Path

from alarife.engine.binding import PYTHON, text_of
from alarife.engine.machine import Machine
from alarife.engine.state import Game
from alarife.native import keeping


def build(game: Game) -> Path | None:
    """Make and keep the machine code of a game; where it is, or None if it is there already.
    Raises `NotBuilt` or `NotWritable`."""
    from alarife.native.building import NotBuilt, built

    text = text_of(game.lowered, playing=True)
    if keeping.is_kept(text):
        return None
    names = Machine(game.lowered).playouts.names
    file = keeping.keep(text, built(text, names, PYTHON))
    if file is None:
        raise NotBuilt("There is no cache to keep it in: see ALARIFE_CACHE.")
    return file
