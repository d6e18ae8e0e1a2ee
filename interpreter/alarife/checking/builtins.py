"""The table of built-in functions.

A row says all there is to know of one: its parameters in words and a sentence (for messages and
docs), how its type follows (for the checker), what it means on plain values (for what is known
before play, and for generated code), what it reads, how long it may take and how much it may give
(for laws and for the budget). Whoever needs to know asks the row; nobody keeps another list."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from alarife import meanings
from alarife.checking import built_in_types as types
from alarife.checking.built_in_types import Typing, of_graph, of_grid, of_many, want
from alarife.checking.types import (
    CELL,
    NUMBER,
    PICTURE,
    PLAYER,
    SIDE,
    TRUTH,
    CellType,
    GraphOf,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Type,
    list_of,
    set_of,
)
from alarife.checking.world import World
from alarife.geometry import grid, lines, spots

Meaning = Callable[..., object]
LINES = types.LINES
ANY = ("set", "list")
RANKED = (*ANY, "ranking")


@dataclass(frozen=True, slots=True)
class Variant:
    """What a built-in function is where the first argument has a type of its own kind."""

    suits: Callable[[Type], bool]
    name: str
    meaning: Meaning
    template: str = ""


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A built-in function of the language."""

    name: str
    parameters: str
    sentence: str
    typing: Typing
    meaning: Meaning | None = None
    """Its value on plain values. None if it takes a game: then the engine defines it."""
    optional: str = ""
    """One argument more, that may be left out."""
    variant: Variant | None = None
    besides: Callable[[World, Type], int] | None = None
    """What the meaning is handed besides, from the type of the first argument."""
    reads: str = ""
    """`grid` or `graph`: all of it; `state`: where pieces lie, and who knows them."""
    faults: bool = False
    """Whether there are arguments that fit the types and mean nothing."""
    template: str = ""
    """Python text to print a call as, with holes for the arguments; else it is `name(…)`."""
    binds: str = ""
    """The operator that binds the template; none if nothing can tear it apart."""
    spots: bool = False
    """Whether, with two arguments or more, it is asked of a grid and spots of it."""
    shifts: bool = False
    """Whether it gives cells that keep their distance from the first argument."""
    least: int = 0
    """How many members it gives at least."""
    most: int | None = None
    """How many members it gives at most; None if that hangs on the arguments."""
    per_cell: int = 0
    """How many members it gives at most for each cell of a board."""
    work: int = 0
    """How much longer it may take than going through its arguments."""

    @property
    def arity(self) -> int:
        """How many arguments it needs."""
        return len(self.parameters.split(", ")) if self.parameters else 0

    def names(self, before: Sequence[Type]) -> Type | None:
        """The type whose names may stand as the next argument, from the types of those before."""
        words = self.parameters.split(", ")
        word = words[len(before)] if len(before) < len(words) else self.optional
        if word == "side":
            return SIDE
        given = word in ("member", "start", "from", "to") and before[0]
        return given.of if isinstance(given, (Many, GraphOf)) else None

    def form(self, first: Type) -> tuple[str, Meaning | None]:
        """The function that is called for a first argument of this type, and its meaning."""
        if self.variant is not None and self.variant.suits(first):
            return self.variant.name, self.variant.meaning
        return self.name, self.meaning


def _values_of_kind(world: World, t: Type) -> int:
    return len(world.kinds[t.name].names) if isinstance(t, KindOf) else 1


