"""The types of the language.

Types are nominal. A type of pieces is the set of the pieces' declared types that belong to it
(`Ware` is `{Tile, Bazaar}`), so "is a" is "is a subset of", and what is left after `is a T` is an
intersection. `describe` says a type in words of the language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Type:
    """Any type."""


@dataclass(frozen=True, slots=True)
class Truth(Type):
    """`yes/no`"""


@dataclass(frozen=True, slots=True)
class Number(Type):
    """A whole number, with bounds where they are known."""

    low: int | None = None
    high: int | None = None


@dataclass(frozen=True, slots=True)
class Decimal(Type):
    """A number that may have a decimal point: what points may be, and nothing is counted with."""


@dataclass(frozen=True, slots=True)
class Text(Type):
    """Words for readers."""


@dataclass(frozen=True, slots=True)
class Picture(Type):
    """How a grid looks: equal pictures, equal positions."""


@dataclass(frozen=True, slots=True)
class KindOf(Type):
    """The values of a declared kind, of `Side`, or of a ruling's choices."""

    name: str


@dataclass(frozen=True, slots=True)
class Pieces(Type):
    """A piece of one of these declared types."""

    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Seat(Type):
    """Who plays: `who` is `Player`, `Neutral` or `Party` (either)."""

    who: str


@dataclass(frozen=True, slots=True)
class CellType(Type):
    """A cell of a grid (also a corner point of one), an edge or a corner; `board` is the place
    whose bounds it is known to keep."""

    what: str = "Cell"
    board: str | None = None

    @property
    def name(self) -> str:
        """As it is written: `Cell`, `Edge of island`."""
        return self.what if self.board is None else f"{self.what} of {self.board}"


@dataclass(frozen=True, slots=True)
class Sides(Type):
    """Any of the four sides of a cell."""


@dataclass(frozen=True, slots=True)
class PlaceName(Type):
    """A value that names a place."""


@dataclass(frozen=True, slots=True)
class Many(Type):
    """`set of T`, `list of T`, `ranking of T`; how is the word."""

    how: str
    of: Type


@dataclass(frozen=True, slots=True)
class Tie(Type):
    """Those who share places in a ranking: `.members`, `.places`."""

    of: Type


@dataclass(frozen=True, slots=True)
class GridOf(Type):
    """A grid or board as it lies; `board` is the place whose bounds it has, if that is known."""

    of: Type
    board: str | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class GraphOf(Type):
    """A declared graph; what its links join."""

    of: Type


@dataclass(frozen=True, slots=True)
class Pair(Type):
    """`(c, a)`: several things taken as one."""

    parts: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Maybe(Type):
    """`T?`: a T, or none."""

    of: Type


@dataclass(frozen=True, slots=True)
class Unknown(Type):
    """The type of something that was already reported, of `none`, or of the members of `[]`: agrees
    with everything."""


TRUTH = Truth()
NUMBER = Number()
DECIMAL = Decimal()
TEXT = Text()
PICTURE = Picture()
CELL = CellType()
EDGE = CellType("Edge")
CORNER = CellType("Corner")
SIDE = KindOf("Side")
SIDES = Sides()
PLAYER = Seat("Player")
NEUTRAL = Seat("Neutral")
PARTY = Seat("Party")
PLACE = PlaceName()
UNKNOWN = Unknown()


def set_of(member: Type) -> Many:
    """`set of T`"""
    return Many("set", member)


