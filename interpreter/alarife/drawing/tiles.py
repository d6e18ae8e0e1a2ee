"""Tiles as SVG: a square with a rim, walls or what its edges show, and what is written on it."""

from __future__ import annotations

from alarife.drawing.canvas import EDGE, element, write
from alarife.drawing.colours import DARK_INK, colour
from alarife.drawing.look import Look
from alarife.drawing.piece_marks import TURN, badge, chip_row, symbol

RIM = "#e9dfc6"
"""What the rim of a tile is made of: the paths along its sides."""

WALL = "#3d332b"


def tile(look: Look) -> str:
    """A tile."""
    ground = element(
        "rect", x=0.5, y=0.5, width=99, height=99, fill=RIM, stroke=EDGE, stroke_width=1
    )
    field = look.background
    inner = element(
        "rect",
        x=14,
        y=14,
        width=72,
        height=72,
        rx=7,
        fill=field.fill,
        stroke="#00000055",
        stroke_width=1,
    )
    walls = "".join(_wall(side) for side in look.walls or "")
    if look.edges:
        return ground + _edges(look) + walls
    return ground + inner + _tile_face(look) + walls


def _edges(look: Look) -> str:
    """What the edges of a tile show: a field of its colour on each, with its letter."""
    found: list[str] = []
    for side, chip in zip("NESW", look.edges, strict=True):
        paint = colour(chip.colour)
        field = element(
            "path",
            d="M2 2H98L68 32H32Z",
            fill=paint.fill,
            stroke="#00000055",
            stroke_width=1,
            transform=f"rotate({TURN[side]} 50 50)" if side != "N" else None,
        )
        x, y = {"N": (50, 22), "E": (85, 57), "S": (50, 92), "W": (15, 57)}[side]
        found.append(field + write(chip.letter, x, y, 19, bold=True, fill=paint.ink))
    said = "".join(text for text in look.written if text != "–")
    if look.owner:
        found.append(badge(look.owner, 50, 50, 17))
    elif said:
        found.append(write(said, 50, 58, 24, bold=True, fill=DARK_INK, room=34))
    return "".join(found)


def _tile_face(look: Look) -> str:
    ink = look.background.ink
    found: list[str] = []
    if look.written:
        found.append(
            write(look.written[0], 18.5, 38.5, 27, anchor="start", bold=True, fill=ink, room=36)
        )
    if look.letter:
        found.append(write(look.letter, 81.5, 37, 20, anchor="end", bold=True, fill=ink, room=26))
    low = 61 if look.written or look.letter else 50
    if look.parts:
        if look.symbol:
            found.append(symbol(look.symbol, 27, 28, 22, ink))
        found.append(chip_row(look.parts, 50, 62, 70))
    elif look.symbol:
        found.append(symbol(look.symbol, 50, low, 44 if low > 50 else 56, ink))
        if look.owner:
            found.append(badge(look.owner, 76, 76, 14))
    elif look.owner:
        found.append(badge(look.owner, 50, low, 25))
    elif look.caption:
        found.append(write(look.caption, 50, low + 5, 16, fill=ink, room=70))
    return "".join(found)


def _wall(side: str) -> str:
    """A wall along a side, seen from above, with its merlons inside."""
    merlons = "".join(f"M{x} 8h11v6h-11Z" for x in (2, 23, 44.5, 66, 87))
    return element(
        "path",
        d="M2 2H98V9H2Z" + merlons,
        fill=WALL,
        transform=f"rotate({TURN[side]} 50 50)" if side != "N" else None,
    )
