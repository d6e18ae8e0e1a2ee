"""What to do where something of another type is wanted: a field of it, how many there are, one of
several.

In: the type that stands there and the one that is wanted. Out: a sentence, or nothing where no good
guess can be made."""

from __future__ import annotations

from collections.abc import Iterable

from alarife.checking.builtins import FIELDS_OF_CELLS, FIELDS_OF_SEATS
from alarife.checking.types import (
    CellType,
    Decimal,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Truth,
    Type,
    Unknown,
    fits,
)
from alarife.checking.world import World
from alarife.linking.wording import listed, or_all
from alarife.syntax import tree

ONE_BY_ONE = "Name a set, a list, a place, a kind, or a range such as `1..3`."
NAME_A_PLACE = "Name a place, as it was declared."


def advice(world: World, given: Type, wanted: Type) -> str:
    """A hint how to get from one type to the other."""
    if isinstance(wanted, Maybe):
        wanted = wanted.of
    if isinstance(given, Unknown) or isinstance(wanted, Unknown):
        return ""
    if isinstance(given, Pieces) and isinstance(wanted, Pieces):
        return _other_pieces(given, wanted)
    if isinstance(given, Many) and given.how == "ranking" and isinstance(wanted, Many):
        return "All who are first are `leaders(…)`."
    if isinstance(wanted, Truth) and isinstance(given, (Number, KindOf, Seat)):
        return "A condition compares, each time in full: `x is 3 or x is 4`, or `x is in [3, 4]`."
    if isinstance(given, Many) and isinstance(wanted, Number):
        return "How many there are says `size(…)`."
    if isinstance(given, Many) and fits(given.of, wanted):
        return (
            "These may be several: take one of them, as with `first(…)`, or go over all with `for"
            " each`."
        )
    if isinstance(wanted, Many) and fits(given, wanted.of):
        return "A list of one stands in square brackets: `[…]`."
    if isinstance(wanted, Many) and isinstance(given, Maybe) and fits(given.of, wanted.of):
        return "Ask first with `if … is some x`; a list of that one is `[x]`."
    if isinstance(given, Decimal) and isinstance(wanted, Number):
        return (
            "A value, a table or a parameter may be declared as `decimal`. Notes and keys are whole"
            " numbers."
        )
    if isinstance(given, GridOf) and isinstance(wanted, (Many, Pieces)):
        return "What lies on a grid is `pieces(…)`; one cell of it is asked with `[…]`."
    return _by_field(world, given, wanted)


def _by_field(world: World, given: Type, wanted: Type) -> str:
    """Which fields of what stands there would fit."""
    fields = [
        name
        for name, t in _fields(world, given).items()
        if fits(t, wanted) and not isinstance(t, Maybe)
    ]
    if len(fields) == 1:
        return f"Did you mean its `.{fields[0]}`?"
    if fields:
        return (
            "Did you mean one of its fields: "
            + ", ".join(f"`.{name}`" for name in fields[:4])
            + "?"
        )
    return ""


def _other_pieces(given: Pieces, wanted: Pieces) -> str:
    """What to do where pieces may be of other types than those that are wanted."""
    if not given.names & wanted.names:
        return ""
    others = listed(sorted(given.names - wanted.names), "or")
    return f"It may be {others}, too: add what holds then, or ask first with `is a …`."


def no_field(world: World, e: tree.Get, t: Type, fields: Iterable[str]) -> str:
    """What was probably meant by a field that is none: what is kept for each of this type, or
    another field."""
    kept = world.places.get(e.field) or world.notes.get(e.field) or world.tables.get(e.field)
    if kept is not None and len(kept.domains) == 1 and fits(t, kept.domains[0].type):
        return f"Write `{e.field}[{e.of.id if isinstance(e.of, tree.Name) else '…'}]`."
    return or_all(e.field, fields, "It has")


def no_field_of_many(world: World, e: tree.Get) -> str:
    """What to write for a field of many."""
    if e.field in ("size", "length", "count"):
        return "How many there are says `size(…)`."
    kind = world.kinds.get(e.of.id) if isinstance(e.of, tree.Name) else None
    if kind is not None and e.field in kind.names:
        return f"Names of a kind stand alone: write `{e.field}`."
    return f"Say `every x in …: x.{e.field}` or `sum x.{e.field} for x in …`."


def _fields(world: World, t: Type) -> dict[str, Type]:
    match t:
        case Pieces():
            tables = [world.pieces[n].field_types for n in sorted(t.names)]
            return {
                name: found
                for name in (tables[0] if tables else {})
                if (found := world.field_type(t, name)) is not None
            }
        case KindOf() if t.name in world.kinds:
            return {**world.kinds[t.name].field_types, "index": Number(1, None)}
        case Seat():
            return {name: found for name, found in FIELDS_OF_SEATS.items() if name == "seat"}
        case CellType():
            return dict(FIELDS_OF_CELLS)
        case Sides():
            return {}
        case _:
            return {}
