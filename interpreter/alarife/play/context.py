"""What goes without saying of a piece: by the keys of its place, and by default."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alarife.checking.types import KindOf, Seat, Type
from alarife.checking.world import PieceInfo

Context = Mapping[str, Any]
"""What goes without saying where a piece lies: values by the description of their type, such as the
key of its place."""


def is_last_default(info: PieceInfo, index: int) -> bool:
    """Whether a field may be left out where a piece is declared."""
    return 0 < info.optional_from <= index


def kind_of(t: Type) -> str:
    """What a context calls a type; the empty text if it says nothing of it."""
    return t.name if isinstance(t, KindOf) else "Party" if isinstance(t, Seat) else ""


def context_of(keys: tuple[tuple[Any, Type], ...]) -> dict[str, Any]:
    """What the keys of a place say of what lies there."""
    return {kind: value for value, t in keys if (kind := kind_of(t))}
