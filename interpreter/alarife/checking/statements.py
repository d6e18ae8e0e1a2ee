"""Checking what is done: statements, the places they move things to, and the names they bind.

A block is checked statement by statement; `let`, `choose` and `pick` bind a name for the rest of
it. What an `if` or `where` learns is known in its block."""

from __future__ import annotations

from alarife.checking.inference.expressions import ExpressionChecker
from alarife.checking.inference.foreign import LEAVING
from alarife.checking.inference.operators import where_fails
from alarife.checking.moves import change
from alarife.checking.scope import Ref, Scope
from alarife.checking.types import NUMBER, PLAYER, TRUTH, fits, set_of
from alarife.diagnostics import Label
from alarife.linking.walk import called_name
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree
from alarife.syntax.words import STATEMENT_FORMS


class StatementChecker(ExpressionChecker):
    """Checks blocks. `original` is the step or moment that `usual` carries out here, if any."""

    original = ""
    in_loop = False
    """Whether `stop` can stand here."""

    def block(self, block: list[tree.Stmt], scope: Scope) -> Scope:
        """Check a block; the scope at its end."""
        for statement in block:
            scope = self.statement(statement, scope)
        return scope

    def statement(self, s: tree.Stmt, scope: Scope) -> Scope:
        """Check a statement; the scope behind it."""
        match s:
            case tree.Sentence() | tree.Pass() | tree.Never() | tree.EndGame():
                return scope
            case tree.Stop():
                self._stop(s)
                return scope
            case tree.Let():
                t = self.infer(s.value, scope)
                return scope.bind(self.local(s, s.name, t, s.at, scope))
            case tree.Choose():
                return self._choose(s, scope)
            case tree.Pick():
                member = self.member(s.source, scope)
                return scope.bind(self.local(s, s.name, member, s.at, scope))
            case tree.Require():
                parts = [] if s.by_type else self._refusing(s.condition)
                return self._only_rules(parts, self.condition(s.condition, scope))
            case (
                tree.If()
                | tree.ForEach()
                | tree.Repeat()
                | tree.RepeatTimes()
                | tree.As()
                | tree.AsEach()
                | tree.Together()
                | tree.May()
            ):
                self._nested(s, scope)
            case tree.ChooseFrom():
                self._choose_from(s, scope)
            case tree.Do():
                self._do(s, scope)
            case tree.Raise():
                self._raise(s, scope)
            case _:
                change(self, s, scope)
        return scope

    # ----------------------------------------------------------------
    # blocks in blocks
    def _nested(self, s: tree.Stmt, scope: Scope) -> None:
        match s:
            case tree.If():
                for condition, block in s.arms:
                    self.block(block, self.condition(condition, scope))
                    scope = where_fails(self, condition, scope)
                self._otherwise(s.otherwise, scope)
            case tree.ForEach():
                self._loop(s.body, self.sources(s.sources, scope))
            case tree.Repeat():
                known = self.condition(s.condition, scope)
                self._loop(s.body, known if s.how == "while" else scope)
            case tree.RepeatTimes():
                self.want(s.times, scope, NUMBER, "How many times")
                self._loop(s.body, scope)
            case tree.Together():
                self._loop(s.body, scope, False)
            case tree.May():
                self.say_you(s)
                self.checked.asking.add(self.owner)
                self.block(s.body, scope)
                self._otherwise(s.otherwise, scope)
            case tree.As():
                self.want(s.who, scope, PLAYER, "Who is spoken to")
                self._spoken_to(s.body, scope)
            case tree.AsEach():
                inner = self.sources(s.sources, scope)
                each = self.bound_type(s.sources.each[0])
                if not fits(each, PLAYER):
                    self.report.error(
                        "E0355",
                        "Only players can be spoken to.",
                        Label(s.sources.at, f"each of these is {self.say(each)}"),
                        hint="Write `as each p in Player`, or `for each` for other things.",
                    )
                before, self.in_loop = self.in_loop, not s.at_once
                self._spoken_to(s.body, inner)
                self.in_loop = before
            case _:
                pass

    def _loop(self, body: list[tree.Stmt], scope: Scope, can_stop: bool = True) -> None:
        """A body within which `stop` leaves a loop, or can't."""
        before, self.in_loop = self.in_loop, can_stop
        self.block(body, scope)
        self.in_loop = before

    def _stop(self, s: tree.Stop) -> None:
        """`stop` leaves a loop (E0361)."""
        if not self.in_loop:
            self.report.error(
                "E0361",
                "There is no loop around this that it could leave.",
                s.at,
                hint=(
                    "`stop` stands inside `repeat`, `for each` or `as each`, and does not leave"
                    " `together`, which is one change. To end everything, write `end the game`."
                ),
            )

    def _spoken_to(self, body: list[tree.Stmt], scope: Scope) -> None:
        before, self.under_as = self.under_as, True
        self.block(body, scope)
        self.under_as = before

    def _otherwise(self, block: list[tree.Stmt] | None, scope: Scope) -> None:
        if block is not None:
            self.block(block, scope)

    # ----------------------------------------------------------------
    # choices
    def _choose(self, s: tree.Choose, scope: Scope) -> Scope:
        self.say_you(s)
        self.checked.asking.add(self.owner)
        member = self.member(s.source, scope)
        chosen = set_of(member) if s.how else member
        inner = scope.bind(self.local(s, s.name, chosen, s.at, scope))
        if s.where:
            parts = self._refusing(s.where)
            inner = self._only_rules(parts, self.condition(s.where, inner))
        self._otherwise(s.otherwise, scope)
        return inner

    def _choose_from(self, s: tree.ChooseFrom, scope: Scope) -> None:
        self.say_you(s)
        named = tree.Name(s.menu, at=s.at)
        self.arguments(f"menu {s.menu}", s.menu, s.args, named, scope, self.program.menus)
        self.checked.asking.add(self.owner)
        self._otherwise(s.otherwise, scope)

    def _refusing(self, e: tree.Expr) -> list[tree.Expr]:
        """The parts of a condition that refuses a choice."""
        match e:
            case tree.And():
                return [one for part in e.parts for one in self._refusing(part)]
            case tree.Afterwards():
                self.judged.add(e)
                return self._refusing(e.of)
            case _:
                return [e]

    def _only_rules(self, parts: list[tree.Expr], scope: Scope) -> Scope:
        """What refuses a choice is a rule, with a name and a sentence (E0356). Of what is no
        condition at all, that has been said."""
        for e in parts:
            named = e.name if isinstance(e, tree.Call) else e.id if isinstance(e, tree.Name) else ""
            if named in self.program.rules or self.checked.types.get(e, TRUTH) != TRUTH:
                continue
            self.report.error(
                "E0356",
                "What refuses a choice must be a rule, so that it has a name and a sentence.",
                e.at,
                hint=(
                    'Write `rule my_rule(x) "Title"` with a sentence and this condition, and'
                    " name it here. What is no candidate at all belongs into the set: `those x"
                    " in S where …`."
                ),
            )
        return scope

    # ----------------------------------------------------------------
    # calls
    def _do(self, s: tree.Do, scope: Scope) -> None:
        name, args = _called(s.call)
        if name == "usual":
            if self.original:
                self.checked.originals[self.owner] = self.original
                if not self.under_as:
                    self.checked.you_calls.setdefault(self.owner, set()).add(self.original)
            else:
                self.report.error(
                    "E0365",
                    "`usual` means the original, and there is none here.",
                    s.at,
                    hint="It stands in `instead of` and `change`.",
                )
            self.checked.refs[s] = Ref("usual", self.original)
            return
        p = self.program
        if name in p.steps or f"step {name}" in self.checked.signatures:
            self.checked.refs[s] = Ref("step", name)
            self.arguments(f"step {name}", name, args, s.call, scope, p.steps)
            return
        self.report.error("E0340", f"There is no step `{name}`.", s.at, hint=self._meant(name))

    def _meant(self, name: str) -> str:
        """What was probably meant by a name that is no step."""
        p = self.program
        if name in p.menus:
            return f"`{name}` is a menu: say `choose from {name}`."
        if name in p.moments:
            return f"`{name}` is a moment: say `now {name}`."
        if name in p.actions:
            menu = p.actions[name].menu
            return f"`{name}` is an action of the menu `{menu}`: say `choose from {menu}`."
        if name in p.values or name in p.rules or name in p.notes:
            return f"`{name}` is no step: it is known, not done."
        if name in STATEMENT_FORMS:
            return f"It is written so: `{STATEMENT_FORMS[name]}`."
        if name in LEAVING:
            return "A step goes on to its end: put what follows under `if …`, or `otherwise`."
        return did_you_mean(name, [*p.steps, *(["usual"] if self.original else [])])

    def _raise(self, s: tree.Raise, scope: Scope) -> None:
        name, args = _called(s.call)
        self.checked.refs[s] = Ref("moment", name)
        self.arguments(f"moment {name}", name, args, s.call, scope, self.program.moments)


def _called(e: tree.Expr) -> tuple[str, list[tree.Expr]]:
    """The name of a step or moment, and what it is given."""
    return called_name(e), e.args if isinstance(e, tree.Call) else []
