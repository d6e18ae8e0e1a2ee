"""Which pieces are of which types, as far as it is needed to tell whether two patterns can both
fit.

In: the types and pieces of a program. Out: for a type as written, the set of pieces below it (or of
other names that nothing else shares); and whether two types have anything in common."""

from __future__ import annotations

from alarife.linking.narrowest import with_supertypes
from alarife.linking.program import Program
from alarife.syntax import tree

_PARTIES = {
    "Player": frozenset({"Player"}),
    "Neutral": frozenset({"Neutral"}),
    "Party": frozenset({"Player", "Neutral"}),
}
_OTHERS = frozenset(
    ["number", "decimal", "text", "place", "Picture", "Cell", "Edge", "Corner", "Side", "Sides"]
)
"""The types that are built in and hold no pieces."""


class Families:
    """The pieces below every type."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._below: dict[str, set[str]] = {name: set() for name in program.types}
        parents = {decl.name: decl.is_a for decl in program.types.values()}
        known = {*_PARTIES, *_OTHERS, *program.types, *program.pieces, *program.kinds}
        self._known = {*known, *program.rulings}
        for piece in program.pieces.values():
            for name in with_supertypes(piece.is_a, parents):
                self._below.setdefault(name, set()).add(piece.name)
                if name not in program.types:
                    self._known.discard(piece.name)

    def is_type(self, name: str) -> bool:
        """Whether a name is that of a piece or of an open type."""
        return name in self._below or name in self._program.pieces

    def pieces(self, name: str) -> frozenset[str]:
        """The pieces below a type; a name that is no type of pieces stands for itself."""
        if name in _PARTIES:
            return _PARTIES[name]
        if name in self._below:
            return frozenset(self._below[name])
        return frozenset({name})

    def _is_misspelled(self, name: str) -> bool:
        """Whether a name is no type, or that of pieces of a type that there is not. The checker
        says so; nothing can be told of it here."""
        return name not in self._known and " of " not in name

    def pieces_of(self, written: tree.TypeExpr | None) -> frozenset[str]:
        """The pieces that something of a type may be or hold; empty for types without pieces."""
        match written:
            case tree.NamedType():
                return self.pieces(written.name) if self.is_type(written.name) else frozenset()
            case tree.ManyType() | tree.BoardType():
                return self.pieces_of(written.of)
            case tree.EitherType():
                return frozenset[str]().union(*map(self.pieces_of, written.of))
            case _:
                return frozenset()

    def share(self, a: tree.TypeExpr | None, b: tree.TypeExpr | None) -> bool:
        """Whether one thing can be of both types. A pattern without a type fits everything."""
        if isinstance(a, tree.NamedType) and isinstance(b, tree.NamedType):
            return (
                a.name == b.name
                or self._is_misspelled(a.name)
                or self._is_misspelled(b.name)
                or (a.optional and b.optional)
                or bool(self.pieces(a.name) & self.pieces(b.name))
            )
        if isinstance(a, tree.RangeType) and isinstance(b, tree.RangeType):
            (low_a, high_a), (low_b, high_b) = _bounds(a), _bounds(b)
            return not (high_a is not None and low_b is not None and high_a < low_b) and not (
                high_b is not None and low_a is not None and high_b < low_a
            )
        return True


def _bounds(written: tree.RangeType) -> tuple[int | None, int | None]:
    low, high = written.low, written.high
    return (
        low.whole if isinstance(low, tree.Int) else None,
        high.whole if isinstance(high, tree.Int) else None,
    )
