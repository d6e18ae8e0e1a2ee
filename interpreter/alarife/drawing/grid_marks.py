"""What is marked on a grid: lit, gone and broken cells, sides and trails.

What comes in: marks, and where cells lie on the picture. What goes out: SVG. Each mark
differs by its form, not by its colour alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alarife.drawing.canvas import EDGE, element, write
from alarife.drawing.colours import ALARM
from alarife.drawing.hexagons import corners

Spot = tuple[int, int]
"""A cell: x to the east, y to the south."""

Segment = tuple[Spot, str]
"""A side of a cell: the letter is N, E, S or W."""

GOOD = "#0f8a6d"
LINE = "#e0218a"
_ENDS = {"N": ((0, 0), (1, 0)), "E": ((1, 0), (1, 1)), "S": ((0, 1), (1, 1)), "W": ((0, 0), (0, 1))}


At = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Broken:
    """Cells where rules are broken, or sides of cells; `titles` are the rules' titles."""

    cells: tuple[Spot, ...]
    titles: tuple[str, ...]
    sides: tuple[Segment, ...] = ()


@dataclass(frozen=True, slots=True)
class Trail:
    """A line along sides of cells, such as a wall; `title` says what it is."""

    segments: tuple[Segment, ...]
    title: str = ""


@dataclass(frozen=True, slots=True)
class Marks:
    """What is marked: `lit` cells (with `lit_title`: what that means), `gone` ones, from which
    something goes away (with `gone_title`), broken ones, trails, cells where something is shown
    that was only tried, and `taken` ones, from which somebody tries to take something away."""

    lit: frozenset[Spot] = frozenset()
    lit_title: str = ""
    gone: frozenset[Spot] = frozenset()
    gone_title: str = ""
    broken: tuple[Broken, ...] = ()
    trails: tuple[Trail, ...] = ()
    tried: frozenset[Spot] = frozenset()
    taken: frozenset[Spot] = frozenset()


NO_MARKS = Marks()


def in_order(spot: Spot) -> tuple[int, int]:
    """A key by which cells go row by row."""
    return spot[1], spot[0]


def marks_drawn(marks: Marks, at: At, size: float, six: bool) -> str:
    """All marks as SVG."""
    gone = sorted(marks.gone, key=in_order)
    found = [
        _hatch(*at(*spot), size, EDGE) + _frame(*at(*spot), size, EDGE, "2 4", six) for spot in gone
    ]
    found += [
        _frame(*at(*spot), size, GOOD, "6 4", six) for spot in sorted(marks.lit, key=in_order)
    ]
    acted = marks.tried | marks.taken
    paint, dashes = (ALARM, None) if marks.broken else (EDGE, "2 3")
    found += [_hatch(*at(*spot), size, paint) for spot in sorted(marks.taken, key=in_order)]
    found += [_trail(trail, at, size) for trail in marks.trails]
    wrong = sorted(
        {spot for broken in marks.broken if not broken.sides for spot in broken.cells} - acted,
        key=in_order,
    )
    found += [
        _hatch(*at(*spot), size, ALARM)
        + _frame(*at(*spot), size, ALARM, "3 4" if acted else None, six)
        for spot in wrong
    ]
    found += [_frame(*at(*spot), size, paint, dashes, six) for spot in sorted(acted, key=in_order)]
    found += [
        _side(side, at, size) for broken in marks.broken for side in broken.sides[:1] if not six
    ]
    return "".join([*found, *_signs(marks.broken, at, size)])


def _signs(broken: Sequence[Broken], at: At, size: float) -> Iterator[str]:
    """The numbers of broken rules: in the middle of a side, or at a corner of each cell; none on
    another."""
    r = max(9.0, size * 0.155)
    used: list[tuple[float, float]] = []
    for i, each in enumerate(broken, 1):
        for spots in _stands(each, at, size):
            free = (p for p in spots if all(abs(p[0] - x) + abs(p[1] - y) > r for x, y in used))
            used.append(next(free, (spots[0][0] + 2 * r, spots[0][1])))
            yield sign(str(i), *used[-1], r)


