"""Types in words, for messages."""

from __future__ import annotations

from alarife.checking.types import (
    CellType,
    Decimal,
    GraphOf,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pair,
    Picture,
    Pieces,
    PlaceName,
    Seat,
    Sides,
    Text,
    Tie,
    Truth,
    Type,
)


def describe(t: Type, names: dict[frozenset[str], str] | None = None) -> str:
    """The type in words of the language; `names` tells the open types by their members."""
    match t:
        case Truth():
            return "yes/no"
        case Number():
            return "a number"
        case Decimal():
            return "a number with a decimal point"
        case Text():
            return "text"
        case Picture():
            return "a Picture"
        case KindOf():
            return _a(t.name)
        case Pieces():
            known = (names or {}).get(t.names)
            return _a(known or " or ".join(sorted(t.names)) or "piece")
        case Seat():
            return f"a {t.who}"
        case CellType():
            return _a(t.name)
        case Sides():
            return "Sides"
        case PlaceName():
            return "a place"
        case Many():
            return f"a {t.how} of {_bare(describe(t.of, names))}"
        case Tie():
            return "a tie"
        case GridOf():
            return f"a grid of {_bare(describe(t.of, names))}"
        case GraphOf():
            return "a graph"
        case Pair():
            return f"({', '.join(describe(part, names) for part in t.parts)})"
        case Maybe():
            return f"{describe(t.of, names)}, or none"
        case _:
            return "something"


def _a(word: str) -> str:
    """`a Tile`, `an Apple`"""
    return f"an {word}" if word[:1] in "AEIOUaeiou" else f"a {word}"


def _bare(words: str) -> str:
    return words.removeprefix("a ").removeprefix("an ")
