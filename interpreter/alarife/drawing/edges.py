"""Tiles whose four edges show something, as they lie: with their edges, turned.

In: a type of pieces and the fields of one. Out: what its edges show, north, east, south, west. A
type has edges if it has the fields `north`, `east`, `south` and `west`, all of one kind; a face
with four numbers says by how many quarters it is turned clockwise."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alarife.checking.types import KindOf, Number
from alarife.checking.world import PieceInfo

EDGES = ("north", "east", "south", "west")


def edge_kind(info: PieceInfo) -> str:
    """The kind that the edges of a type show; the empty text if it has none."""
    kinds = {info.field_types.get(name) for name in EDGES}
    kind = kinds.pop() if len(kinds) == 1 else None
    return kind.name if isinstance(kind, KindOf) else ""


def turning(info: PieceInfo) -> str:
    """The face that says how far a tile is turned; the empty text if it is never turned."""
    return next(
        (
            name
            for name, values in info.faces.items()
            if len(values) == 4 and isinstance(info.field_types[name], Number)
        ),
        "",
    )


def as_turned(info: PieceInfo, fields: Mapping[str, Any]) -> tuple[Any, ...]:
    """What the edges show, as the tile lies: north, east, south, west."""
    shown = [fields.get(name) for name in EDGES]
    face = turning(info)
    t = info.field_types.get(face)
    low = t.low or 0 if isinstance(t, Number) else 0
    quarters = (fields.get(face) or low) - low if face else 0
    return tuple(shown[(i - quarters) % 4] for i in range(4))


def as_it_lies(info: PieceInfo, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The fields of a piece; of a tile with edges what these show as it lies, without its turn."""
    if not edge_kind(info):
        return fields
    shown = zip(EDGES, as_turned(info, fields), strict=True)
    return {**fields, **dict(shown), turning(info): None}
