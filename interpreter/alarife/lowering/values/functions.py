"""Values, rules, graphs and laws become functions of the IR.

`value_x`, `rule_x`, `graph_x` take `you` if somebody is spoken to below, and their arguments. The
changes of a value are a chain: each asks whether it applies, and what it calls `usual` is the next
one; the last is the value itself, by the type of its first argument where there are several cases.
A law is the conjunction of its rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from alarife.checking.scope import Checked, Local
from alarife.checking.types import PLAYER, UNKNOWN, KindOf, Pieces, Seat, Type
from alarife.ir.functions import may_fault
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Function,
    If,
    Let,
    Op,
    Over,
    Tuple,
    Use,
    Where,
)
from alarife.ir.statements import Append, Procedure, Return, When
from alarife.ir.walk import below, free
from alarife.lowering.laws.by_piece import by_piece
from alarife.lowering.laws.classification import classify
from alarife.lowering.laws.forms import Instance, argument, instances
from alarife.lowering.laws.keeping import GraphForm, Keeping
from alarife.lowering.laws.offsets import Known
from alarife.lowering.layout import lay_out
from alarife.lowering.reading import Purity, nodes
from alarife.lowering.writing import Writer
from alarife.syntax import tree

MOST_WORK_AT_LOADING = 2_000
"""Values that take more work are not put in a table before anybody asks for them."""


class FunctionWriter(Writer):
    """Writes what has a value."""

    def __init__(self, checked: Checked, without: frozenset[str] = frozenset()) -> None:
        super().__init__(checked, lay_out(checked.world), without)
        self.reading = Purity(checked)
        self.law_forms = classify(checked)
        self.keeping = Keeping(checked, self.reading, self.layout)
        self.graph_forms: dict[str, GraphForm] = {}
        self.rule_numbers: dict[str, int] = {}
        self.keepers: dict[str, str] = {}
        """By function the line that lets its results be kept."""
        self.aliases: list[str] = []
        """What comes after all functions: their other names, and tables of them."""

    def all_functions(self) -> None:
        """Write every value, rule, graph and law of the program."""
        made: dict[str, Function] = {}
        for name, cases in self.program.values.items():
            self._changeable(made, "value", name, lambda f, n=name, c=cases: self._cases(f, n, c))
        for rule in self.program.rules.values():
            owner = f"rule {rule.name}"
            self._changeable(
                made, "rule", rule.name,
                lambda f, r=rule, o=owner: [self._plain(f, o, r, r.body)],
            )  # fmt: skip
        for graph in self.program.graphs.values():
            made.update((f.name, f) for f in self._graph(graph))
        self.finish_in_order(made)
        for law in self.program.laws.values():
            self._law(law.name)

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
            if name.startswith("graph·") and self._kept_by_piece(f):
                return
            self.finish(f)
            if name in self.keepers:
                self.tabulated(self.facts.functions[name])
                self.functions.append(self.keepers[name])

        for name in made:
            finish(name)

    def define(
        self, function: str, owner: str, params: Sequence[Local], write: Callable[[], None]
    ) -> None:
        """Make a procedure with these parameters, and `you` before them if it needs it."""
        outer, self.you = self.you, self._you_of(owner)
        given = (*([self.you] if self.you else []), *params)
        with self.body() as body:
            write()
        self.procedures.append(Procedure(function, given, tuple(body)))
        self.you = outer

    def _you_of(self, owner: str) -> Local | None:
        return Local("you", PLAYER, tree.NOWHERE) if owner in self.checked.you else None

    def _function(
        self,
        name: str,
        owner: str,
        params: Sequence[Local],
        body: Callable[[], Expr],
        at: tree.Span | None = None,
    ) -> Function:
        """A function with these parameters, and `you` before them if it needs it."""
        outer, self.you = self.you, self._you_of(owner)
        given = (*([self.you] if self.you else []), *params)
        if name == owner.replace(" ", "·", 1):
            self._keep(name, owner)
        made = Function(
            name, given, body(), self.weights.work_of_call(owner), name in self.keepers, origin=at
        )
        self.you = outer
        return made

    def _keep(self, function: str, owner: str) -> None:
        """Keep results: on the grid they are about, where the text shows that they depend on
        nothing else; or as long as the slots they read hold the same objects."""
        if self.reading.keeps_on_grid(owner):
            self.keepers[function] = f"{function} = memo({function}, {self.rule_number(owner)})"
        elif "inline" in self.without or owner.startswith("graph"):
            return
        elif self.keeping.kept_by_args(owner):
            self.keepers[function] = f"{function} = by_args({function})"
        else:
            slots = self.keeping.kept_by_slots(owner)
            if slots is not None:
                self.keepers[function] = f"{function} = by_slots({function}, {slots})"

    def tabulated(self, f: Function) -> None:
        """Put the values of a function that looks at one argument alone, of few values, in a table
        when a game is loaded."""
        line = f"{f.name} = by_args({f.name})"
        if len(f.params) != 1 or self.keepers.get(f.name) != line or may_fault(f.body):
            return
        work = f.counted + sum(n.counted for n in below(f.body) if isinstance(n, Bind))
        if work > MOST_WORK_AT_LOADING:
            return
        match f.params[0].type:
            case Seat():
                count = self.world.parties if self.world.parties == self.world.players else 0
            case KindOf(name=kind):
                count = len(self.world.kinds[kind].names)
            case _:
                count = 0
        safe = all(
            not isinstance(n, Call) or n.function in self.facts.tables for n in below(f.body)
        )
        if count and safe:
            table = f"TABLE·{f.name}"
            self.facts.tables[f.name] = table
            values = f"{table} = tuple([{f.name}(None, n) for n in range({count})])"
            self.keepers[f.name] = f"{line}\n{values}"

    def light(self, f: Function) -> Function:
        """See `Writer`; what is kept on a grid stays."""
        kept = f.kept
        if " = by_" in self.keepers.get(f.name, ""):
            del self.keepers[f.name]
            kept = False
        return replace(f, counted=0, kept=kept)

    # ----------------------------------------------------------------
    # changes
    def _changeable(
        self,
        made: dict[str, Function],
        what: str,
        name: str,
        original: Callable[[str], list[Function]],
    ) -> None:
        """A value or rule with its changes: `what_name` is the first link of the chain."""
        function, owner = f"{what}·{name}", f"{what} {name}"
        changes = self.program.changes.get(name, [])
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
        params = self.checked.params[change]
        changed = f"change·{change.name}" if change.name else f"{function}·body"
        further = self.program.changes.get(change.name, []) if change.name else []
        body = f"{function}·body" if further else changed
        found = [self._body_of_change(body, owner, change, following)]
        found += self._chain(changed, owner, further, body)

        def link() -> Expr:
            tests = self.pattern_tests(change, params)
            if change.guard:
                tests.append(self.build.expr(change.guard))
            applies, passed = self._passed(changed, params), self._passed(following, params)
            return If(conjunction(tests), applies, passed) if tests else applies

        return [*found, self._function(function, owner, params, link, change.head)]

    def _passed(self, function: str, params: Sequence[Local]) -> Expr:
        """A call with the arguments that came in."""
        you = [self.build.spoken_to()] if self.you is not None else []
        return Call(function, (*you, *(Use(p) for p in params)))

    def _body_of_change(
        self, function: str, owner: str, change: tree.Change, following: str
    ) -> Function:
        params = self.checked.params[change]

        def body() -> Expr:
            before = self.build.usual
            self.build.usual = lambda: self._passed(following, params)
            wanted = self.checked.results.get(owner)
            found = (
                self.build.expr(change.body)
                if wanted is None
                else self.build.as_type(change.body, wanted)
            )
            if change.guard and any(isinstance(n, tree.IsSome) for n in nodes([change.guard])):
                # the guard binds names that the body uses: it is asked again
                found = If(self.build.expr(change.guard), found, self.build.usual())
            self.build.usual = before
            return found

        return self._function(function, owner, params, body, change.head)

    def pattern_tests(self, decl: tree.Change | tree.Hook, params: Sequence[Local]) -> list[Expr]:
        """The conditions under which the types written in a pattern suit the arguments."""
        tests: list[Expr] = []
        for local, written, wanted in zip(
            params, self.checked.pattern_types.get(decl, []), self._wanted(decl), strict=False
        ):
            if written is None or written == wanted:
                continue
            test = self._type_test(written, self.build.use(local))
            if not isinstance(test, Const):
                tests.append(test)
        return tests

    def _type_test(self, t: Type, of: Expr) -> Expr:
        if isinstance(t, Pieces):
            return self.build.type_test(t.names, of)
        if isinstance(t, Seat) and t.who != "Party":
            return self.build.seat_test(t.who, of)
        return Const(True)

    def _wanted(self, decl: tree.Change | tree.Hook) -> Sequence[Type]:
        signatures = self.checked.signatures
        if isinstance(decl, tree.Hook):
            return signatures.get(f"step {decl.name}", [])
        root = self.program.root_of(decl)
        return signatures.get(f"value {root}") or signatures.get(f"rule {root}", [])

    # ----------------------------------------------------------------
    # bodies
    def _plain(self, function: str, owner: str, decl: tree.Decl, body: tree.Expr) -> Function:
        def built() -> Expr:
            wanted = self.checked.results.get(owner)
            return self.build.expr(body) if wanted is None else self.build.as_type(body, wanted)

        return self._function(function, owner, self.checked.params[decl], built, decl.head)

    def _cases(self, last: str, name: str, cases: list[tree.Value]) -> list[Function]:
        """The cases of a value, and the choice among them by the type of the first argument."""
        owner = f"value {name}"
        if len(cases) == 1:
            return [self._plain(last, owner, cases[0], cases[0].body)]
        found = [self._plain(f"{last}·{i}", owner, c, c.body) for i, c in enumerate(cases)]
        params = self.checked.params[cases[0]]

        def choice() -> Expr:
            chosen: Expr = Builtin("no_case", (Const(self.rule_number(name)),))
            for i, case in reversed(list(enumerate(cases))):
                test = self._type_test(self.checked.params[case][0].type, Use(params[0]))
                chosen = If(test, self._passed(f"{last}·{i}", params), chosen)
            return chosen

        return [*found, self._function(last, owner, params, choice)]

    def rule_number(self, name: str) -> int:
        """The number under which the log and faults know a declaration."""
        return self.rule_numbers.setdefault(name, len(self.rule_numbers))

    def _graph(self, graph: tree.Graph) -> list[Function]:
        """A graph: kept and renewed near changes, kept by the slots it reads, or built anew each
        time it is asked for; see `keeping`."""
        owner, function = f"graph {graph.name}", f"graph·{graph.name}"
        form = self.graph_forms[graph.name] = self.keeping.graph_form(graph)
        params = self.checked.params[graph]
        if form.kept:
            return self._kept_graph(graph, form, params)

        def network() -> Expr:
            links = Over("bag", self.build.clauses(graph.sources), self._link_of(graph))
            return Builtin("network", (links, Const(graph.directed)))

        made = self._function(function, owner, params, network, graph.head)
        slots = self.keeping.graph_slots(owner)
        if not made.kept and slots is not None:
            self.keepers[function] = f"{function} = by_slots({function}, {slots})"
            made = replace(made, kept=True)
        return [made]

    def _kept_by_piece(self, f: Function) -> bool:
        """Keep a graph by what lies on each cell, if that is all its links follow from."""
        form = None
        if " = by_slots(" in self.keepers.get(f.name, ""):
            form = by_piece(replace(f, body=self.improved(f.body)), self.facts.functions)
        if form is None:
            return False
        for part in (form.links, form.grid):
            self.finish(part)
        self.facts.functions[f.name] = f
        faces = [(self.layout.faces[n], self.world.pieces[n].first) for n in form.faces]
        self.functions.append(
            f"{f.name} = kept_by_piece({form.links.name}, {form.grid.name}, {tuple(faces)},"
            f" {form.directed})"
        )
        return True

    def _link_of(self, graph: tree.Graph) -> Expr:
        return Tuple((self.build.expr(graph.a), self.build.expr(graph.b)))

    def _kept_graph(
        self, graph: tree.Graph, form: GraphForm, params: list[Local]
    ) -> list[Function]:
        """The links of one centre as a function, and the grid they are derived from."""
        owner, function = f"graph {graph.name}", f"graph·{graph.name}"
        first, *others = graph.sources.each
        centre = self.local_of(first)

        def links() -> Expr:
            clauses: list[Clause] = []
            for level in form.levels:
                clauses += [Let(local, self.build.expr(arg)) for local, arg in level.params]
                clauses.append(Let(level.local, Use(centre)))
                if level.where is not None:
                    clauses.append(Where(self.build.expr(level.where)))
            inner = tree.Sources(others, graph.sources.where, at=graph.at)
            return Over("bag", (*clauses, *self.build.clauses(inner)), self._link_of(graph))

        def grid() -> Expr:
            at = form.grid
            assert at is not None
            return Use(at) if isinstance(at, Local) else self.build.expr(at)

        self.aliases.append(
            f"{function} = kept_graph({self.rule_number(graph.name)}, {function}·links,"
            f" {function}·grid, {form.offsets}, {graph.directed})"
        )
        return [
            self._function(f"{function}·links", owner, [centre, *params], links, graph.head),
            self._function(f"{function}·grid", owner, params, grid, graph.head),
        ]

    def _law(self, name: str) -> None:
        """Whether a grid obeys a law, the rules of it that one breaks, and what is asked of it."""
        rules = self.program.rules_of.get(name, [])
        grid = Local("g", UNKNOWN, tree.NOWHERE)
        obeys = {rule: Call(f"rule·{rule}", (Use(grid),)) for rule in rules}
        self.finish(Function(f"law·{name}", (grid,), conjunction(list(obeys.values()))))
        law = self.law_forms[name]
        for form in [rule for one in (law, *law.variants.values()) for rule in one.rules]:
            for part in form.parts:
                written: dict[int, Function] = {}
                for instance in instances(part):
                    self._instance(form.name, instance, written)
        for i, change in enumerate(law.guards):
            self._guard(f"guard·{name}_{i}", change)

        def broken(out: Expr) -> None:
            for rule, test in obeys.items():
                self.emit(When(Op("not", (test,)), (Append(Const(rule), out),)))

        with self.body() as body:
            self.collecting(broken)
        self.procedures.append(Procedure(f"broken·{name}", (grid,), tuple(body), pure=True))

    def collecting(self, write: Callable[[Expr], None]) -> None:
        """Statements that begin a list, add to it, and give it back."""
        found = Local("out", UNKNOWN, tree.NOWHERE)
        self.let(found, Builtin("new_list", ()))
        write(Use(found))
        self.emit(Return(Use(found)))

    def _guard(self, function: str, change: tree.Change) -> None:
        """The condition of a change, which holds or not whatever lies on the grid."""
        guard = change.guard
        assert guard is not None
        owner = f"rule {change.target}"
        self.finish(
            self._function(function, owner, [], lambda: self.build.expr(guard), change.head)
        )

    def _instance(self, rule: str, instance: Instance, written: dict[int, Function]) -> None:
        """Write the function of one condition of a classified rule; those of one text share it."""
        key = id(instance.body.of) if isinstance(instance.body, tree.Not) else id(instance.body)
        if key not in written:
            body = self.build.expr(instance.body)
            if instance.guards:
                guards = conjunction([self.build.expr(g) for g in instance.guards])
                body = Op("or", (Op("not", (guards,)), body))
            body = self.improved(body)
            made = Function(self.names.fresh(f"about_{rule}"), tuple(free(body)), body)
            written[key] = self.finish(made)
        instance.function = written[key].name
        params = written[key].params
        instance.args = [argument(instance.env.get(local, Known(None))) for local in params]


def conjunction(tests: Sequence[Expr]) -> Expr:
    """All of these; yes for none."""
    if not tests:
        return Const(True)
    return tests[0] if len(tests) == 1 else Op("and", tuple(tests))
