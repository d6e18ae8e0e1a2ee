"""The types of parameters and results of everything that is called by name."""

from __future__ import annotations

from alarife.checking.build.draft import WorldDraft
from alarife.checking.describe import describe
from alarife.checking.scope import Checked
from alarife.checking.types import TRUTH, UNKNOWN, Type, alike, join
from alarife.diagnostics import Label, Report
from alarife.linking.program import Program
from alarife.syntax import tree


class Signatures:
    """Finds the signatures of a program, and notes them in `checked`."""

    def __init__(self, checked: Checked, report: Report, draft: WorldDraft) -> None:
        self.checked, self.report, self.draft = checked, report, draft
        self.program: Program = checked.program

    def find(self) -> None:
        """Parameters and results of everything that is called by name."""
        self._value_signatures()
        p, signatures = self.program, self.checked.signatures
        for law in p.laws.values():
            signatures[f"law {law.name}"] = self._types(law.params)
        for rule in p.rules.values():
            signatures[f"rule {rule.name}"] = (
                signatures.get(f"law {rule.law}", []) if rule.law else self._types(rule.params)
            )
            self.checked.results[f"rule {rule.name}"] = TRUTH
        for what, space in (
            ("graph", p.graphs),
            ("moment", p.moments),
            ("step", p.steps),
            ("menu", p.menus),
        ):
            for decl in space.values():
                signatures[f"{what} {decl.name}"] = self._types(decl.params)
        for action in p.actions.values():
            signatures[f"action {action.name}"] = signatures.get(f"menu {action.menu}", [])
        for label, decl in p.labels.items():
            if isinstance(decl, tree.Hook):
                signatures[f"step {label}"] = self._target_signature(decl)

    def _types(self, params: list[tree.Field]) -> list[Type]:
        return [self.draft.type_of(f.type) for f in params]

    def _value_signatures(self) -> None:
        """The types of parameters and results of values, joined over their cases."""
        for name, cases in self.program.values.items():
            columns = [self._types(case.params) for case in cases]
            if len({len(c) for c in columns}) > 1:
                self.report.error(
                    "E0366",
                    f"The cases of `{name}` have different numbers of parameters.",
                    *(Label(c.head) for c in cases),
                    hint=(
                        "Give all of them the same parameters; the type of the first tells them"
                        " apart."
                    ),
                )
            self.checked.signatures[f"value {name}"] = [
                join(column) for column in zip(*columns, strict=False)
            ]
            self.checked.results[f"value {name}"] = self._result(name, cases)

    def _result(self, name: str, cases: list[tree.Value]) -> Type:
        """What a value gives, by all of its cases."""
        results = [self.draft.type_of(case.type) for case in cases]
        for case, t in zip(cases, results, strict=True):
            if not alike(results[0], t):
                self.report.error(
                    "E0360",
                    f"The cases of `{name}` give different things.",
                    Label(case.type.at, f"this is {self._said(t)}"),
                    Label(cases[0].type.at, f"this is {self._said(results[0])}"),
                    hint="Let all of them give the same, or make two values of it.",
                )
                return UNKNOWN
        return join(results)

    def _target_signature(self, hook: tree.Hook) -> list[Type]:
        target = self.program.root_of(hook)
        for what in ("step", "moment"):
            if f"{what} {target}" in self.checked.signatures and (
                what == "moment" or target in self.program.steps
            ):
                return self.checked.signatures[f"{what} {target}"]
        label = self.program.labels.get(target)
        if isinstance(label, tree.Whenever):
            place = self.checked.world.places.get(label.place)
            domains = place.domains if place else []
            return [
                self.draft.type_of(label.type),
                *(d.type for d in domains[: len(label.place_keys)]),
            ]
        return []

    def _said(self, t: Type) -> str:
        return describe(t, self.checked.world.type_names)
