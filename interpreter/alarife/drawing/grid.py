"""A grid or a board as SVG: pieces on their cells, names of empty cells, marks, and a legend.

What comes in: looks by their cells, as (x, y) with x to the east and y to the south; what shall be
marked. What goes out: SVG. What always holds: what a mark says by its colour it says by its form
and in the legend as well, and in the text alternative."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from alarife.checking.checks.drawn import SIDE_FORMS
from alarife.drawing.canvas import EDGE, Part, element, group, picture, stack, width, wrap, write
from alarife.drawing.colours import colour
from alarife.drawing.grid_marks import (
    GOOD,
    NO_MARKS,
    At,
    Marks,
    Spot,
    Trail,
    _frame,
    _hatch,
    _trail,
    in_order,
    marks_drawn,
    sign,
)
from alarife.drawing.hexagons import POINT, SLOPE, corners
from alarife.drawing.look import Chip, Look
from alarife.drawing.looks import same
from alarife.drawing.overlay import (
    NOTHING_LAID,
    Overlay,
    draw_overlay,
    overlay_lines,
    overlay_sign,
)
from alarife.drawing.svg import piece


@dataclass(frozen=True, slots=True)
class GridPicture:
    """What is drawn: `pieces` by cells, `names` of empty cells; `bounds` of a board (its cells
    count from (1, 1)); `extent`, west, north, east, south, if more shall be seen than what lies
    there; `hexagonal` if cells have six sides, and each row lies half a cell further east than the
    one above; `overlay`: what lies on sides, on pieces and on cells; `printed`: what
    is printed on cells; `fringe`: how far from the cells the coordinates stand, where edges and
    corners are used as well."""

    pieces: Mapping[Spot, Look]
    names: Mapping[Spot, str] = field(default_factory=dict)
    bounds: tuple[int, int] | None = None
    extent: tuple[int, int, int, int] | None = None
    marks: Marks = NO_MARKS
    hexagonal: bool = False
    overlay: Overlay = NOTHING_LAID
    printed: Mapping[Spot, Chip] = field(default_factory=dict[Spot, Chip])
    fringe: float = 0.0

    def box(self) -> tuple[int, int, int, int]:
        """West, north, east and south of what is drawn."""
        if self.bounds:
            return 1, 1, self.bounds[0], self.bounds[1]
        spots = [
            *self.pieces,
            *self.names,
            *self.marks.lit,
            *self.marks.tried,
            *self.overlay.spots(),
            *(c for b in self.marks.broken for c in b.cells),
        ]
        spots += [*self.marks.gone, *self.marks.taken]
        if self.extent:
            spots += [self.extent[:2], self.extent[2:]]
        spots = spots or [(0, 0)]
        return (
            min(x for x, _ in spots),
            min(y for _, y in spots),
            max(x for x, _ in spots),
            max(y for _, y in spots),
        )


def draw_grid(
    shown: GridPicture,
    title: str,
    *,
    size: float = 60,
    coordinates: bool = True,
    legend: Sequence[tuple[str, str]] = (),
    legend_below: bool = True,
    standalone: bool = False,
    say: Callable[[str], str] = same,
) -> str:
    """A grid as a drawing. `size` is a cell's; `legend` are lines of sign and text;
    `legend_below=False` leaves the words under the picture out (take them from `legend_lines`)."""
    parts = [grid_part(shown, size, coordinates=coordinates)]
    if legend_below:
        lines = [*legend_lines(shown.marks), *overlay_lines(shown.overlay)]
        lines += [("text", sign, text) for sign, text in legend]
        parts.append(legend_part(lines, max(parts[0].width, 300)))
    return picture(stack(parts, 12), title, describe(shown, legend, say), standalone=standalone)


def grid_part(shown: GridPicture, size: float = 60, coordinates: bool = True) -> Part:
    """A grid to be put into a larger drawing."""
    west, north, east, south = shown.box()
    aside, down, points = _steps(shown, size)
    left, top = _corner(shown, coordinates)
    wide, high = (
        (east - west + 1) * size + (south - north) * aside,
        size + (south - north) * down + 2 * points,
    )
    at = _placer(shown, size, coordinates)
    found: list[str] = [_ground(shown, at, size)]
    found += [
        _print(chip, *at(*spot), size)
        for spot, chip in sorted(shown.printed.items())
        if spot not in shown.pieces
    ]
    for spot in sorted(shown.pieces, key=in_order):
        laid = _laid(shown, spot, at, size)
        found.append(element("g", laid, opacity=0.45) if spot in shown.marks.gone else laid)
    for spot in sorted(shown.names, key=in_order):
        if spot not in shown.pieces:
            x, y = at(*spot)
            found.append(write(shown.names[spot], x + size / 2, y + size * 0.62, size * 0.36))
    found.append(draw_overlay(shown.overlay, at, size))
    found.append(marks_drawn(shown.marks, at, size, shown.hexagonal))
    if coordinates:
        found += [
            write(str(x), at(x, north)[0] + size / 2, top - 5 - shown.fringe, 11)
            for x in range(west, east + 1)
        ]
        firsts = [(y, *at(west, y)) for y in range(north, south + 1)]
        found += [
            write(str(y), x - 6 - shown.fringe, above + size / 2 + 4, 11, anchor="end")
            for y, x, above in firsts
        ]
    edge = _edge(shown)
    return Part(
        group("".join(found), x=edge, y=edge), left + wide + 2 * edge, top + high + 2 * edge
    )


def cell_places(shown: GridPicture, size: float) -> At:
    """Where the upper left corner of a cell is in the drawing that `grid_part` makes of this
    grid."""
    at, edge = _placer(shown, size, True), _edge(shown)

    def place(x: float, y: float) -> tuple[float, float]:
        left, top = at(x, y)
        return left + edge, top + edge

    return place


def _edge(shown: GridPicture) -> int:
    """The room round a grid for what reaches over its sides."""
    return 9 if shown.marks.broken else 2


def _corner(shown: GridPicture, coordinates: bool) -> tuple[float, float]:
    """Where the cells begin: beside and below the coordinates."""
    return (22.0 + shown.fringe, 18.0 + shown.fringe) if coordinates else (0.0, 0.0)


def _steps(shown: GridPicture, size: float) -> tuple[float, float, float]:
    """How far each row lies aside of the one above and below it, and how far points look out."""
    if shown.hexagonal:
        return size / 2, size * SLOPE, size * POINT
    return 0.0, size, 0.0


def _placer(shown: GridPicture, size: float, coordinates: bool) -> At:
    west, north, _, _ = shown.box()
    aside, down, points = _steps(shown, size)
    left, top = _corner(shown, coordinates)

    def at(x: float, y: float) -> tuple[float, float]:
        return left + (x - west) * size + (y - north) * aside, top + points + (y - north) * down

    return at


def _ground(shown: GridPicture, at: At, size: float) -> str:
    """The empty cells: of a board all of them with full lines, else dashed ones where nothing
    lies."""
    west, north, east, south = shown.box()
    if shown.bounds and not shown.hexagonal:
        return _board_ground(shown.box(), at, size)
    cells = [(x, y) for y in range(north, south + 1) for x in range(west, east + 1)]
    if shown.hexagonal:
        return "".join(_hexagon(shown, cell, at, size) for cell in cells)
    return "".join(
        element(
            "rect",
            x=at(*cell)[0] + 3,
            y=at(*cell)[1] + 3,
            width=size - 6,
            height=size - 6,
            rx=4,
            fill="none",
            stroke=EDGE,
            stroke_opacity=0.7 if cell in shown.names else 0.35,
            stroke_dasharray="3 4",
        )
        for cell in cells
        if cell not in shown.pieces
    )


def _board_ground(box: tuple[int, int, int, int], at: At, size: float) -> str:
    """The ground of a board with four-sided cells: a field with lines between the cells."""
    west, north, east, south = box
    x, y = at(west, north)
    wide, high = (east - west + 1) * size, (south - north + 1) * size
    field = element(
        "rect",
        x=x,
        y=y,
        width=wide,
        height=high,
        fill="currentColor",
        fill_opacity=0.07,
        stroke=EDGE,
        stroke_width=2,
    )
    lines = [f"M{at(i, north)[0]:g} {y:g}v{high:g}" for i in range(west + 1, east + 1)]
    lines += [f"M{x:g} {at(west, j)[1]:g}h{wide:g}" for j in range(north + 1, south + 1)]
    return field + element("path", d="".join(lines), stroke=EDGE, stroke_width=1, fill="none")


def _hexagon(shown: GridPicture, spot: Spot, at: At, size: float) -> str:
    """The ground of a cell with six sides."""
    if shown.bounds:
        line: dict[str, Any] = {
            "fill": "currentColor",
            "fill_opacity": 0.07,
            "stroke": EDGE,
            "stroke_width": 1,
        }
        return element("polygon", points=corners(*at(*spot), size), **line)
    if spot in shown.pieces:
        return ""
    line = {
        "fill": "none",
        "stroke": EDGE,
        "stroke_opacity": 0.7 if spot in shown.names else 0.35,
        "stroke_dasharray": "3 4",
    }
    return element("polygon", points=corners(*at(*spot), size, 3), **line)


def _print(chip: Chip, x: float, y: float, size: float) -> str:
    """What is printed on an empty cell: its colour, faintly, and its letters."""
    middle = {"cx": x + size / 2, "cy": y + size / 2, "r": size * 0.36}
    paint = colour(chip.colour).fill if chip.colour else "currentColor"
    tint = element(
        "circle", **middle, fill=paint, fill_opacity=0.3, stroke=EDGE, stroke_opacity=0.5
    )
    return tint + write(chip.letter or chip.label, x + size / 2, y + size * 0.58, size * 0.24)


def _laid(shown: GridPicture, spot: Spot, at: At, size: float) -> str:
    x, y = at(*spot)
    look = shown.pieces[spot]
    if look.shape == "tile":
        return group(piece(look, size).content, x=x, y=y)
    inset = size * 0.06
    part = piece(look, size - 2 * inset)
    return group(part.content, x=x + (size - part.width) / 2, y=y + inset)


# ----------------------------------------------------------------
# words
Line = tuple[str, str, str]
"""A line of a legend: what stands before it (text, alarm, lit, gone, trail), its sign, its
words."""


def legend_lines(marks: Marks) -> list[Line]:
    """What the marks mean."""
    lines: list[Line] = []
    if marks.lit and marks.lit_title:
        lines.append(("lit", "", marks.lit_title))
    if marks.gone and marks.gone_title:
        lines.append(("gone", "", marks.gone_title))
    lines += [("trail", "", trail.title) for trail in marks.trails if trail.title]
    lines += [("alarm", str(i), "; ".join(b.titles)) for i, b in enumerate(marks.broken, 1)]
    return lines


def legend_part(lines: Iterable[Line], room: float, size: float = 14) -> Part:
    """A legend: a sign and words, line by line."""
    found: list[str] = []
    y = 0.0
    widest = 0.0
    for form, mark, words in lines:
        first = y + size
        found.append(legend_sign(form, mark, first - size * 0.36, size))
        indent = 26 if form != "text" else max(26.0, width(mark, size, bold=True) + 8)
        for line in wrap(words, size, room - indent):
            found.append(write(line, indent, y + size, size, anchor="start"))
            widest = max(widest, indent + width(line, size))
            y += size * 1.35
        y += 4
    return Part("".join(found), max(widest, 0), y)


def legend_sign(form: str, mark: str, y: float, size: float) -> str:
    """What stands before a line of a legend, 18 wide, with its middle at `y`."""
    if form == "alarm":
        return sign(mark, 9, y, 9)
    if form in ("lit", "gone"):
        hatch = _hatch(0, y - 9, 18, EDGE) if form == "gone" else ""
        return hatch + _frame(0, y - 9, 18, *((EDGE, "2 4") if form == "gone" else (GOOD, "6 4")))
    if form in (*SIDE_FORMS, "marker"):
        return overlay_sign(form, mark, y)
    if form == "trail":
        return _trail(Trail((((0, 0), "N"),)), lambda a, b: (1 + a * 17, y + b), 40)
    return write(mark, 9, y + size * 0.36, size, bold=True)


def describe(
    shown: GridPicture, legend: Sequence[tuple[str, str]] = (), say: Callable[[str], str] = same
) -> str:
    """A grid in words: cell by cell, in reading order, then what is marked."""
    said = [f"{x}, {y}: {shown.pieces[x, y].label}." for x, y in sorted(shown.pieces, key=in_order)]
    said += [
        f"{x}, {y}: {shown.names[x, y]}."
        for x, y in sorted(shown.names, key=in_order)
        if (x, y) not in shown.pieces
    ]
    if not said:
        said = [say("empty") + "."]
    said += [
        f"{'; '.join(b.titles)}: {' '.join(f'({x}, {y})' for x, y in b.cells)}."
        for b in shown.marks.broken
    ]
    for marked, title in (
        (shown.marks.lit, shown.marks.lit_title),
        (shown.marks.gone, shown.marks.gone_title),
    ):
        if marked:
            cells = " ".join(f"({x}, {y})" for x, y in sorted(marked, key=in_order))
            said.append(f"{title}: {cells}." if title else f"{cells}.")
    said += [f"{t.title}: {len(t.segments)}." for t in shown.marks.trails if t.title]
    said += shown.overlay.words()
    return " ".join([*said, *(f"{sign}: {text}." for sign, text in legend)])
