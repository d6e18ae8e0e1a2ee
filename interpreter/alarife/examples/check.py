"""Checks examples: names, types, drawings, what is run and what is expected. Nothing is run here.

In: a checked program. Out: diagnostics, and for each example what its names mean (`Checkup`): the
cells that its drawings name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from alarife.checking.inference.expressions import ExpressionChecker
from alarife.checking.scope import Checked, Local, Ref, Scope
from alarife.checking.types import (
    Many,
    Maybe,
    Pieces,
    Tie,
    Type,
    Unknown,
    comparable,
    member_of,
    set_of,
)
from alarife.checking.world import PLAYER_NAMES, PieceInfo
from alarife.diagnostics import Label, Report
from alarife.examples.check_given import check_given, drawing_given
from alarife.examples.drawing import Drawing
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree

OWNER = "example"


@dataclass(slots=True)
class Checkup:
    """What checking an example found: the cells that drawings name, and the drawings."""

    spots: dict[str, Local] = field(default_factory=dict)
    drawings: dict[tree.GivenMap, Drawing] = field(default_factory=dict)


def check_examples(checked: Checked, report: Report) -> None:
    """Check all examples of a program."""
    checker = ExampleChecker(checked, report)
    for example in checked.program.examples:
        checker.example(example)


class ExampleChecker(ExpressionChecker):
    """Checks examples over a program that has been checked without errors."""

    def __init__(self, checked: Checked, report: Report) -> None:
        super().__init__(checked, report)
        self.owner = OWNER
        self.played = False
        self.plain: dict[tree.Node, PieceInfo] = {}
        self.supposed: list[tree.Expr] = []
        """What the `given`s of the example have spoken of so far."""

    def example(self, example: tree.Example) -> Checkup:
        """Check one example."""
        found = Checkup()
        self.supposed = []
        scope = Scope(example=True)
        for given in example.given:
            if isinstance(given, tree.GivenMap):
                scope = drawing_given(self, given, found, scope)
        self.played = any(isinstance(step, tree.When) for step in example.steps)
        for given in example.given:
            if isinstance(given, tree.Given):
                check_given(self, given.condition, scope)
        before: tree.When | None = None
        for step in example.steps:
            if isinstance(step, tree.When):
                self._when(step, before, scope)
                before = step
            elif step.condition is not None:
                self._silently(step.condition, scope)
            else:
                self._refused(step)
        return found

    def infer(self, e: tree.Expr, scope: Scope, expect: Type | None = None) -> Type:
        """The type of an expression; in a list, the name of a type of pieces without fields is one
        of them: `[Seed, Seed]`."""
        if isinstance(e, tree.Several):
            for item in e.items:
                if (
                    isinstance(item, tree.Name)
                    and item.id in self.world.pieces
                    and self.world.pieces[item.id].optional_from == 0
                ):
                    self.plain[item] = self.world.pieces[item.id]
        if isinstance(e, tree.Name) and e in self.plain:
            self.checked.refs[e] = Ref("piece", self.plain[e])
            self.checked.types[e] = Pieces(frozenset({e.id}))
            return self.checked.types[e]
        return super().infer(e, scope, expect)

    # ----------------------------------------------------------------
    # nobody is `you`
    def _silently(self, e: tree.Expr, scope: Scope) -> None:
        """Check a condition."""
        with_you = self._heard()
        self.condition(e, scope)
        self._nobody_spoken_to(e, with_you)

    def infer_free(self, e: tree.Expr, scope: Scope, expect: Type | None = None) -> Type:
        """The type of an expression in which nobody is spoken to."""
        before = self._heard()
        t = self.infer(e, scope, expect)
        self._nobody_spoken_to(e, before)
        return t

    def _heard(self) -> set[str]:
        return {o for o in self.checked.calls.get(OWNER, ()) if o in self.checked.you}

    def _nobody_spoken_to(self, e: tree.Expr, before: set[str]) -> None:
        if OWNER in self.checked.you:
            self.checked.you.discard(OWNER)
            self.report.error(
                "E0805",
                "In an example nobody is `you`.",
                e.at,
                hint="Name the player: `ann`, `bob`, `cid` …",
            )
        self.checked.calls.get(OWNER, set()).difference_update(before)
        for owner in sorted(self._heard()):
            self.report.error(
                "E0805",
                f"`{owner.split()[1]}` speaks of `you`, and here it is not known who that is.",
                e.at,
            )
            self.checked.calls[OWNER].discard(owner)

    # ----------------------------------------------------------------
    # when
    def _when(self, step: tree.When, before: tree.When | None, scope: Scope) -> None:
        if step.player is not None:
            self._player(step)
        if step.answers is not None:
            for answer in step.answers:
                self.answer(answer, scope)
            if before is None:
                self.report.error(
                    "E0815",
                    "Nobody is asked anything yet.",
                    step.at,
                    hint="Say first what happens: `when …`.",
                )
        elif step.call is not None:
            self._run(step, step.call, scope)

    def _player(self, step: tree.When) -> None:
        known = PLAYER_NAMES[: self.world.players]
        if step.player not in known:
            hint = (
                did_you_mean(step.player or "", known)
                or "Players are called " + ", ".join(known) + "."
            )
            self.report.error(
                "E0808", f"Nobody is called `{step.player}` here.", step.at, hint=hint
            )

    def _run(self, step: tree.When, call: tree.Expr, scope: Scope) -> None:
        name, args = called(call)
        owner = self.runnable(name)
        if not owner:
            p = self.program
            hint = (
                did_you_mean(name, [*p.actions, *p.steps, *p.moments, *p.labels])
                or "An example runs a step, an action or a labelled amendment."
            )
            self.report.error(
                "E0809",
                f"Nothing called `{name}` can be run." if name else "This can't be run.",
                call.at,
                hint=hint,
            )
            return
        spoken = owner.startswith("action") or owner in self.checked.you
        if spoken and step.player is None:
            self.report.error(
                "E0805",
                f"`{name}` speaks to somebody.",
                call.at,
                hint=f"Say to whom: `when ann: {name}`.",
            )
        params = self.checked.signatures.get(owner, [])
        if len(args) < len(params):
            self.report.error(
                "E0346",
                f"`{name}` wants {len(params)} argument(s), and here are {len(args)}.",
                call.at,
            )
        for i, (arg, t) in enumerate(zip(args, params, strict=False)):
            about = ", what its menu is about," if owner.startswith("action") else ""
            self.want(arg, scope, t, f"Argument {i + 1} of `{name}`{about}")
        asked = list(self.asked(name)) if owner.startswith("action") else []
        for i, arg in enumerate(args[len(params) :]):
            self.answer(arg, scope, asked[i] if i < len(asked) else None)

    def runnable(self, name: str) -> str:
        """What an example may run under this name: the owner, or nothing."""
        if name in self.program.actions:
            return f"action {name}"
        return next(
            (
                f"{what} {name}"
                for what in ("step", "moment")
                if f"{what} {name}" in self.checked.signatures
            ),
            "",
        )

    def asked(self, action: str) -> Iterator[Type]:
        """What the first questions of an action are about."""
        for s in self.program.actions[action].body:
            if isinstance(s, tree.Choose):
                source = self.checked.types[s.source]
                member = member_of(source)
                yield (set_of(member) if s.how and member else member) or Unknown()
            elif not isinstance(s, (tree.Let, tree.Require, tree.Sentence)):
                return

    def answer(self, e: tree.Expr, scope: Scope, expect: Type | None = None) -> None:
        """Check an answer: the name of an action, or an expression."""
        if isinstance(e, tree.Name) and e.id in self.program.actions and e.id not in scope.names:
            return
        t = self.infer_free(e, scope, expect)
        if expect is None or isinstance(t, (Unknown, Tie)):
            return
        single = t.of if isinstance(t, Many) else t
        wanted = expect.of if isinstance(expect, Many) else expect
        if not comparable(single, wanted) or isinstance(t, Maybe):
            self.report.error(
                "E0814", f"Asked for is {self.say(expect)}, and this is {self.say(t)}.", Label(e.at)
            )

    # ----------------------------------------------------------------
    # then
    def _refused(self, step: tree.Then) -> None:
        for name in step.refused_by or []:
            if name not in self.program.rules and name not in self.program.actions:
                self.report.error(
                    "E0340",
                    f"There is no rule `{name}`.",
                    step.at,
                    hint=did_you_mean(name, self.program.rules),
                )


def called(e: tree.Expr) -> tuple[str, list[tree.Expr]]:
    """The name and arguments of what is run."""
    return (
        (e.id, [])
        if isinstance(e, tree.Name)
        else (e.name, e.args)
        if isinstance(e, tree.Call)
        else ("", [])
    )
