"""Cards as SVG: upright, with a colour, letters, a value, a symbol or a compass."""

from __future__ import annotations

from alarife.drawing.canvas import EDGE, element, wrap, write
from alarife.drawing.colours import DARK_INK
from alarife.drawing.look import Look
from alarife.drawing.piece_marks import badge, chip_row, compass, symbol


def card(look: Look) -> str:
    """A card: its letters and symbol above, its value in the middle, further values and its sort or
    its owner below."""
    return "".join([_paper(look.background.fill), *_above(look), *_middle(look), *_below(look)])


def _paper(fill: str) -> str:
    paper = element(
        "rect", x=1, y=1, width=68, height=98, rx=8, fill="#fffdf6", stroke=EDGE, stroke_width=1.6
    )
    return paper + element(
        "rect", x=5, y=5, width=60, height=90, rx=5, fill=fill, stroke="#00000040", stroke_width=0.8
    )


def _main(look: Look) -> str:
    """The value in the middle."""
    telling = look.texts if look.symbol else look.written
    return telling[0] if telling else ""


def _above(look: Look) -> list[str]:
    ink, found = look.background.ink, list[str]()
    if look.letter:
        found.append(write(look.letter, 12, 25, 17, anchor="start", bold=True, fill=ink, room=20))
    if look.symbol and (_main(look) or look.parts):
        found.append(symbol(look.symbol, 53, 19, 15, ink))
    return found


def _middle(look: Look) -> list[str]:
    paint, main = look.background, _main(look)
    found = [chip_row(look.parts, 35, 52, 56)] if look.parts else []
    if look.needle:
        found.append(compass(look.needle, 35, 37, 20, paint.ink, paint.fill))
    elif main:
        low = 61 if look.frame else 65
        found.append(write(main, 35, low, 42, bold=True, fill=paint.ink, room=54))
    elif look.symbol and not look.parts:
        found.append(symbol(look.symbol, 35, 52, 40, paint.ink))
    return found


def _below(look: Look) -> list[str]:
    ink = look.background.ink
    rest = look.written[1:] if _main(look) else look.written
    low = 77 if look.caption else 90
    found = [
        write(text, 60, low - 12 * i, 11, anchor="end", bold=True, fill=ink)
        for i, text in enumerate(rest)
    ]
    if look.owner:
        found.append(badge(look.owner, 35, 82, 10.5))
    elif look.frame or not look.letter:
        found.append(_label_strip(look.caption))
    elif look.caption:
        found.append(write(look.caption, 35, 88, 11.5, fill=ink, room=52))
    return found


def _label_strip(caption: str) -> str:
    """What sort of card it is, on a strip of paper, for sorts that might be taken for others."""
    lines = wrap(caption, 10.5, 56)[:2]
    high = 4 + 11 * len(lines)
    strip = element("rect", x=5, y=93 - high, width=60, height=high, fill="#fffdf6")
    return strip + "".join(
        write(line, 35, 92.5 - high + 11 * (i + 1), 10.5, fill=DARK_INK, room=56)
        for i, line in enumerate(lines)
    )
