"""Steps, moments, hooks, actions and `whenever`s become functions or entries to blocks.

A step with hooks becomes a wrapper: what comes before, then the chain of `instead of` (the first
that applies, else the step itself), then what comes after, all with the same arguments. A labelled
amendment is itself a step and may have hooks. What asks nobody is a plain function `step·x`; what
asks is entered by `go·x`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.scope import Local
from alarife.checking.types import PLAYER
from alarife.ir.nodes import Builtin, Const, Expr, Op, Tuple, Use
from alarife.ir.statements import Charge, Return, When
from alarife.lowering.flow.statements import CallProc, Choice
from alarife.lowering.parts import Part, Parts
from alarife.lowering.values.patterns import pattern_tests
from alarife.syntax import tree


class ProcedureWriter(Part):
    """Writes everything that is done."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self._following: dict[tree.Hook, CallProc] = {}
        self.whenever_tests: dict[str, frozenset[str] | None] = {}

    def all_procedures(self) -> None:
        """Write every step, moment, hook, `whenever` and action."""
        p = self.w.program
        for step in p.steps.values():
            self._step(
                step.name,
                f"step {step.name}",
                self.w.checked.params[step],
                step.body or [],
                step.name,
            )
        for moment in p.moments.values():
            if moment.name in p.hooks:
                types = self.w.checked.signatures[f"moment {moment.name}"]
                params = [Local(f.name, t, f.at) for f, t in zip(moment.params, types, strict=True)]
                self._step(moment.name, f"moment {moment.name}", params, [], moment.name)
        for hooks in p.hooks.values():
            for hook in [*hooks.before, *hooks.after, *hooks.instead]:
                self._hook(hook)
        for whenever in p.whenevers:
            self._whenever(whenever)
        for action in p.actions.values():
            self._action(action)

    def _step(
        self,
        name: str,
        owner: str,
        params: Sequence[Local],
        body: list[tree.Stmt],
        target: str,
        guard: tree.Expr | None = None,
    ) -> None:
        """A step with what surrounds and replaces it; all of it under the guard, if it has one."""
        function = self.parts.statements.procedure_of(owner)
        hooks = self.w.program.hooks.get(target)
        step = self.w.program.steps.get(name) if owner.startswith("step ") else None
        once = step is not None and step.once
        if hooks is None:
            self._procedure(function, owner, params, body, name, once)
            return
        last = f"{function}·usual"
        self._procedure(last, owner, params, body, name)
        outer = [Local(f"p{i}", local.type, local.at) for i, local in enumerate(params)]
        inner: tree.Stmt = CallProc(last, owner, outer, at=tree.NOWHERE)
        for i in reversed(range(len(hooks.instead))):
            hook = hooks.instead[i]
            following = f"{function}·without_{i}"
            self._procedure(following, owner, outer, [inner], name)
            self._following[hook] = CallProc(following, owner, [], at=tree.NOWHERE)
            outer = [Local(f"p{j}", local.type, local.at) for j, local in enumerate(params)]
            replaced = self._call_hook(hook, outer)
            passed = CallProc(following, owner, outer, at=tree.NOWHERE)
            inner = Choice(self._tests(hook, outer), [replaced], [passed], at=tree.NOWHERE)
        whole: list[tree.Stmt] = []
        whole += [self._guarded(hook, outer) for hook in hooks.before]
        whole.append(inner)
        whole += [self._guarded(hook, outer) for hook in hooks.after]
        if guard is not None:
            whole = [Choice(self._holds(guard, params, outer), whole, [], at=tree.NOWHERE)]
        self._procedure(function, owner, outer, whole, name, once)

    def _call_hook(self, hook: tree.Hook, args: list[Local]) -> CallProc:
        owner = f"step {hook.name}"
        return CallProc(self.parts.statements.procedure_of(owner), owner, args, at=hook.head)

    def _guarded(self, hook: tree.Hook, args: list[Local]) -> tree.Stmt:
        """A hook before or after: its body asks its own guard, so here only its pattern is
        tested."""
        call = self._call_hook(hook, args)
        if any(t is not None for t in self.w.checked.pattern_types.get(hook, [])):
            return Choice(lambda: pattern_tests(self.w, hook, args), [call], [], at=tree.NOWHERE)
        return call

    def _tests(self, hook: tree.Hook, args: list[Local]) -> Callable[[], list[Expr]]:
        def tests() -> list[Expr]:
            found = pattern_tests(self.w, hook, args)
            if hook.guard is not None:
                found += self._holds(hook.guard, self.w.checked.params[hook], args)()
            return found

        return tests

    def _holds(
        self, guard: tree.Expr, params: Sequence[Local], args: list[Local]
    ) -> Callable[[], list[Expr]]:
        """The guard of an amendment, asked of what it is handed."""

        def test() -> list[Expr]:
            outer = self.w.build.alias
            given = {p: Use(arg) for p, arg in zip(params, args, strict=False)}
            self.w.build.alias = {**outer, **given}
            found = self.w.built(guard)
            self.w.build.alias = outer
            return [found]

        return test

    def _hook(self, hook: tree.Hook) -> None:
        """The body of a hook, under its guard, as a step of its own name."""
        params = self.w.checked.params[hook]
        body: list[tree.Stmt] = hook.body
        if hook.guard is not None and hook.how != "instead":
            body = [tree.If([(hook.guard, hook.body)], None, at=hook.head)]
        following = self._following.get(hook)
        if following is not None:
            self.parts.statements.usual_call = CallProc(
                following.function, following.owner, list(params), at=hook.head
            )
        guard = hook.guard if hook.how != "instead" else None
        self._step(hook.name, f"step {hook.name}", params, body, hook.name, guard)
        self.parts.statements.usual_call = None

    def _procedure(
        self,
        function: str,
        owner: str,
        params: Sequence[Local],
        body: list[tree.Stmt],
        name: str,
        once: bool = False,
    ) -> None:
        self.w.rule, self.w.owner = self.w.rule_number(name), name
        if owner in self.w.checked.asking:
            you = Local("you", PLAYER, tree.NOWHERE) if owner in self.w.checked.you else None
            self.parts.flow.procedure(function, params, you, body)
            return

        def write() -> None:
            if not once:
                self._counted(body)
                return
            given = Tuple(tuple(map(Use, params)))
            begins = Builtin("once_begins", (Const(self.w.rule), given))
            self.w.emit(When(Op("not", (begins,)), (Return(Const(None)),)))
            self._counted(body)
            self.w.do("once_ends")

        self.w.define(function, owner, params, write)

    def _counted(self, body: list[tree.Stmt]) -> None:
        """A plain body; steps that call steps multiply, so each that is not light counts against
        the budget."""
        if not self.w.effort.light(body):
            self.w.emit(Charge(self.w.effort.of(body)))
        self.parts.statements.block(body)

    def _whenever(self, decl: tree.Whenever) -> None:
        params = self.w.checked.params[decl]
        body = self._when(decl)
        self._step(decl.name, f"step {decl.name}", params, body, decl.name, decl.guard)
        test = (
            self.w.checked.world.members.get(decl.type.name)
            if isinstance(decl.type, tree.NamedType)
            else None
        )
        self.whenever_tests[decl.name] = test

    def _when(self, decl: tree.Whenever) -> list[tree.Stmt]:
        if decl.guard is None:
            return decl.body
        return [tree.If([(decl.guard, decl.body)], None, at=decl.head)]

    def _action(self, action: tree.Action) -> None:
        self.w.rule, self.w.owner = self.w.rule_number(action.name), action.name
        self.parts.flow.procedure(
            f"action·{action.name}",
            self.w.checked.params[action],
            Local("you", PLAYER, tree.NOWHERE),
            action.body,
            given=1,
        )
