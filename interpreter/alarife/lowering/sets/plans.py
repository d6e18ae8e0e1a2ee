"""Set choices: whether any set is allowed, and what may be chosen next.

In: the cases into which a condition is brought (`normal_form`). Out: procedures that ask them. Most
cases can be told by the form of their bounds (`forms`). Others are looked ahead by the engine's
search (`search`)."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.functions import may_fault
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Const,
    Expr,
    Field,
    Let,
    Node,
    Op,
    Over,
    Read,
    Tuple,
    Use,
    Where,
)
from alarife.ir.statements import Assign, Each, Return, Stmt, When
from alarife.ir.walk import below, copied, key, rebuilt
from alarife.lowering.sets.candidates import Candidates, least
from alarife.lowering.sets.cases import Alternative, Case, Guard, SumBound, apart, both
from alarife.lowering.sets.forms import told_by_form
from alarife.lowering.sets.narrowing import narrowed
from alarife.lowering.sets.normal_form import Conditions
from alarife.lowering.sets.search import SearchPlans
from alarife.lowering.sets.steps import SetSteps
from alarife.lowering.writing import Writer
from alarife.syntax import tree

MOST_BITS = 5_000
"""How large a sum may be that is a bit of a number."""


class SetChoices:
    """Writes what set choices ask."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.conditions = Conditions(writer)
        self.candidates = Candidates(writer, self.conditions)
        self.steps = SetSteps(writer)
        self.plans = SearchPlans(writer, self.candidates)

    def any_set(self, item: tree.Choose) -> Expr:
        """Whether any set may be chosen."""
        with self.conditions.of(item) as cases:
            reached = self._reached(item, cases) if self.writer.switches.on("steps") else None
            return reached or self.writer.aside("any_set", lambda: self._any(item, cases))

    def next_members(self, item: tree.Choose, got: Local) -> Expr:
        """What may be chosen next, when `got` has been chosen."""
        with self.conditions.of(item) as cases:
            return self.writer.aside("next_members", lambda: self._next(item, cases, Use(got)))

    # ----------------------------------------------------------------
    # where a case stands
    @contextmanager
    def _inside(self, case: Alternative, filled: bool) -> Generator[None]:
        """Write inside the loops of a case, with the values that its members are compared with.
        `filled`: there is a candidate."""
        w, named = self.writer, dict(self.candidates.ends)
        with w.body() as inside:
            for local, value in case.same:
                w.let(local, value if filled else self.candidates.if_any(value))
                if filled and not case.loops:
                    self.candidates.ends["same", key(value)] = local
            yield
        for local, what, guards in reversed(case.loops):
            tests = [self._with_same(g.expr(), case) for g in guards]
            if tests:
                inside = [When(both(tests), tuple(inside))]
            asked = [limit.amount for limit in case.sums] + tests
            if case.test is not None:
                asked.append(case.test)
            light = self._told_by_bits(case) or case.form == "floor"
            through = self.candidates.metered(what, *(asked if light and is_place(what) else ()))
            inside = [Each(through, (local,), tuple(inside))]
        w.out += inside
        if case.loops:
            self.candidates.ends = named

    def _with_same(self, test: Expr, case: Alternative) -> Expr:
        """A test in a loop, with names in the place of what members are compared with."""
        known = self.candidates.ends

        def named(n: Node) -> Node:
            local = known.get(("same", key(n))) if isinstance(n, Expr) else None
            return rebuilt(n, named) if local is None else Use(local)

        found = named(test) if case.loops else test
        assert isinstance(found, Expr)
        return self.writer.improved(found)

    @contextmanager
    def _under(self, guards: Sequence[Guard]) -> Generator[None]:
        """Write under some guards."""
        with self.writer.body() as inside:
            yield
        if guards:
            if self.writer.switches.on("fold"):
                inside[:] = narrowed(inside, guards, self.writer.symbols)
            self.writer.emit(When(both([g.expr() for g in guards]), tuple(inside)))
        else:
            self.writer.out += inside

    # ----------------------------------------------------------------
    # whether any
    def _any(self, item: tree.Choose, cases: Sequence[Case]) -> None:
        w = self.writer
        self.candidates.begin(item)
        ready, hard = told_by_form(self.candidates, item, cases)
        found = Use(self.candidates.all)
        filled = item.how == "some"
        if any(case.is_free() for case in ready):
            size = Builtin("size", (w.many(item.source),))
            some = w.improved(Op(">", (size, Const(0))))
            w.emit(Return(some if filled else Const(True)))
            return
        w.let(self.candidates.all, w.many(item.source))
        if filled:
            w.emit(When(Op("empty", (found,)), (Return(Const(False)),)))
        for guards, some in _by_guards(ready):
            self.candidates.ends = {}
            with self._under(guards):
                for case in some:
                    with self._inside(case, filled):
                        self._any_of(case)
        w.emit(Return(Builtin("set_exists", (self.plans.plan(item),)) if hard else Const(False)))

    def _reached(self, item: tree.Choose, cases: Sequence[Case]) -> Expr | None:
        """Whether any set may be chosen, as an expression: where there must be a member, any will
        do, or those that pass a test must together have a sum."""
        w = self.writer
        self.candidates.begin(item)
        ready, hard = told_by_form(self.candidates, item, cases)
        if hard or item.how != "some":
            return None
        source = w.many(item.source)
        some = Op(">", (Builtin("size", (source,)), Const(0)))
        if any(case.is_free() for case in ready):
            return some
        match ready:
            case [Alternative("floor", (), (), same, test, (SumBound(amount, low, None),), 1)] if (
                low is not None and isinstance(source, Read)
            ):
                pass
            case _:
                return None
        tests = () if test is None else (test,)
        if self.candidates.metered(source, amount, *tests) is not source:
            return None
        w.switches.applied("steps")
        bound, values = Local("bound", UNKNOWN, tree.NOWHERE), [low.expr(), *dict(same).values()]
        risky = any(may_fault(v) or any(isinstance(n, Call) for n in below(v)) for v in values)
        reach = Over(
            "reach",
            (
                *([Where(some)] if risky else []),
                *[Let(local, value) for local, value in same],
                Let(bound, low.expr()),
                Bind(self.candidates.member, source),
                *[Where(t) for t in tests],
            ),
            Tuple((amount, Use(bound))),
        )
        return copied(reach, {})

    def _any_of(self, case: Alternative) -> None:
        """Statements that return if some set meets a case."""
        w = self.writer
        sums = [
            (limit.amount, self.candidates.end(limit.low), self.candidates.end(limit.high))
            for limit in case.sums
        ]
        found = Return(Const(True))
        if case.size_low == 0:
            empty = [Op("<=", (low, Const(0))) for _, low, _ in sums if low is not None]
            empty += [Op(">=", (high, Const(0))) for _, _, high in sums if high is not None]
            w.emit(When(both(empty), (found,)) if empty else found)
        totals = [Local("total", UNKNOWN, tree.NOWHERE) for _ in sums]
        if case.form in ("exact", "sized"):
            self._of_amounts(case, sums or [(Const(0), None, None)])
            return
        if case.form == "floor":
            for total in totals:
                w.let(total, Const(0))
        n = Local("n", UNKNOWN, tree.NOWHERE)
        counted = case.form == "floor" and case.size_low > 1
        if counted:
            w.let(n, Const(0))
        tests: list[Expr] = [Op(">=", (Use(n), Const(case.size_low)))] if counted else []
        with w.body() as round_:
            if counted:
                w.let(n, Op("+", (Use(n), Const(1))))
            for (amount, low, high), total in zip(sums, totals, strict=True):
                if case.form == "floor":
                    assert low is not None
                    w.let(total, Op("+", (Use(total), amount)))
                    tests.append(Op(">=", (Use(total), low)))
                else:
                    tests += _between(amount, low, high)
            w.emit(When(both(tests), (found,)) if tests else found)
        body: tuple[Stmt, ...] = tuple(round_)
        asked = [amount for amount, _, _ in sums]
        if case.test is not None:
            body = (When(case.test, body),)
            asked.append(case.test)
        many = self.candidates.metered(Use(self.candidates.all), *(asked or [Const(True)]))
        w.emit(Each(many, (self.candidates.member,), body))

    def _of_amounts(
        self, case: Alternative, sums: Sequence[tuple[Expr, Expr | None, Expr | None]]
    ) -> None:
        """Return if some members have a sum within bounds, told of the list of what each adds."""
        test = () if case.test is None else (case.test,)
        ((amount, low, high),) = sums
        if self._told_by_bits(case):
            assert low is not None
            self._of_bits(case, amount, low)
            return
        many = self.candidates.metered(Use(self.candidates.all), amount, *test)
        clauses = (Bind(self.candidates.member, many), *[Where(t) for t in test])
        amounts = Local("amounts", UNKNOWN, tree.NOWHERE)
        self.writer.let(amounts, Builtin("all_of", (copied(Over("list", clauses, amount), {}),)))
        ends = (Use(amounts), low or Const(None), high or Const(None))
        if case.form == "exact":
            found = Builtin("set_reaches", (*ends, Const(case.size_low)))
            if case.size_low:
                found = Op("and", (Use(amounts), found))
        else:
            found = Builtin("sized_exists", (*ends, self._sizes(case)))
        self.writer.emit(When(found, (Return(Const(True)),)))

    def _told_by_bits(self, case: Alternative) -> bool:
        """Whether a sum is wanted exactly, of printed numbers from 1 that all pieces together keep
        small: then all sums there are fit into the bits of a number."""
        if case.form != "exact" or not case.size_low:
            return False
        (limit,) = case.sums
        if not isinstance(limit.amount, Field) or key(limit.low) != key(limit.high):
            return False
        column = self.candidates.column(limit.amount)
        return bool(column) and min(column) > 0 and sum(column) <= MOST_BITS

    def _of_bits(self, case: Alternative, amount: Expr, wanted: Expr) -> None:
        """Return if some members have just this sum."""
        w, sums = self.writer, Local("sums", UNKNOWN, tree.NOWHERE)
        w.let(sums, Const(1))
        body: tuple[Stmt, ...] = (Assign(Builtin("sums_with", (Use(sums), amount)), (sums,)),)
        asked = [amount]
        if case.test is not None:
            body = (When(case.test, body),)
            asked.append(case.test)
        many = self.candidates.metered(Use(self.candidates.all), *asked)
        w.emit(Each(many, (self.candidates.member,), body))
        found = Op("and", (Op(">", (wanted, Const(0))), Op("bit", (Use(sums), wanted))))
        w.emit(When(w.improved(found), (Return(Const(True)),)))

    @staticmethod
    def _sizes(case: Alternative) -> Expr:
        return Tuple((Const(case.size_low), Const(case.size_high)))

    # ----------------------------------------------------------------
    # what next
    def _next(self, item: tree.Choose, cases: Sequence[Case], got: Use) -> None:
        w = self.writer
        self.candidates.begin(item)
        ready, hard = told_by_form(self.candidates, item, cases)
        if hard or not all(
            len(case.sums) < 2 and (case.size_low < 2 or case.form == "sized") for case in ready
        ):
            alike, parts = self.plans.cases(item, cases)
            args = (Use(self.candidates.all), Use(alike), parts, Const(least(item)), got)
            w.emit(Return(Builtin("set_next", args)))
            return
        for guards, some in apart(ready):
            with self._under(guards):
                self._step(item, some, got)
            if not guards:
                return
        w.emit(Return(Const(())))

    def _step(self, item: tree.Choose, ready: list[Alternative], got: Use) -> None:
        """Statements that give what may be chosen next, where each case can be told by its form."""
        self.candidates.ends = {}
        if self.writer.switches.on("steps") and self.steps.can(item, ready):
            self.writer.switches.applied("steps")
            self.steps.write(self.candidates, item, ready, got)
            return
        w = self.writer
        only = ready[0] if len(ready) == 1 and not ready[0].loops and not ready[0].guards else None
        source = w.many(item.source)
        if only is not None and only.test is not None:
            w.let(self.candidates.all, source)
            for local, value in only.same:
                w.let(local, self.candidates.if_any(value))
            where = (
                Bind(
                    self.candidates.member,
                    self.candidates.metered(Use(self.candidates.all), only.test),
                ),
                Where(only.test),
            )
            each = Over("list", where, Use(self.candidates.member))
            source = Builtin("all_of", (copied(each, {}),))
            ready = [
                Alternative(only.form, (), (), (), None, only.sums, only.size_low, only.size_high)
            ]
        alike = self.candidates.arranged(item, source)
        chosen, may, done = (Local(n, UNKNOWN, tree.NOWHERE) for n in ("chosen", "may", "done"))
        found = Use(self.candidates.all)
        w.let(chosen, Builtin("positions", (found, got)))
        w.let(may, Builtin("no_marks", (found,)))
        w.let(done, Const(False))
        for guards, some in _by_guards(ready):
            self.candidates.ends = {}
            with self._under(guards):
                for case in some:
                    with self._inside(case, False):
                        self._tell(case, Use(chosen), Use(may), done)
        w.emit(
            Return(
                Builtin("set_next_members", (found, Use(alike), Use(may), Use(chosen), Use(done)))
            )
        )

    def _tell(self, case: Alternative, chosen: Expr, may: Expr, done: Local) -> None:
        """Write the call that marks the candidates which a case admits next."""
        tests, values = self.candidates.each(case.test), Const(None)
        low: Expr | None = None
        high: Expr | None = None
        for limit in case.sums:
            values = self.candidates.amounts(limit.amount)
            low, high = self.candidates.end(limit.low), self.candidates.end(limit.high)
        none = Const(None)
        size_low = Const(case.size_low)
        passed, held = Local("tests", UNKNOWN, tree.NOWHERE), tests
        if case.test is not None:
            self.writer.let(passed, tests)
            held = Use(passed)
        match case.form:
            case "exact":
                args = (held, Tuple((values, low or none, high or none)), size_low, chosen, may)
                told = Builtin("next_exact", args)
            case "sized":
                bounds = Tuple((values, low or none, high or none))
                told = Builtin("next_sized", (held, bounds, self._sizes(case), chosen, may))
            case "floor":
                args = (held, values, low or none, size_low, chosen, may)
                told = Builtin("next_with_minimum", args)
            case _:
                bounds = Tuple((values, low or none, high or none))
                args = (held, bounds, size_low, Const(case.size_high), chosen, may)
                told = Builtin("next_with_maximum", args)
        with self.writer.body() as mark:
            with self.writer.body() as then:
                self.writer.let(done, Const(True))
            self.writer.emit(When(told, tuple(then)))
        if case.test is None:
            self.writer.out += mark
        else:
            right: Expr = Builtin("all_pass", (held, chosen))
            if case.size_low:  # where none passes, there is nothing to tell
                right = Op("and", (Op("in", (Const(True), held)), right))
            self.writer.emit(When(right, tuple(mark)))


def is_place(e: Expr) -> bool:
    """Whether something to go through is what lies in a place: no more than there are pieces."""
    return isinstance(e, Read) and e.shelf == "place"


def _between(amount: Expr, low: Expr | None, high: Expr | None) -> list[Expr]:
    """The tests that a number is within bounds."""
    if low is not None and high is not None:
        return [Op("between", (low, amount, high))]
    if low is not None:
        return [Op("<=", (low, amount))]
    return [] if high is None else [Op("<=", (amount, high))]


def _by_guards(ready: Sequence[Alternative]) -> list[tuple[tuple[Guard, ...], list[Alternative]]]:
    """Cases with the same guards side by side."""
    groups: dict[object, tuple[tuple[Guard, ...], list[Alternative]]] = {}
    for case in ready:
        groups.setdefault(key(case.guards), (case.guards, []))[1].append(case)
    return list(groups.values())
