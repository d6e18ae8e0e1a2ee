"""One piece as SVG, by its shape.

What comes in: a `Look`, and how high it shall be. What goes out: SVG, or a `Part` to be put into a
larger drawing. What always holds: a shape is opaque and has a neutral edge, so it looks the same on
any page; what is written stands on the colour it was chosen for. Shapes are drawn in a box of 100
units of height and scaled."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin

from alarife.drawing.canvas import EDGE, Part, element, group, picture, wrap, write
from alarife.drawing.colours import ALARM, DARK_INK, colour
from alarife.drawing.look import Chip, Look
from alarife.drawing.symbols import SYMBOLS

RIM = "#e9dfc6"
"""What the rim of a tile is made of: the paths along its sides."""

WALL = "#3d332b"
_TURN = {"N": 0, "E": 90, "S": 180, "W": 270}


def draw(look: Look, size: float = 96, *, standalone: bool = False, description: str = "") -> str:
    """One piece as a drawing of its own, `size` high."""
    return picture(piece(look, size), look.label, description, standalone=standalone, margin=2)


def piece(look: Look, size: float = 64, title: bool = True) -> Part:
    """One piece, `size` high, to be put into a larger drawing; `title` lets those who point at it
    read what it is."""
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


def back(shape: str, size: float = 64, label: str = "") -> Part:
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
    return Part(group(shown, lines, title=label, scale=size / 100), wide * size / 100, size)


def symbol(name: str, x: float, y: float, size: float, fill: str) -> str:
    """A symbol with its middle at (x, y)."""
    return element(
        "path",
        d=SYMBOLS[name],
        fill=fill,
        fill_rule="evenodd",
        transform=f"translate({x - size / 2:g} {y - size / 2:g}) scale({size / 100:g})",
    )


def roundel(chip: Chip, x: float, y: float, r: float, letters: bool = True) -> str:
    """A value as a small disc of its colour: its letters, or its symbol."""
    paint = colour(chip.colour)
    ring = element("circle", cx=x, cy=y, r=r, fill=paint.fill, stroke="#ffffff", stroke_width=r / 6)
    edge = element("circle", cx=x, cy=y, r=r * 1.1, fill="none", stroke=EDGE, stroke_width=r / 12)
    if chip.symbol and not (letters and chip.letter):
        return ring + edge + symbol(chip.symbol, x, y, r * 1.2, paint.ink)
    return (
        ring
        + edge
        + write(chip.letter, x, y + r * 0.42, r * 1.2, bold=True, fill=paint.ink, room=r * 1.6)
    )


# ----------------------------------------------------------------
# tiles
def _tile(look: Look) -> str:
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
            transform=f"rotate({_TURN[side]} 50 50)" if side != "N" else None,
        )
        x, y = {"N": (50, 22), "E": (85, 57), "S": (50, 92), "W": (15, 57)}[side]
        found.append(field + write(chip.letter, x, y, 19, bold=True, fill=paint.ink))
    said = "".join(text for text in look.written if text != "–")
    if look.owner:
        found.append(_badge(look.owner, 50, 50, 17))
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
        found.append(_parts(look.parts, 50, 62, 70))
    elif look.symbol:
        found.append(symbol(look.symbol, 50, low, 44 if low > 50 else 56, ink))
        if look.owner:
            found.append(_badge(look.owner, 76, 76, 14))
    elif look.owner:
        found.append(_badge(look.owner, 50, low, 25))
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
        transform=f"rotate({_TURN[side]} 50 50)" if side != "N" else None,
    )


def _parts(parts: tuple[Chip, ...], x: float, y: float, room: float) -> str:
    r = min(12.5, room / len(parts) / 2 * 0.88)
    step = room / len(parts)
    first = x - room / 2 + step / 2
    return "".join(roundel(chip, first + i * step, y, r) for i, chip in enumerate(parts))


def _badge(owner: Chip, x: float, y: float, r: float) -> str:
    """Whose it is: colour and symbol."""
    return roundel(owner, x, y, r, letters=False)


# ----------------------------------------------------------------
# cards
def _card(look: Look) -> str:
    paint = look.background
    found = [
        element(
            "rect",
            x=1,
            y=1,
            width=68,
            height=98,
            rx=8,
            fill="#fffdf6",
            stroke=EDGE,
            stroke_width=1.6,
        ),
        element(
            "rect",
            x=5,
            y=5,
            width=60,
            height=90,
            rx=5,
            fill=paint.fill,
            stroke="#00000040",
            stroke_width=0.8,
        ),
    ]
    if look.letter:
        found.append(
            write(look.letter, 12, 25, 17, anchor="start", bold=True, fill=paint.ink, room=20)
        )
    telling = look.texts if look.symbol else look.written
    main = telling[0] if telling else ""
    rest = look.written[1:] if main else look.written
    if look.symbol and (main or look.parts):
        found.append(symbol(look.symbol, 53, 19, 15, paint.ink))
    if look.parts:
        found.append(_parts(look.parts, 35, 52, 56))
    if look.needle:
        found.append(compass(look.needle, 35, 37, 20, paint.ink, paint.fill))
    elif main:
        found.append(
            write(main, 35, 61 if look.frame else 65, 42, bold=True, fill=paint.ink, room=54)
        )
    elif look.symbol and not look.parts:
        found.append(symbol(look.symbol, 35, 52, 40, paint.ink))
    low = 77 if look.caption else 90
    found += [
        write(text, 60, low - 12 * i, 11, anchor="end", bold=True, fill=paint.ink)
        for i, text in enumerate(rest)
    ]
    if look.owner:
        found.append(_badge(look.owner, 35, 82, 10.5))
    elif look.frame or not look.letter:
        found.append(_label_strip(look.caption))
    elif look.caption:
        found.append(write(look.caption, 35, 88, 11.5, fill=paint.ink, room=52))
    return "".join(found)


def _label_strip(caption: str) -> str:
    """What sort of card it is, on a strip of paper, for sorts that might be taken for others."""
    lines = wrap(caption, 10.5, 56)[:2]
    high = 4 + 11 * len(lines)
    strip = element("rect", x=5, y=93 - high, width=60, height=high, fill="#fffdf6")
    return strip + "".join(
        write(line, 35, 92.5 - high + 11 * (i + 1), 10.5, fill=DARK_INK, room=56)
        for i, line in enumerate(lines)
    )


def compass(side: str, x: float, y: float, r: float, ink: str, ground: str) -> str:
    """A compass whose needle points to a side, with that side's letter at its end."""
    angle = _TURN[side] * pi / 180
    ring = element("circle", cx=x, cy=y, r=r, fill="none", stroke=ink, stroke_width=2)
    ticks = "".join(
        element(
            "path",
            d=f"M{x:g} {y - r:g}v5",
            stroke=ink,
            stroke_width=2,
            transform=f"rotate({a} {x:g} {y:g})",
        )
        for a in (0, 90, 180, 270)
    )
    needle = element(
        "path",
        d=(
            f"M{x:g} {y - r * 0.62:g}L{x + r * 0.3:g} {y + r * 0.55:g}L{x:g}"
            f" {y + r * 0.3:g}L{x - r * 0.3:g} {y + r * 0.55:g}Z"
        ),
        fill=ink,
        transform=f"rotate({_TURN[side]} {x:g} {y:g})",
    )
    lx, ly = x + r * 0.98 * sin(angle), y - r * 0.98 * cos(angle)
    plate = element("circle", cx=lx, cy=ly, r=r * 0.34, fill=ground, stroke=ink, stroke_width=1.4)
    return (
        ring
        + ticks
        + needle
        + plate
        + write(side, lx, ly + r * 0.17, r * 0.48, bold=True, fill=ink)
    )


