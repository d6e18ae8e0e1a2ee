"""Values as an example writes them: players by name, several things in brackets, cells as `cell(2,
3)`.

What comes in: values of a state, with their types. What goes out: text that could stand in the
example."""

from __future__ import annotations

from typing import Any

from alarife.checking.types import CELL, CellType, Many, Type
from alarife.engine.words import Words
from alarife.geometry.grid import xy
from alarife.geometry.spots import touching
from alarife.lowering.layout import Slots


class AsWritten(Words):
    """Keys of values in the words of examples."""

    def party_key(self, party: int) -> str:
        """A player's or neutral's name: `ann`."""
        return self.world.seat_name(party)

    def key(self, s: Slots, value: Any, t: Type) -> str:
        """A value as it is written."""
        if value is not None and isinstance(t, Many) and t.how != "ranking":
            return f"[{', '.join(self.key(s, v, t.of) for v in value)}]"
        if value is not None and isinstance(t, CellType) and t.what != "Cell" and t.board:
            return self._between(value, t)
        if value is not None and isinstance(t, CellType):
            return f"cell({', '.join(str(n) for n in xy(value))})"
        return super().key(s, value, t)

    def _between(self, value: int, t: CellType) -> str:
        """An edge or a corner, by the cells that meet there."""
        six = self.world.places[str(t.board)].hexagonal
        cells = touching((None, six), t.what, "Cell", value)[:3]
        return f"between({', '.join([str(t.board), *(self.key(Slots(), c, CELL) for c in cells)])})"

    def piece_key(self, s: Slots, x: int) -> str:
        """A piece with its fields: `Tile(garden, 8)`."""
        return super().piece_key(s, x).replace(",", ", ")
