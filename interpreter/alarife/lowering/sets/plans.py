"""Set choices: whether any set is allowed, and what may be chosen next.

In: the cases that `sets` brings a condition into. Out: procedures that ask them. Whether any set is
allowed needs no plan in most cases, told by the form of their bounds: **single** (a size of one:
some member will do), **floor** (sums at least so much: all that are allowed, together), **ceiling**
(sums at most so much: the empty set, or some member by itself). Only other forms are looked ahead
by the engine (`alarife.engine.sets.choices`). What does not depend on the member is worked
out before the loop over the candidates."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Pieces
from alarife.code.functions import MOST_WORK
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Const,
    Expr,
    If,
    Op,
    Over,
    Read,
    Table,
    Tuple,
    Use,
    Where,
)
from alarife.ir.statements import Append, Assign, Each, Return, Stmt, When
from alarife.ir.walk import below, copied, key
from alarife.lowering.sets.cases import (
    Alternative,
    Bound,
    BoundValue,
    Case,
    Guard,
    Member,
    SumBound,
    Whole,
    apart,
    both,
    distinct,
)
from alarife.lowering.sets.normal_form import Conditions
from alarife.lowering.sets.steps import SetSteps
from alarife.lowering.writing import Writer
from alarife.syntax import tree


class SetChoices:
    """Writes what set choices ask. `member` is the local that stands for a member in the procedure
    being written, `candidates` the one that holds all there are."""

    def __init__(self, writer: Writer) -> None:
        self.writer = writer
        self.conditions = Conditions(writer)
        self.steps = SetSteps(writer)
        self.member = self.candidates = Local("member", UNKNOWN, tree.NOWHERE)
        self.ends: dict[object, Local] = {}
        """The ends of bounds that have been worked out."""

    def any_set(self, item: tree.Choose) -> Expr:
        """Whether any set may be chosen."""
        with self.conditions.of(item) as cases:
            return self.writer.aside("any_set", lambda: self._any(item, cases))

    def next_members(self, item: tree.Choose, got: Local) -> Expr:
        """What may be chosen next, when `got` has been chosen."""
        with self.conditions.of(item) as cases:
            return self.writer.aside("next_members", lambda: self._next(item, cases, Use(got)))

    def metered(self, many: Expr, *done: Expr) -> Expr:
        """What a loop goes through, with its rounds counted where they weigh much; `done`: all that
        is asked in a round, if that is known."""
        work = min(self.conditions.work, MOST_WORK)
        if done and not any(isinstance(n, Call | Over | Builtin) for n in below(*done)):
            return many
        return Builtin("metered", (many, Const(work))) if work else many

    # ----------------------------------------------------------------
    # parts
    def _begin(self) -> None:
        self.member = Local("member", UNKNOWN, tree.NOWHERE)
        self.candidates = Local("cands", UNKNOWN, tree.NOWHERE)
        self.ends = {}

    def _about(self, e: Expr, local: Local | None) -> Expr:
        """An expression about a member, told by the local that stands for all of them."""
        return copied(e, {} if local is None else {local: Use(self.member)})

    def _test(self, members: Sequence[Member]) -> Expr | None:
        tests = [self._about(m.test, m.local) for m in members]
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

    def _ready(self, item: tree.Choose, cases: Sequence[Case]) -> tuple[list[Alternative], bool]:
        """The cases told by their form, each once; and whether there are others, of which only a
        plan can tell."""
        found = [self._as_ready(case, least(item)) for case in cases]
        return distinct([case for case in found if case is not None]), None in found

    def _as_ready(self, case: Case, size: int) -> Alternative | None:
        if case.wholes:
            return None
        sizes = [b for b in case.bounds if b.measure.of is None]
        sums = [b for b in case.bounds if b.measure.of is not None]
        if any(b.constant() is None or b.measure.plus for b in sizes) or not all(
            b.measure.positive for b in sums
        ):
            return None
        low, high = _sizes(sizes, size)
        limits = tuple(
            SumBound(self._about(b.measure.amount(), b.measure.member), *b.ends()) for b in sums
        )
        form = _form(limits, low, high)
        if not form:
            return None
        loops, guards = _filtered(case.loops, case.guards)
        same = tuple(m.same for m in case.members if m.same is not None)
        test = self._test(case.members)
        return Alternative(form, loops, guards, same, test, limits, low, high)

    # ----------------------------------------------------------------
    # where a case stands
    @contextmanager
    def _inside(self, case: Alternative, filled: bool) -> Generator[None]:
        """Inside the loops of a case, with what its members are compared with; `filled`: there are
        candidates."""
        w, named = self.writer, dict(self.ends)
        with w.body() as inside:
            for local, value in case.same:
                w.let(local, value if filled else self._if_any(value))
            yield
        for local, what, guards in reversed(case.loops):
            if guards:
                inside = [When(both([g.expr() for g in guards]), tuple(inside))]
            inside = [Each(self.metered(what), (local,), tuple(inside))]
        w.out += inside
        if case.loops:
            self.ends = named

    def _if_any(self, value: Expr) -> Expr:
        return If(Use(self.candidates), value, Const(None))

    @contextmanager
    def _under(self, guards: Sequence[Guard]) -> Generator[None]:
        """Where some guards hold."""
        with self.writer.body() as inside:
            yield
        if guards:
            self.writer.emit(When(both([g.expr() for g in guards]), tuple(inside)))
        else:
            self.writer.out += inside

    # ----------------------------------------------------------------
    # whether any
    def _any(self, item: tree.Choose, cases: Sequence[Case]) -> None:
        w = self.writer
        self._begin()
        ready, hard = self._ready(item, cases)
        found = Use(self.candidates)
        w.let(self.candidates, w.many(item.source))
        filled = item.how == "some"
        if any(case.is_free() for case in ready):
            some = Op(">", (Builtin("size", (found,)), Const(0)))
            w.emit(Return(some if filled else Const(True)))
            return
        if filled:
            w.emit(When(Op("empty", (found,)), (Return(Const(False)),)))
        for guards, some in _by_guards(ready):
            self.ends = {}
            with self._under(guards):
                for case in some:
                    with self._inside(case, filled):
                        self._any_of(case)
        w.emit(Return(Builtin("set_exists", (self._plan(item),)) if hard else Const(False)))

    def _any_of(self, case: Alternative) -> None:
        """Statements that return if some set meets a case."""
        w = self.writer
        sums = [(limit.amount, self.end(limit.low), self.end(limit.high)) for limit in case.sums]
        found = Return(Const(True))
        if case.size_low == 0:
            empty = [Op("<=", (low, Const(0))) for _, low, _ in sums if low is not None]
            empty += [Op(">=", (high, Const(0))) for _, _, high in sums if high is not None]
            w.emit(When(both(empty), (found,)) if empty else found)
        totals = [Local("total", UNKNOWN, tree.NOWHERE) for _ in sums]
        if case.form == "exact":
            self._exact(case, sums, totals)
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
        many = self.metered(Use(self.candidates), *(asked or [Const(True)]))
        w.emit(Each(many, (self.member,), body))

    def _exact(
        self,
        case: Alternative,
        sums: Sequence[tuple[Expr, Expr | None, Expr | None]],
        totals: Sequence[Local],
    ) -> None:
        """Return if some members have sums within bounds that are both given."""
        tests: list[Expr] = []
        test = () if case.test is None else (case.test,)
        for (amount, low, high), total in zip(sums, totals, strict=True):
            assert low is not None
            assert high is not None
            many = self.metered(Use(self.candidates), amount, *test)
            clauses = (Bind(self.member, many), *[Where(t) for t in test])
            self.writer.let(total, Over("list", clauses, amount))
            tests.append(Builtin("set_reaches", (Use(total), low, high, Const(case.size_low))))
        self.writer.emit(When(both(tests), (Return(Const(True)),)))

    # ----------------------------------------------------------------
    # what next
    def _next(self, item: tree.Choose, cases: Sequence[Case], got: Use) -> None:
        w = self.writer
        self._begin()
        ready, hard = self._ready(item, cases)
        if hard or not all(len(case.sums) < 2 and case.size_low < 2 for case in ready):
            alike, parts = self._cases(item, cases)
            args = (Use(self.candidates), Use(alike), parts, Const(least(item)), got)
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
        self.ends = {}
        if self.writer.switches.on("steps") and self.steps.can(item, ready):
            self.writer.switches.applied("steps")
            self.steps.write(self, item, ready, got)
            return
        w = self.writer
        only = ready[0] if len(ready) == 1 and not ready[0].loops and not ready[0].guards else None
        source = w.many(item.source)
        if only is not None and only.test is not None:
            w.let(self.candidates, source)
            for local, value in only.same:
                w.let(local, self._if_any(value))
            where = (Bind(self.member, self.metered(Use(self.candidates))), Where(only.test))
            each = Over("list", where, Use(self.member))
            source = Builtin("all_of", (copied(each, {}),))
            ready = [
                Alternative(only.form, (), (), (), None, only.sums, only.size_low, only.size_high)
            ]
        alike = self._arranged(item, source)
        chosen, may, done = (Local(n, UNKNOWN, tree.NOWHERE) for n in ("chosen", "may", "done"))
        found = Use(self.candidates)
        w.let(chosen, Builtin("positions", (found, got)))
        w.let(may, Builtin("no_marks", (found,)))
        w.let(done, Const(False))
        for guards, some in _by_guards(ready):
            self.ends = {}
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
        """Mark the candidates that a case admits next."""
        tests, values = self._each(case.test), Const(None)
        low: Expr | None = None
        high: Expr | None = None
        for limit in case.sums:
            values = self._each(limit.amount)
            low, high = self.end(limit.low), self.end(limit.high)
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
            self.writer.emit(When(Builtin("all_pass", (held, chosen)), tuple(mark)))

    # ----------------------------------------------------------------
    # plans
    def _arranged(self, item: tree.Choose, source: Expr) -> Local:
        """Lay equal candidates side by side; the local that says what each looks like."""
        w, alike = self.writer, Local("alike", UNKNOWN, tree.NOWHERE)
        pieces = of_pieces(w, item)
        here = pieces and one_place(w, item.source) is not None
        arranged = Builtin("arranged_here" if here else "arranged", (source, Const(pieces)))
        w.emit(Assign(arranged, (self.candidates, alike)))
        return alike

    def _plan(self, item: tree.Choose) -> Expr:
        """The plan of a choice, as a procedure of its own."""

        def write() -> None:
            with self.conditions.of(item) as cases:
                alike, parts = self._cases(item, cases)
            args = (Use(self.candidates), Use(alike), parts, Const(least(item)))
            self.writer.emit(Return(Builtin("set_plan", args)))

        return self.writer.aside("plan", write)

    def _cases(self, item: tree.Choose, cases: Sequence[Case]) -> tuple[Local, Expr]:
        """Candidates and cases as the engine's search takes them."""
        self._begin()
        w, found = self.writer, Local("cases", UNKNOWN, tree.NOWHERE)
        alike = self._arranged(item, w.many(item.source))
        w.let(found, Builtin("new_list", ()))
        for case in cases:
            self._case(case, Use(found))
        return alike, Use(found)

    def _case(self, case: Case, found: Expr) -> None:
        w = self.writer
        with w.body() as inside:
            for m in case.members:
                if m.same is not None:
                    w.let(m.same[0], self._if_any(m.same[1]))
            bounds = Tuple(tuple(self._bound(b) for b in case.bounds))
            wholes = Tuple(tuple(self._whole(whole) for whole in case.wholes))
            w.emit(Append(Tuple((self._each(self._test(case.members)), bounds, wholes)), found))
        if case.guards:
            inside = [When(both([g.expr() for g in case.guards]), tuple(inside))]
        for local, what in reversed(case.loops):
            inside = [Each(self.metered(what), (local,), tuple(inside))]
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
            values = self._about(bound.measure.amount(), bound.measure.member)
        return Tuple((self._each(values), low, high))

    def _each(self, e: Expr | None) -> Expr:
        """The list of what an expression about a member is for each candidate; nothing for none."""
        if e is None:
            return Const(None)
        each = Over("list", (Bind(self.member, self.metered(Use(self.candidates))),), e)
        return Builtin("all_of", (copied(each, {}),))


