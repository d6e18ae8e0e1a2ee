"""Conditions on sets as the engine's search takes them (`alarife.engine.sets.choices`): candidates,
those that are alike, and for each case its tests, bounds and conditions on whole sets."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.nodes import Builtin, Const, Expr, Table, Tuple, Use
from alarife.ir.statements import Append, Each, Return, When
from alarife.lowering.sets.candidates import Candidates, least
from alarife.lowering.sets.cases import Bound, Case, Whole, both
from alarife.lowering.writing import Writer
from alarife.syntax import tree


class SearchPlans:
    """Writes what is given to the search."""

    def __init__(self, writer: Writer, candidates: Candidates) -> None:
        self.writer = writer
        self.candidates = candidates
        self.conditions = candidates.conditions

    def plan(self, item: tree.Choose) -> Expr:
        """The plan of a choice, as a procedure of its own."""

        def write() -> None:
            with self.conditions.of(item) as cases:
                alike, parts = self.cases(item, cases)
            args = (Use(self.candidates.all), Use(alike), parts, Const(least(item)))
            self.writer.emit(Return(Builtin("set_plan", args)))

        return self.writer.aside("plan", write)

    def cases(self, item: tree.Choose, cases: Sequence[Case]) -> tuple[Local, Expr]:
        """Candidates and cases as the engine's search takes them."""
        self.candidates.begin(item)
        w, found = self.writer, Local("cases", UNKNOWN, tree.NOWHERE)
        alike = self.candidates.arranged(item, w.many(item.source))
        w.let(found, Builtin("new_list", ()))
        for case in cases:
            self._case(case, Use(found))
        return alike, Use(found)

    def _case(self, case: Case, found: Expr) -> None:
        w = self.writer
        with w.body() as inside:
            for m in case.members:
                if m.same is not None:
                    w.let(m.same[0], self.candidates.if_any(m.same[1]))
            bounds = Tuple(tuple(self._bound(b) for b in case.bounds))
            wholes = Tuple(tuple(self._whole(whole) for whole in case.wholes))
            w.emit(
                Append(
                    Tuple(
                        (self.candidates.each(self.candidates.test(case.members)), bounds, wholes)
                    ),
                    found,
                )
            )
        if case.guards:
            inside = [When(both([g.expr() for g in case.guards]), tuple(inside))]
        for local, what in reversed(case.loops):
            inside = [Each(self.candidates.metered(what), (local,), tuple(inside))]
        w.out += inside

    def _whole(self, whole: Whole) -> Expr:
        """A test on sets as the search takes it: its function, what that is given, and where the
        set, or the two members, stand in it."""
        function, used = self.writer.apart("whole", lambda: self.writer.emit(Return(whole.test)))
        at = tuple(used.index(local) if local in used else -1 for local in whole.locals)
        given = (Const(None) if local in whole.locals else Use(local) for local in used)
        return Tuple((Table(function), Tuple(tuple(given)), Const(at)))

    def _bound(self, bound: Bound) -> Expr:
        low, high = (Const(None) if end is None else end.expr() for end in bound.ends())
        values = None
        if bound.measure.of is not None:
            values = self.candidates.about(bound.measure.amount(), bound.measure.member)
        return Tuple((self.candidates.each(values), low, high))
