"""Choices of sets: their conditions in a form that can be looked ahead.

A set is chosen piece by piece, and every piece offered must lead to a whole set that is allowed. So
its condition, seen through the rules, values and changes it names, is brought into a disjunction of
**cases** (`cases`); each is a conjunction of a guard (nothing about the set), a test on every
member, and bounds on size and on sums of a number over the members. `some c in S: …` about the set
becomes a case for each c, `every k in Kind: …` a conjunction over the kind. Members that must all
have the same of something are a case for each value that it can be. What cannot be brought
into this form compares members with one another: it stays a test on sets, or on every two members,
and sets that meet the rest are tried (`alarife.engine.sets.choices.search`)."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from alarife.checking.read_cell import values_of
from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Maybe
from alarife.ir.nodes import Const, Expr, Op, Use
from alarife.ir.walk import below, copied, key
from alarife.linking.walk import below as nodes
from alarife.lowering.sets.cases import (
    NEGATED,
    Bound,
    CannotPlan,
    Case,
    Guard,
    Measure,
    Member,
    Whole,
    both,
    is_light,
)
from alarife.lowering.sets.measures import Measures
from alarife.lowering.values.patterns import pattern_tests
from alarife.meanings import is_many
from alarife.syntax import tree

MOST_RULES = 2_000
"""How many rules one condition may be looked through; rules that ask rules multiply."""
MOST_CASES = 64
MOST_EACH = 32
"""So many members of a kind or range are gone through before play."""
SHORT = 1_000
"""So many candidates need not be counted where little is done with each."""


class Conditions(Measures):
    """Brings the conditions of set choices into cases."""

    @contextmanager
    def of(self, item: tree.Choose) -> Generator[list[Case]]:
        """The cases of a choice's condition. What names stood for comes back afterwards."""
        alias = dict(self.build.alias)
        self._looked_into = 0
        self.chosen = {self.writer.local_of(item)}
        cases = self._cases_of(item.where) if item.where is not None else [Case()]
        found = [_without_idle(case) for case in cases if not _impossible(case)]
        self.chosen = set()
        self.compares = any(case.wholes for case in found)
        light = self.writer.weights.sizes.of(item.source) <= SHORT and all(map(is_light, found))
        self.work = 0 if light else self.writer.whole_weights.work_of_choice(item, ())
        yield found
        self.build.alias = alias

    # ----------------------------------------------------------------
    # normal form
    def _cases_of(self, e: tree.Expr, negated: bool = False) -> list[Case]:
        """The condition as cases; where it has no such form, as a test on whole sets."""
        if not self._about_set(e):
            return [Case(guards=[Guard((self.writer.built(e),), negated)])]
        chosen, alias = self.chosen, dict(self.build.alias)
        try:
            return self._planned(e, negated)
        except CannotPlan:
            self.chosen, self.build.alias = chosen, alias
            return [Case(wholes=[self._whole(e, negated)])]

    def _whole(self, e: tree.Expr, negated: bool) -> Whole:
        """A condition as a test on whole sets, or on every two members."""
        if self._usual_cases is not None and any(
            isinstance(n, tree.Name) and (ref := self.checked.refs.get(n)) and ref.kind == "usual"
            for n in nodes([e])
        ):
            raise CannotPlan(e)
        match e:
            case tree.Quantified(kind="every" | "no", sources=tree.Sources(each=[a, b])) if (
                not negated
                and self._is_chosen(a.of)
                and self._is_chosen(b.of)
                and not self._about_set([e.body, e.sources.where])
            ):
                test = self.build.expr(e.body)
                if e.kind == "no":
                    test = Op("not", (test,))
                if e.sources.where is not None:
                    denied = Op("not", (self.build.expr(e.sources.where),))
                    test = Op("or", (denied, test))
                two = (self.writer.local_of(a), self.writer.local_of(b))
                return Whole(two, self.writer.improved(test))
            case _:
                chosen = Local("chosen", UNKNOWN, e.at)
                kept = self.build.alias
                self.build.alias = {**kept, **dict.fromkeys(self.chosen, Use(chosen))}
                test = self.build.expr(e)
                self.build.alias = kept
                if negated:
                    test = Op("not", (test,))
                return Whole((chosen,), self.writer.improved(test))

    def _planned(self, e: tree.Expr, negated: bool) -> list[Case]:
        """The condition as cases about members, sizes and sums."""
        match e:
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
            case tree.Compare(op="in" | "not in", right=tree.RangeOf()):
                return self._in_range(e, negated == (e.op == "in"))
            case tree.IsEmpty():
                n = 0 if e.negated == negated else 1
                return [Case(bounds=[Bound(Measure(), "at least" if n else "=", Const(n))])]
            case tree.Quantified():
                return self._quantified_case(e, negated)
            case tree.LetIn() if not self._about_set(e.value):
                self.build.alias[self.writer.local_of(e)] = self.writer.built(e.value)
                return self._cases_of(e.body, negated)
            case tree.IfElse() if not self._about_set(e.condition) and not self._binds(e.condition):
                tests = (self.writer.built(e.condition),)
                then = [c.joined(Case([Guard(tests)])) for c in self._cases_of(e.then, negated)]
                denied = Case([Guard(tests, True)])
                return then + [c.joined(denied) for c in self._cases_of(e.default, negated)]
            case _:
                raise CannotPlan(e)

    @staticmethod
    def _binds(e: tree.Expr) -> bool:
        """Whether a condition names something that holds where it does."""
        return any(isinstance(n, tree.IsSome) for n in nodes([e]))

    def _all(self, parts: list[list[Case]], at: tree.Node) -> list[Case]:
        result = [Case()]
        for part in parts:
            result = [a.joined(b) for a in result for b in part]
            if len(result) > MOST_CASES:
                raise CannotPlan(at)
        return result

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
        tests = pattern_tests(self.writer, change, params) if fixed else []
        if change.guard is not None:
            if self._about_set(change.guard):
                raise CannotPlan(change.guard)
            tests.append(self.writer.built(change.guard))
        return tuple(map(self.writer.improved, tests))

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
        shared = self._shared(e, kind)
        if shared is not None:
            local, test, values = shared
            value = Local("shared", UNKNOWN, e.at)
            member = Member(local, Op("==", (test, Use(value))))
            return [Case(members=[member], loops=[(value, Const(values))])]
        if kind in ("every", "no") and len(e.sources.each) == 1 and not self._about_set(source.of):
            return self._for_each(e, source, kind == "no")
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

    def _shared(
        self, e: tree.Quantified, kind: str
    ) -> tuple[Local, Expr, tuple[object, ...]] | None:
        """What all members must have the same of, if that is what is said of every two of them: a
        member, its value, and all values that can be."""
        body, where = e.body, e.sources.where
        if (
            len(e.sources.each) != 2
            or not isinstance(body, tree.Compare)
            or (kind, body.op) not in (("every", "="), ("no", "differs from"))
            or not all(self._is_chosen(source.of) for source in e.sources.each)
            or self._about_set(body)
        ):
            return None
        a, b = (self.writer.local_of(source) for source in e.sources.each)
        if where is not None and not self._tells_apart(where, {a, b}):
            return None
        values = self._values_of(body.left)
        left, right = self.writer.built(body.left), self.writer.built(body.right)
        alike = any(
            key(copied(left, {one: Use(other)})) == key(right) and not _reads(left, other)
            for one, other in ((a, b), (b, a))
        )
        if values is None or not alike:
            return None
        return (a if _reads(left, a) else b), left, values

    def _tells_apart(self, e: tree.Expr, two: set[Local]) -> bool:
        """Whether a condition says no more than that these two are not the same."""
        if not isinstance(e, tree.Compare) or e.op != "differs from":
            return False
        sides = [self.checked.refs.get(side) for side in (e.left, e.right)]
        return {ref.target for ref in sides if ref is not None} == two

    def _values_of(self, e: tree.Expr) -> tuple[object, ...] | None:
        """All values that an expression may have; None if these are many, or not known."""
        t = self.type(e)
        found = values_of(self.writer.world, t.of if isinstance(t, Maybe) else t)
        if found is None or len(found) >= MOST_EACH:
            return None
        return (*found, None) if isinstance(t, Maybe) else tuple(found)

    def _for_each(self, e: tree.Quantified, source: tree.Source, denied: bool) -> list[Case]:
        """What holds for every member of a kind, a range or a list that is known before play: a
        conjunction."""
        local, known = self.writer.local_of(source), self._known_members(source.of)
        parts: list[list[Case]] = []
        for value in known:
            self.build.alias[local] = Const(value)
            part = self._cases_of(e.body, denied)
            if e.sources.where is not None:
                part = self._cases_of(e.sources.where, True) + self._all(
                    [self._cases_of(e.sources.where), part], e
                )
            parts.append([_without_idle(c) for c in part if not _impossible(c)])
        del self.build.alias[local]
        return self._all(parts, e)

    def _known_members(self, e: tree.Expr) -> Sequence[int]:
        """The members of a kind, the players or a short range; few enough to go through."""
        found: Any = None
        t = self.type(e)
        ref = self.checked.refs.get(e) if isinstance(e, tree.Name) else None
        if ref is not None and ref.kind == "members" and isinstance(t, Many):
            found = values_of(self.writer.world, t.of)
        elif isinstance(built := self.writer.built(e), Const):
            found = built.value
        if not isinstance(found, range) and not is_many(found):
            raise CannotPlan(e)
        if not 0 < len(found) <= MOST_EACH:
            raise CannotPlan(e)
        return [one for one in found if isinstance(one, int)]


def _reads(e: Expr, local: Local) -> bool:
    return any(isinstance(n, Use) and n.local is local for n in below(e))


def _impossible(case: Case) -> bool:
    """Whether a case asks what is known never to hold."""
    return any(
        all(map(_is_true, g.tests)) if g.denied else any(map(_is_false, g.tests))
        for g in case.guards
    )


def _without_idle(case: Case) -> Case:
    """A case without what is known to hold."""
    guards = [
        replace(g, tests=tuple(t for t in g.tests if not _is_true(t)))
        for g in case.guards
        if not (g.denied and any(map(_is_false, g.tests)))
    ]
    return replace(case, guards=[g for g in guards if g.tests])


def _is_true(e: Expr) -> bool:
    return isinstance(e, Const) and bool(e.value)


def _is_false(e: Expr) -> bool:
    return isinstance(e, Const) and not e.value