def _stands(broken: Broken, at: At, size: float) -> Iterator[list[tuple[float, float]]]:
    """Where the signs of a broken rule may stand."""
    if broken.sides:
        (x, y), side = broken.sides[0]
        (x1, y1), (x2, y2) = _ENDS[side]
        yield [at(x + (x1 + x2) / 2, y + (y1 + y2) / 2)]
        return
    for spot in broken.cells:
        x, y = at(*spot)
        yield [(x + right * size, y + down * size) for right, down in _CORNERS]


def _side(side: Segment, at: At, size: float) -> str:
    """A side that is as it may not be."""
    (x, y), letter = side
    (x1, y1), (x2, y2) = (at(x + dx, y + dy) for dx, dy in _ENDS[letter])
    line = {"d": f"M{x1:g} {y1:g}L{x2:g} {y2:g}", "fill": "none", "stroke_linecap": "round"}
    return element("path", **line, stroke="#ffffff", stroke_width=size * 0.15) + element(
        "path", **line, stroke=ALARM, stroke_width=size * 0.09
    )


def _frame(
    x: float, y: float, size: float, paint: str, dashes: str | None, six: bool = False
) -> str:
    inset = 0.5
    box: dict[str, Any] = {
        "x": x + inset,
        "y": y + inset,
        "width": size - 2 * inset,
        "height": size - 2 * inset,
        "rx": 5,
    }
    shape, form = ("polygon", {"points": corners(x, y, size, inset)}) if six else ("rect", box)
    return element(
        shape, **form, fill="none", stroke="#ffffff", stroke_width=5.4, stroke_opacity=0.9
    ) + element(shape, **form, fill="none", stroke=paint, stroke_width=3, stroke_dasharray=dashes)


def _hatch(x: float, y: float, size: float, paint: str) -> str:
    """Slanting lines over a cell."""
    step = size / 3.5
    lines: list[str] = []
    for k in range(1, 7):
        d = k * step
        x1, y1 = (x + d, y) if d <= size else (x + size, y + d - size)
        x2, y2 = (x, y + d) if d <= size else (x + d - size, y + size)
        lines.append(f"M{x1:g} {y1:g}L{x2:g} {y2:g}")
    return element(
        "path", d="".join(lines), stroke=paint, stroke_width=1.5, stroke_opacity=0.6, fill="none"
    )


_CORNERS = ((1, 1), (1, 0), (0, 1), (0, 0))
"""Where signs stand: at the corners, so that what a piece shows in its middle and along its sides
is seen."""


def sign(text: str, x: float, y: float, r: float) -> str:
    """A small disc with a number, as it stands on marked cells and in the legend."""
    disc = element("circle", cx=x, cy=y, r=r, fill=ALARM, stroke="#ffffff", stroke_width=1.6)
    return disc + write(text, x, y + r * 0.42, r * 1.2, bold=True, fill="#ffffff")


def _trail(trail: Trail, at: At, size: float) -> str:
    """A thick line with a white and a dark edge along the sides; dots at its ends."""
    steps = [
        tuple(at(spot[0] + dx, spot[1] + dy) for dx, dy in _ENDS[side])
        for spot, side in trail.segments
    ]
    d = "".join(f"M{a[0]:g} {a[1]:g}L{b[0]:g} {b[1]:g}" for a, b in steps)
    line = {"d": d, "fill": "none", "stroke_linecap": "round"}
    met: dict[tuple[float, float], int] = {}
    for step in steps:
        for point in step:
            met[point] = met.get(point, 0) + 1
    ends = "".join(
        element("circle", cx=x, cy=y, r=size * 0.1, fill=LINE, stroke="#ffffff", stroke_width=2)
        for (x, y), n in sorted(met.items())
        if n == 1
    )
    return (
        element("path", **line, stroke="#3a0a24", stroke_width=size * 0.16)
        + element("path", **line, stroke="#ffffff", stroke_width=size * 0.13)
        + element("path", **line, stroke=LINE, stroke_width=size * 0.08)
        + ends
    )
