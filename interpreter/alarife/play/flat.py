"""Boards without walls: a line for each row.

In: what stands in each cell. Out: lines, roomy or as narrow as can be. What always holds: the
numbers of the columns are marked `^`, those of rows `^n`, where the row is n columns further east
than the first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from alarife.play.text import Text

Cell = tuple[int, int]
_FRAMES = ("<>", "==", "[]", "{}")


@dataclass(slots=True)
class Flat:
    """A board: which columns and rows it has, what stands in its cells, what its sides are called;
    of one with hexagonal cells each row begins half a cell further east."""

    columns: range
    rows: range
    texts: Mapping[Cell, Text]
    fine: bool
    bounded: bool
    hexagonal: bool = False
    sides: Mapping[str, Text] = field(default_factory=dict)

    def lines(self) -> list[Text]:
        """As wide as the widest cell needs, and a blank between."""
        wide = max(
            [1, *(t.width for t in self.texts.values()), *(len(str(x)) for x in self.columns)]
        )
        aside = (wide + 2) // 2 if self.hexagonal else 0
        if self.hexagonal:
            wide = 2 * aside - 1
        numbers = [Text((str(x), "dim ^")).pad(wide + 1, "right") for x in self.columns]
        rows = [
            Text(*(Text(" ", self._cell(x, y).pad(wide, "middle")) for x in self.columns))
            for y in self.rows
        ]
        edges = {
            side: Text(*[Text(" ", self.sides[side].pad(wide, "middle"))] * len(self.columns))
            for side in "NS"
            if side in self.sides
        }
        return list(self._whole(Text(*numbers), rows, edges, aside))

    def narrow(self) -> list[Text] | None:
        """Two columns a cell: frames stand between the cells. None where more than one sign stands
        in a cell."""
        cells = {(x, y): _parts(self._cell(x, y)) for y in self.rows for x in self.columns}
        if not all(cells.values()) or any(sign.width > 1 for sign in self.sides.values()):
            return None
        edges = {
            side: Text(*[Text(" ", self.sides[side])] * len(self.columns))
            for side in "NS"
            if side in self.sides
        }
        rows = [Text(*_closed([cells[x, y] for x in self.columns])) for y in self.rows]
        return list(self._whole(self._few_numbers(), rows, edges, int(self.hexagonal)))

    def _few_numbers(self) -> Text:
        """The numbers of the columns, each ending at its column, with a blank between."""
        said = ""
        for n, x in enumerate(self.columns, 1):
            if (gap := 2 * n - len(said) - len(str(x))) > 0:
                said += " " * gap + str(x)
        return Text((said, "dim ^"))

    def _cell(self, x: int, y: int) -> Text:
        if text := self.texts.get((x, y)):
            return text
        return Text(("·" if self.fine else ".", f"dim ?{x},{y}")) if self.bounded else Text()

    def _whole(
        self, numbers: Text, rows: list[Text], edges: Mapping[str, Text], aside: int
    ) -> Iterator[Text]:
        """The rows with their numbers, and what the sides are called."""
        west, east = self.sides.get("W", Text()), self.sides.get("E", Text())
        edge = max(len(str(y)) for y in self.rows)
        before = " " * (edge + (west.width and west.width + 1) + 1)
        yield Text(before, numbers)
        if "N" in edges:
            yield Text(before, edges["N"])
        for i, (y, row) in enumerate(zip(self.rows, rows, strict=True)):
            number = Text((str(y).rjust(edge), f"dim ^{aside * i}"))
            head = Text(number, " ", west) if west else number
            yield Text(" " * (aside * i), head, " ", row, "  " if east else "", east)
        if "S" in edges:
            yield Text(" " * (aside * len(rows)), before, edges["S"])


def _parts(text: Text) -> tuple[Text, Text, Text] | None:
    """What stands in a cell, with what frames it before and behind."""
    if text.width == 1:
        return Text(), text, Text()
    if text.width == 3 and len(text.parts) == 3 and text.plain[0] + text.plain[2] in _FRAMES:
        first, middle, last = (Text(part) for part in text.parts)
        return first, middle, last
    return None


def _closed(cells: list[tuple[Text, Text, Text] | None]) -> Iterator[Text]:
    """A row of cells: between two stands what opens the second, or closes the first."""
    close = Text()
    for cell in cells:
        if cell is None:
            continue
        yield cell[0] or close or Text(" ")
        yield cell[1]
        close = cell[2]
    yield close
