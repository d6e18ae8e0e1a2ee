"""Values, rules, graphs and laws become Python functions.

`value_x`, `rule_x`, `graph_x` take the state, `you` if somebody is spoken to below, and their
arguments. The changes of a value are a chain: each asks whether it applies, and what it calls
`usual` is the next one; the last is the value itself, by the type of its first argument where there
are several cases. A law is the conjunction of its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.scope import Local
from alarife.checking.types import Many, Pieces, Seat, Type
from alarife.lowering.classify_forms import Instance, LawForm, argument, instances
from alarife.lowering.classify_reads import Known
from alarife.lowering.context import Context
from alarife.lowering.expressions import ExpressionWriter
from alarife.lowering.keeping import GraphForm, Keeping
from alarife.lowering.located import bare
from alarife.lowering.reading import Reading, nodes
from alarife.syntax import tree


class FunctionWriter(ExpressionWriter):
    """Writes what has a value."""

    reading: Reading
    rule_numbers: dict[str, int]
    law_forms: dict[str, LawForm]
    keeping: Keeping
    graph_forms: dict[str, GraphForm]

    def all_functions(self) -> None:
        """Write every value, rule, graph and law of the program."""
        for name, cases in self.program.values.items():
            self._changeable("value", name, lambda name=name, cases=cases: self._cases(name, cases))
        for rule in self.program.rules.values():
            self._changeable(
                "rule",
                rule.name,
                lambda rule=rule: self._plain(
                    f"rule_{rule.name}__usual", f"rule {rule.name}", rule, rule.body
                ),
            )
        for graph in self.program.graphs.values():
            self._graph(graph)
        for law in self.program.laws.values():
            self._law(law.name)

    def define(
        self, function: str, owner: str, params: Sequence[Local], write: Callable[[], None]
    ) -> None:
        """Write a function with these parameters, and `you` before them if it needs it."""
        outer, outer_you = self.cx, self.you
        self.cx = Context(pure=owner.split(maxsplit=1)[0] in ("value", "rule", "graph"))
        self.you = (
            Local("you", Seat("Player"), params[0].at if params else tree.Span("", 0, 0, 0, 0))
            if owner in self.checked.you
            else None
        )
        given = [*([self.you] if self.you else []), *params]
        names = [self.bound(local) for local in given]
        if self.weights.is_heavy(owner):
            self.cx.line("spend()")
        write()
        self.functions.append(f"def {function}({', '.join(['s', *names])}):\n{self.cx.text()}")
        self.cx, self.you = outer, outer_you

    # ----------------------------------------------------------------
    # changes
    def _changeable(self, what: str, name: str, original: Callable[[], None]) -> None:
        """A value or rule with its changes: `what_name` is the first link of the chain."""
        original()
        self._chain(f"{what}_{name}", f"{what} {name}", name, f"{what}_{name}__usual")
        self._remember(f"{what}_{name}", f"{what} {name}")

    def _remember(self, function: str, owner: str) -> None:
        """Keep results: on the grid they are about, where the text shows that they depend on
        nothing else; or as long as the slots they read hold the same objects."""
        if self.reading.keeps_on_grid(owner):
            self.functions.append(f"{function} = memo({function}, {self.rule_number(owner)})")
        elif self.inlining.on and (slots := self.keeping.kept_by_slots(owner)) is not None:
            self.functions.append(f"{function} = by_slots({function}, {slots})")

    def _chain(self, function: str, owner: str, target: str, last: str) -> None:
        changes = self.program.changes.get(target, [])
        links = [function, *(f"{function}__after_{i}" for i in range(1, len(changes) + 1))]
        links[-1] = last if changes else function
        if not changes:
            self.functions.append(f"{function} = {last}")
            return
        for i, change in reversed(list(enumerate(changes))):
            following = links[i + 1] if i + 1 < len(changes) else last
            self._link(links[i], owner, change, following)

    def _link(self, function: str, owner: str, change: tree.Change, following: str) -> None:
        """One change: if it applies its body, else what follows."""
        params = self.checked.params[change]
        body = f"{function}__body"
        changed = f"change_{change.name}" if change.name else body
        self._body_of_change(
            body if change.name in self.program.changes else changed, owner, change, following
        )
        if change.name and change.name in self.program.changes:
            self._chain(changed, owner, change.name, body)

        def write() -> None:
            tests = self.pattern_tests(change, params)
            if change.guard:
                tests.append(self.code(change.guard))
            args = [self.read(p) for p in params]
            if tests:
                self.cx.line(f"if {' and '.join(tests)}:")
                self.cx.line(f"    return {self.call(changed, owner, args)}")
                self.cx.line(f"return {self.call(following, owner, args)}")
            else:
                self.cx.line(f"return {self.call(changed, owner, args)}")

        self.define(function, owner, params, write)

    def _body_of_change(
        self, function: str, owner: str, change: tree.Change, following: str
    ) -> None:
        params = self.checked.params[change]

        def write() -> None:
            self.usual = lambda: self.call(following, owner, [self.read(p) for p in params])
            if change.guard:
                self._rebind(change.guard)
            self.returning(change.body)
            self.usual = None

        self.define(function, owner, params, write)

    def _rebind(self, guard: tree.Expr) -> None:
        """A guard may bind names that the body reads: ask it again there."""
        if any(isinstance(node, tree.IsSome) for node in nodes([guard])):
            self.cx.line(self.code(guard))

    def pattern_tests(self, decl: tree.Change | tree.Hook, params: Sequence[Local]) -> list[str]:
        """The conditions under which the types written in a pattern suit the arguments."""
        owner = self._wanted(decl)
        tests: list[str] = []
        for local, written, wanted in zip(
            params, self.checked.pattern_types.get(decl, []), owner, strict=False
        ):
            if written is None or written == wanted:
                continue
            if isinstance(written, Pieces):
                tests.append(self.type_test(written.names, self.read(local)))
            elif isinstance(written, Seat) and written.who != "Party":
                tests.append(
                    f"({self.read(local)} {'<' if written.who == 'Player' else '>='}"
                    f" {self.world.players})"
                )
        return tests

    def _wanted(self, decl: tree.Change | tree.Hook) -> Sequence[Type]:
        signatures = self.checked.signatures
        if isinstance(decl, tree.Hook):
            return signatures.get(f"step {decl.name}", [])
        root = self.program.root_of(decl)
        return signatures.get(f"value {root}") or signatures.get(f"rule {root}", [])

    # ----------------------------------------------------------------
    # bodies
    def _plain(self, function: str, owner: str, decl: tree.Decl, body: tree.Expr) -> None:
        def write() -> None:
            if self._is_list_for_set(owner, body):
                self.cx.line(f"return as_set({self.code(body)})")
            else:
                self.returning(body)

        self.define(function, owner, self.checked.params[decl], write)

    def _is_list_for_set(self, owner: str, body: tree.Expr) -> bool:
        """Whether a value declared as a set is worked out as a list: each member counts once, in
        the order of sets."""
        if isinstance(body, tree.Those) and isinstance(bare(body.sources.each[0].of), tree.RangeOf):
            return False
        wanted, given = self.checked.results.get(owner), self.type(body)
        return (
            isinstance(wanted, Many)
            and wanted.how == "set"
            and isinstance(given, Many)
            and given.how == "list"
        )

    def _cases(self, name: str, cases: list[tree.Value]) -> None:
        """The cases of a value, and the choice among them by the type of the first argument."""
        owner, last = f"value {name}", f"value_{name}__usual"
        if len(cases) == 1:
            self._plain(last, owner, cases[0], cases[0].body)
            return
        for i, case in enumerate(cases):
            self._plain(f"{last}_{i}", owner, case, case.body)
        params = self.checked.params[cases[0]]

        def write() -> None:
            args = [self.read(p) for p in params]
            for i, case in enumerate(cases):
                t = self.checked.params[case][0].type
                test = (
                    self.type_test(t.names, args[0])
                    if isinstance(t, Pieces)
                    else self._seat_test(t, args[0])
                )
                self.cx.line(f"if {test}:")
                self.cx.line(f"    return {self.call(f'{last}_{i}', owner, args)}")
            self.cx.line(f"return no_case({self.rule_number(name)})")

        self.define(last, owner, params, write)

    def _seat_test(self, t: Type, code: str) -> str:
        if isinstance(t, Seat) and t.who == "Player":
            return f"{code} < {self.world.players}"
        if isinstance(t, Seat) and t.who == "Neutral":
            return f"{code} >= {self.world.players}"
        return "True"

    def rule_number(self, name: str) -> int:
        """The number under which the log and faults know a declaration."""
        return self.rule_numbers.setdefault(name, len(self.rule_numbers))

    def _graph(self, graph: tree.Graph) -> None:
        """A graph: kept and renewed near changes, kept by the slots it reads, or built anew each
        time it is asked for; see `keeping`."""
        owner, function = f"graph {graph.name}", f"graph_{graph.name}"
        form = self.graph_forms[graph.name] = self.keeping.graph_form(graph)
        params = self.checked.params[graph]
        if form.kept:
            self._kept_graph(graph, form, params)
            return

        def write() -> None:
            self.cx.line("out = []")
            self.loop(graph.sources, self._link_of(graph), ordered=False)
            self.cx.line(f"return network(out, {graph.directed})")

        self.define(function, owner, params, write)
        slots = self.keeping.graph_slots(owner)
        if self.reading.keeps_on_grid(owner):
            self._remember(function, owner)
        elif slots is not None:
            self.functions.append(f"{function} = by_slots({function}, {slots})")

    def _link_of(self, graph: tree.Graph) -> Callable[[], None]:
        return lambda: self.cx.line(f"out.append(({self.code(graph.a)}, {self.code(graph.b)}))")

    def _kept_graph(self, graph: tree.Graph, form: GraphForm, params: list[Local]) -> None:
        """The links of one centre as a function, and the grid they are derived from."""
        owner, function = f"graph {graph.name}", f"graph_{graph.name}"
        first, *others = graph.sources.each
        centre = self.local_of(first)

        def links() -> None:
            for level in form.levels:
                for local, arg in level.params:
                    self.cx.line(f"{self.bound(local)} = {self.code(arg)}")
                self.cx.line(f"{self.bound(level.local)} = {self.read(centre)}")
                if level.where is not None:
                    self.cx.line(f"if not {self.code(level.where)}:")
                    self.cx.line("    return ()")
            self.cx.line("out = []")
            inner = tree.Sources(others, graph.sources.where, at=graph.at)
            self.loop(inner, self._link_of(graph), ordered=False)
            self.cx.line("return tuple(out)")

        def grid() -> None:
            at = form.grid
            assert at is not None
            self.cx.line(f"return {self.read(at) if isinstance(at, Local) else self.code(at)}")

        self.define(f"{function}__links", owner, [centre, *params], links)
        self.define(f"{function}__grid", owner, params, grid)
        number = self.rule_number(graph.name)
        self.functions.append(
            f"{function} = kept_graph({number}, {function}__links, {function}__grid,"
            f" {form.offsets}, {graph.directed})"
        )

    def _law(self, name: str) -> None:
        rules = self.program.rules_of.get(name, [])
        checks = " and ".join(f"rule_{r}(s, g)" for r in rules) or "True"
        self.functions.append(f"def law_{name}(s, g):\n    return {checks}")
        for form in self.law_forms[name].rules:
            for part in form.parts:
                written: dict[int, tuple[str, list[Local]]] = {}
                for instance in instances(part):
                    self._instance(form.name, instance, written)
        names = "\n".join(f"    if not rule_{r}(s, g):\n        out.append({r!r})" for r in rules)
        self.functions.append(f"def broken_{name}(s, g):\n    out = []\n{names}\n    return out")

    def _instance(
        self, rule: str, instance: Instance, written: dict[int, tuple[str, list[Local]]]
    ) -> None:
        """Write the function of one condition of a classified rule; those of one text share it."""

        def write() -> None:
            guards = [self.code(g) for g in instance.guards]
            body = self.code(instance.body)
            self.cx.line(
                f"return not ({' and '.join(guards)}) or {body}" if guards else f"return {body}"
            )

        key = id(instance.body.of) if isinstance(instance.body, tree.Not) else id(instance.body)
        if key not in written:
            written[key] = self.apart(f"about_{rule}", write)
        instance.function, used = written[key]
        instance.args = [argument(instance.env.get(local, Known(None))) for local in used]
