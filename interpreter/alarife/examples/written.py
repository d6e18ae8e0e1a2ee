"""Values as an example writes them: players by name, several things in brackets, cells as `cell(2,
3)`.

What comes in: values of a state, with their types. What goes out: text that could stand in the
example."""

from __future__ import annotations

from typing import Any

from alarife.checking.types import CELL, CellType, Many, Sides, Type
from alarife.engine.words import Words
from alarife.geometry.grid import xy
from alarife.geometry.spots import touching
from alarife.lowering.layout import Slots

_NO_SIDES = "nowhere"


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
        if isinstance(t, Sides):
            return super().key(s, value, t) or _NO_SIDES
        return super().key(s, value, t)

    def _between(self, value: int, t: CellType) -> str:
        """An edge or a corner, by the cells that meet there."""
        six = self.world.places[str(t.board)].hexagonal
        cells = touching((None, six), t.what, "Cell", value)[:3]
        return f"between({', '.join([str(t.board), *(self.key(Slots(), c, CELL) for c in cells)])})"

    def _piece_key(self, s: Slots, x: int) -> str:
        """A piece with its fields: `Tile(garden, 8)`. Walls that it has not are left out where
        nothing follows."""
        fields = [self.key(s, v, t) for v, t in self.fields(s, x).values()]
        while len(fields) > 1 and fields[-1] == _NO_SIDES:
            fields.pop()
        name = self._infos[x].name
        return f"{name}({', '.join(fields)})" if fields else name
