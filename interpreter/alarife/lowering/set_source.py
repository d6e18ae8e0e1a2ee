"""Where the candidates of a set choice come from.

In: the source of a choice, as written. Out: whether they are pieces, and whether they lie in one
place."""

from __future__ import annotations

from alarife.checking.types import Many, Pieces
from alarife.ir.nodes import Read
from alarife.lowering.set_inline import InlineWriter
from alarife.syntax import tree


class SourceWriter(InlineWriter):
    """Says where candidates lie."""

    def of_pieces(self, item: tree.Choose) -> bool:
        """Whether the candidates are pieces."""
        t = self.type(item.source)
        return isinstance(t, Many) and isinstance(t.of, Pieces)

    def arranged(self, item: tree.Choose) -> str:
        """The function that lays equal candidates side by side."""
        return (
            "arranged_here" if self.of_pieces(item) and self.one_place(item.source) else "arranged"
        )

    def one_place(self, e: tree.Expr) -> str | None:
        """The shape of the one place in which the text shows that all candidates lie, no space and
        no grid."""
        found = self.built(e)
        if not isinstance(found, Read) or found.shelf != "place":
            return None
        shape = self.world.places[found.name].shape
        return shape if shape in ("set", "row", "pile", "bag") else None