# ----------------------------------------------------------------
# what is small
def _disc(look: Look) -> str:
    shown = _owned(look)
    paint = colour(shown.colour)
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
    if look.written:
        below = symbol(shown.symbol, 50, 71, 18, paint.ink) if shown.symbol else ""
        return (
            body
            + ring
            + below
            + write(
                look.written[0], 50, 57 if below else 65, 40, bold=True, fill=paint.ink, room=56
            )
        )
    return (
        body
        + ring
        + (
            symbol(shown.symbol, 50, 50, 36, paint.ink)
            if shown.symbol
            else _letters(shown.letter or look.caption[:1], 65, 40, paint.ink)
        )
    )


def _die(look: Look) -> str:
    paint = look.background
    body = element(
        "rect", x=4, y=4, width=92, height=92, rx=18, fill=paint.fill, stroke=EDGE, stroke_width=2.5
    )
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
    return body + _letters(look.written[0] if look.written else look.letter, 66, 46, paint.ink)


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
        return body + _letters(look.written[0] if look.written else look.letter, 64, 40, paint.ink)
    below = look.written[0] if look.written else look.letter
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


def _letters(text: str, y: float, size: float, ink: str) -> str:
    return write(text, 50, y, size, bold=True, fill=ink, room=66)


_SHAPES: dict[str, Callable[[Look], str]] = {
    "tile": _tile,
    "card": _card,
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
