"""Where the candidates of a set choice come from.

In: the source of a choice, as written. Out: whether they lie in one place, and code that gives
them. An offer asks of one thing after the other whether it could be paid: then what it could be
paid with is worked out once, before the loop, if that can't go wrong and does not hang on what the
loop goes through."""

from __future__ import annotations

import re

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Number, Pieces
from alarife.checking.world import PlaceInfo
from alarife.lowering.expressions import NOWHERE
from alarife.lowering.set_inline import InlineWriter
from alarife.syntax import tree


class SourceWriter(InlineWriter):
    """Writes what gives the candidates."""

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
        while isinstance(e, tree.Group):
            e = e.inner
        if isinstance(e, tree.Call) and self.checked.refs[e].kind == "value":
            found = self.inlining.body_of(f"value {self.checked.refs[e].target}")
            return self.one_place(found[0]) if found is not None else None
        ref = self.checked.refs.get(e)
        place = ref.target if ref is not None and ref.kind == "place" else None
        keys = len(e.keys) if isinstance(e, tree.At) else 0
        whole = (
            isinstance(place, PlaceInfo)
            and keys == len(place.domains)
            and place.shape in ("set", "row", "pile", "bag")
        )
        return place.shape if whole and isinstance(place, PlaceInfo) else None

    # ----------------------------------------------------------------
    # before a loop
    def before_loop(self, source: tree.Expr) -> Local | None:
        """A name for the candidates, worked out at the beginning of the function that is being
        written; None where it stands in no loop, or where they can't be told there."""
        cx = self.cx
        outer = [
            line for line in cx.lines if isinstance(line, str) and line.lstrip().startswith("for ")
        ]
        within = any(len(line) - len(line.lstrip()) < 4 * cx.indent for line in outer)
        if not cx.pure or not within or not self._never_fails(source):
            return None
        code = self.iterable(source)
        text = "\n".join(line for line in cx.lines if isinstance(line, str))
        if any(
            re.search(rf"\b{name}\b *(=|:=|in|,)", text)
            for name in re.findall(r"\b[A-Za-z]\w*_\d+\b", code)
        ):
            return None
        if code in cx.once:
            return next(
                (local for local in cx.binds if self.names.of(local) == cx.once[code]), None
            )
        local = Local("some", UNKNOWN, NOWHERE)
        cx.once[code] = self.names.of(local)
        cx.bind(local)
        return local

    def _never_fails(self, e: tree.Expr) -> bool:
        """Whether an expression gives pieces of places whatever lies where: so it may be asked
        before anybody needs it."""
        ref = self.checked.refs.get(e)
        match e:
            case tree.Group():
                return self._never_fails(e.inner)
            case tree.Arithmetic(op="+" | "-") if isinstance(self.type(e), Many):
                return self._never_fails(e.left) and self._never_fails(e.right)
            case tree.At() if ref is not None and ref.kind == "place":
                return all(
                    isinstance(key, tree.Name) and not isinstance(self.type(key), Number)
                    for key in e.keys
                )
            case tree.Name() if ref is not None:
                return ref.kind in ("place", "usual")
            case tree.Call() if ref is not None and ref.kind == "value":
                named = all(isinstance(arg, tree.Name) for arg in e.args)
                return named and self._value_never_fails(str(ref.target))
            case _:
                return False

    def _value_never_fails(self, name: str) -> bool:
        cases, changes = self.program.values.get(name, []), self.program.changes.get(name, [])
        plain = all(
            change.guard is None and not self.program.changes.get(change.name) for change in changes
        )
        return (
            len(cases) == 1
            and plain
            and all(self._never_fails(decl.body) for decl in (*cases, *changes))
        )
