"""Boards on which more lies than one piece a cell: piles on cells, and pieces on edges and corners.

In: a board, what a seat sees, and what may be chosen. Out: lines. What always holds: an edge stands
between the two cells that it parts, a corner where its cells meet; what may be chosen there carries
its number."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alarife.checking.types import CellType
from alarife.checking.world import PlaceInfo
from alarife.engine.state import Game
from alarife.play.grids import Cell, GridMarks, came_last, draw_grid, overlay_key, put_markers
from alarife.play.keyed import Instance, instances, title_of
from alarife.play.look import PieceText
from alarife.play.places import Block, Form
from alarife.play.text import Text, join

Spots = Mapping[Cell, Text]
_MOST_SHOWN = 4
"""How many pieces of a pile are shown; of a higher one, how high it is, and its top."""


class BoardScreen:
    """A board with everything that lies on it."""

    def __init__(self, game: Game, view: dict[str, Any], place: PlaceInfo, look: PieceText) -> None:
        self.game, self.place, self.look = game, place, look
        self.piles: dict[Cell, Text] = {}
        self.edges: dict[Cell, Text] = {}
        self.corners: dict[Cell, Text] = {}
        self.finer = False
        for lying in game.world.lying_on(place.name):
            domain = lying.domains[0].type
            assert isinstance(domain, CellType)
            found = {"Cell": self.piles, "Edge": self.edges, "Corner": self.corners}[domain.what]
            self.finer = self.finer or domain.what != "Cell"
            for one in instances(game, view, lying):
                if one.size:
                    at = _at(one)
                    more = pile_text(one, look)
                    found[at] = Text(found[at], " ", more) if at in found else more

    def draw(self, one: Instance, marks: GridMarks, fine: bool, tall: bool = True) -> list[Text]:
        """The board as lines."""
        if not self.finer:
            marks.piles = self.piles
            return draw_grid(self.place, one.held, self.look, marks, one.context, fine, tall)
        texts = dict(self.look.printed_on(self.place.name))
        for at, pile in self.piles.items():
            texts[at] = Text(texts[at], " ", pile) if at in texts else pile
        for entry in one.held:
            at = (entry["at"][0], entry["at"][1])
            said = self.look.short(entry["piece"], one.context)
            texts[at] = Text(said, " ", texts[at]) if at in texts else said
        put_markers(texts, marks.overlay)
        texts = {at: came_last(at, text, marks.last) for at, text in texts.items()}
        edges, corners = (
            {at: came_last(at, text, marks.last_finer[what]) for at, text in held.items()}
            for what, held in (("edge", self.edges), ("corner", self.corners))
        )
        for at, number in marks.cells.items():
            texts[at] = Text(texts.get(at, Text()), (f"[{number}]", f"bold reverse @{number}"))
        draw = _six_sided if self.place.hexagonal else _square
        assert self.place.bounds is not None
        lines = draw(
            self.place.bounds,
            texts,
            {**edges, **_numbers(marks.edges, edges)},
            {**corners, **_numbers(marks.corners, corners)},
            fine,
        )
        return [*lines, *overlay_key(marks.overlay)]


def board_block(
    game: Game,
    view: dict[str, Any],
    place: PlaceInfo,
    look: PieceText,
    marks: GridMarks,
    fine: bool,
) -> Block:
    """A board with all that lies on it. It is never left out."""
    shown = BoardScreen(game, view, place, look)
    one = Instance(place, (), [], place.first)
    if place.shape == "board":
        one = instances(game, view, place)[0]
    head = Text((title_of(place), "dim"))
    forms: list[Form] = [lambda width: [head, *shown.draw(one, marks, fine)]]
    if not shown.finer:
        forms.append(lambda width: [head, *shown.draw(one, marks, fine, tall=False)])
    return Block(forms, precious=True)


def _at(one: Instance) -> Cell:
    x, y = one.keys[0][0]["at"]
    return x, y


def _numbers(marks: Mapping[Cell, str], beside: Spots) -> Spots:
    """The numbers of what may be chosen; in brackets where pieces are told by numbers as well."""
    clear = any(text.plain.isdigit() for text in beside.values())
    said = "[{}]" if clear else "{}"
    return {at: Text((said.format(n), f"bold reverse @{n}")) for at, n in marks.items()}


def pile_text(one: Instance, look: PieceText) -> Text:
    """What lies on a cell, an edge or a corner, from the bottom to the top."""
    held = one.held if isinstance(one.held, list) else [one.held]
    if isinstance(one.held, dict) and "hidden" in one.held:
        return Text(("?", "dim"))
    shown = [look.short(piece, one.context) for piece in held if "type" in piece][:_MOST_SHOWN]
    if one.place.shape == "pile":
        shown = shown[::-1]
    said = join(shown, "" if all(t.width == 1 for t in shown) else "/")
    return Text((f"{len(held)}:", "dim"), said) if len(held) > len(shown) else said


# ----------------------------------------------------------------
# a canvas
Token = tuple[int, int, Text]
"""A line, the column of the middle, and what stands there."""


def canvas(tokens: Sequence[Token]) -> list[Text]:
    """Lines with these tokens on them."""
    lines: dict[int, list[tuple[int, Text]]] = {}
    for line, middle, text in tokens:
        lines.setdefault(line, []).append((max(0, middle - (text.width - 1) // 2), text))
    found: list[Text] = []
    for number in range(max(lines, default=-1) + 1):
        out: list[str | Text] = []
        column = 0
        for start, text in sorted(lines.get(number, []), key=lambda placed: placed[0]):
            out += [" " * max(0, start - column), text]
            column = max(column, start) + text.width
        found.append(Text(*out))
    return found


def _widest(*spots: Spots) -> int:
    return max([1, *(t.width for some in spots for t in some.values())])


def _square(
    bounds: tuple[int, int], texts: Spots, edges: Spots, corners: Spots, fine: bool
) -> list[Text]:
    """Two lines a row: corners with the edges between them, then cells."""
    step = _widest(texts, edges) + _widest(corners, edges) + 2
    tokens: list[Token] = []
    for y in range(1, bounds[1] + 2):
        for x in range(1, bounds[0] + 2):
            left, line = (x - 1) * step + 1, 2 * (y - 1)
            tokens.append((line, left, corners.get((x, y)) or Text(("·" if fine else "+", "dim"))))
            if x <= bounds[0]:
                flat = Text(("──" if fine else "--", "dim"))
                tokens.append((line, left + step // 2, edges.get((2 * x, 2 * y - 1)) or flat))
            if y <= bounds[1]:
                tall = Text(("│" if fine else "|", "dim"))
                tokens.append((line + 1, left, edges.get((2 * x - 1, 2 * y)) or tall))
                if x <= bounds[0] and (x, y) in texts:
                    tokens.append((line + 1, left + step // 2, texts[x, y]))
    return canvas(tokens)


_SIX_EDGES = (
    (0, -1, -1, 1, "/"),
    (1, -1, 1, 1, "\\"),
    (1, 0, 2, 3, "|"),
    (0, 1, 1, 5, "/"),
    (-1, 1, -1, 5, "\\"),
    (-1, 0, -2, 3, "|"),
)
"""Round a cell: the neighbour's x and y, quarters of a cell to the east, lines to the south, and
the line itself."""
_SIX_CORNERS = (
    (0, 0, 0, 0),
    (1, -1, 2, 2),
    (0, 1, 2, 4),
    (0, 0, 0, 6),
    (-1, 1, -2, 4),
    (0, -1, -2, 2),
)
"""Round a cell, clockwise from the north: whose northern or southern corner it is, in turn."""


def _six_sided(
    bounds: tuple[int, int], texts: Spots, edges: Spots, corners: Spots, fine: bool
) -> list[Text]:
    """Four lines a row; each row half a cell further east."""
    quarter = max(2, (_widest(texts, edges, corners) + 2) // 2)
    tokens: dict[tuple[str, Cell], Token] = {}
    for y in range(1, bounds[1] + 1):
        for x in range(1, bounds[0] + 1):
            middle, top = (4 * x + 2 * y - 4) * quarter, 4 * (y - 1)
            tokens["cell", (x, y)] = (top + 3, middle, texts.get((x, y)) or Text(" "))
            for dx, dy, east, south, line in _SIX_EDGES:
                at = (2 * x + dx, 2 * y + dy)
                shown = edges.get(at) or Text((line, "dim"))
                tokens["edge", at] = (top + south, middle + east * quarter, shown)
            for i, (dx, dy, east, south) in enumerate(_SIX_CORNERS):
                at = (x + dx, 2 * (y + dy) + 3 * (i % 2))
                shown = corners.get(at) or Text(("·" if fine else "+", "dim"))
                tokens["corner", at] = (top + south, middle + east * quarter, shown)
    return canvas(list(tokens.values()))
