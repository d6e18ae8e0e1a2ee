"""Grids and boards, drawn with letters.

What comes in: what lies on a grid, as a view has it, and which cells are marked. What goes out:
lines. What always holds: pieces that say something of their sides get walls; cells that may be
chosen carry their number; columns and rows have their coordinates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from alarife.checking.types import Sides
from alarife.checking.world import PlaceInfo
from alarife.play.look import Context, Look
from alarife.play.text import Text

Cell = tuple[int, int]
_JOINTS = " ╵╶└╷│┌├╴┘─┴┐┤┬┼"
_HEAVY = " ╹╺┗╻┃┏┣╸┛━┻┓┫┳╋"
_STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
_ACROSS = {"N": "S", "S": "N", "E": "W", "W": "E"}


@dataclass(slots=True)
class Marks:
    """What may be chosen on a grid: the numbers of free cells, and the pieces."""

    cells: dict[Cell, str] = field(default_factory=dict)
    pieces: dict[int, str] = field(default_factory=dict)


def has_walls(place: PlaceInfo, look: Look) -> bool:
    """Whether pieces that may lie there say something of their sides."""
    names = getattr(place.element, "names", ())
    return any(
        isinstance(t, Sides) for name in names for t in look.world.pieces[name].field_types.values()
    )


def draw_grid(
    place: PlaceInfo,
    held: Sequence[Mapping[str, Any]],
    look: Look,
    marks: Marks,
    context: Context,
    fine: bool,
    tall: bool = True,
) -> list[Text]:
    """A grid with its coordinates. `fine` says whether the terminal has lines to draw with; `tall`
    whether there is room for walls: if not, pieces say in letters which of their sides have
    some."""
    laid: dict[Cell, Mapping[str, Any]] = {(e["at"][0], e["at"][1]): e["piece"] for e in held}
    wanted = [*laid, *marks.cells]
    if place.bounds:
        columns, rows = range(1, place.bounds[0] + 1), range(1, place.bounds[1] + 1)
    elif wanted:
        columns = range(min(x for x, _ in wanted), max(x for x, _ in wanted) + 1)
        rows = range(min(y for _, y in wanted), max(y for _, y in wanted) + 1)
    else:
        return [Text(("nothing lies there", "dim"))]
    walls = has_walls(place, look)
    texts = _texts(laid, look, marks, context, walls, in_letters=not tall)
    if walls and tall:
        return _walled(columns, rows, texts, laid, look, fine)
    return _flat(columns, rows, texts, fine, place.bounds is not None, place.hexagonal)


def _texts(
    laid: Mapping[Cell, Mapping[str, Any]],
    look: Look,
    marks: Marks,
    context: Context,
    walled: bool,
    in_letters: bool,
) -> dict[Cell, Text]:
    """What stands in each cell."""
    texts: dict[Cell, Text] = {}
    for at, piece in laid.items():
        word = look.short(piece, context, walls=in_letters)
        if walled and not look.fields(piece, context):
            word = Text(("*", "bold"))
        texts[at] = (
            Text(("[", "bold"), word.styled("bold"), ("]", "bold"))
            if piece.get("id") in marks.pieces or at in marks.cells
            else word
        )
    for at, number in marks.cells.items():
        if at not in laid:
            loud = "bold reverse" if number.isdigit() else "dim"
            texts[at] = Text((f"({number})" if walled else number, loud))
    return texts


def _flat(
    columns: range,
    rows: range,
    texts: Mapping[Cell, Text],
    fine: bool,
    board: bool,
    hexagonal: bool = False,
) -> list[Text]:
    """A line for each row; of a hexagonal grid each begins half a cell further east."""
    wide = max([1, *(t.width for t in texts.values()), *(len(str(x)) for x in columns)])
    aside = (wide + 2) // 2 if hexagonal else 0
    if hexagonal:
        wide = 2 * aside - 1
    edge = max(len(str(y)) for y in rows)
    empty = Text(("·" if fine else ".", "dim")) if board else Text()
    lines = [
        Text(" " * (edge + 1), *(Text((str(x), "dim")).pad(wide + 1, "right") for x in columns))
    ]
    for y in rows:
        row = [Text(" ", texts.get((x, y), empty).pad(wide, "middle")) for x in columns]
        lines.append(Text(" " * (aside * (y - rows.start)), (str(y).rjust(edge), "dim"), " ", *row))
    return lines


def _walled(
    columns: range,
    rows: range,
    texts: Mapping[Cell, Text],
    laid: Mapping[Cell, Mapping[str, Any]],
    look: Look,
    fine: bool,
) -> list[Text]:
    """Two lines for each row: walls, and what lies between them."""
    wide = max([4, *(t.width for t in texts.values())])
    edge = max(len(str(y)) for y in rows) + 1
    walls = {(at, side) for at, piece in laid.items() for side in look.walls(piece)}

    def wall(x: int, y: int, side: str) -> bool:
        dx, dy = _STEPS[side]
        return ((x, y), side) in walls or ((x + dx, y + dy), _ACROSS[side]) in walls

    lines = [
        Text(" " * (edge + 1), *(Text((str(x), "dim")).pad(wide, "middle") + " " for x in columns))
    ]
    for y in range(rows.start, rows.stop + 1):
        line: list[str | tuple[str, str] | Text] = [" " * edge]
        for x in range(columns.start, columns.stop + 1):
            bits = (
                wall(x - 1, y, "N") << 3
                | wall(x, y, "W") << 2
                | wall(x, y, "N") << 1
                | wall(x, y - 1, "W")
            )
            near = any((x + i, y + j) in texts for i in (-1, 0) for j in (-1, 0))
            line.append((_corner(bits, near, fine), "bold" if bits else "dim"))
            if x < columns.stop:
                line.append(
                    (("━" if fine else "-") * wide if wall(x, y, "N") else " " * wide, "bold")
                )
        lines.append(Text(*line))
        if y == rows.stop:
            break
        line = [(str(y).rjust(edge - 1) + " ", "dim")]
        for x in range(columns.start, columns.stop + 1):
            line.append((("┃" if fine else "|") if wall(x, y, "W") else " ", "bold"))
            if x < columns.stop:
                line.append(texts.get((x, y), Text()).pad(wide, "middle"))
        lines.append(Text(*line))
    return lines


def _corner(bits: int, near: bool, fine: bool) -> str:
    """What stands where four cells meet: bits say which walls end there (north 1, east 2, south 4,
    west 8)."""
    if not bits:
        return ("·" if fine else ".") if near else " "
    return _HEAVY[bits] if fine else "+"
