"""Literals of pieces: `Tile(tower, 12)` means a piece with these fields.

Where an example sets up the table, each literal claims another piece. Later it stands for one of
those claimed, and where it is compared it stands for its look: fields and face, not this piece or
that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from alarife.checking.types import Many
from alarife.checking.world import PieceInfo
from alarife.engine.workbench import Workbench
from alarife.lowering.layout import Slots

Faces: TypeAlias = tuple[tuple[str, int], ...]
"""Names of faces with the values they show."""


@dataclass(frozen=True, slots=True)
class PieceClass:
    """How a piece looks: the first piece with the same fields, and what its faces show; a face
    that is not named does not matter."""

    piece: int
    faces: Faces


class PieceFinder:
    """Finds pieces by their looks in one example. `claimed` are the pieces that `given`s have used,
    in their order."""

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self.tables = bench.tables
        self.world = bench.world
        self.infos = list(bench.world.pieces.values())
        self.claimed: list[int] = []

    # ----------------------------------------------------------------
    # looks
    def of(self, s: Slots, x: int) -> PieceClass:
        """How a piece looks now."""
        return PieceClass(self.tables.look[x], tuple(self.bench.faces(s, x).items()))

    def literal(self, number: int, fields: tuple[Any, ...], faces: Faces) -> PieceClass | None:
        """The look that a literal of the n-th type of pieces means; None if no piece looks so."""
        found = self.bench.table(f"P·{self.infos[number].name}").get(fields)
        return None if found is None else PieceClass(self.tables.look[found], faces)

    def alike(self, a: PieceClass, b: PieceClass) -> bool:
        """Whether two looks are one."""
        shown = dict(a.faces)
        return a.piece == b.piece and all(shown.get(f, value) == value for f, value in b.faces)

    def all_of(self, s: Slots, look: PieceClass) -> list[int]:
        """The pieces that look so: first those claimed, then those on the table, then those in the
        box."""
        claimed = [x for x in self.claimed if self.alike(self.of(s, x), look)]
        others = [
            x for x in self._ids(look) if x not in claimed and self.alike(self.of(s, x), look)
        ]
        return claimed + sorted(others, key=lambda x: self.bench.lies_in(s, x) == 0)

    def _ids(self, look: PieceClass) -> list[int]:
        info = self.world.piece_of(look.piece)
        return [x for x in info.ids if self.tables.look[x] == look.piece]

    def one(self, s: Slots, look: PieceClass) -> int:
        """The piece that a literal stands for where one piece is needed."""
        found = self.all_of(s, look)
        return found[0] if found else look.piece

    def claim(self, s: Slots, look: PieceClass) -> int | None:
        """Another piece that looks so, in the box if there is one; its face is turned if need be.
        None if there is no other."""
        free = [x for x in self._ids(look) if x not in self.claimed]
        if not free:
            return None
        x = min(free, key=lambda x: (self.bench.lies_in(s, x) != 0, x))
        self.claimed.append(x)
        self.bench.turn(s, x, dict(look.faces))
        return x

    # ----------------------------------------------------------------
    # comparing
    def look(self, s: Slots, x: int | PieceClass) -> PieceClass:
        """The look of a piece, or a look as it is."""
        return x if isinstance(x, PieceClass) else self.of(s, x)

    def same(self, s: Slots, a: Any, b: Any, ordered: bool) -> bool:
        """Whether two things look the same: single pieces, or many (in this order, or in any)."""
        if a is None or b is None:
            return a is b
        if isinstance(a, (int, PieceClass)) or isinstance(b, (int, PieceClass)):
            return (
                isinstance(a, (int, PieceClass))
                and isinstance(b, (int, PieceClass))
                and self.alike(self.look(s, a), self.look(s, b))
            )
        left, right = [self.look(s, x) for x in a], [self.look(s, x) for x in b]
        if len(left) != len(right):
            return False
        if ordered:
            return all(self.alike(x, y) for x, y in zip(left, right, strict=True))
        return self.missing(left, right) == []

    def missing(
        self, wanted: Sequence[PieceClass], there: Sequence[PieceClass]
    ) -> list[PieceClass]:
        """Those wanted that find none of their own among those there."""
        rest = list(there)
        out: list[PieceClass] = []
        for look in wanted:
            fit = next((other for other in rest if self.alike(look, other)), None)
            if fit is None:
                out.append(look)
            else:
                rest.remove(fit)
        return out

    def among(self, s: Slots, x: Any, many: Sequence[Any]) -> bool:
        """Whether something that looks so is among these."""
        return x is not None and any(
            self.alike(self.look(s, x), self.look(s, other)) for other in many
        )


def is_set_field(info: PieceInfo, name: str) -> bool:
    """Whether a field holds a set, whose order in a literal does not matter."""
    t = info.field_types[name]
    return isinstance(t, Many) and t.how == "set"
