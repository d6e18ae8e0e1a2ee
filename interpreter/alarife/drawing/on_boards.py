"""Pieces on the cells, edges and corners of a board: piles, roads, houses.

What comes in: for each such spot its coordinates as states have them, and looks. What goes out:
elements of a drawing on a grid whose cells `at` places. What always holds: an edge lies between the
middles of the two cells that it parts, a corner where cells meet; of a pile the lowest is drawn
first, each a little higher."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from math import hypot
from typing import Any

from alarife.checking.types import CellType
from alarife.checking.world import PlaceInfo, World
from alarife.drawing.canvas import element, group, write
from alarife.drawing.colours import DARK_INK
from alarife.drawing.look import Look
from alarife.drawing.looks import Looks
from alarife.drawing.svg import piece

Spot = tuple[int, int]
At = Callable[[float, float], tuple[float, float]]
_SHOWN = 6
"""So many pieces of a pile are drawn; a number says how many there are, if there are more."""


@dataclass(frozen=True, slots=True)
class Lying:
    """What lies on a spot: `what` is Cell, Edge or Corner; the lowest piece comes first."""

    what: str
    spot: Spot
    looks: tuple[Look, ...]


def lying_in(looks: Looks, place: PlaceInfo, content: Any) -> Iterator[Lying]:
    """What lies in a place whose key is a spot of a board."""
    what = what_of(place)
    for key, held in (content or {}).items():
        known = [held] if isinstance(held, Mapping) and "type" in held else held
        entries = known.get("known", ()) if isinstance(known, Mapping) else known or ()
        shown = [looks.of_data(entry) for entry in entries if "type" in entry]
        if shown:
            x, y = key.split(",")
            in_order = shown[::-1] if place.shape == "pile" else shown
            yield Lying(what, (int(x), int(y)), tuple(in_order))


def what_of(place: PlaceInfo) -> str:
    """Whether the key of a place is a cell, an edge or a corner of a board; empty if it is none."""
    t = place.domains[0].type if len(place.domains) == 1 else None
    return t.what if isinstance(t, CellType) and t.board is not None else ""


def board_of(world: World, place: PlaceInfo) -> PlaceInfo:
    """The board on whose spots a place lies."""
    t = place.domains[0].type
    assert isinstance(t, CellType)
    return world.places[str(t.board)]


def middle(what: str, spot: tuple[float, float], at: At, size: float) -> tuple[float, float]:
    """The middle of a cell, an edge or a corner in the drawing."""
    x, y = spot
    if what == "Edge":
        left, top = at(x / 2, y / 2)
    elif what == "Corner" and not _is_hexagonal(at):
        return at(x, y)
    elif what == "Corner":
        southern = int(y) % 2
        left, top = at(x, (y - 3 * southern) / 2)
        top += size / 3**0.5 * (1 if southern else -1)
    else:
        left, top = at(x, y)
    return left + size / 2, top + size / 2


def _is_hexagonal(at: At) -> bool:
    return at(0, 1)[0] != at(0, 0)[0]


def _along(spot: Spot, at: At, size: float) -> tuple[float, float]:
    """Half of an edge, as a step."""
    steps = {(1, 0): (1, 0), (0, 1): (0, 1), (1, 1): (1, -1)}
    dx, dy = steps.get((spot[0] % 2, spot[1] % 2), (1, 0))
    (x0, y0), (x1, y1) = at(0, 0), at(dx, dy)
    across, down = x1 - x0, y1 - y0
    half = size / 2 / 3**0.5 if _is_hexagonal(at) else size / 2
    scale = half / (hypot(across, down) or 1)
    return -down * scale, across * scale


def draw_lying(lying: Lying, at: At, size: float) -> str:
    """What lies on one spot."""
    x, y = middle(lying.what, lying.spot, at, size)
    if lying.what == "Edge":
        return "".join(
            _bar(look, x, y, _along(lying.spot, at, size), size, n, len(lying.looks))
            for n, look in enumerate(lying.looks)
        )
    small = size * (0.4 if lying.what == "Corner" else 0.62)
    shown = lying.looks[-_SHOWN:]
    lift = min(small * 0.2, size * 0.5 / len(shown))
    low = y + lift * (len(shown) - 1) / 2
    found: list[str] = []
    for n, look in enumerate(shown):
        part = piece(look, small)
        left, top = x - part.width / 2, low - n * lift - part.height / 2
        found.append(group(part.content, x=left, y=top))
    if len(lying.looks) > 1:
        found.append(
            write(
                f"×{len(lying.looks)}", x + size * 0.46, y + size * 0.46, size * 0.2, anchor="end"
            )
        )
    return "".join(found)


def _bar(
    look: Look, x: float, y: float, along: tuple[float, float], size: float, n: int, of: int
) -> str:
    """A piece on an edge: a bar along it, in its colour, with its letters."""
    dx, dy = along[0] * 0.78, along[1] * 0.78
    side = (n - (of - 1) / 2) * size * 0.16 / (hypot(*along) or 1)
    x, y = x - along[1] * side, y + along[0] * side
    line = {"x1": x - dx, "y1": y - dy, "x2": x + dx, "y2": y + dy, "stroke_linecap": "round"}
    paint = (look.owner.colour if look.owner else "") or look.colour
    fill = look.background.fill if look.colour else _fill(paint)
    shown = element("line", **line, stroke=DARK_INK, stroke_width=size * 0.17) + element(
        "line", **line, stroke=fill, stroke_width=size * 0.12
    )
    return group(shown + _letters(look, x, y, size), title=look.label)


def _fill(name: str) -> str:
    from alarife.drawing.colours import colour

    return colour(name).fill if name else "#d8cfb8"


def _letters(look: Look, x: float, y: float, size: float) -> str:
    disc = element("circle", cx=x, cy=y, r=size * 0.1, fill="#fffdf6", stroke=DARK_INK)
    letters = (look.owner.letter if look.owner else "") or look.short
    return disc + write(letters[:2], x, y + size * 0.045, size * 0.13, fill=DARK_INK)
