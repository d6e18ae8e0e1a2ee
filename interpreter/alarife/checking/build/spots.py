"""The cells, edges and corners of boards as types: `Edge of island`.

In: the name of such a type. Out: the type; all its values are kept in the world. E0323 for what is
no board, or is too large to have edges."""

from __future__ import annotations

from alarife.checking.constants import Constants
from alarife.checking.types import UNKNOWN, CellType, Pieces, Type
from alarife.checking.world import World
from alarife.diagnostics import Report
from alarife.geometry.spots import MOST_ACROSS, all_spots
from alarife.linking.evaluate import NotKnown
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree


def spots_type(
    world: World, constants: Constants, report: Report, name: str, at: tree.Span
) -> Type:
    """The type with this name; unknown where that was reported."""
    what, _, board = name.partition(" of ")
    places = world.program.places
    decl = places.get(board)
    size = None if decl is None else bounds_of(constants, decl)
    if decl is None or size is None:
        boards = [n for n, p in places.items() if bounds_of(constants, p)]
        hint = did_you_mean(board, boards) or "A board is declared with `grid 7 by 6 of …`."
        report.error("E0323", f"`{board}` is no board.", at, hint=hint)
        return UNKNOWN
    if what != "Cell" and max(size) > MOST_ACROSS:
        hint = f"A board that has them is at most {MOST_ACROSS} cells wide and high."
        message = f"`{board}` is too large to have edges and corners."
        report.error("E0323", message, at, hint=hint)
        return UNKNOWN
    world.spots[name] = all_spots(what, size, _is_hexagonal(decl))
    return CellType(what, board)


def bounds_of(constants: Constants, place: tree.Place) -> tuple[int, int] | None:
    """The size of a board; None for any other place, and for an impossible size, which is reported
    where the place is built."""
    shape = place.shape
    if not isinstance(shape, tree.BoardType):
        return None
    try:
        size = constants.number(shape.width), constants.number(shape.height)
    except NotKnown:
        return None
    return size if all(1 <= n <= 100 for n in size) else None


def six_sides(world: World, element: Type) -> bool | None:
    """Whether the grids that hold such pieces have cells with six sides; None if only some do."""
    names = element.names if isinstance(element, Pieces) else frozenset[str]()
    found = {
        info.hexagonal
        for info in world.places.values()
        if info.shape in ("grid", "board")
        and isinstance(info.element, Pieces)
        and info.element.names & names
    }
    return found.pop() if len(found) == 1 else None if found else False


def _is_hexagonal(place: tree.Place) -> bool:
    return any(trait.kind == "hexagonal" for trait in place.traits)
