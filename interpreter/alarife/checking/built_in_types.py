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
            isinstance(a, (w, Unknown)) and (w is not KindOf or a == SIDE or isinstance(a, Unknown))
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
