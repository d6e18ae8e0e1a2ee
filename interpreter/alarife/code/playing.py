"""Statements as they are printed for playouts.

In a playout nobody looks at the states on the way: there is no log, and who knows which piece is
not kept. So what a general move asks at run time and the text of the rules tells can be written
out: which slot a place has, what shape it is of, whether anybody waits for a piece to come there.
Where a piece comes from is told at run time, by `FLAT`: by number of place the slot of a place
whose pieces lie in one tuple, and which nothing watches; else 0. All other moves are calls of the
engine, as in the plain text.

What always holds: a playout gives the same state as the plain text, but for log and knowledge."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.code.expressions import Expressions
from alarife.code.functions import Output
from alarife.code.specialised import specialised
from alarife.code.symbols import Symbols
from alarife.ir.functions import may_fault
from alarife.ir.liveness import Needs, within
from alarife.ir.nodes import Builtin, Call, Const, Expr, Op, PlaceOf, Use
from alarife.ir.passes.fold import add, folded
from alarife.ir.statements import (
    Assign,
    Break,
    Do,
    Each,
    Perform,
    Procedure,
    Return,
    Stmt,
    Store,
    When,
)
from alarife.ir.switches import Switches
from alarife.ir.walk import below, is_simple, rewritten, size, substituted
from alarife.lowering.layout import LOC
from alarife.syntax.tree import NOWHERE

HEAPS = ("set", "bag", "row", "pile")
"""The shapes of places whose pieces lie in one tuple."""
MOST_DRAWN = 8
"""So many pieces may be drawn by one piece of text."""
MOST_ROUNDS, MOST_NODES = 4, 80
"""A loop of so many rounds, with so many nodes in a round, is written out."""
MOST_STEP = 250
"""So many nodes may be written where a question is put."""
LISTS = ("new_list", "no_marks", "done_if")
"""What makes a list that is filled afterwards."""
FEW = 3
"""So many pieces that go together are moved one by one."""
MOST_INSIDE = 24
"""How many statements a step may have that is written where it is carried out."""


@dataclass(frozen=True, slots=True)
class Step:
    """How options are worked out: what is the same however often it is done, what is done each
    time, and the options."""

    fixed: tuple[Assign, ...]
    body: tuple[Stmt, ...]
    value: Expr


def bound_by(s: Stmt) -> tuple[Local, ...]:
    """The locals that a statement itself binds."""
    return s.locals if isinstance(s, (Assign, Each)) else ()


def _is(e: Expr, local: Local) -> bool:
    return isinstance(e, Use) and e.local is local


def is_cheap(e: Expr) -> bool:
    """Whether an expression may as well be worked out several times: a local, a constant, or what
    is a constant away from a local."""
    if isinstance(e, Op) and e.op in ("+", "-"):
        return is_simple(e.args[0]) and isinstance(e.args[1], Const)
    return is_simple(e)


def makes_a_list(e: Expr) -> bool:
    """Whether it makes a list that what follows writes into."""
    return any(isinstance(n, Builtin) and n.name in LISTS for n in below(e))


def split(body: Sequence[Stmt], adding: Local | None) -> tuple[list[Assign], list[Stmt]]:
    """Statements that need not be done again when `adding` has grown, and those that must be: of
    the first, no local is written again, and none depends on one that is."""
    again = {} if adding is None else {adding: 1}
    for s in within(body):
        for x in bound_by(s):
            again[x] = again.get(x, 0) + 1
    moving = {x for x, times in again.items() if times > 1 or x is adding}
    fixed: list[Assign] = []
    rest: list[Stmt] = []
    for s in body:
        if (
            isinstance(s, Assign)
            and not makes_a_list(s.value)
            and moving.isdisjoint(Needs().of((s,)).uses)
            and (moving.isdisjoint(s.locals))
        ):
            fixed.append(s)
            continue
        moving.update(x for one in within((s,)) for x in bound_by(one))
        if (
            isinstance(s, Each)
            and isinstance(s.source, Builtin)
            and (moving.isdisjoint(Needs().of((s.source,)).uses))
        ):
            source = Local("among", UNKNOWN, NOWHERE)
            fixed.append(Assign(s.source, (source,)))
            rest.append(replace(s, source=Use(source)))
        else:
            rest.append(s)
    return fixed, rest


class Playing:
    """What the printer of playouts knows of a program. `entering` and `leaving`: the places whose
    pieces somebody waits for to come or go; `procedures` by name."""

    def __init__(
        self,
        symbols: Symbols,
        entering: Collection[str],
        leaving: Collection[str],
        procedures: Mapping[str, Procedure],
        switches: Switches,
    ) -> None:
        self.symbols = symbols
        self.entering = entering
        self.leaving = leaving
        self.procedures = procedures
        self.switches = switches
        self._inside: dict[str, bool] = {}

    # ----------------------------------------------------------------
    # steps
    def written_out(self, s: Perform) -> tuple[Stmt, ...] | None:
        """The statements of a step in the place where it is carried out; None if it stays a call.
        A fault names the function that runs, so nothing is written out that may fault or that
        counts against the budget."""
        p = self.procedures.get(s.function)
        if p is None or not self._fits_inside(p, ()):
            return None
        self.switches.applied("playing")
        given = (*(() if s.you is None else (s.you,)), *s.args)
        return (*(Assign(e, (x,)) for x, e in zip(p.params, given, strict=True)), *p.body)

    def _fits_inside(self, p: Procedure, above: tuple[str, ...]) -> bool:
        if p.name in above:
            return False
        found = self._inside.get(p.name)
        if found is None:
            size = sum(self._size(s, (*above, p.name)) for s in p.body)
            found = self._inside[p.name] = not p.pure and size <= MOST_INSIDE
        return found

    def _size(self, s: Stmt, above: tuple[str, ...]) -> int:
        """How many statements there are; too many, if one must not be written elsewhere."""
        match s:
            case When():
                inner = [*s.then, *s.other]
            case Each():
                inner = s.body
            case Assign() | Do() | Store():
                inner = ()
            case Perform():
                called = self.procedures.get(s.function)
                if called is not None and self._fits_inside(called, above):
                    return sum(self._size(x, (*above, called.name)) for x in called.body)
                inner = ()
            case _:
                return MOST_INSIDE + 1
        if may_fault(s):
            return MOST_INSIDE + 1
        return 1 + sum(self._size(x, above) for x in inner)

    def next_step(
        self, e: Expr, known: Mapping[Local, Expr], adding: Local | None = None
    ) -> Step | None:
        """The statements that work out the options of a question, if they are a short procedure:
        with what is known of locals put in, and those first that do not depend on `adding`, which
        grows while the question is put again."""
        match e:
            case Call(function=name, args=args) if name in self.procedures:
                p = self.procedures[name]
            case _:
                return None
        if not p.pure or not p.body or sum(map(size, p.body)) > MOST_STEP:
            return None
        *body, last = p.body
        given = zip(p.params, args, strict=True)
        body = [*(Assign(arg, (x,)) for x, arg in given if not _is(arg, x)), *body]
        if not isinstance(last, Return) or any(isinstance(s, Return) for s in within(body)):
            return None
        self.switches.applied("playing")
        value = last.value
        if known:
            body, value = specialised(body, value, known)
        fixed, body = split(body, adding)
        return Step(tuple(fixed), tuple(body), value)

    # ----------------------------------------------------------------
    # moves
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
        if done:
            self.switches.applied("playing")
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
        at, number = text.text(slot), text.text(to)
        room = f" and s[{at}] is None" if self._shape(to) == "space" else f" and q != {at}"
        self._taken(piece, room, out)
        self._put(piece, self._shape(to), at, number, out)
        out.indent -= 1
        out.line("else:")
        out.line(f"    move(s, {piece}, {number}, {text.text(rule)})")

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
        out.line(f"i = h.index({piece})")
        out.line("s[q] = h[:i] + h[i + 1:]")

    def _all_moved(
        self, pieces: Use, to: PlaceOf, rule: Expr, text: Expressions, out: Output
    ) -> bool:
        """Move a few pieces one by one; more are moved in one go by the engine."""
        slot = self._slot(to, self.entering)
        if slot is None or self.leaving or self._shape(to) not in ("set", "bag", "row"):
            return False
        given = text.text(pieces)
        out.line(f"if len({given}) <= {FEW}:")
        out.line(f"    for m in {given}:")
        out.indent += 2
        self._one_moved("m", slot, to, rule, text, out)
        out.indent -= 2
        out.line("else:")
        out.line(f"    move_all(s, {given}, {text.text(to)}, {text.text(rule)})")
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


def unrolled(s: Each) -> list[Stmt] | None:
    """The rounds of a loop over a few members known before play, one after the other; None where
    it stays a loop."""
    match s.source, s.locals:
        case Builtin(name="range", args=(Const(value=int() as a), Const(value=int() as b))), (x,):
            pass
        case _:
            return None
    large = sum(map(size, s.body)) > MOST_NODES
    if b - a >= MOST_ROUNDS or large or any(isinstance(i, Break) for i in within(s.body)):
        return None
    rounds = [substituted(i, {x: Const(n)}) for n in range(a, b + 1) for i in s.body]
    return [rewritten(i, folded) for i in rounds]
