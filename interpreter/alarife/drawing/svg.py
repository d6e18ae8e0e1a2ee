"""One piece as SVG, by its shape.

What comes in: a `Look`, and how high it shall be. What goes out: SVG, or a `Part` to be put into a
larger drawing. What always holds: a shape is opaque and has a neutral edge, so it looks the same on
any page; what is written stands on the colour it was chosen for. Shapes are drawn in a box of 100
units of height and scaled."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from alarife.drawing.canvas import EDGE, Part, element, group, picture, write
from alarife.drawing.cards import card
from alarife.drawing.colours import ALARM, colour
from alarife.drawing.look import Chip, Look
from alarife.drawing.piece_marks import badge, letters, roundel, symbol
from alarife.drawing.tiles import tile


def draw(look: Look, size: float = 96, *, standalone: bool = False, description: str = "") -> str:
    """One piece as a drawing of its own, `size` high."""
    return picture(piece(look, size), look.label, description, standalone=standalone, margin=2)


def piece(look: Look, size: float = 64, title: bool = True) -> Part:
    """One piece, `size` high, to be put into a larger drawing; `title` lets those who point at it
    read what it is."""
    if look.covered:
        return back(look.shape, size)
    wide = _WIDTH.get(look.shape, 100)
    shown = _SHAPES[look.shape](look) + (_alarm(wide) if look.marked else "")
    return Part(
        group(
            shown,
            title=look.label if title else "",
            scale=size / 100,
            class_=f"alarife-{look.shape}",
        ),
        wide * size / 100,
        size,
    )


def _alarm(wide: float) -> str:
    """A frame round what may not be done."""
    box: dict[str, float | str] = {
        "x": 2,
        "y": 2,
        "width": wide - 4,
        "height": 96,
        "rx": 7,
        "fill": "none",
    }
    return element("rect", **box, stroke="#ffffff", stroke_width=8) + element(
        "rect", **box, stroke=ALARM, stroke_width=5
    )


def back(shape: str, size: float = 64) -> Part:
    """The back of a piece that is not to be seen."""
    wide = _WIDTH.get(shape, 100)
    lines = "".join(
        element(
            "path", d=f"M{x} 12L{x + 14} 50L{x} 88", fill="none", stroke="#8d8574", stroke_width=3
        )
        for x in range(14, wide - 20, 14)
    )
    shown = element(
        "rect",
        x=1.5,
        y=1.5,
        width=wide - 3,
        height=97,
        rx=8,
        fill="#5b564c",
        stroke=EDGE,
        stroke_width=2,
    )
    return Part(group(shown, lines, scale=size / 100), wide * size / 100, size)


# ----------------------------------------------------------------
# what is small
def _disc(look: Look) -> str:
    """In the colour of its value, or else of its owner; a value with a symbol of its own has its
    letters below, as it has by itself."""
    shown = _owned(look)
    valued = bool(look.symbol)
    paint = colour(look.owner.colour if valued and look.owner and not look.colour else shown.colour)
    body = element("circle", cx=50, cy=50, r=45, fill=paint.fill, stroke=EDGE, stroke_width=2.5)
    ring = element(
        "circle",
        cx=50,
        cy=50,
        r=37,
        fill="none",
        stroke=paint.ink,
        stroke_width=2,
        stroke_opacity=0.45,
    )
    if look.owner and valued and look.colour:
        ring += badge(look.owner, 80, 20, 13)
    return body + ring + _on_disc(look, shown, paint.ink)


def _on_disc(look: Look, shown: Chip, ink: str) -> str:
    """What stands on a disc."""
    below = " ".join(w for w in (look.letter, *look.written) if w) if look.symbol else ""
    if below:
        return symbol(shown.symbol, 50, 39, 38, ink) + write(
            below, 50, 81, 27, bold=True, fill=ink, room=52
        )
    if look.written:
        small = symbol(shown.symbol, 50, 71, 18, ink) if shown.symbol else ""
        text = look.written[0]
        return small + write(text, 50, 57 if small else 65, 40, bold=True, fill=ink, room=56)
    if shown.symbol:
        return symbol(shown.symbol, 50, 50, 36, ink)
    return letters(shown.letter or look.caption[:1], 65, 40, ink)


def _die(look: Look) -> str:
    paint = look.background
    body = element(
        "rect", x=4, y=4, width=92, height=92, rx=18, fill=paint.fill, stroke=EDGE, stroke_width=2.5
    )
    if look.owner:
        body += badge(look.owner, 86, 14, 12)
    if look.pips:
        return body + "".join(
            element("circle", cx=50 + 24 * x, cy=50 + 24 * y, r=9, fill=paint.ink)
            for x, y in _PIPS[look.pips]
        )
    if look.symbol:
        return (
            body
            + symbol(look.symbol, 50, 43, 50, paint.ink)
            + write(look.letter, 84, 88, 24, anchor="end", bold=True, fill=paint.ink, room=30)
        )
    return body + letters(look.written[0] if look.written else look.letter, 66, 46, paint.ink)


_ROWS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    6: ((-1, 0), (1, 0)),
    8: ((0, -1), (0, 1)),
}
_PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: _ROWS[1],
    2: _ROWS[2],
    3: _ROWS[2] + _ROWS[1],
    4: _ROWS[4],
    5: _ROWS[4] + _ROWS[1],
    6: _ROWS[4] + _ROWS[6],
    7: _ROWS[4] + _ROWS[6] + _ROWS[1],
    8: _ROWS[4] + _ROWS[6] + _ROWS[8],
    9: _ROWS[4] + _ROWS[6] + _ROWS[8] + _ROWS[1],
}


def _marker(look: Look) -> str:
    """A pawn's outline: the owner's colour; what else it shows lies on its foot."""
    owner = look.owner or Chip()
    paint = colour(owner.colour)
    outline = "M50 3A21 21 0 0 1 65 39C74 46 84 66 86 96H14C16 66 26 46 35 39A21 21 0 0 1 50 3Z"
    body = element("path", d=outline, fill=paint.fill, stroke=EDGE, stroke_width=2.5)
    head = symbol(owner.symbol, 50, 24, 23, paint.ink) if owner.symbol else ""
    if look.symbol:
        return body + head + roundel(Chip(look.letter, look.colour, look.symbol), 50, 71, 20)
    return (
        body
        + head
        + write(
            look.written[0] if look.written else owner.letter,
            50,
            84,
            32,
            bold=True,
            fill=paint.ink,
            room=44,
        )
    )


def _token(look: Look) -> str:
    shown = _owned(look)
    paint = colour(shown.colour)
    corners = " ".join(
        f"{50 + 48 * cos(pi * (i + 0.5) / 4):.1f},{50 + 48 * sin(pi * (i + 0.5) / 4):.1f}"
        for i in range(8)
    )
    body = element("polygon", points=corners, fill=paint.fill, stroke=EDGE, stroke_width=2.5)
    if not shown.symbol:
        return body + letters(look.written[0] if look.written else look.letter, 64, 40, paint.ink)
    below = look.written[0] if look.written else look.letter
    if look.owner and look.symbol:
        body += badge(look.owner, 82, 18, 13)
    return (
        body
        + symbol(shown.symbol, 50, 38, 42, paint.ink)
        + write(below, 50, 85, 24, bold=True, fill=paint.ink, room=40)
    )


def _chip(look: Look) -> str:
    """A value as a disc of its colour, with all that a piece may show of it: its symbol, and its
    letters below."""
    chip = Chip(look.letter, look.colour, look.symbol)
    if not (chip.symbol and chip.letter):
        return roundel(chip, 50, 50, 42)
    ink = colour(chip.colour).ink
    disc = roundel(Chip(colour=chip.colour), 50, 50, 42, letters=False)
    letters = write(chip.letter, 50, 83, 25, bold=True, fill=ink, room=36)
    return disc + symbol(chip.symbol, 50, 40, 44, ink) + letters


def _owned(look: Look) -> Chip:
    """What gives it colour and symbol: its value, or who owns it."""
    if look.symbol or look.owner is None:
        return Chip(look.letter, look.colour, look.symbol)
    return look.owner


_SHAPES: dict[str, Callable[[Look], str]] = {
    "tile": tile,
    "card": card,
    "disc": _disc,
    "die": _die,
    "marker": _marker,
    "token": _token,
    "chip": _chip,
}
_WIDTH = {"card": 70}


def shape_width(shape: str) -> float:
    """How wide a shape is for its height."""
    return _WIDTH.get(shape, 100) / 100
