"""The table as one seat sees it, for `render`: as text, and as SVG."""

from __future__ import annotations

from alarife.drawing.look import Looks
from alarife.drawing.places import draw_places
from alarife.engine.state import State
from alarife.play.screen import Scene, Size, draw


def text_of(state: State, seat: int) -> str:
    """What a terminal shows, without colours."""
    lines = draw(Scene(state, seat, Size(100, 200), 0, {}, "utf-8"))
    return "\n".join(line.plain if hasattr(line, "plain") else str(line) for line in lines)


def svg_of(state: State, seat: int) -> str:
    """All places, one below the other."""
    game = state.game
    places = state.view(seat)["places"]
    return draw_places(Looks(game.world), places, game.title, standalone=True)
