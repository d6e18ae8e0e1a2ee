"""How the types of built-in functions follow from the types of their arguments.

A rule takes the types of the arguments and gives the type of the result; None means that the
arguments don't suit. What is unknown (because of an error told already) suits everywhere."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.types import (
    CELL,
    NUMBER,
    SIDE,
    UNKNOWN,
    CellType,
    GraphOf,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Sides,
    Type,
    Unknown,
    alike,
    list_of,
    set_of,
)

Typing = Callable[[Sequence[Type]], Type | None]
COUNT = Number(0, None)
POSITION = Number(1, None)
LINES = list_of(list_of(CELL))


def want(*wanted: type[Type], gives: Type) -> Typing:
    """Arguments of these types; of kinds, only sides."""

    def typing(args: Sequence[Type]) -> Type | None:
        fine = all(
            isinstance(a, Unknown)
            or (isinstance(a, w) and (w is not KindOf or a == SIDE) and not _is_finer(a))
            for a, w in zip(args, wanted, strict=True)
        )
        return gives if fine else None

    return typing


def of_many(result: Callable[[Type], Type | None], *hows: str) -> Typing:
    """Several things, of one of these sorts, and possibly a member."""

    def typing(args: Sequence[Type]) -> Type | None:
        a = args[0]
        if isinstance(a, Unknown):
            return UNKNOWN
        return result(a.of) if isinstance(a, Many) and a.how in hows else None

    return typing


def of_grid(result: Callable[[Type], Type]) -> Typing:
    """A grid; the result follows from what lies on it."""

    def typing(args: Sequence[Type]) -> Type | None:
        a = args[0]
        if isinstance(a, Unknown):
            return UNKNOWN
        return result(a.of) if isinstance(a, GridOf) else None

    return typing


def cells_of_grid(args: Sequence[Type]) -> Type | None:
    """Cells of a grid: of a board, of this board."""
    grid = args[0]
    if isinstance(grid, Unknown):
        return UNKNOWN
    return set_of(CellType("Cell", grid.board)) if isinstance(grid, GridOf) else None


def subsets(args: Sequence[Type]) -> Type | None:
    """Sets of the members of something; with a number, those of this size."""
    many = args[0]
    if isinstance(many, Unknown):
        return UNKNOWN
    suits = all(isinstance(n, (Number, Unknown)) for n in args[1:])
    if not isinstance(many, Many) or many.how == "ranking" or not suits:
        return None
    return list_of(set_of(many.of))


def of_graph(result: Callable[[Type], Type], nodes: int) -> Typing:
    """A graph, some of its nodes, and a number if there is one argument more."""

    def typing(args: Sequence[Type]) -> Type | None:
        graph = args[0]
        if isinstance(graph, Unknown):
            return UNKNOWN
        if not isinstance(graph, GraphOf):
            return None
        numbers = args[1 + nodes :]
        suits = all(alike(a, graph.of) and not isinstance(a, Maybe) for a in args[1 : 1 + nodes])
        suits = suits and all(isinstance(n, (Number, Unknown)) for n in numbers)
        return result(graph.of) if suits else None

    return typing


def size(args: Sequence[Type]) -> Type | None:
    """Several things, or sides."""
    return COUNT if isinstance(args[0], (Many, Sides, Unknown)) else None


def number(of: Type) -> Type | None:
    """The type of one of several numbers."""
    return of if isinstance(of, Number) else NUMBER if isinstance(of, Unknown) else None


def onward(args: Sequence[Type]) -> Type | None:
    """A value of a kind, and a number."""
    fine = isinstance(args[0], (KindOf, Unknown)) and isinstance(args[1], (Number, Unknown))
    return args[0] if fine else None


def is_ranking(t: Type) -> bool:
    """Whether these are ties, one after the other."""
    return isinstance(t, Many) and t.how == "ranking"


def is_sides(t: Type) -> bool:
    """Whether these are sides of something."""
    return isinstance(t, Sides)


def is_grid(t: Type) -> bool:
    """Whether it is a grid or a board."""
    return isinstance(t, GridOf)


def _is_cell(t: Type) -> bool:
    return isinstance(t, Unknown) or (isinstance(t, CellType) and t.what == "Cell")


def touching(what: str) -> Typing:
    """What touches a spot of a grid; of a cell alone, the four cells beside it."""

    def typing(args: Sequence[Type]) -> Type | None:
        if len(args) == 1:
            return list_of(CELL) if _is_cell(args[0]) and what == "Cell" else None
        grid, spot = args
        if not isinstance(grid, (GridOf, Unknown)) or not isinstance(spot, (CellType, Unknown)):
            return None
        return list_of(CellType(what, grid.board if isinstance(grid, GridOf) else None))

    return typing


def between(args: Sequence[Type]) -> Type | None:
    """The edge between two cells of a grid, the corner between three."""
    grid, *cells = args
    if not isinstance(grid, (GridOf, Unknown)) or not all(map(_is_cell, cells)):
        return None
    board = grid.board if isinstance(grid, GridOf) else None
    return CellType("Edge" if len(cells) == 2 else "Corner", board)


def _is_finer(t: Type) -> bool:
    return isinstance(t, CellType) and t.what != "Cell"
