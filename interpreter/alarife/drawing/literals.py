"""Which piece a literal such as `P(a, 10)` in an example means.

What comes in: an expression of an example. What goes out: its look, and the pieces it may mean.
What always holds: fields that are left out are empty, or as in a piece that agrees in the others;
what is no literal raises `NotAPiece`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from alarife.checking.read_cell import sides_mask
from alarife.checking.types import KindOf, Many, Maybe, Number, Seat, Sides, Truth, Type
from alarife.checking.world import PLAYER_NAMES, PieceInfo, World
from alarife.drawing.look import Look
from alarife.drawing.looks import Looks
from alarife.syntax import tree

Bound = Mapping[str, tree.Expr]
"""What names stand for."""


class NotAPiece(Exception):
    """The expression does not say by itself which piece is meant."""


def literal(looks: Looks, e: tree.Expr, bound: Bound | None = None) -> Look:
    """The look of the piece that a literal means."""
    info, fields = _read(looks.world, e, bound or {})
    return looks.of_fields(info.name, fields)


def pieces_meant(world: World, e: tree.Expr, bound: Bound | None = None) -> Iterator[int]:
    """The ids of the pieces that a literal may mean; any face will do."""
    info, fields = _read(world, e, bound or {})
    for piece in info.ids:
        if all(
            values[piece - info.first] == fields.get(name) for name, values in info.fields.items()
        ):
            yield piece


def _read(world: World, e: tree.Expr, bound: Bound) -> tuple[PieceInfo, dict[str, Any]]:
    if isinstance(e, tree.Name) and e.id in bound:
        e = bound[e.id]
    if isinstance(e, tree.Name):
        e = tree.Call(e.id, [], at=e.at)
    if not isinstance(e, tree.Call) or e.name not in world.pieces:
        raise NotAPiece
    info = world.pieces[e.name]
    args = [bound.get(a.id, a) if isinstance(a, tree.Name) else a for a in e.args]
    return info, _fields(world, info, args)


def _fields(world: World, info: PieceInfo, args: Sequence[tree.Expr]) -> dict[str, Any]:
    """The fields that a literal says; those it leaves out as in a piece that agrees in the others,
    empty ones first."""
    said = {
        name: _value(world, t, a)
        for (name, t), a in zip(info.field_types.items(), args, strict=False)
    }
    found = dict(said)
    for name, t in info.field_types.items():
        if name not in said and isinstance(t, (Sides, Many)):
            found[name] = 0 if isinstance(t, Sides) else ()
    if len(found) == len(info.field_types):
        return found
    for piece in info.ids:
        fields = {name: values[piece - info.first] for name, values in info.fields.items()}
        if all(fields.get(name) == value or name in info.faces for name, value in found.items()):
            return {**fields, **found}
    return found


def _value(world: World, t: Type, e: tree.Expr) -> Any:
    """A constant as the engine has it."""
    match t, e:
        case Maybe(), _:
            return None if isinstance(e, tree.Nothing) else _value(world, t.of, e)
        case (Number(), tree.Int()) | (Truth(), tree.Truth()):
            return e.value
        case KindOf(), tree.Name() if e.id in world.kinds[t.name].names:
            return world.kinds[t.name].names.index(e.id)
        case Seat(), tree.Name() if e.id in world.neutrals:
            return world.players + world.neutrals.index(e.id)
        case Seat(), tree.Name() if e.id in PLAYER_NAMES:
            return PLAYER_NAMES.index(e.id)
        case Sides(), tree.Name():
            return sides_mask(e.id) or 0
        case Many(), tree.Several():
            return tuple(sorted(_value(world, t.of, item) for item in e.items))
        case _:
            raise NotAPiece
