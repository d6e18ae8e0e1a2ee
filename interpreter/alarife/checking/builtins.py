"""The built-in functions: what they want and what they give.

One table, which the checker, the documentation and completion read. Each entry says its parameters
in words, a sentence, and how its type follows from its arguments' types; None means that the
arguments don't suit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from alarife.checking.types import (
    CELL,
    NUMBER,
    PICTURE,
    PLAYER,
    SIDE,
    TRUTH,
    UNKNOWN,
    CellType,
    GraphOf,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Type,
    Unknown,
    alike,
    list_of,
    set_of,
)

Typing = Callable[[Sequence[Type]], Type | None]
COUNT = Number(0, None)


@dataclass(frozen=True, slots=True)
class BuiltIn:
    """A built-in function."""

    name: str
    parameters: str
    sentence: str
    arity: int
    typing: Typing
    optional: str = ""
    """One argument more, that may be left out."""


def _many(t: Type) -> bool:
    return isinstance(t, (Many, Unknown))


def _member(result: Callable[[Type], Type]) -> Typing:
    def typing(args: Sequence[Type]) -> Type | None:
        a = args[0]
        if isinstance(a, Unknown):
            return UNKNOWN
        return result(a.of) if isinstance(a, Many) and a.how != "ranking" else None

    return typing


def _end(args: Sequence[Type]) -> Type | None:
    """The first or last of something; of a ranking, whoever stands there alone."""
    a = args[0]
    return UNKNOWN if isinstance(a, Unknown) else Maybe(a.of) if isinstance(a, Many) else None


def _size(args: Sequence[Type]) -> Type | None:
    return COUNT if isinstance(args[0], (Many, Sides, Unknown)) else None


def _numbers(args: Sequence[Type]) -> Type | None:
    a = args[0]
    if isinstance(a, Many) and isinstance(a.of, (Number, Unknown)):
        return a.of if isinstance(a.of, Number) else NUMBER
    return UNKNOWN if isinstance(a, Unknown) else None


def _leaders(args: Sequence[Type]) -> Type | None:
    a = args[0]
    return (
        set_of(a.of)
        if isinstance(a, Many) and a.how == "ranking"
        else UNKNOWN
        if isinstance(a, Unknown)
        else None
    )


def _position(args: Sequence[Type]) -> Type | None:
    a = args[0]  # in a ranking stand ties, not those who are ranked
    return (
        Maybe(Number(1, None))
        if _many(a) and not (isinstance(a, Many) and a.how == "ranking")
        else None
    )


def _of_grid(result: Callable[[Type], Type]) -> Typing:
    def typing(args: Sequence[Type]) -> Type | None:
        a = args[0]
        if isinstance(a, Unknown):
            return UNKNOWN
        return result(a.of) if isinstance(a, GridOf) else None

    return typing


def _want(wanted: Sequence[type[Type]], result: Type) -> Typing:
    def typing(args: Sequence[Type]) -> Type | None:
        fine = all(
            isinstance(a, (w, Unknown)) and (w is not KindOf or a == SIDE or isinstance(a, Unknown))
            for a, w in zip(args, wanted, strict=True)
        )
        return result if fine else None

    return typing


def _lines(args: Sequence[Type]) -> Type | None:
    return (
        list_of(list_of(CELL))
        if isinstance(args[0], (GridOf, Unknown)) and isinstance(args[1], (Number, Unknown))
        else None
    )


def _rays(args: Sequence[Type]) -> Type | None:
    return (
        list_of(list_of(CELL))
        if isinstance(args[0], (GridOf, Unknown)) and isinstance(args[1], (CellType, Unknown))
        else None
    )


def _short_of(args: Sequence[Type]) -> Type | None:
    a = args[0]
    return (
        a
        if isinstance(a, Many) and a.how == "list"
        else UNKNOWN
        if isinstance(a, Unknown)
        else None
    )


def _of_graph(result: Callable[[Type], Type], nodes: int) -> Typing:
    """Of a graph, some of its nodes, and a number if there is one argument more."""

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


def _onward(args: Sequence[Type]) -> Type | None:
    return (
        args[0]
        if isinstance(args[0], (KindOf, Unknown)) and isinstance(args[1], (Number, Unknown))
        else None
    )


def _piece(args: Sequence[Type]) -> Type | None:
    return Number(1, None) if isinstance(args[0], (Pieces, Unknown)) else None


def _knows(args: Sequence[Type]) -> Type | None:
    return (
        TRUTH
        if isinstance(args[0], (Seat, Unknown)) and isinstance(args[1], (Pieces, Unknown))
        else None
    )


def _seat(args: Sequence[Type]) -> Type | None:
    return PLAYER if isinstance(args[0], (Number, Unknown)) else None


def _from(args: Sequence[Type]) -> Type | None:
    return list_of(PLAYER) if isinstance(args[0], (Seat, Unknown)) else None


BUILT_INS: dict[str, BuiltIn] = {
    b.name: b
    for b in (
        BuiltIn(
            "size",
            "many",
            "How many members a set, a list, a place or a type has; of Sides, how many sides.",
            1,
            _size,
        ),
        BuiltIn(
            "first",
            "many",
            "The first of a list, a row, a pile or a set, if there is one; of a ranking, whoever is"
            " first alone.",
            1,
            _end,
        ),
        BuiltIn(
            "last",
            "many",
            "The last of a list, a row, a pile or a set, if there is one; of a ranking, whoever is"
            " last alone.",
            1,
            _end,
        ),
        BuiltIn("only", "many", "The one member, if there is exactly one.", 1, _member(Maybe)),
        BuiltIn("top", "pile", "The top piece of a pile, if there is one.", 1, _member(Maybe)),
        BuiltIn(
            "highest", "numbers", "The highest of these numbers; 0 if there is none.", 1, _numbers
        ),
        BuiltIn(
            "lowest", "numbers", "The lowest of these numbers; 0 if there is none.", 1, _numbers
        ),
        BuiltIn(
            "reverse", "many", "The same members as a list, the last first.", 1, _member(list_of)
        ),
        BuiltIn(
            "position",
            "many, member",
            "Where the member stands, counted from 1, if it is there.",
            2,
            _position,
        ),
        BuiltIn("leaders", "ranking", "Those who share the first place.", 1, _leaders),
        BuiltIn(
            "cells", "grid", "The cells on which a piece lies.", 1, _of_grid(lambda _: set_of(CELL))
        ),
        BuiltIn(
            "gaps",
            "grid",
            "The free cells: of a board, all; of a grid without bounds, those of its bounding box"
            " with a margin of one.",
            1,
            _of_grid(lambda _: set_of(CELL)),
        ),
        BuiltIn(
            "picture",
            "grid",
            "How it looks: which pieces lie where, no matter which of several that look alike.",
            1,
            _of_grid(lambda _: PICTURE),
        ),
        BuiltIn("pieces", "grid", "The pieces that lie in it.", 1, _of_grid(set_of)),
        BuiltIn(
            "outside",
            "grid",
            "A cell of the margin: outside whatever is built.",
            1,
            _of_grid(lambda _: CELL),
        ),
        BuiltIn(
            "lines",
            "grid, length",
            "Every straight line of so many cells, each once, as lists of cells.",
            2,
            _lines,
        ),
        BuiltIn(
            "rays",
            "grid, cell",
            "The eight straight lines that lead away from a cell to the edge, without the cell"
            " itself.",
            2,
            _rays,
        ),
        BuiltIn(
            "short_of",
            "list, member",
            "The members of a list before this one; all, if it is not among them.",
            2,
            _short_of,
        ),
        BuiltIn(
            "cell",
            "x, y",
            "The cell x steps east and y steps south of the origin; of a board, column x and"
            " row y.",
            2,
            _want((Number, Number), CELL),
        ),
        BuiltIn(
            "beside",
            "cell",
            "The four cells that share a side with it.",
            1,
            _want((CellType,), list_of(CELL)),
        ),
        BuiltIn(
            "around", "cell", "The eight cells round it.", 1, _want((CellType,), list_of(CELL))
        ),
        BuiltIn(
            "toward",
            "cell, side",
            "The next cell on that side.",
            2,
            _want((CellType, KindOf), CELL),
        ),
        BuiltIn("opposite", "side", "The side across.", 1, _want((KindOf,), SIDE)),
        BuiltIn(
            "next_to", "side", "The two sides next to a side.", 1, _want((KindOf,), list_of(SIDE))
        ),
        BuiltIn(
            "left_end",
            "cell, side",
            "The corner point at the left end of that side, seen from within.",
            2,
            _want((CellType, KindOf), CELL),
        ),
        BuiltIn(
            "right_end",
            "cell, side",
            "The corner point at the right end of that side, seen from within.",
            2,
            _want((CellType, KindOf), CELL),
        ),
        BuiltIn(
            "reach",
            "graph, start",
            "All that can be reached from the start, itself included; with a number, over at most"
            " so many links.",
            2,
            _of_graph(set_of, nodes=1),
            optional="most",
        ),
        BuiltIn(
            "trail",
            "graph",
            "The length of the longest line that uses no link twice.",
            1,
            _of_graph(lambda _: COUNT, nodes=0),
        ),
        BuiltIn(
            "distance",
            "graph, from, to",
            "How many links the shortest way has, if there is one.",
            3,
            _of_graph(lambda _: Maybe(COUNT), nodes=2),
        ),
        BuiltIn(
            "path",
            "graph, from, to",
            "A shortest way, both ends included; of several the first, node by node. Nothing if"
            " there is none.",
            3,
            _of_graph(list_of, nodes=2),
        ),
        BuiltIn(
            "parts",
            "graph",
            "Its connected parts, each a set of nodes.",
            1,
            _of_graph(lambda node: list_of(set_of(node)), nodes=0),
        ),
        BuiltIn(
            "onward",
            "value, n",
            "The n-th value after it in its kind; after the last comes the first.",
            2,
            _onward,
        ),
        BuiltIn(
            "height", "piece", "How high a piece lies in its pile, 1 at the bottom.", 1, _piece
        ),
        BuiltIn("seat", "n", "The player of seat n.", 1, _seat),
        BuiltIn(
            "players_from",
            "player",
            "All players, beginning with this one and going round to the left.",
            1,
            _from,
        ),
        BuiltIn(
            "knows",
            "player, piece",
            "Whether the player knows which piece it is (in examples).",
            2,
            _knows,
        ),
    )
}
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
