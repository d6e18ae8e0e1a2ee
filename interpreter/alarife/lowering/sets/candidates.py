"""The candidates of a set choice, in the procedure that is being written.

Two locals stand for them: one for all there are, one for a member. What depends on no member is
worked out once, before the loops over the candidates."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Pieces
from alarife.code.functions import MOST_WORK
from alarife.ir.nodes import Bind, Builtin, Call, Const, Expr, Field, If, Op, Over, Read, Use
from alarife.ir.statements import Assign
from alarife.ir.walk import below, copied, key
from alarife.lowering.sets.cases import BoundValue, Member, both
from alarife.lowering.sets.normal_form import Conditions
from alarife.lowering.writing import Writer
from alarife.syntax import tree


class Candidates:
    """`member` is the local that stands for a member, `all` the one that holds all there are."""

    def __init__(self, writer: Writer, conditions: Conditions) -> None:
        self.writer = writer
        self.conditions = conditions
        self.member = self.all = Local("member", UNKNOWN, tree.NOWHERE)
        self.ends: dict[object, Local] = {}
        """The ends of bounds that have been worked out, and what each candidate adds to a sum."""
        self.types: frozenset[str] = frozenset()
        """The types of the candidates, if they are pieces."""

    def begin(self, item: tree.Choose) -> None:
        """Begin another procedure: with locals of its own, and nothing worked out yet."""
        t = self.writer.type(item.source)
        pieces = t.of if isinstance(t, Many) else None
        self.types = frozenset(pieces.names) if isinstance(pieces, Pieces) else frozenset()
        self.member = Local("member", UNKNOWN, tree.NOWHERE)
        self.all = Local("cands", UNKNOWN, tree.NOWHERE)
        self.ends = {}

    def about(self, e: Expr, local: Local | None) -> Expr:
        """An expression about a member, told by the local that stands for all of them."""
        return copied(e, {} if local is None else {local: Use(self.member)})

    def test(self, members: Sequence[Member]) -> Expr | None:
        """Whether a member passes all of these tests; None if there are none."""
        tests = [self.about(m.test, m.local) for m in members]
        return both(tests) if tests else None

    def end(self, end: BoundValue | None) -> Expr | None:
        """One end of a bound, worked out once."""
        if end is None or end.of is None or isinstance(end.of, Use):
            return None if end is None else end.expr()
        known = key(end.of)
        if known not in self.ends:
            self.ends[known] = Local("bound", UNKNOWN, tree.NOWHERE)
            self.writer.let(self.ends[known], end.of)
        return end.expr(Use(self.ends[known]))

    def column(self, amount: Field) -> list[int]:
        """A printed number of every piece that may be a candidate; nothing if some have none."""
        found: list[int] = []
        for name in self.types:
            numbers = self.writer.world.pieces[name].fields.get(amount.table.removeprefix("F·"))
            whole = [n for n in numbers or () if isinstance(n, int)]
            if numbers is None or len(whole) < len(numbers):
                return []
            found += whole
        return found

    def each(self, e: Expr | None) -> Expr:
        """The list of what an expression about a member is for each candidate; nothing for none."""
        if e is None:
            return Const(None)
        each = Over("list", (Bind(self.member, self.metered(Use(self.all), e)),), e)
        return Builtin("all_of", (copied(each, {}),))

    def amounts(self, e: Expr) -> Expr:
        """The same, worked out once."""
        known = ("each", key(e))
        if known not in self.ends:
            self.ends[known] = Local("amounts", UNKNOWN, tree.NOWHERE)
            self.writer.let(self.ends[known], self.each(e))
        return Use(self.ends[known])

    def arranged(self, item: tree.Choose, source: Expr) -> Local:
        """Lay equal candidates side by side; the local that says what each looks like."""
        w, alike = self.writer, Local("alike", UNKNOWN, tree.NOWHERE)
        pieces = of_pieces(w, item)
        here = pieces and one_place(w, item.source) is not None
        arranged = Builtin("arranged_here" if here else "arranged", (source, Const(pieces)))
        w.emit(Assign(arranged, (self.all, alike)))
        return alike

    def if_any(self, value: Expr) -> Expr:
        """A value that is asked only where there are candidates."""
        return If(Use(self.all), value, Const(None))

    def metered(self, many: Expr, *done: Expr) -> Expr:
        """What a loop goes through, with its rounds counted where they weigh much; `done`: all that
        is asked in a round, if that is known."""
        work = min(self.conditions.work, MOST_WORK)
        if done and not any(isinstance(n, Call | Over | Builtin) for n in below(*done)):
            return many
        if not work:
            return many
        counted = Builtin("metered", (many, Const(work)))
        # mostly there are none: then nothing is called
        return Op("and", (many, counted)) if isinstance(many, Read) else counted


def least(item: tree.Choose) -> int:
    """How many members a set must have."""
    return 1 if item.how == "some" else 0


def of_pieces(writer: Writer, item: tree.Choose) -> bool:
    """Whether the candidates are pieces."""
    t = writer.type(item.source)
    return isinstance(t, Many) and isinstance(t.of, Pieces)


def one_place(writer: Writer, e: tree.Expr) -> str | None:
    """The shape of the one place in which the text shows that all candidates lie, no space and no
    grid."""
    found = writer.built(e)
    if not isinstance(found, Read) or found.shelf != "place":
        return None
    shape = writer.world.places[found.name].shape
    return shape if shape in ("set", "row", "pile", "bag") else None
