"""Laws become functions: whether a grid obeys one, the rules of it that one breaks, and the
conditions of its classified rules."""

from __future__ import annotations

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.ir.nodes import Call, Const, Expr, Function, Op, Use
from alarife.ir.statements import Append, Procedure, When
from alarife.ir.walk import free
from alarife.lowering.laws.classification import classify
from alarife.lowering.laws.forms import Instance, Relaxation, argument, instances
from alarife.lowering.laws.read_sets import Known
from alarife.lowering.parts import Part, Parts
from alarife.lowering.writing import conjunction
from alarife.syntax import tree


class LawWriter(Part):
    """Writes laws."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.forms = classify(self.w.checked)

    def all_laws(self) -> None:
        """Write every law of the program."""
        for law in self.w.program.laws.values():
            self._law(law.name)

    def _law(self, name: str) -> None:
        """Whether a grid obeys a law, the rules of it that one breaks, and what is asked of it."""
        rules = self.w.program.rules_of.get(name, [])
        grid = Local("g", UNKNOWN, tree.NOWHERE)
        obeys = {rule: Call(f"rule·{rule}", (Use(grid),)) for rule in rules}
        self.w.finish(Function(f"law·{name}", (grid,), conjunction(list(obeys.values()))))
        law = self.forms[name]
        for form in [rule for one in (law, *law.variants.values()) for rule in one.rules]:
            for part in form.parts:
                written: dict[int, Function] = {}
                for instance in instances(part):
                    self._instance(form.name, instance, written)
            if form.relaxed is not None:
                self._relaxed(form.name, form.relaxed)
        for i, change in enumerate(law.guards):
            self._guard(f"guard·{name}_{i}", change)

        def broken(out: Expr) -> None:
            for rule, test in obeys.items():
                self.w.emit(When(Op("not", (test,)), (Append(Const(rule), out),)))

        with self.w.body() as body:
            self.w.collecting(broken)
        self.w.procedures.append(Procedure(f"broken·{name}", (grid,), tuple(body), pure=True))

    def _guard(self, function: str, change: tree.Change) -> None:
        """The condition of a change, which holds or not whatever lies on the grid."""
        guard = change.guard
        assert guard is not None
        owner = f"rule {change.target}"
        self.w.finish(
            self.parts.functions.function(
                function, owner, [], lambda: self.w.build.expr(guard), change.head
            )
        )

    def _relaxed(self, name: str, relaxed: Relaxation) -> None:
        """What a relaxed rule usually says, and what shows beforehand whether it may be relaxed."""
        rule, owner = self.w.program.rules[name], f"rule {name}"
        relaxed.usual = self.w.names.fresh(f"usual_{name}")
        self.w.finish(self.parts.functions.plain(relaxed.usual, owner, rule, rule.body))
        for change, tests in zip(relaxed.changes, relaxed.tests, strict=True):
            if tests:
                relaxed.functions.append(self._some(f"relaxes_{name}", owner, change, tests))
        for change, others in zip(relaxed.changes, relaxed.others, strict=True):
            relaxed.eased.append(self._some(f"eased_{name}", owner, change, others))

    def _some(self, name: str, owner: str, change: tree.Change, tests: list[tree.Expr]) -> str:
        """Write whether some of these conditions of a change is true; the function's name."""
        test = tests[0] if len(tests) == 1 else tree.Or(parts=tests, at=change.at)
        built = self.parts.functions.function(
            self.w.names.fresh(name),
            owner,
            self.w.checked.params[change],
            lambda: self.w.build.expr(test),
            change.head,
        )
        return self.w.finish(built).name

    def _instance(self, rule: str, instance: Instance, written: dict[int, Function]) -> None:
        """Write the function of one condition of a classified rule; those of one text share it."""
        key = id(instance.body.of) if isinstance(instance.body, tree.Not) else id(instance.body)
        if key not in written:
            body = self.w.build.expr(instance.body)
            if instance.guards:
                guards = conjunction([self.w.build.expr(g) for g in instance.guards])
                body = Op("or", (Op("not", (guards,)), body))
            body = self.w.improved(body)
            made = Function(self.w.names.fresh(f"about_{rule}"), tuple(free(body)), body)
            written[key] = self.w.finish(made)
        instance.function = written[key].name
        params = written[key].params
        instance.args = [argument(instance.env.get(local, Known(None))) for local in params]
