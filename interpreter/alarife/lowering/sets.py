"""Choices of sets: their conditions in a form that can be looked ahead.

A set is chosen piece by piece, and every piece offered must lead to a whole set that is allowed. So
its condition, seen through the rules, values and changes it names, is brought into a disjunction of
**cases** (`set_cases`); each is a conjunction of a guard (nothing about the set), a test on every
member, and bounds on size and on sums of a number over the members. `some c in S: …` about the set
becomes a case for each c. What cannot be brought into this form is refused when the rules are
loaded (E0401)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Number, Pieces
from alarife.diagnostics import Label, Report, RuleError
from alarife.ir.nodes import Const, Expr, Op, Use
from alarife.linking.walk import bare
from alarife.lowering.build_expressions import COMPARISONS
from alarife.lowering.functions import FunctionWriter
from alarife.lowering.reading import nodes
from alarife.lowering.set_cases import (
    NEGATED,
    TURNED,
    Bound,
    CannotPlan,
    Case,
    Guard,
    Measure,
    Member,
    both,
    is_light,
)
from alarife.syntax import tree

MOST_RULES = 2_000
"""How many rules one condition may be looked through; rules that ask rules multiply."""
MOST_CASES = 64
SHORT = 1_000
"""So many candidates need not be counted where little is done with each."""


class Conditions:
    """Brings the conditions of set choices into cases. `chosen` are the locals that stand for the
    set; what the parameters of a rule that is looked through stand for is in the builder's
    `alias`."""

    def __init__(self, writer: FunctionWriter) -> None:
        self.writer = writer
        self.build = writer.build
        self.checked = writer.checked
        self.program = writer.program
        self.type = writer.type
        self.chosen: set[Local] = set()
        self.work = 0
        """The work of a round over the candidates; 0 if it need not be counted."""
        self._usual_cases: Callable[[], list[Case]] | None = None
        self._looked_into = 0

    @contextmanager
    def of(self, item: tree.Choose) -> Generator[list[Case]]:
        """The cases of a choice's condition. While it lasts, one that can't be looked ahead is an
        error of this choice; what names stood for comes back afterwards."""
        alias = dict(self.build.alias)
        self._looked_into = 0
        self.chosen = {self.writer.local_of(item)}
        try:
            found = self._cases_of(item.where) if item.where is not None else [Case()]
            self.chosen = set()
            light = self.writer.weights.size(item.source) <= SHORT and all(map(is_light, found))
            self.work = 0 if light else self.writer.weights.work_of_choice(item, ())
            yield found
            self.build.alias = alias
        except CannotPlan as wrong:
            report = Report()
            report.error(
                "E0401",
                "A choice of a set can't look ahead through this condition.",
                Label(wrong.at, "this part"),
                Label(item.at, "the choice"),
                hint=(
                    "Use tests on every member, `size` and sums compared with numbers, joined by"
                    " `and` and `or`. What compares members with one another (all different, a"
                    " run) is offered as a whole: `choose m from melds(you)`, where `melds` is a"
                    " `list of list of Card`."
                ),
            )
            raise RuleError(report.found) from None

    # ----------------------------------------------------------------
    # normal form
    def _cases_of(self, e: tree.Expr, negated: bool = False) -> list[Case]:
        """The condition as cases."""
        if not self._about_set(e):
            return [Case(guards=[Guard((self.writer.built(e),), negated)])]
        match e:
            case tree.Group():
                return self._cases_of(e.inner, negated)
            case tree.Not():
                return self._cases_of(e.of, not negated)
            case tree.And() | tree.Or():
                parts = [self._cases_of(p, negated) for p in e.parts]
                return (
                    self._all(parts, e)
                    if isinstance(e, tree.And) != negated
                    else [c for part in parts for c in part]
                )
            case tree.Call() if (decl := self._condition_named(e, negated)) is not None:
                return self._called(e, decl, negated)
            case tree.Name() if (
                self.checked.refs[e].kind == "usual"
                and self._usual_cases is not None
                and not negated
            ):
                return self._usual_cases()
            case tree.Compare() if e.op in NEGATED:
                return self._comparison(e, NEGATED[e.op] if negated else e.op)
            case tree.IsEmpty():
                n = 0 if e.negated == negated else 1
                return [Case(bounds=[Bound(Measure(), "at least" if n else "=", Const(n))])]
            case tree.Quantified():
                return self._quantified_case(e, negated)
            case _:
                raise CannotPlan(e)

    def _all(self, parts: list[list[Case]], at: tree.Node) -> list[Case]:
        result = [Case()]
        for part in parts:
            result = [a.joined(b) for a in result for b in part]
            if len(result) > MOST_CASES:
                raise CannotPlan(at)
        return result

    def _is_chosen(self, e: tree.Node) -> bool:
        """Whether an expression is the name of the chosen set."""
        ref = self.checked.refs.get(e) if isinstance(e, tree.Name) else None
        return ref is not None and isinstance(ref.target, Local) and ref.target in self.chosen

    def _about_set(self, e: object) -> bool:
        """Whether an expression says anything about the chosen set."""
        match e:
            case tree.Name():
                ref = self.checked.refs.get(e)
                if ref is not None and ref.kind == "usual" and self._usual_cases is not None:
                    return True
                return self._is_chosen(e)
            case tree.Node():
                names = [
                    n for c in type(e).__mro__ for n in getattr(c, "__slots__", ()) if n != "at"
                ]
                return any(self._about_set(getattr(e, n)) for n in names)
            case list() | tuple():
                return any(self._about_set(x) for x in e)
            case _:
                return False

    def _bind(self, params: list[Local], args: list[tree.Expr]) -> None:
        for param, arg in zip(params, args, strict=False):
            inner = arg
            while isinstance(inner, tree.Group):
                inner = inner.inner
            if self._is_chosen(inner):
                self.chosen = self.chosen | {param}
            elif self._about_set(arg):
                raise CannotPlan(arg)
            else:
                self.build.alias[param] = self.writer.built(arg)

    # ----------------------------------------------------------------
    # rules and their changes
    def _condition_named(self, e: tree.Call, negated: bool) -> tree.Rule | tree.Value | None:
        """The rule or the yes/no value that a call asks, if it can be seen through."""
        if negated and self.program.changes.get(e.name):
            return None
        kind = self.checked.refs[e].kind
        if kind == "rule":
            return self.program.rules[e.name]
        cases = self.program.values.get(e.name, []) if kind == "value" else []
        return cases[0] if len(cases) == 1 else None

    def _called(self, e: tree.Call, decl: tree.Rule | tree.Value, negated: bool) -> list[Case]:
        self._looked_into += 1
        if self._looked_into > MOST_RULES:
            raise CannotPlan(e)

        def inlined() -> list[Case]:
            self._bind(self.checked.params[decl], e.args)
            return self._cases_of(decl.body, negated)

        return self._chain_of_changes(e.name, 0, e.args, inlined)

    def _chain_of_changes(
        self, target: str, at: int, args: list[tree.Expr], last: Callable[[], list[Case]]
    ) -> list[Case]:
        changes = self.program.changes.get(target, [])
        if at == len(changes):
            return last()
        change = changes[at]
        self._bind(self.checked.params[change], args)

        def following() -> list[Case]:
            return self._chain_of_changes(target, at + 1, args, last)

        def body() -> list[Case]:
            before, self._usual_cases = self._usual_cases, following
            found = self._cases_of(change.body)
            self._usual_cases = before
            return found

        mine = self._chain_of_changes(change.name, 0, args, body) if change.name else body()
        tests = self._tests_of(change)
        if not tests:
            return mine
        positive = [replace(c, guards=[Guard(tests), *c.guards]) for c in mine]
        return positive + [replace(c, guards=[Guard(tests, True), *c.guards]) for c in following()]

    def _tests_of(self, change: tree.Change) -> tuple[Expr, ...]:
        params = self.checked.params[change]
        fixed = all(p in self.build.alias or p not in self.chosen for p in params[:1])
        tests = self.writer.pattern_tests(change, params) if fixed else []
        if change.guard is not None:
            if self._about_set(change.guard):
                raise CannotPlan(change.guard)
            tests.append(self.writer.built(change.guard))
        return tuple(map(self.writer.improved, tests))

    # ----------------------------------------------------------------
    # comparisons
    def _comparison(self, e: tree.Compare, op: str) -> list[Case]:
        if self._about_set(e.left) and self._about_set(e.right):
            raise CannotPlan(e)
        about, other = (e.left, e.right) if self._about_set(e.left) else (e.right, e.left)
        op = op if about is e.left else TURNED[op]
        bound, about = self.writer.built(other), bare(about)
        if (
            isinstance(about, tree.Arithmetic)
            and about.op == "-"
            and not self._about_set(about.left)
        ):
            bound = self.writer.improved(Op("-", (self.writer.built(about.left), bound)))
            about, op = about.right, TURNED[op]
        measure = self._measure(about)
        ops = ("more than", "less than") if op == "differs from" else (op,)
        return [Case(bounds=[Bound(measure, one, bound)]) for one in ops]

    def _measure(self, e: tree.Expr) -> Measure:
        built = self.writer.built
        match e:
            case tree.Group():
                return self._measure(e.inner)
            case tree.Call(name="size", args=[arg]) if self._is_chosen(arg):
                return Measure()
            case tree.Sum(sources=tree.Sources(each=[source])) if self._is_chosen(source.of):
                member, where = self._member_where(e.sources)
                return Measure(built(e.of), member, where, positive=self._positive(e.of))
            case tree.Count(sources=tree.Sources(each=[source])) if self._is_chosen(source.of):
                member, where = self._member_where(e.sources)
                return Measure(Const(1), member, where)
            case tree.Call() if (
                self.checked.refs[e].kind == "value"
                and len(self.program.values[e.name]) == 1
                and not self.program.changes.get(e.name)
            ):
                case = self.program.values[e.name][0]
                self._bind(self.checked.params[case], e.args)
                return self._measure(case.body)
            case tree.Arithmetic(op="+" | "-") if self._about_set(e.left) and not self._about_set(
                e.right
            ):
                measure, more = self._measure(e.left), built(e.right)
                if e.op == "-":
                    more = self.writer.improved(Op("neg", (more,)))
                measure.plus.append(more)
                return measure
            case tree.Arithmetic(op="+") if self._about_set(e.right) and not self._about_set(
                e.left
            ):
                measure = self._measure(e.right)
                measure.plus.append(built(e.left))
                return measure
            case _:
                raise CannotPlan(e)

    def _member_where(self, sources: tree.Sources) -> tuple[Local, Expr | None]:
        """The local that stands for a member, and the condition on it."""
        where = None if sources.where is None else self.writer.built(sources.where)
        return self.writer.local_of(sources.each[0]), where

    def _positive(self, e: tree.Expr) -> bool:
        t = self.type(e)
        if isinstance(t, Number) and t.low is not None and t.low >= 0:
            return True
        of = self.type(e.of) if isinstance(e, tree.Get) else None
        if not isinstance(e, tree.Get) or not isinstance(of, Pieces):
            return False
        infos = [self.writer.world.pieces[name] for name in of.names]
        shown = [
            value
            for info in infos
            if info.face != e.field
            for value in info.fields.get(e.field, (None,))
        ]
        return all(isinstance(value, int) and value >= 0 for value in shown) and all(
            info.face != e.field for info in infos
        )

    def _member_test(self, member: Local, e: tree.Expr) -> Member:
        """A test on a member; of a comparison the side that is not about the member is worked out
        once."""
        while isinstance(e, tree.Group):
            e = e.inner
        if (
            isinstance(e, tree.Compare)
            and e.op in COMPARISONS
            and not any(isinstance(self.type(side), Many) for side in (e.left, e.right))
        ):
            left, right = self._says(e.left, member), self._says(e.right, member)
            plain = not isinstance(e.left, tree.Nothing) and not isinstance(e.right, tree.Nothing)
            if plain and left != right:
                same = Local("same", UNKNOWN, e.at)
                about, other = (e.left, e.right) if left else (e.right, e.left)
                sign = COMPARISONS[e.op if left else TURNED[e.op]]
                test = Op(sign, (self.writer.built(about), Use(same)))
                return Member(member, test, (same, self.writer.built(other)))
        return Member(member, self.writer.built(e))

    def _says(self, e: tree.Expr, local: Local) -> bool:
        refs = self.checked.refs
        return any(
            isinstance(n, tree.Name) and n in refs and refs[n].target is local for n in nodes([e])
        ) or any(isinstance(n, tree.IsSome) for n in nodes([e]))

    # ----------------------------------------------------------------
    # quantifiers
    def _quantified_case(self, e: tree.Quantified, negated: bool) -> list[Case]:
        kind = {"every": "some_not", "some": "no", "no": "some"}[e.kind] if negated else e.kind
        source = e.sources.each[0]
        if (
            len(e.sources.each) == 1
            and self._is_chosen(source.of)
            and not self._about_set(e.body)
            and not self._about_set(e.sources.where)
        ):
            member, where = self._member_where(e.sources)
            if kind == "every" and where is None:
                return [Case(members=[self._member_test(member, e.body)])]
            test = self.writer.built(e.body)
            if kind in ("no", "some_not"):
                test = self.writer.improved(Op("not", (test,)))
            if kind in ("every", "no"):
                if where is not None:
                    test = Op("or", (self.writer.improved(Op("not", (where,))), test))
                return [Case(members=[Member(member, test)])]
            counted = Measure(Const(1), member, test if where is None else both((where, test)))
            return [Case(bounds=[Bound(counted, "at least", Const(1))])]
        if (
            kind == "some"
            and not negated
            and len(e.sources.each) == 1
            and not self._about_set(source.of)
        ):
            loop = (self.writer.local_of(source), self.writer.many(source.of))
            cases = self._cases_of(e.body)
            if e.sources.where is not None:
                cases = self._all([self._cases_of(e.sources.where), cases], e)
            return [replace(c, loops=[loop, *c.loops]) for c in cases]
        raise CannotPlan(e)
