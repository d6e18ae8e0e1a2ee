"""Which shape a type of pieces has, told from its fields and from the places it can lie in.

What comes in: a world and a type of its pieces. What goes out: tile, disc, die, marker, token or
card. What always holds: all pieces of a type have one shape."""

from __future__ import annotations

from alarife.checking.types import CellType, KindOf, Maybe, Number, Pieces, Seat, Sides
from alarife.checking.world import PieceInfo, PlaceInfo, World
from alarife.drawing.edges import edge_kind


def shape_of(world: World, info: PieceInfo) -> str:
    """What has walls is a tile; what lies on a board, a disc; what shows one of several faces, a
    die; what is somebody's, a marker; what is drawn from a bag, lies on another piece or has
    nothing on it, a token; all else, a card."""
    types = [t.of if isinstance(t, Maybe) else t for t in info.field_types.values()]
    if any(isinstance(t, Sides) for t in types) or edge_kind(info):
        return "tile"
    places = [
        place
        for place in world.places.values()
        if isinstance(place.element, Pieces) and info.name in place.element.names
    ]
    if any(place.shape in ("grid", "board") or _on_a_spot(world, place) for place in places):
        return "disc"
    if info.faces:
        return "die"
    if any(isinstance(t, Seat) for t in types) and not any(isinstance(t, Number) for t in types):
        return "marker"
    on_pieces = any(isinstance(domain.type, Pieces) for place in places for domain in place.domains)
    if not types or on_pieces or any(place.shape == "bag" for place in places):
        return "token"
    return "card"


def _on_a_spot(world: World, place: PlaceInfo) -> bool:
    """Whether it is a pile on a cell of a board, or a space of a map."""
    types = [d.type for d in place.domains]
    if place.shape == "pile":
        return any(isinstance(t, CellType) for t in types)
    return place.shape == "space" and any(
        isinstance(t, KindOf) and t.name in world.maps for t in types
    )
