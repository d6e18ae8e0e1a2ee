"""Grids and boards, drawn with letters.

What comes in: what lies on a grid, as the table model has it, and which cells are marked. What goes
out: lines. What always holds: pieces that say something of their sides get walls; cells that may be
chosen carry their number; the last move and what has won are framed; columns and rows have their
coordinates; each cell is tagged with what pointing at it means."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from alarife.checking.types import Sides
from alarife.checking.world import PlaceInfo
from alarife.drawing.lettered import MARKER, side_letters
from alarife.drawing.overlay import NOTHING_LAID, Overlay
from alarife.drawing.sides import sides_of
from alarife.play.context import Context
from alarife.play.flat import Flat
from alarife.play.look import PieceText
from alarife.play.text import Text
from alarife.play.walled import ACROSS, STEPS, Walled
from alarife.texts.spoken import phrased

Cell = tuple[int, int]


@dataclass(slots=True)
class GridMarks:
    """What may be chosen on a grid, by cell: the number, and what is written there if nothing lies
    there; what has been picked; where the last move went; what has won; what lies on sides and
    cells, and in piles on cells."""

    cells: dict[Cell, str] = field(default_factory=dict)
    edges: dict[Cell, str] = field(default_factory=dict)
    corners: dict[Cell, str] = field(default_factory=dict)
    written: dict[Cell, str] = field(default_factory=dict)
    picked: set[Cell] = field(default_factory=set)
    last: set[Cell] = field(default_factory=set)
    last_finer: dict[str, set[Cell]] = field(
        default_factory=lambda: {"edge": set(), "corner": set()}
    )
    won: set[Cell] = field(default_factory=set)
    overlay: Overlay = NOTHING_LAID
    piles: dict[Cell, Text] = field(default_factory=dict)


def has_walls(place: PlaceInfo, look: PieceText) -> bool:
    """Whether pieces that may lie there say something of their sides."""
    names = getattr(place.element, "names", ())
    return any(
        isinstance(t, Sides) for name in names for t in look.world.pieces[name].field_types.values()
    )


def draw_grid(
    place: PlaceInfo,
    held: Sequence[Mapping[str, Any]],
    look: PieceText,
    marks: GridMarks,
    context: Context,
    fine: bool,
    tall: bool = True,
    width: int = 0,
) -> list[Text]:
    """A grid with its coordinates. `fine` says whether the terminal has lines to draw with; `tall`
    whether there is room: if not, pieces say in letters what their sides have, and cells
    are as narrow as can be, as are those of a board that is wider than `width` (0: any). A grid
    that is wider continues below."""
    laid: dict[Cell, Mapping[str, Any]] = {(e["at"][0], e["at"][1]): e["piece"] for e in held}
    wanted = [*laid, *marks.cells, *marks.overlay.spots()]
    if not place.bounds and not wanted:
        return [Text((phrased("nothing lies there"), "dim"))]
    columns, rows = _extent(place, wanted)
    walls = has_walls(place, look)
    texts = _texts(laid, look, marks, context, walls, in_letters=not tall)
    _put_piles(texts, marks, laid)
    if walls and tall:
        sides_walled = {(at, side) for at, piece in laid.items() for side in look.walls(piece)}
        walled = Walled(rows, texts, sides_walled, fine, _side_letters(marks.overlay))
        lines = _folded(walled.lines, columns, width)
        return [*lines, *overlay_key(marks.overlay)]
    for at, printed in look.printed_on(place.name).items():
        if at not in laid:
            texts[at] = Text(printed, texts.get(at, Text()))
    sides = _named_sides(place, look)

    def flat(columns: range) -> list[Text]:
        board = Flat(columns, rows, texts, fine, place.bounds is not None, place.hexagonal, sides)
        lines = board.lines()
        wide = place.bounds and width and max(line.width for line in lines) > width
        return (board.narrow() if wide or not tall else None) or lines

    lines = flat(columns) if place.bounds else _folded(flat, columns, width)
    return [*lines, *overlay_key(marks.overlay)]


def _named_sides(place: PlaceInfo, look: PieceText) -> dict[str, Text]:
    """The letters along the edges of a board, by side: whose edge it is."""
    return {
        side: look.sign(kind, look.world.kinds[kind].names[value])
        for side, (kind, value) in sides_of(place, look.world).items()
    }


def _extent(place: PlaceInfo, wanted: Sequence[Cell]) -> tuple[range, range]:
    """The columns and rows of a board; of a grid, those in which there is something."""
    if place.bounds:
        return range(1, place.bounds[0] + 1), range(1, place.bounds[1] + 1)
    across, down = [x for x, _ in wanted], [y for _, y in wanted]
    return range(min(across), max(across) + 1), range(min(down), max(down) + 1)


def _put_piles(
    texts: dict[Cell, Text], marks: GridMarks, laid: Mapping[Cell, Mapping[str, Any]]
) -> None:
    """Write piles behind the pieces of their cells, or before the numbers."""
    for at, pile in marks.piles.items():
        under = texts.get(at, Text())
        number = Text(("[", "bold"), under, ("]", "bold")) if under else under
        texts[at] = (
            Text(under, pile) if at in laid else Text(came_last(at, pile, marks.last), number)
        )


def _folded(draw: Callable[[range], list[Text]], columns: range, width: int) -> list[Text]:
    """A grid, or if it is too wide as few parts of it as will do, one below the other."""
    for parts in range(1, len(columns) + 1):
        some = -(-len(columns) // parts)
        drawn = [draw(columns[i : i + some]) for i in range(0, len(columns), some)]
        lines = [line for part in drawn for line in part]
        if not width or max(line.width for line in lines) <= width:
            return lines
    return draw(columns)


def _side_letters(overlay: Overlay) -> dict[tuple[Cell, str], str]:
    """What is written on sides of cells, each side from both its cells."""
    letters = side_letters(overlay)
    found: dict[tuple[Cell, str], str] = {}
    for on in overlay.sides:
        (x, y), side = on.segment
        dx, dy = STEPS[side]
        for place in (((x, y), side), ((x + dx, y + dy), ACROSS[side])):
            said = found.get(place, "")
            found[place] = said if letters[on.title] in said else said + letters[on.title]
    return found


def overlay_key(overlay: Overlay) -> list[Text]:
    """What the letters on sides, and the markers, mean."""
    said = [f"{letter} = {title.lower()}" for title, letter in side_letters(overlay).items()]
    marks = {
        m.title: (m.chip.letter if not m.chip.label else "") if m.noted else MARKER
        for m in overlay.markers
    }
    said += [
        f"{mark} = {title.lower()}" if mark else title.lower() for title, mark in marks.items()
    ]
    return [Text(("; ".join(said), "dim"))] if said else []


def _texts(
    laid: Mapping[Cell, Mapping[str, Any]],
    look: PieceText,
    marks: GridMarks,
    context: Context,
    walled: bool,
    in_letters: bool,
) -> dict[Cell, Text]:
    """What stands in each cell."""
    texts: dict[Cell, Text] = {}
    for at, piece in laid.items():
        bare = walled and not look.fields(piece, context)
        word = look.bare(piece) if bare else look.short(piece, context, walls=in_letters)
        on_sides = _sides_in_letters(at, marks.overlay) if in_letters else ""
        texts[at] = framed_piece(Text(word, on_sides) if on_sides else word, at, marks)
    for at, number in marks.cells.items():
        if at not in laid:
            written = marks.written.get(at, number)
            loud = "bold reverse" if written.isdigit() else "dim"
            said = f"({written})" if walled else written
            if at in marks.picked:
                said, loud = f"[{written}]", "bold reverse"
            texts[at] = Text((said, f"{loud} @{number}"))
    put_markers(texts, marks.overlay)
    return texts


def _sides_in_letters(at: Cell, overlay: Overlay) -> str:
    """What lies on the sides of a cell, where no sides are drawn: each letter with its sides."""
    found: dict[str, str] = {}
    for (spot, side), letters in _side_letters(overlay).items():
        if spot == at:
            for letter in letters:
                found[letter] = found.get(letter, "") + side
    order = "NESW".index
    return "".join(f"[{c}:{''.join(sorted(sides, key=order))}]" for c, sides in found.items())


def put_markers(texts: dict[Cell, Text], overlay: Overlay) -> None:
    """Write what notes say of cells behind what stands there."""
    for marker in overlay.markers:
        letter = marker.chip.letter
        said = Text((letter if marker.noted else MARKER + letter, "bold"))
        known = texts.get(marker.spot)
        texts[marker.spot] = Text(known, said) if known is not None else said


def came_last(at: Cell, word: Text, last: set[Cell]) -> Text:
    """What lies on a spot, framed if it is where the last move went."""
    if at not in last:
        return word
    return Text(("<", "bold"), word.styled("bold"), (">", "bold")).styled("!")


def framed_piece(word: Text, at: Cell, marks: GridMarks) -> Text:
    """A piece with what is to be seen of it: that it has won, may be chosen, or came last."""
    tag = f"@{marks.cells[at]}" if at in marks.cells else f"?{at[0]},{at[1]}"
    if at in marks.won:
        return Text(("=", "bold"), word.styled("bold"), ("=", "bold")).styled(f"{tag} !")
    if at in marks.cells:
        ends = ("{", "}") if at in marks.picked else ("[", "]")
        return Text((ends[0], "bold"), word.styled("bold"), (ends[1], "bold")).styled(tag)
    return came_last(at, word, marks.last).styled(tag)
