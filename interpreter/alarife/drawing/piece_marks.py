"""Marks that pieces of several shapes bear: symbols, values as small discs, owners, letters, a
compass. Each is SVG, in the units of the piece (a box of 100 in height)."""

from __future__ import annotations

from math import cos, pi, sin

from alarife.drawing.canvas import EDGE, element, write
from alarife.drawing.colours import colour
from alarife.drawing.look import Chip
from alarife.drawing.symbols import SYMBOLS

TURN = {"N": 0, "E": 90, "S": 180, "W": 270}
"""How far a mark that points north is turned for each side."""
_LEAST_CHIP = 6.0
"""The least radius of a disc whose letter can be read."""


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


def chip_row(chips: tuple[Chip, ...], x: float, y: float, room: float) -> str:
    """Several values side by side, their middle at (x, y); in as few rows as let them be read."""
    rows = 1
    while (across := -(-len(chips) // rows)) > 1 and room / across / 2 * 0.88 < _LEAST_CHIP:
        rows += 1
    r = min(12.5, room / across / 2 * 0.88)
    step, high = room / across, r * 2.2
    left, top = x - room / 2 + step / 2, y - high * (rows - 1) / 2
    return "".join(
        roundel(chip, left + i % across * step, top + i // across * high, r)
        for i, chip in enumerate(chips)
    )


def badge(owner: Chip, x: float, y: float, r: float) -> str:
    """Whose it is: colour and symbol."""
    return roundel(owner, x, y, r, letters=False)


def compass(side: str, x: float, y: float, r: float, ink: str, ground: str) -> str:
    """A compass whose needle points to a side, with that side's letter at its end."""
    angle = TURN[side] * pi / 180
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
        transform=f"rotate({TURN[side]} {x:g} {y:g})",
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


def letters(text: str, y: float, size: float, ink: str) -> str:
    """Letters in the middle of a piece that is as wide as high."""
    return write(text, 50, y, size, bold=True, fill=ink, room=66)
