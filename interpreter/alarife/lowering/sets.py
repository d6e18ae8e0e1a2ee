"""Choices of sets: their conditions in a form that can be looked ahead.

A set is chosen piece by piece, and every piece offered must lead to a whole set that is allowed. So
its condition, seen through the rules, values and changes it names, is brought into a disjunction of
**cases** (`set_cases`); each is a conjunction of a guard (nothing about the set), a test on every
member, and bounds on size and on sums of a number over the members. `some c in S: …` about the set
becomes a case for each c. What cannot be brought into this form is refused when the rules are
loaded (E0401).

`plan` writes the code that turns this into numbers: candidates, and the cases with their bounds;
looking ahead is the engine's (`alarife.engine.sets`), where it is needed (`set_plans`)."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Number, Pieces
from alarife.code.functions import MOST_WORK
from alarife.diagnostics import Label, Report, RuleError
from alarife.ir.nodes import Expr, Use
from alarife.ir.walk import substituted
from alarife.linking.walk import bare
from alarife.lowering.build_expressions import COMPARISONS, NOWHERE
from alarife.lowering.reading import nodes
from alarife.lowering.set_cases import (
    NEGATED,
    TURNED,
    Bound,
    CannotPlan,
    Case,
    Code,
    Measure,
    Member,
    Tests,
    both,
    implied,
)
from alarife.lowering.set_ready import End, Guard
from alarife.lowering.statements import StatementWriter
from alarife.syntax import tree

NUMBER = re.compile(r"\(?(-?\d+)\)?")
MOST_RULES = 2_000
"""How many rules one condition may be looked through; rules that ask rules multiply."""


def _difference(whole: Code, part: Code) -> str:
    return f"({whole()}) - ({part()})"


class SetWriter(StatementWriter):
    """Writes plans of set choices. `alias` says what the parameters of an inlined rule stand
    for."""

    _element: Local
    member_name: str
    chosen: set[Local]

    @contextmanager
    def planning(self, item: tree.Choose) -> Generator[None]:
        """While it lasts, a condition that can't be looked ahead is an error of this choice; what
        names stood for comes back afterwards."""
        alias = dict(self.build.alias)
        self._looked_into = 0
        self._work = self.weights.work_of_choice(item, ())
        try:
            yield
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

    def cases(self, item: tree.Choose) -> list[Case]:
        """The cases of a choice's condition."""
        self.chosen = {self.local_of(item)}
        found = self._cases_of(item.where) if item.where is not None else [Case()]
        self.chosen = set()
        return found

    def plan(self, item: tree.Choose) -> str:
        """The code of the plan of a set choice."""
        with self.planning(item):
            return self.aside("plan", lambda: self._write_plan(item))

    def _write_plan(self, item: tree.Choose) -> None:
        t = self.type(item.source)
        pieces = isinstance(t, Many) and isinstance(t.of, Pieces)
        cases = self.cases(item)
        self.cx.line(f"cands, alike = arranged(s, {self.iterable(item.source)}, {pieces})")
        self.cx.line("cases = []")
        for case in cases:
            self.write_case(case)
        least = 1 if item.how == "some" else 0
        self.cx.line(f"return set_plan(cands, alike, cases, {least})")

    _work = 0
    """The work of a round over the candidates; 0 if it need not be counted."""

    def metered(self, many: str) -> str:
        """The code of what a loop goes through, with its rounds counted where they weigh much."""
        return f"metered({many}, {min(self._work, MOST_WORK)})" if self._work else many

    # ----------------------------------------------------------------
    # cases as code
    def open_case(self, case: Case) -> None:
        """The loops and guards that a case stands in."""
        for local, what in case.loops:
            self.cx.line(f"for {self.bound(local)} in {self.metered(what())}:")
            self.cx.indent += 1
        if case.guards:
            self.cx.line(f"if {' and '.join(guard.code() for guard in self.guards(case))}:")
            self.cx.indent += 1

    @staticmethod
    def guards(case: Case) -> list[Guard]:
        """The guards of a case, written."""
        return [Guard(tuple(test() for test in guard.tests), guard.denied) for guard in case.guards]

    def write_same(self, case: Case) -> None:
        """Lines that work out what the members of a case are compared with."""
        same = [m.same for m in case.members if m.same is not None]
        if same:
            self.cx.line("if cands:")
            for name, code in same:
                self.cx.indent += 1
                value = code()
                self.cx.line(f"{name} = {value}")
                self.cx.indent -= 1

    def candidate(self) -> str:
        """A new name for the candidates of a loop, one after the other."""
        self._element = Local("member", UNKNOWN, NOWHERE)
        self.member_name = self.bound(self._element)
        return self.member_name

    def _means(self, local: Local) -> None:
        """From now on a name of a condition stands for the candidate of the loop."""
        self.build.alias[local] = Use(self._element)

    def member_tests(self, case: Case) -> str:
        """The code that asks whether the candidate of the loop passes a case's tests; "" if there
        are none."""
        codes: list[str] = []
        for member in case.members:
            self._means(member.local)
            codes.append(member.test())
        return " and ".join(codes)

    def tests(self, case: Case) -> str:
        """The code of a list that says for each candidate whether a case allows it; `None` if it
        allows all."""
        if not case.members:
            return "None"
        self.write_same(case)
        each = self.candidate()
        return f"[{self.member_tests(case)} for {each} in {self.metered('cands')}]"

    def values(self, bound: Bound) -> str:
        """The code of a list of what each candidate adds to a measure."""
        each = self.candidate()
        return f"[{self.amount(bound)} for {each} in {self.metered('cands')}]"

    def write_case(self, case: Case) -> None:
        """Lines that add a case, as tests and bounds, to the list `cases`."""
        before = self.cx.indent
        self.open_case(case)
        tests = self.tests(case)
        bounds = [self._write_bound(b) for b in case.bounds]
        self.cx.line(f"cases.append(({tests}, ({', '.join(bounds)}{',' if bounds else ''})))")
        self.cx.indent = before

    def ends(self, bound: Bound) -> tuple[End | None, End | None]:
        """The least and the greatest that a bound allows; None where there is none."""
        code, plus = bound.other(), 0
        if NUMBER.fullmatch(code):
            code, plus = "", int(code.strip("()"))
        for more in bound.measure.plus:
            part = more()
            number = NUMBER.fullmatch(part.removeprefix("-"))
            if number is not None:
                plus += int(number[1]) if part.startswith("-") else -int(number[1])
            else:
                code = f"{code} - ({part})" if code else f"-({part})"
        low = End(code, plus + (bound.op == "more than"))
        high = End(code, plus - (bound.op == "less than"))
        return None if bound.op in ("at most", "less than") else low, (
            None
            if bound.op
            in (
                "at least",
                "more than",
            )
            else high
        )

    def amount(self, bound: Bound) -> str:
        """What a candidate adds to a measure, as code."""
        measure = bound.measure
        assert measure.member is not None
        assert measure.of is not None
        self._means(measure.member)
        amount = measure.of()
        return f"({amount} if {measure.where()} else 0)" if measure.where is not None else amount

    def _write_bound(self, bound: Bound) -> str:
        low, high = ("None" if end is None else end.text() for end in self.ends(bound))
        if bound.measure.of is None:
            return f"(None, {low}, {high})"
        return f"({self.values(bound)}, {low}, {high})"

    # ----------------------------------------------------------------
    # normal form
    def _cases_of(self, e: tree.Expr, negated: bool = False) -> list[Case]:
        """The condition as cases."""
        if not self._about_set(e):
            code = self._later(e)
            return [Case(guards=[Tests([code], denied=negated)])]
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
                return [
                    Case(
                        bounds=[
                            Bound(
                                Measure(None, None, None, {}),
                                "at least" if n else "=",
                                lambda: str(n),
                                n,
                            )
                        ]
                    )
                ]
            case tree.Quantified():
                return self._quantified_case(e, negated)
            case _:
                raise CannotPlan(e)

    _usual_cases: Callable[[], list[Case]] | None = None

    def _all(self, parts: list[list[Case]], at: tree.Node) -> list[Case]:
        result = [Case()]
        for part in parts:
            result = [a.joined(b) for a in result for b in part]
            if len(result) > 64:
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

    def _later(self, e: tree.Expr) -> Code:
        """Code that is written later, with the meanings that names have now."""
        return self._written_later(self.built(e))

    def _written_later(self, e: Expr) -> Code:
        """Code of nodes; locals that have no meaning yet get that which they have then."""
        return lambda: self.text(substituted(e, self.build.alias))

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
                self.build.alias[param] = self.built(arg)

    # ----------------------------------------------------------------
    # rules and their changes
    _looked_into = 0

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
        positive = [replace(c, guards=[Tests(tests), *c.guards]) for c in mine]
        return positive + [
            replace(c, guards=[Tests(tests, denied=True), *c.guards]) for c in following()
        ]

    def _tests_of(self, change: tree.Change) -> list[Code]:
        params = self.checked.params[change]
        fixed = all(p in self.build.alias or p not in self.chosen for p in params[:1])
        patterns = self.pattern_tests(change, params) if fixed else []
        tests = [self._written_later(test) for test in patterns]
        if change.guard is not None:
            if self._about_set(change.guard):
                raise CannotPlan(change.guard)
            tests.append(self._later(change.guard))
        return tests

    # ----------------------------------------------------------------
    # comparisons
    def _comparison(self, e: tree.Compare, op: str) -> list[Case]:
        if self._about_set(e.left) and self._about_set(e.right):
            raise CannotPlan(e)
        about, other = (e.left, e.right) if self._about_set(e.left) else (e.right, e.left)
        op = op if about is e.left else TURNED[op]
        code = self._later(other)
        constant = other.value if isinstance(other, tree.Int) else None
        about = bare(about)
        if (
            isinstance(about, tree.Arithmetic)
            and about.op == "-"
            and not self._about_set(about.left)
        ):
            whole, rest = self._later(about.left), code
            about, op, constant = about.right, TURNED[op], None
            code = partial(_difference, whole, rest)
        measure = self._measure(about)
        if op == "differs from":
            return [
                Case(bounds=[Bound(measure, "more than", code, constant)]),
                Case(bounds=[Bound(measure, "less than", code, constant)]),
            ]
        return [Case(bounds=[Bound(measure, op, code, constant)])]

    def _measure(self, e: tree.Expr) -> Measure:
        match e:
            case tree.Group():
                return self._measure(e.inner)
            case tree.Call(name="size", args=[arg]) if self._is_chosen(arg):
                return Measure(None, None, None, {})
            case tree.Sum(sources=tree.Sources(each=[source])) if self._is_chosen(source.of):
                where = self._later(e.sources.where) if e.sources.where is not None else None
                return Measure(
                    self._later(e.of),
                    self.local_of(source),
                    where,
                    {},
                    positive=self._positive(e.of),
                )
            case tree.Count(sources=tree.Sources(each=[source])) if self._is_chosen(source.of):
                where = self._later(e.sources.where) if e.sources.where is not None else None
                return Measure(lambda: "1", self.local_of(source), where, {})
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
                measure = self._measure(e.left)
                code = self._later(e.right)
                measure.plus.append(code if e.op == "+" else lambda: f"-({code()})")
                return measure
            case tree.Arithmetic(op="+") if self._about_set(e.right) and not self._about_set(
                e.left
            ):
                measure = self._measure(e.right)
                measure.plus.append(self._later(e.left))
                return measure
            case _:
                raise CannotPlan(e)

    def _positive(self, e: tree.Expr) -> bool:
        t = self.type(e)
        if isinstance(t, Number) and t.low is not None and t.low >= 0:
            return True
        of = self.type(e.of) if isinstance(e, tree.Get) else None
        if not isinstance(e, tree.Get) or not isinstance(of, Pieces):
            return False
        infos = [self.world.pieces[name] for name in of.names]
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
                name = self.names.fresh("same")
                about, other = (
                    self._later(e.left if left else e.right),
                    self._later(e.right if left else e.left),
                )
                sign = COMPARISONS[e.op if left else TURNED[e.op]]
                return Member(member, lambda: f"({about()} {sign} {name})", (name, other))
        return Member(member, self._later(e))

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
            member = self.local_of(source)
            body = self._later(e.body)
            where = self._later(e.sources.where) if e.sources.where is not None else None
            if kind in ("every", "no"):
                if kind == "every" and where is None:
                    return [Case(members=[self._member_test(member, e.body)])]
                return [Case(members=[Member(member, implied(where, body, kind == "no"))])]
            test = both(where, body, kind == "some_not")
            return [
                Case(
                    bounds=[Bound(Measure(lambda: "1", member, test, {}), "at least", lambda: "1")]
                )
            ]
        if (
            kind == "some"
            and not negated
            and len(e.sources.each) == 1
            and not self._about_set(source.of)
        ):
            loop = (self.local_of(source), lambda: self.iterable(source.of))
            cases = self._cases_of(e.body)
            if e.sources.where is not None:
                cases = self._all([self._cases_of(e.sources.where), cases], e)
            return [replace(c, loops=[loop, *c.loops]) for c in cases]
        raise CannotPlan(e)
