"""Whose the sides of a board are.

In: a place of fixed size, and the kinds of the world. Out: for each side, as a letter (N, E, S, W),
the value of a kind that it belongs to: what the pieces of the board show is a kind whose values
name two sides each. Also as a drawing: a band along each side, with its sign at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alarife.checking.types import KindOf, Sides
from alarife.checking.world import PlaceInfo, World
from alarife.drawing.canvas import element
from alarife.drawing.colours import colour
from alarife.drawing.looks import Looks
from alarife.drawing.piece_marks import roundel

_LETTERS = "NESW"


def sides_of(place: PlaceInfo, world: World) -> dict[str, tuple[str, int]]:
    """The name of the kind and the number of the value, by side; empty if none belongs to
    anybody."""
    types = [
        t
        for name in getattr(place.element, "names", ())
        for t in world.pieces[name].field_types.values()
    ]
    if not place.bounds or any(isinstance(t, Sides) for t in types):
        return {}
    found: dict[str, tuple[str, int]] = {}
    for kind in sorted({t.name for t in types if isinstance(t, KindOf)} & set(world.kinds)):
        info = world.kinds[kind]
        named = [name for name, t in info.field_types.items() if _is_side(t)]
        for value in range(len(info.names) if len(named) > 1 else 0):
            for name in named:
                found[_LETTERS[int(str(info.fields[name][value]))]] = (kind, value)
    return found if len(found) > 1 else {}


def _is_side(t: Any) -> bool:
    return isinstance(t, KindOf) and t.name == "Side"


def sides_part(
    place: PlaceInfo, looks: Looks, at: Callable[[float, float], tuple[float, float]], cell: float
) -> str:
    """Bands along the sides of a board; `at` says where cells are, whose size is `cell`."""
    if place.bounds is None:
        return ""
    wide, high = place.bounds
    gap = cell * 0.12
    (x1, y1), (x2, _), (x3, y3), (x4, _) = at(1, 1), at(wide, 1), at(1, high), at(wide, high)
    ends = {
        "N": ((x2 + cell, y1 - gap), (x1, y1 - gap)),
        "S": ((x3, y3 + cell + gap), (x4 + cell, y3 + cell + gap)),
        "W": ((x1 - gap, y1), (x3 - gap, y3 + cell)),
        "E": ((x4 + cell + gap, y3 + cell), (x2 + cell + gap, y1)),
    }
    drawn: list[str] = []
    for side, (kind, value) in sides_of(place, looks.world).items():
        chip, ((x, y), (u, v)) = looks.value(kind, value), ends[side]
        drawn.append(
            element(
                "line",
                x1=x,
                y1=y,
                x2=u,
                y2=v,
                stroke=colour(chip.colour).fill,
                stroke_width=cell * 0.1,
                stroke_linecap="round",
            )
        )
        drawn.append(roundel(chip, u, v, cell * 0.16, letters=not chip.symbol))
    return "".join(drawn)
