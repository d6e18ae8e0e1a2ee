"""Values, rules, graphs and laws become functions of the IR.

`value·x`, `rule·x`, `graph·x` take `you` if somebody is spoken to below, and their arguments. The
changes of a value are a chain: each asks whether it applies, and what it calls `usual` is the next
one; the last is the value itself, by the type of its first argument where there are several cases.
A law is the conjunction of its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.scope import Local
from alarife.code.symbols import SEPARATOR, declared
from alarife.ir.nodes import (
    Builtin,
    Call,
    Const,
    Expr,
    Function,
    If,
    Use,
)
from alarife.ir.walk import below
from alarife.linking.walk import below as nodes
from alarife.lowering.parts import Part, Parts
from alarife.lowering.values.patterns import pattern_tests, type_test
from alarife.lowering.values.results import Results
from alarife.lowering.writing import conjunction
from alarife.syntax import tree


class FunctionWriter(Part):
    """Writes values and rules, and puts functions in order."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.results = Results(self.w)

    def all_functions(self) -> None:
        """Write every value, rule and graph of the program."""
        made: dict[str, Function] = {}
        for name in self.w.program.values:
            cases = self.w.program.cases(name)
            self._changeable(made, "value", name, lambda f, n=name, c=cases: self._cases(f, n, c))
        for rule in self.w.program.rules.values():
            owner = f"rule {rule.name}"
            self._changeable(
                made, "rule", rule.name,
                lambda f, r=rule, o=owner: [self.plain(f, o, r, r.body)],
            )  # fmt: skip
        for graph in self.w.program.graphs.values():
            made.update((f.name, f) for f in self.parts.graphs.graph(graph))
        self.finish_in_order(made)

    def finish_in_order(self, made: dict[str, Function]) -> None:
        """Put functions through the passes, those first that others call."""
        waiting = dict(made)

        def finish(name: str) -> None:
            f = waiting.pop(name, None)
            if f is None:
                return
            for node in below(f.body):
                if isinstance(node, Call):
                    finish(node.function)
            self.w.owner = declared(name)[1]
            if not self.parts.graphs.kept_by_piece(f):
                self.w.finish(f)
                self.results.finish(self.w.facts.functions[name])

        for name in made:
            finish(name)

    def function(
        self,
        name: str,
        owner: str,
        params: Sequence[Local],
        body: Callable[[], Expr],
        at: tree.Span | None = None,
    ) -> Function:
        """A function with these parameters, and `you` before them if it needs it."""
        outer, self.w.you = self.w.you, self.w.you_of(owner)
        self.w.owner = owner.partition(" ")[2]
        given = (*([self.w.you] if self.w.you else []), *params)
        if name == owner.replace(" ", SEPARATOR, 1):
            self.results.keep(name, owner)
        made = Function(
            name, given, body(), self.w.weights.work_of_call(owner), name in self.w.kept, origin=at
        )
        self.w.you = outer
        return made

    # ----------------------------------------------------------------
    # changes
    def _changeable(
        self,
        made: dict[str, Function],
        what: str,
        name: str,
        original: Callable[[str], list[Function]],
    ) -> None:
        """A value or rule with its changes: `what·name` is the first link of the chain."""
        function, owner = f"{what}·{name}", f"{what} {name}"
        changes = self.w.program.changes.get(name, [])
        last = f"{function}·usual" if changes else function
        for f in (*original(last), *self._chain(function, owner, changes, last)):
            made[f.name] = f

    def _chain(
        self, function: str, owner: str, changes: Sequence[tree.Change], last: str
    ) -> list[Function]:
        links = [function, *(f"{function}·after_{i}" for i in range(1, len(changes))), last]
        return [
            f
            for i, change in enumerate(changes)
            for f in self._link(links[i], owner, change, links[i + 1])
        ]

    def _link(
        self, function: str, owner: str, change: tree.Change, following: str
    ) -> list[Function]:
        """One change: if it applies its body, else what follows."""
        params = self.w.checked.params[change]
        changed = f"change·{change.name}" if change.name else f"{function}·body"
        further = self.w.program.changes.get(change.name, []) if change.name else []
        body = f"{function}·body" if further else changed
        found = [self._body_of_change(body, owner, change, following)]
        found += self._chain(changed, owner, further, body)

        def link() -> Expr:
            tests = pattern_tests(self.w, change, params)
            if change.guard:
                tests.append(self.w.build.expr(change.guard))
            applies, passed = self._passed(changed, params), self._passed(following, params)
            return If(conjunction(tests), applies, passed) if tests else applies

        return [*found, self.function(function, owner, params, link, change.head)]

    def _passed(self, function: str, params: Sequence[Local]) -> Expr:
        """A call with the arguments that came in."""
        you = [self.w.build.spoken_to()] if self.w.you is not None else []
        return Call(function, (*you, *(Use(p) for p in params)))

    def _body_of_change(
        self, function: str, owner: str, change: tree.Change, following: str
    ) -> Function:
        params = self.w.checked.params[change]

        def body() -> Expr:
            before = self.w.build.usual
            self.w.build.usual = lambda: self._passed(following, params)
            wanted = self.w.checked.results.get(owner)
            found = (
                self.w.build.expr(change.body)
                if wanted is None
                else self.w.build.as_type(change.body, wanted)
            )
            if change.guard and any(isinstance(n, tree.IsSome) for n in nodes([change.guard])):
                # the guard binds names that the body uses: it is asked again
                found = If(self.w.build.expr(change.guard), found, self.w.build.usual())
            self.w.build.usual = before
            return found

        return self.function(function, owner, params, body, change.head)

    # ----------------------------------------------------------------
    # bodies
    def plain(self, function: str, owner: str, decl: tree.Decl, body: tree.Expr) -> Function:
        """The function of a value or rule with one body."""

        def built() -> Expr:
            wanted = self.w.checked.results.get(owner)
            return self.w.build.expr(body) if wanted is None else self.w.build.as_type(body, wanted)

        return self.function(function, owner, self.w.checked.params[decl], built, decl.head)

    def _cases(self, last: str, name: str, cases: list[tree.Value]) -> list[Function]:
        """The cases of a value, and the choice among them by the type of the first argument."""
        owner = f"value {name}"
        if len(cases) == 1:
            return [self.plain(last, owner, cases[0], cases[0].body)]
        found = [self.plain(f"{last}·{i}", owner, c, c.body) for i, c in enumerate(cases)]
        params = self.w.checked.params[cases[0]]

        def choice() -> Expr:
            chosen: Expr = Builtin("no_case", (Const(self.w.rule_number(name)),))
            for i, case in reversed(list(enumerate(cases))):
                test = type_test(self.w, self.w.checked.params[case][0].type, Use(params[0]))
                chosen = If(test, self._passed(f"{last}·{i}", params), chosen)
            return chosen

        return [*found, self.function(last, owner, params, choice)]
