"""The next step of a set choice, in one pass over the candidates, where the form of its condition
allows that.

In: the cases of a condition, each of which can be told without looking ahead: **floor**, or
**ceiling** and **single**, and none of which stands in a loop or under a guard; the candidates are
pieces, equal ones of which lie side by side. Out: statements that give the same as
`next_with_minimum`, `next_with_maximum` and `next_members` of `alarife.engine.sets.choices`, which
serve all other forms."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, KindOf, Many, Number, Pieces
from alarife.checking.world import PieceInfo
from alarife.ir.functions import may_fault
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Const,
    Expr,
    Field,
    If,
    Op,
    Over,
    Read,
    Use,
    Where,
)
from alarife.ir.statements import Append, Assign, Each, Return, Stmt, When
from alarife.ir.walk import below, copied, key
from alarife.lowering.sets.cases import Alternative, both
from alarife.lowering.writing import Writer
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.lowering.sets.candidates import Candidates

SUBJECT = Local("x", UNKNOWN, tree.NOWHERE)
"""Stands for a piece in what tells pieces apart."""
SPAN = 1 << 16
"""More than any face is, or the number of any place."""


class SetSteps:
    """Writes steps of set choices that need neither marks nor positions."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.world = writer.world

    # ----------------------------------------------------------------
    # which can be written
    def can(self, item: tree.Choose, cases: Sequence[Alternative]) -> bool:
        """Whether the next step can be told in one pass."""
        forms = [case.form for case in cases]
        return (
            (set(forms) == {"floor"} or (forms != [] and set(forms) <= {"ceiling", "single"}))
            and all(len(case.sums) < 2 and case.size_low < 2 for case in cases)
            and not any(case.loops or case.guards for case in cases)
            and self._equal_side_by_side(item)
        )

    def _equal_side_by_side(self, item: tree.Choose) -> bool:
        """Whether equal candidates are next to each other in the order of ids, or of ids within
        faces."""
        infos = self._infos(item)
        if any(info.faces for info in infos):
            here = self._place(item) is not None
            return here and len(infos) == 1 and self._faces_count_up(infos[0])
        for info in infos:
            rows = list(zip(*info.fields.values(), strict=True))
            heads = [row for i, row in enumerate(rows) if i == 0 or row != rows[i - 1]]
            if len(set(heads)) < len(heads):
                return False
        return bool(infos)

    def _infos(self, item: tree.Choose) -> list[PieceInfo]:
        """The types of the candidates; none if they are no pieces."""
        t = self.writer.type(item.source)
        if not isinstance(t, Many) or not isinstance(t.of, Pieces):
            return []
        return [self.world.pieces[name] for name in sorted(t.of.names)]

    def _faces_count_up(self, info: PieceInfo) -> bool:
        several = len(info.faces) > 1
        plain = any(isinstance(info.field_types[f], (Number, KindOf)) for f in info.faces)
        return (several or plain) and all(0 <= code < SPAN for code in info.codes)

    # ----------------------------------------------------------------
    # the candidates
    def _source(self, item: tree.Choose) -> tuple[Expr, tuple[Local, Expr] | None]:
        """What the candidates come from, and what must hold of them, told of a local."""
        e = self.writer.many(item.source)
        if isinstance(e, Call):
            f = self.writer.facts.functions.get(e.function)
            if f is not None and not (f.kept or f.counted or f.replaceable):
                e = copied(f.body, dict(zip(f.params, e.args, strict=True)))
        inner = e.args[0] if isinstance(e, Builtin) and e.name == "as_set" else e
        match inner:
            case Over(
                "list",
                (Bind(local=local, source=Read() as source, counted=0), *rest),
                Use(local=given),
            ) if given is local and all(isinstance(c, Where) for c in rest):
                tests = [c.test for c in rest if isinstance(c, Where)]
                return source, (local, both(tests)) if tests else None
            case _:
                return self.writer.many(item.source), None

    def _place(self, item: tree.Choose) -> str | None:
        """The shape of the one place in which all candidates lie, no space and no grid."""
        source, _ = self._source(item)
        if not isinstance(source, Read) or source.shelf != "place":
            return None
        shape = self.world.places[source.name].shape
        return shape if shape in ("set", "row", "pile", "bag") else None

    def _in_order(self, item: tree.Choose, found: Expr) -> tuple[Expr, Expr | None]:
        """The candidates, equal ones side by side, and what tells the one in `SUBJECT` apart;
        nothing where no two are alike."""
        info, shape, me = self._infos(item)[0], self._place(item), Use(SUBJECT)
        twin: Expr = Field("TWIN", (me,))
        if not info.faces and shape is not None:
            found = found if shape in ("set", "bag") else Builtin("sorted", (found,))
            return found, twin if any(map(has_twins, self._infos(item))) else None
        where = Read("face", info.name, me) if info.faces else None
        look = Op("+", (Op("*", (twin, Const(SPAN))), where or Builtin("location", (me,))))
        count, y = Const(self.world.piece_count), Local("y", UNKNOWN, tree.NOWHERE)
        number = Op("+", (Op("*", (look, count)), me))
        numbers = Builtin("all_of", (copied(Over("list", (Bind(SUBJECT, found),), number), {}),))
        back = Over("list", (Bind(y, Builtin("sorted", (numbers,))),), Op("%", (Use(y), count)))
        return Builtin("all_of", (back,)), look

    # ----------------------------------------------------------------
    # the step
    def write(
        self, candidates: Candidates, item: tree.Choose, cases: Sequence[Alternative], got: Use
    ) -> None:
        """The statements of the step; `got` has been chosen."""
        w, member = self.writer, candidates.member
        source, about = self._source(item)
        tests = [] if about is None else [copied(about[1], {about[0]: Use(member)})]
        same = {local: value for case in cases for local, value in case.same}
        careful = any(
            may_fault(v) or any(isinstance(n, Call) for n in below(v)) for v in same.values()
        )
        floor = cases[0].form == "floor"
        if careful or (floor and len(cases) > 1):
            w.let(candidates.all, source)
            source = Use(candidates.all)
        for local, value in same.items():
            w.let(local, If(source, value, Const(None)) if careful else value)
        alone = floor and len(cases) == 1
        if alone and cases[0].test is not None:
            tests.append(cases[0].test)
        tests.append(Op("not", (Op("in", (Use(member), got)),)))
        source, look = self._in_order(item, source)
        out, before = Local("out", UNKNOWN, tree.NOWHERE), Local("before", UNKNOWN, tree.NOWHERE)
        take = self._take(Use(member), out, before, look)
        if look is not None:
            w.let(before, Const(-1))
        if alone:
            inside, suffices = self._floor(candidates, cases[0], got, out, take)
        elif floor:
            totals: dict[object, Local] = {}
            told = [self._one_floor(candidates, case, got, totals) for case in cases]
            inside, suffices = self._any_of(told, out, take)
        else:
            size = Local("n", UNKNOWN, tree.NOWHERE)
            w.let(size, Builtin("size", (got,)))
            told = [self._ceiling(candidates, case, got, Use(size)) for case in cases]
            inside, suffices = self._any_of(told, out, take)
        w.emit(Each(candidates.metered(source), (member,), (When(both(tests), inside),)))
        found = Builtin("tuple", (Use(out),))
        w.emit(Return(found if suffices is None else If(suffices, found, Const(()))))

    def _take(self, x: Expr, out: Local, before: Local, look: Expr | None) -> tuple[Stmt, ...]:
        """Offer a candidate unless it looks like the one before."""
        add_it = Append(x, Use(out))
        if look is None:
            return (add_it,)
        mine = Local("look", UNKNOWN, tree.NOWHERE)
        looked = Assign(copied(look, {SUBJECT: x}), (mine,))
        new = (Assign(Use(mine), (before,)), add_it)
        return (looked, When(Op("!=", (Use(mine), Use(before))), new))

    def _floor(
        self,
        candidates: Candidates,
        case: Alternative,
        got: Use,
        out: Local,
        take: tuple[Stmt, ...],
    ) -> tuple[tuple[Stmt, ...], Expr | None]:
        """What is done with each candidate, and what must hold at the end for any to be right: all
        together must suffice."""
        w, member = self.writer, candidates.member
        done: list[Expr] = [got] if case.size_low else []
        low = candidates.end(case.sums[0].low) if case.sums else None
        if low is None:
            w.let(out, Builtin("done_if", (both(done) if done else Const(True),)))
            return take, None
        amount, room = case.sums[0].amount, Local("room", UNKNOWN, tree.NOWHERE)
        more = Assign(Op("+", (Use(room), amount)), (room,))
        w.let(room, Op("neg", (low,)))
        w.emit(Each(got, (member,), (more,)))
        suffices = Op(">=", (Use(room), Const(0)))
        w.let(out, Builtin("done_if", (both([suffices, *done]),)))
        return (more, *take), suffices

    def _any_of(
        self, told: Sequence[tuple[list[Expr], list[Expr]]], out: Local, take: tuple[Stmt, ...]
    ) -> tuple[tuple[Stmt, ...], Expr | None]:
        """The same for several cases: some case must admit the candidate. `told`: by case, what
        must hold for it to be met, and for a candidate to be right by it."""
        done, fits = (
            [both(tests) if tests else Const(True) for tests in some]
            for some in zip(*told, strict=True)
        )
        self.writer.let(out, Builtin("done_if", (either(done),)))
        return (When(either(fits), take),), None

    def _one_floor(
        self, candidates: Candidates, case: Alternative, got: Use, totals: dict[object, Local]
    ) -> tuple[list[Expr], list[Expr]]:
        """What must hold for one floor of several to be met, and for a candidate to be right by it:
        all that pass its test must suffice together. `totals`: what has been chosen, added up."""
        now = self._passed(candidates, case, got)
        fits, met = list(now), list(now)
        low = candidates.end(case.sums[0].low) if case.sums else None
        if low is not None:
            amount = case.sums[0].amount
            whole = self._sum(candidates, amount, Use(candidates.all), case.test)
            known = key(amount)
            if known not in totals:
                totals[known] = self._sum(candidates, amount, got)
            fits.append(Op(">=", (Use(whole), low)))
            met.append(Op(">=", (Use(totals[known]), low)))
        if case.size_low:
            met.append(Op(">=", (Builtin("size", (got,)), Const(case.size_low))))
        if case.test is not None:
            fits.append(case.test)
        return met, fits

    def _sum(
        self, candidates: Candidates, amount: Expr, many: Use, test: Expr | None = None
    ) -> Local:
        """What some members, or those that pass a test, add up to."""
        w, found = self.writer, Local("total", UNKNOWN, tree.NOWHERE)
        w.let(found, Const(0))
        more: tuple[Stmt, ...] = (Assign(Op("+", (Use(found), amount)), (found,)),)
        asked = (amount,) if test is None else (amount, test)
        inside = more if test is None else (When(test, more),)
        w.emit(Each(candidates.metered(many, *asked), (candidates.member,), inside))
        return found

    def _passed(self, candidates: Candidates, case: Alternative, got: Use) -> list[Expr]:
        """Whether all that has been chosen passes the test of a case."""
        if case.test is None:
            return []
        passed = Local("passed", UNKNOWN, tree.NOWHERE)
        clauses = (Bind(candidates.member, got), Where(Op("not", (case.test,))))
        self.writer.let(passed, Op("not", (copied(Over("some", clauses), {}),)))
        return [Use(passed)]

    def _ceiling(
        self, candidates: Candidates, case: Alternative, got: Use, size: Use
    ) -> tuple[list[Expr], list[Expr]]:
        """What must hold for a case to be met, and for a candidate to be right by it."""
        w, member = self.writer, candidates.member
        now = self._passed(candidates, case, got)
        met, fits = list(now), list(now)
        if case.size_low:
            met.append(Op(">=", (size, Const(case.size_low))))
        if case.size_high is not None:
            met.append(Op("<=", (size, Const(case.size_high))))
            fits.append(Op("<", (size, Const(case.size_high))))
        if case.test is not None:
            fits.append(case.test)
        for limit in case.sums:
            total = Local("total", UNKNOWN, tree.NOWHERE)
            w.let(total, Const(0))
            more = Op("+", (Use(total), limit.amount))
            w.emit(Each(got, (member,), (Assign(more, (total,)),)))
            for end, sign in (
                (candidates.end(limit.low), ">="),
                (candidates.end(limit.high), "<="),
            ):
                if end is not None:
                    met.append(Op(sign, (Use(total), end)))
                    fits.append(Op(sign, (more, end)))
        return met, fits


def has_twins(info: PieceInfo) -> bool:
    """Whether a type has pieces that nothing tells apart."""
    if info.faces:
        return True
    rows = list(zip(*info.fields.values(), strict=True)) if info.fields else [()] * info.count
    return len(set(rows)) < len(rows)


def either(tests: Sequence[Expr]) -> Expr:
    """The disjunction of one or more tests."""
    return tests[0] if len(tests) == 1 else Op("or", tuple(tests))