# ----------------------------------------------------------------
# what follows from a choice
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


def _filtered(
    loops: Sequence[tuple[Local, Expr]], guards: Sequence[Guard]
) -> tuple[tuple[tuple[Local, Expr, tuple[Guard, ...]], ...], tuple[Guard, ...]]:
    """The loops, each with the guards that can be asked inside it and no further out, and the
    guards that can stand before them all."""
    over: list[list[Guard]] = [[] for _ in loops]
    before: list[Guard] = []
    for guard in guards:
        read = {n.local for n in below(*guard.tests) if isinstance(n, Use)}
        at = max((n for n, (local, _) in enumerate(loops) if local in read), default=None)
        (before if at is None else over[at]).append(guard)
    with_guards = zip(loops, over, strict=True)
    return tuple((local, what, tuple(some)) for (local, what), some in with_guards), tuple(before)


def _sizes(bounds: Sequence[Bound], size: int) -> tuple[int, int | None]:
    """The least and the greatest size that bounds allow."""
    low, high = size, None
    for b in bounds:
        n = b.constant()
        assert n is not None
        at_least = {"=": n, "at least": n, "more than": n + 1}.get(b.op)
        at_most = {"=": n, "at most": n, "less than": n - 1}.get(b.op)
        low = low if at_least is None else max(low, at_least)
        high = at_most if high is None or (at_most is not None and at_most < high) else high
    return low, high


def _form(sums: Sequence[SumBound], low: int, high: int | None) -> str:
    """How it can be told whether there is a set with these bounds on sums and size; "" if only a
    plan can tell."""
    if low == 1 and high == 1:
        return "single"
    if high is None and all(limit.high is None for limit in sums):
        return "floor"
    if low <= 1 and (high is None or high >= 1) and all(limit.low is None for limit in sums):
        return "ceiling"
    return "exact" if low <= 1 and high is None and len(sums) == 1 else ""
