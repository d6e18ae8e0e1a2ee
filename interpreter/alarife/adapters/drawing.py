"""The table as one seat sees it, for `render`."""

from __future__ import annotations

from alarife.drawing.looks import Looks
from alarife.drawing.places import draw_places
from alarife.engine.state import State
from alarife.play.scene import Scene, Size
from alarife.play.screen import draw
from alarife.table import History, Table


def rendered(state: State | None, seat: int, mode: str | None) -> str | None:
    """The table as one seat sees it, as a render mode wants it: as text, as SVG, or printed."""
    if state is None or mode is None:
        return None
    if mode == "svg":
        return svg_of(state, seat)
    text = text_of(state, seat)
    if mode == "human":
        print(text)  # noqa: T201 - that is what was asked for
        return None
    return text


def text_of(state: State, seat: int) -> str:
    """What a terminal shows, without colours."""
    table = Table(state.game)
    data = table.show(History(state.game, 0, first=state), seat)
    return "\n".join(line.plain for line in draw(Scene(table, data, Size(100, 200))).lines)


def svg_of(state: State, seat: int) -> str:
    """All places, one below the other."""
    game = state.game
    places = state.view(seat)["places"]
    return draw_places(Looks(game.world), places, game.title, standalone=True)
