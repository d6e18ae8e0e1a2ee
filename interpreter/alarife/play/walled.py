"""Grids of pieces with walls: two lines for each row.

In: what stands in each cell, and which sides have walls. Out: lines. What always holds: a wall is
drawn once, whichever of its two cells has it; letters on sides stand in the middle of the walls."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from alarife.play.text import Text

Cell = tuple[int, int]
Side = tuple[Cell, str]
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass(slots=True)
class Walled:
    """A grid: its rows, what stands in its cells, the sides that have walls, what is written on
    sides."""

    rows: range
    texts: Mapping[Cell, Text]
    walls: set[Side]
    fine: bool
    on_sides: Mapping[Side, str]

    def lines(self, columns: range) -> list[Text]:
        """These columns, with their numbers."""
        wide = max([4, *(t.width for t in self.texts.values())])
        edge = max(len(str(y)) for y in self.rows) + 1
        numbers = (Text((str(x), "dim ^")).pad(wide, "middle") + " " for x in columns)
        found = [Text(" " * (edge + 1), *numbers)]
        for y in self.rows:
            found.append(Text(" " * edge, self._between(columns, y, wide)))
            number = Text((str(y).rjust(edge - 1) + " ", "dim ^0"))
            found.append(Text(number, self._cells(columns, y, wide)))
        return [*found, Text(" " * edge, self._between(columns, self.rows.stop, wide))]

    def _wall(self, x: int, y: int, side: str) -> bool:
        dx, dy = STEPS[side]
        return ((x, y), side) in self.walls or ((x + dx, y + dy), ACROSS[side]) in self.walls

    def _between(self, columns: range, y: int, wide: int) -> Text:
        """The line above a row: corners, and walls that face north."""
        line: list[tuple[str, str]] = []
        for x in range(columns.start, columns.stop + 1):
            bits = (
                self._wall(x - 1, y, "N") << 3
                | self._wall(x, y, "W") << 2
                | self._wall(x, y, "N") << 1
                | self._wall(x, y - 1, "W")
            )
            line.append((self._corner(bits, x, y), "bold" if bits else "dim"))
            if x < columns.stop:
                bar = ("━" if self.fine else "-") if self._wall(x, y, "N") else " "
                line.append((self.on_sides.get(((x, y), "N"), "").center(wide, bar), "bold"))
        return Text(*line)

    def _cells(self, columns: range, y: int, wide: int) -> Text:
        """A row: walls that face west, and what stands in the cells."""
        line: list[tuple[str, str] | Text] = []
        for x in range(columns.start, columns.stop + 1):
            drawn = ("┃" if self.fine else "|") if self._wall(x, y, "W") else " "
            line.append((self.on_sides.get(((x, y), "W"), drawn)[-1], "bold"))
            if x < columns.stop:
                here = self.texts.get((x, y)) or Text((" ", f"?{x},{y}"))
                line.append(here.pad(wide, "middle"))
        return Text(*line)

    def _corner(self, bits: int, x: int, y: int) -> str:
        """What stands where four cells meet: bits say which walls end there (north 1, east 2,
        south 4, west 8)."""
        if bits:
            return _HEAVY[bits] if self.fine else "+"
        near = any((x + i, y + j) in self.texts for i in (-1, 0) for j in (-1, 0))
        return ("·" if self.fine else ".") if near else " "
