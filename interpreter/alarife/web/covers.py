"""Pictures of games for the lobby: what lies on the table in the middle of a random game.

In: the name of a shipped game. Out: SVG, the same whenever it is asked for, made once a process.
What always holds: the game is nobody's, so there is nothing to hide; a game with a board, a map or
a grid shows that, another the place in which most is seen."""

from __future__ import annotations

import random
from functools import lru_cache
from itertools import islice
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from alarife.checking.world import PlaceInfo
from alarife.drawing.canvas import Part, picture
from alarife.drawing.looks import Looks
from alarife.drawing.on_boards import what_of
from alarife.drawing.on_maps import map_of
from alarife.drawing.places import entries, instance_part, place_part
from alarife.engine.state import Game, State
from alarife.texts.spoken import phrased
from alarife.web import lobby
from alarife.web.pages import NotFound, in_a_thread

SEED = 4
MOST = 900
"""So many decisions of a game are looked at."""
SHARE = 0.6
"""How much of the game has been played."""
HANDFUL = 14
"""More pieces than this say less in a picture."""
SIZE = 64
HEADERS = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'",
    "cache-control": "public, max-age=86400",
}


@in_a_thread
def cover(request: Request) -> Response:
    """The picture of a game."""
    name = request.path_params["game"]
    if lobby.game_named(name) is None:
        raise NotFound(phrased("There is no such game."))
    return Response(cover_of(name), media_type="image/svg+xml", headers=HEADERS)


@lru_cache(maxsize=128)
def cover_of(name: str) -> str:
    """The picture of a shipped game."""
    game = lobby.load_new(lobby.Wish(name))
    looks = Looks(game.world)
    places = midway(game).dump()["places"]
    found = max(
        (_says(looks, game.world.places[place], held) for place, held in places.items()),
        key=lambda one: one[:2],
        default=None,
    )
    if found is None or not found[1]:
        return picture(Part("", 1, 1), game.title, standalone=True)
    _, _, place, held, alone = found
    shown = (
        instance_part(looks, place, held, SIZE)
        if alone
        else place_part(looks, place.name, held, SIZE)
    )
    return picture(shown, game.title, standalone=True)


def midway(game: Game) -> State:
    """A state in the middle of a random game."""
    lot = random.Random(SEED)  # noqa: S311 - a picture is no secret
    state = game.start(SEED, log=False)
    seen = [state]
    while not state.is_over and len(seen) < MOST:
        assert state.decision is not None
        state = state.play(lot.choice(state.decision.options))
        seen.append(state)
    return seen[int(len(seen) * SHARE)]


def _says(looks: Looks, place: PlaceInfo, held: Any) -> tuple[int, int, PlaceInfo, Any, bool]:
    """How much a place says: what sort it is of, how much lies there; what of it is drawn, and
    whether that is one of several."""
    if map_of(looks, place) or what_of(place) or (place.bounds and not place.domains):
        return 3, _size(held), place, held, False
    if place.shape in ("grid", "board"):
        one = max(held.values(), key=_size, default=[]) if place.domains else held
        return 2, _size(one), place, one, True
    seen = sum(len(entries(looks, each)[0]) for each in _each(place, held))
    few = seen <= HANDFUL and place.shape != "pile"
    return int(few), seen, place, held, False


def _size(held: Any) -> int:
    """How many pieces lie there."""
    if isinstance(held, dict):
        return sum(map(_size, held.values()))
    return len(held) if isinstance(held, list) else held is not None


def _each(place: PlaceInfo, held: Any) -> list[Any]:
    many = list(held.values()) if place.domains else [held]
    return [[one] if isinstance(one, dict) and "type" in one else one for one in islice(many, 40)]


routes = [Route("/cover/{game}.svg", cover)]