def list_of(member: Type) -> Many:
    """`list of T`"""
    return Many("list", member)


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of the one type may stand where the other is wanted."""
    match given, wanted:
        case (Unknown(), _) | (_, Unknown()):
            return True
        case Maybe(), Maybe():
            return fits(given.of, wanted.of)
        case Maybe(), _:
            return False
        case _, Maybe():
            return fits(given, wanted.of)
        case Number(), Number() | Decimal():
            return True
        case Pieces(), Pieces():
            return given.names <= wanted.names
        case Seat(), Seat():
            return wanted.who in (given.who, "Party")
        case Many(), Many():
            return (
                given.how == wanted.how
                or (wanted.how == "set" and given.how == "list")
                or {given.how, wanted.how} == {"set", "list"}
            ) and fits(given.of, wanted.of)
        case GridOf(), GridOf():
            return fits(given.of, wanted.of)
        case CellType(), CellType():
            return given.what == wanted.what
        case Pair(), Pair():
            return len(given.parts) == len(wanted.parts) and all(
                map(fits, given.parts, wanted.parts)
            )
        case _:
            return given == wanted


def within(given: Type, wanted: Type) -> bool:
    """Whether the numbers in a value of the one type are proved to be within the bounds of the
    other."""
    match given, wanted:
        case Number(), Number():
            low_fine = wanted.low is None or (given.low is not None and given.low >= wanted.low)
            high_fine = wanted.high is None or (
                given.high is not None and given.high <= wanted.high
            )
            return low_fine and high_fine
        case Maybe() | Many(), Maybe() | Many():
            return within(given.of, wanted.of)
        case _, Maybe():
            return within(given, wanted.of)
        case Pair(), Pair():
            return all(map(within, given.parts, wanted.parts))
        case _:
            return True


def comparable(a: Type, b: Type) -> bool:
    """Whether `=` between the two can ever be true."""
    if isinstance(a, Maybe):
        a = a.of
    if isinstance(b, Maybe):
        b = b.of
    match a, b:
        case Pieces(), Pieces():
            return bool(a.names & b.names) or not a.names or not b.names
        case Seat(), Seat():
            return a.who == b.who or "Party" in (a.who, b.who)
        case Many(), Many():
            return comparable(a.of, b.of)
        case Pair(), Pair():
            return len(a.parts) == len(b.parts) and all(map(comparable, a.parts, b.parts))
        case _:
            return fits(a, b) or fits(b, a)


def alike(a: Type, b: Type) -> bool:
    """Whether there is a type that both fit: then `join` gives it."""
    if isinstance(a, Maybe):
        a = a.of
    if isinstance(b, Maybe):
        b = b.of
    match a, b:
        case (
            (Pieces(), Pieces())
            | (Seat(), Seat())
            | (Number() | Decimal(), Number() | Decimal())
            | (Unknown(), _)
            | (_, Unknown())
        ):
            return True
        case Many(), Many():
            return (a.how == b.how or {a.how, b.how} == {"set", "list"}) and alike(a.of, b.of)
        case GridOf(), GridOf():
            return alike(a.of, b.of)
        case CellType(), CellType():
            return a.what == b.what
        case Pair(), Pair():
            return len(a.parts) == len(b.parts) and all(map(alike, a.parts, b.parts))
        case _:
            return a == b


def join(types: Iterable[Type]) -> Type:
    """The least type that all of these fit, if they are alike; Unknown for none."""
    result: Type = UNKNOWN
    for t in types:
        result = _join2(result, t)
    return result


def _join2(a: Type, b: Type) -> Type:
    match a, b:
        case (Unknown(), _):
            return b
        case (_, Unknown()):
            return a
        case Maybe(), _:
            return Maybe(_join2(a.of, b.of if isinstance(b, Maybe) else b))
        case _, Maybe():
            return Maybe(_join2(a, b.of))
        case (Number() | Decimal(), Decimal()) | (Decimal(), Number()):
            return DECIMAL
        case Number(), Number():
            low = None if a.low is None or b.low is None else min(a.low, b.low)
            high = None if a.high is None or b.high is None else max(a.high, b.high)
            return Number(low, high)
        case Pieces(), Pieces():
            return Pieces(a.names | b.names)
        case Seat(), Seat():
            return a if a.who == b.who else PARTY
        case Many(), Many():
            return Many(a.how if a.how == b.how else "set", _join2(a.of, b.of))
        case GridOf(), GridOf():
            return GridOf(_join2(a.of, b.of), a.board if a.board == b.board else None)
        case CellType(), CellType():
            return a if a.board == b.board else CellType(a.what)
        case Pair(), Pair():
            return Pair(tuple(map(_join2, a.parts, b.parts)))
        case _:
            return a


def meeting(a: Type, b: Type) -> Type:
    """The type in which two values are compared: a set where either is one."""
    if isinstance(a, Maybe) or isinstance(b, Maybe):
        return Maybe(
            meeting(a.of if isinstance(a, Maybe) else a, b.of if isinstance(b, Maybe) else b)
        )
    if not isinstance(a, Many) or not isinstance(b, Many) or "ranking" in (a.how, b.how):
        return a
    return Many("set" if "set" in (a.how, b.how) else a.how, meeting(a.of, b.of))


def piece_types(t: Type | None) -> frozenset[str]:
    """The types of the pieces that values of a type are, or hold."""
    match t:
        case Pieces():
            return t.names
        case Many() | Maybe() | Tie() | GridOf():
            return piece_types(t.of)
        case Pair():
            return frozenset[str]().union(*map(piece_types, t.parts))
        case _:
            return frozenset()


def holds_pieces(t: Type | None) -> bool:
    """Whether values of a type are pieces, or hold some."""
    match t:
        case Pieces():
            return True
        case Many() | Maybe() | Tie() | GridOf():
            return holds_pieces(t.of)
        case Pair():
            return any(map(holds_pieces, t.parts))
        case _:
            return False


def member_of(t: Type) -> Type | None:
    """The type of what a loop over this finds, or None if nothing can loop over it."""
    match t:
        case Many(how="ranking"):
            return Tie(t.of)
        case Many() | Maybe():
            return t.of
        case Sides():
            return SIDE
        case Unknown():
            return UNKNOWN
        case _:
            return None


def is_node(t: Type) -> bool:
    """Whether values of a type can be nodes of a graph."""
    if isinstance(t, Pair):
        return all(is_node(part) for part in t.parts)
    return isinstance(t, (CellType, Pieces, KindOf, Seat, Number, Unknown))
