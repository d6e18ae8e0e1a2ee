"""Moves as they are printed for playouts.

What a general move asks at run time and the text of the rules tells is written out: which slot a
place has, what shape it is of, whether anybody waits for a piece to come there. Where a piece comes
from is told at run time, by `FLAT`: by number of place the slot of a place whose pieces lie in one
tuple, that is under no law and that nothing watches; else 0. All other moves are calls of the
engine, as in the plain text."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from alarife.code.expressions import Expressions
from alarife.code.functions import Output
from alarife.code.symbols import Symbols
from alarife.ir.nodes import Builtin, Const, Expr, Op, PlaceOf, Use
from alarife.ir.passes.fold import add
from alarife.ir.walk import is_simple
from alarife.lowering.layout import LOC

HEAPS = ("set", "bag", "row", "pile")
"""The shapes of places whose pieces lie in one tuple."""
MOST_DRAWN = 8
"""So many pieces may be drawn by one piece of text."""
FEW = 3
"""So many pieces that go together are moved one by one."""


def is_cheap(e: Expr) -> bool:
    """Whether an expression may as well be worked out several times: a local, a constant, or what
    is a constant away from a local."""
    if isinstance(e, Op) and e.op in ("+", "-"):
        return is_simple(e.args[0]) and isinstance(e.args[1], Const)
    return is_simple(e)


class PlayoutMoves:
    """Writes moves out. `entering` and `leaving`: the places whose pieces somebody waits for to
    come or go."""

    def __init__(
        self, symbols: Symbols, entering: Collection[str], leaving: Collection[str]
    ) -> None:
        self.symbols = symbols
        self.entering = entering
        self.leaving = leaving

    def move(self, call: Builtin, text: Expressions, out: Output) -> bool:
        """Write a move out; False if it must be a call."""
        match call.name, call.args:
            case "move_all", (Builtin(name="tuple", args=(Use() as all_,)), PlaceOf() as to, rule):
                done = self._all_moved(all_, to, rule, text, out)
            case "move" | "move_within", (x, PlaceOf() as place, rule, cell):
                done = self._laid(call, x, place, rule, cell, text, out)
            case "move", (x, PlaceOf() as place, rule):
                done = self._moved(x, place, rule, text, out)
            case "draw", (Const(value=int() as n), PlaceOf() as source, PlaceOf() as to, *more):
                done = n <= MOST_DRAWN and self._drawn(n, source, to, more, text, out)
            case _:
                done = False
        return done

    def _slot(
        self, place: PlaceOf, watched: Collection[str], shapes: Sequence[str] = (*HEAPS, "space")
    ) -> Expr | None:
        """The slot of an instance; None if it has none of its own, is of another shape, or is
        watched."""
        info = self.symbols.world.places[place.name]
        slots = self.symbols.layout.places.get(place.name)
        index = Const(0) if place.index is None else place.index
        if slots is None or slots.packed or place.name in watched or not is_cheap(index):
            return None
        return add(index, slots.base) if info.shape in shapes else None

    def _shape(self, place: PlaceOf) -> str:
        return self.symbols.world.places[place.name].shape

    def _moved(self, x: Expr, to: PlaceOf, rule: Expr, text: Expressions, out: Output) -> bool:
        slot = self._slot(to, self.entering)
        if slot is None:
            return False
        piece = text.text(x)
        if not is_simple(x):
            out.line(f"m = {piece}")
            piece = "m"
        self._one_moved(piece, slot, to, rule, text, out)
        return True

    def _one_moved(
        self, piece: str, slot: Expr, to: PlaceOf, rule: Expr, text: Expressions, out: Output
    ) -> None:
        """Move a piece of this name from wherever it lies."""
        self._if_flat(piece, slot, to, text, out)
        out.line("else:")
        out.line(f"    move(s, {piece}, {text.text(to)}, {text.text(rule)})")

    def _if_flat(self, piece: str, slot: Expr, to: PlaceOf, text: Expressions, out: Output) -> None:
        """Move a piece of this name, if it lies in a tuple of another place and nobody waits for it
        to go."""
        at = text.text(slot)
        room = f" and s[{at}] is None" if self._shape(to) == "space" else f" and q != {at}"
        self._taken(piece, room, out)
        self._put(piece, self._shape(to), at, text.text(to), out)
        out.indent -= 1

    def _laid(
        self,
        call: Builtin,
        x: Expr,
        to: PlaceOf,
        rule: Expr,
        cell: Expr,
        text: Expressions,
        out: Output,
    ) -> bool:
        """Lay a piece on a cell of a grid."""
        slot = self._slot(to, self.entering, ("grid", "board"))
        if slot is None or not is_simple(x) or not is_simple(cell):
            return False
        given = [x, to, slot, rule, cell]
        self._taken(text.text(x), "", out)
        out.line(f"lay(s, {', '.join(map(text.text, given))})")
        out.indent -= 1
        out.line("else:")
        out.line(f"    {text.text(call)}")
        return True

    @staticmethod
    def _taken(piece: str, more: str, out: Output) -> None:
        """Take a piece out of a place whose pieces lie in a tuple; what follows stands under it."""
        out.line(f"if (q := FLAT[s[{LOC}][{piece}]]){more}:")
        out.indent += 1
        out.line("h = s[q]")
        out.line(f"if h[0] == {piece}:")
        out.line("    s[q] = h[1:]")
        out.line("else:")
        out.line(f"    i = h.index({piece})")
        out.line("    s[q] = h[:i] + h[i + 1:]")

    def _all_moved(
        self, pieces: Use, to: PlaceOf, rule: Expr, text: Expressions, out: Output
    ) -> bool:
        """Move a few pieces one by one; more are moved in one go by the engine, and so are a piece
        whose going somebody may wait for and all behind it: it is looked at when all are there."""
        slot = self._slot(to, self.entering)
        if slot is None or self._shape(to) not in ("set", "bag", "row"):
            return False
        given, place, number = text.text(pieces), text.text(to), text.text(rule)
        out.line(f"if len({given}) <= {FEW}:")
        if not self.leaving:
            out.line(f"    for m in {given}:")
            out.indent += 2
            self._one_moved("m", slot, to, rule, text, out)
        else:
            out.line(f"    for k in range(len({given})):")
            out.indent += 2
            out.line(f"m = {given}[k]")
            self._if_flat("m", slot, to, text, out)
            out.line("else:")
            out.line(f"    move_all(s, {given}[k:], {place}, {number})")
            out.line("    break")
        out.indent -= 2
        out.line("else:")
        out.line(f"    move_all(s, {given}, {place}, {number})")
        return True

    @staticmethod
    def _put(piece: str, shape: str, at: str, number: str, out: Output) -> None:
        """Let a piece lie in a place."""
        out.line(f"s[{LOC}][{piece}] = {number}")
        match shape:
            case "space":
                out.line(f"s[{at}] = {piece}")
            case "row":
                out.line(f"s[{at}] = (*s[{at}], {piece})")
            case "pile":
                out.line(f"s[{at}] = ({piece}, *s[{at}])")
            case _:
                out.line(f"h = s[{at}]")
                out.line(
                    f"s[{at}] = (*h, {piece}) if not h or h[-1] < {piece} else insert(h, {piece})"
                )

    def _drawn(
        self,
        count: int,
        source: PlaceOf,
        to: PlaceOf,
        more: Sequence[Expr],
        text: Expressions,
        out: Output,
    ) -> bool:
        """Draw from a pile, a row or a bag."""
        a, b = self._slot(source, self.leaving), self._slot(to, self.entering)
        drawn_from = self._shape(source)
        if (
            a is None
            or b is None
            or len(more) != 2
            or source.name == to.name
            or drawn_from not in ("pile", "row", "bag")
            or (self._shape(to) == "space" and count > 1)
        ):
            return False
        before, rule, label = out.indent, *map(text.text, more)
        here, there = text.text(a), text.text(b)
        if count > 1:
            out.line(f"for _ in range({count}):")
            out.indent += 1
        free = f" and s[{there}] is None" if self._shape(to) == "space" else ""
        out.line(f"if (h := s[{here}]){free}:")
        out.indent += 1
        if drawn_from == "bag":
            out.line(f"m = pick(s, h, {rule}, {label}, True)")
            out.line("i = h.index(m)")
            out.line(f"s[{here}] = h[:i] + h[i + 1:]")
        else:
            out.line("m = h[0]")
            out.line(f"s[{here}] = h[1:]")
        self._put("m", self._shape(to), there, text.text(to), out)
        if free:
            out.indent -= 1
            out.line("else:")
            given = ", ".join([str(count), text.text(source), text.text(to), rule, label])
            out.line(f"    draw(s, {given})")
        out.indent = before
        return True