ROWS = (
    BuiltIn(
        "size", "many",
        "How many members a set, a list, a place or a type has; of Sides, how many sides.",
        types.size, len, template="len({0})",
        variant=Variant(types.is_sides, "bits", int.bit_count, "BITS[{0}]"),
    ),
    BuiltIn(
        "first", "many",
        "The first of a list, a row, a pile or a set, if there is one; of a ranking, whoever is"
        " first alone.",
        of_many(Maybe, *RANKED), meanings.first,
        variant=Variant(types.is_ranking, "first_alone", meanings.first_alone),
    ),
    BuiltIn(
        "last", "many",
        "The last of a list, a row, a pile or a set, if there is one; of a ranking, whoever is"
        " last alone.",
        of_many(Maybe, *RANKED), meanings.last,
        variant=Variant(types.is_ranking, "last_alone", meanings.last_alone),
    ),
    BuiltIn(
        "the", "many", "The one member, if there is exactly one: written `the x in S`.",
        of_many(Maybe, *ANY), meanings.only,
    ),
    BuiltIn(
        "top", "pile", "The top piece of a pile, if there is one.",
        of_many(Maybe, *ANY), meanings.first,
    ),
    BuiltIn(
        "highest", "numbers", "The highest of these numbers; 0 if there is none.",
        of_many(types.number, *RANKED), meanings.highest, template="max({0}, default=0)",
    ),
    BuiltIn(
        "lowest", "numbers", "The lowest of these numbers; 0 if there is none.",
        of_many(types.number, *RANKED), meanings.lowest, template="min({0}, default=0)",
    ),
    BuiltIn(
        "reverse", "many", "The same members as a list, the last first.",
        of_many(list_of, *ANY), meanings.reverse, template="tuple({0})[::-1]",
    ),
    BuiltIn(
        "position", "many, member", "Where the member stands, counted from 1, if it is there.",
        of_many(lambda _: Maybe(types.POSITION), *ANY), meanings.position,

    ),
    BuiltIn(
        "leaders", "ranking", "Those who share the first place.",
        of_many(set_of, "ranking"), meanings.leaders,
    ),
    BuiltIn(
        "short_of", "list, member",
        "The members of a list before this one; all, if it is not among them.",
        of_many(list_of, "list"), meanings.short_of,
    ),
    BuiltIn(
        "subsets", "many",
        "All sets of its members, the empty one too; with a number, those with so many members.",
        types.subsets, optional="how many", most=100_000,
    ),
    BuiltIn(
        "cells", "grid", "The cells on which a piece lies.",
        types.cells_of_grid, grid.cells, reads="grid",
    ),
    BuiltIn(
        "gaps", "grid",
        "The free cells: of a board, all; of a grid without bounds, those of its bounding box"
        " with a margin of one.",
        types.cells_of_grid, grid.gaps, reads="grid", per_cell=1,
    ),
    BuiltIn(
        "picture", "grid",
        "How it looks: which pieces lie where, no matter which of several that look alike.",
        of_grid(lambda _: PICTURE), reads="state",
    ),
    BuiltIn(
        "pieces", "grid", "The pieces that lie in it.", of_grid(set_of), grid.pieces, reads="grid",
    ),
    BuiltIn(
        "outside", "grid", "A cell of the margin: outside whatever is built.",
        of_grid(lambda _: CELL), grid.outside, reads="grid",
    ),
    BuiltIn(
        "lines", "grid, length",
        "Every straight line of so many cells, each once, as lists of cells.",
        want(GridOf, Number, gives=types.LINES), lines.lines, reads="grid", per_cell=4,
    ),
    BuiltIn(
        "rays", "grid, cell",
        "The eight straight lines that lead away from a cell to the edge, without the cell"
        " itself.",
        want(GridOf, CellType, gives=types.LINES), lines.rays, reads="grid", least=8, most=8,
    ),
    BuiltIn(
        "cell", "x, y",
        "The cell x steps east and y steps south of the origin; of a board, column x and"
        " row y.",
        want(Number, Number, gives=CELL), grid.cell, faults=True,
    ),
    BuiltIn(
        "beside", "cell",
        "The four cells that share a side with it. `beside(grid, spot)`: the cells of a grid"
        " that touch a cell, an edge or a corner; six round a cell of a hexagonal grid; on a"
        " board only those of the board.",
        types.touching("Cell"), grid.beside, spots=True, shifts=True, least=4, most=6,
        optional="grid", variant=Variant(types.is_grid, "touching", spots.touching),
    ),
    BuiltIn(
        "edges", "grid, spot",
        "The edges of a cell, those that meet at a corner, or those that meet an edge.",
        types.touching("Edge"), spots=True, least=2, most=6,
        variant=Variant(types.is_grid, "touching", spots.touching),
    ),
    BuiltIn(
        "corners", "grid, spot",
        "The corners of a cell, the two ends of an edge, or the corners one edge away from a"
        " corner.",
        types.touching("Corner"), spots=True, least=2, most=6,
        variant=Variant(types.is_grid, "touching", spots.touching),
    ),
    BuiltIn(
        "between", "grid, cell, cell",
        "The edge that two cells share; with a third cell, the corner at which they meet.",
        types.between, spots=True, optional="cell", faults=True,
    ),
    BuiltIn(
        "around", "cell", "The eight cells round it.",
        want(CellType, gives=list_of(CELL)), grid.around, shifts=True, least=8, most=8,
    ),
    BuiltIn(
        "toward", "cell, side", "The next cell on that side.",
        want(CellType, KindOf, gives=CELL), grid.toward, shifts=True,
        template="{0} + STEP[{1}]", binds="+",
    ),
    BuiltIn(
        "opposite", "side", "The side across.",
        want(KindOf, gives=SIDE), grid.opposite,
        template="{0} ^ 2", binds="^",
    ),
    BuiltIn(
        "next_to", "side", "The two sides next to a side.",
        want(KindOf, gives=list_of(SIDE)), grid.next_to,
        least=2, most=2,
    ),
    BuiltIn(
        "left_end", "cell, side",
        "The corner point at the left end of that side, seen from within.",
        want(CellType, KindOf, gives=CELL), grid.left_end, shifts=True,
    ),
    BuiltIn(
        "right_end", "cell, side",
        "The corner point at the right end of that side, seen from within.",
        want(CellType, KindOf, gives=CELL), grid.right_end, shifts=True,
    ),
    BuiltIn(
        "reach", "graph, start",
        "All that can be reached from the start, itself included; with a number, over at most"
        " so many links.",
        of_graph(set_of, nodes=1), optional="most", reads="graph",
    ),
    BuiltIn(
        "trail", "graph", "The length of the longest line that uses no link twice.",
        of_graph(lambda _: types.COUNT, nodes=0), reads="graph", work=200_000,
    ),
    BuiltIn(
        "distance", "graph, from, to", "How many links the shortest way has, if there is one.",
        of_graph(lambda _: Maybe(types.COUNT), nodes=2), reads="graph",
    ),
    BuiltIn(
        "path", "graph, from, to",
        "A shortest way, both ends included; of several the first, node by node. Nothing if"
        " there is none.",
        of_graph(list_of, nodes=2), reads="graph",
    ),
    BuiltIn(
        "parts", "graph", "Its connected parts, each a set of nodes.",
        of_graph(lambda node: list_of(set_of(node)), nodes=0), reads="graph",
    ),
    BuiltIn(
        "onward", "value, n",
        "The n-th value after it in its kind; after the last comes the first.",
        types.onward, meanings.onward, besides=_values_of_kind,
        template="({0} + {1}) % {2}", binds="%",
    ),
    BuiltIn(
        "height", "piece", "How high a piece lies in its pile, 1 at the bottom.",
        want(Pieces, gives=types.POSITION), reads="state",
    ),
    BuiltIn(
        "seat", "n", "The player of seat n.", want(Number, gives=PLAYER), faults=True,
    ),
    BuiltIn(
        "players_from", "player",
        "All players, beginning with this one and going round to the left.",
        want(Seat, gives=list_of(PLAYER)), meanings.players_from,
        besides=lambda world, _: world.players, template="PLAYERS_FROM[{0}]", least=1,
    ),
    BuiltIn(
        "knows", "player, piece",
        "Whether the player knows which piece it is (in examples).",
        want(Seat, Pieces, gives=TRUTH), reads="state",
    ),
)  # fmt: skip

BUILT_INS: dict[str, BuiltIn] = {row.name: row for row in ROWS}
"""Every built-in function by name."""

FIELDS_OF_SEATS = {"left": PLAYER, "right": PLAYER, "seat": Number(1, None)}
FIELDS_OF_CELLS = {"x": NUMBER, "y": NUMBER}

BUILT_IN_NAMES = frozenset(
    [
        "you",
        "players",
        "box",
        "nowhere",
        "none",
        "yes",
        "no",
        "Player",
        "Party",
        "Neutral",
        "Cell",
        "Side",
        "Sides",
    ],
)
"""What has a meaning of its own wherever a name can stand, so that nothing else can be called
so."""
