"""Drawings of grids in examples, read as data: which letters stand on which cells, and which sides
are drawn as walls.

A row of cells begins with `:` or `|`; four characters lead from one cell to the next. Between rows
of cells stand rows of corners, where `---` is a wall. Columns and rows count from 0 here; where the
drawing lies on the table is not known yet.

    +   +---+
    : * : G |
    +   +   +
"""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.linking.wording import counted

WIDTH = 4
N, E, S, W = range(4)


@dataclass(slots=True)
class Drawing:
    """`letters`: (column, row) → what stands in the cell. `walls`: (column, row, side), from both
    sides of each wall. `width` and `height` count cells; `has_corners` says whether walls between
    rows are drawn at all."""

    letters: dict[tuple[int, int], str] = field(default_factory=dict)
    walls: set[tuple[int, int, int]] = field(default_factory=set)
    width: int = 0
    height: int = 0
    has_corners: bool = False


def read_drawing(lines: list[str]) -> Drawing:
    """The drawing in lines, each without what it is indented by."""
    drawing = Drawing()
    row = 0
    for line in lines:
        if line.startswith("+"):
            drawing.has_corners = True
            _corners(drawing, line, row)
        else:
            _cells(drawing, line, row)
            row += 1
    drawing.height = row
    return drawing


def flaw(lines: list[str]) -> tuple[int, int, str] | None:
    """What is wrong with a drawing: in which line, at which sign of it, and why. None if it can be
    read: all lines have as many cells, each three signs wide."""
    lengths = [len(line) for line in lines]
    usual = max(lengths, key=lengths.count, default=0)
    for number, line in enumerate(lines):
        marks = "+" if line.startswith("+") else ":|"
        said = " or ".join(f"`{mark}`" for mark in marks)
        for at in range(0, len(line), WIDTH):
            if line[at] not in marks:
                return number, at, f"Here must stand {said}: a cell is three signs wide."
        if len(line) % WIDTH != 1:
            return number, len(line) - 1, f"This line of the drawing must end with {said}."
        if len(line) != usual:
            width = counted(len(line) // WIDTH, "cell")
            return number, 0, f"This line is {width} wide, and others are {usual // WIDTH}."
    return None


def line_of_row(lines: list[str], row: int) -> int:
    """The number of the line in which a row of cells is drawn."""
    return [n for n, line in enumerate(lines) if not line.startswith("+")][row]


def _corners(drawing: Drawing, line: str, row: int) -> None:
    for column in range((len(line) - 1) // WIDTH):
        if line[WIDTH * column + 1 : WIDTH * column + WIDTH] == "---":
            drawing.walls |= {(column, row - 1, S), (column, row, N)}


def _cells(drawing: Drawing, line: str, row: int) -> None:
    last = (len(line) - 1) // WIDTH
    for column in range(last + 1):
        if line[WIDTH * column : WIDTH * column + 1] == "|":
            drawing.walls |= {(column, row, W), (column - 1, row, E)}
        inside = line[WIDTH * column + 1 : WIDTH * column + WIDTH].strip()
        if inside:
            drawing.letters[column, row] = inside
    drawing.width = max(drawing.width, last)
