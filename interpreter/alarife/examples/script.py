"""Runs what an example says after `when`, and asks what it says after `then`.

In: a table that is set. Out: diagnostics of what is not as written. A `when` runs a step, an action
or an amendment; the answers that follow are given when their questions come, and questions with one
option need none. The run goes on until somebody is asked for whom no answer is written."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

from alarife.checking.types import PlaceName, Type
from alarife.checking.world import PLAYER_NAMES
from alarife.diagnostics import Diagnostic, Label
from alarife.examples.answers import Answer, Answers, NoAnswer
from alarife.examples.check import called
from alarife.examples.evaluate import Evaluator
from alarife.examples.outcome import Failed
from alarife.examples.setting import Setting
from alarife.examples.written import AsWritten
from alarife.linking.walk import conjuncts
from alarife.lowering.layout import DECISION, FORCED, FRAME, Slots, standing
from alarife.sentences.text import sentence
from alarife.syntax import tree

MOST_ALONE = 2_000
"""How many questions with one answer may follow one another: what asks them on and on will not
end."""

ALIKE = " Of pieces that look alike, name one by where it lies, as in `board[cell(3, 1)]`."


class Script:
    """One example being run. `found` collects what is not as written."""

    def __init__(self, evaluator: Evaluator, setting: Setting, texts: dict[str, str]) -> None:
        self.evaluator = evaluator
        self.bench = evaluator.bench
        self.setting = setting
        self.state: Slots = setting.state
        self.values = setting.values
        self.answers = Answers(evaluator, setting.values)
        self.words = AsWritten(self.bench.world, self.bench.tables)
        self.texts = texts
        self.found: list[Diagnostic] = []
        self.queue: list[Answer] = []
        self.refused: list[str] | None = None
        self.refusal: Failed | None = None

    def run(
        self,
        steps: Sequence[tree.When | tree.Then],
        stops: Collection[int] = (),
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        """Carry out and ask, in the order written; `stop` is called before the steps numbered in
        `stops`, and after all of them. Raises `Failed` where it can't go on."""
        at = 0
        while at < len(steps):
            step = steps[at]
            if at in stops:
                stop()
            if isinstance(step, tree.Then):
                self._then(step)
                at += 1
                continue
            self._not_refused()
            given: list[tree.When] = []
            at += 1
            while (
                at < len(steps)
                and at not in stops
                and isinstance(following := steps[at], tree.When)
                and following.answers is not None
            ):
                given.append(following)
                at += 1
            self._when(step, given, self._later(steps[at:]))
        self._not_refused()
        if len(steps) in stops:
            stop()
        forced = self.state[FORCED]
        if forced:
            raise Failed(
                "E0816",
                f"Of the outcomes of chance, {len(forced)} never came.",
                self._chance_at(len(forced)),
                "Fix only what is drawn, picked, rolled or shuffled.",
            )

    def _later(self, steps: Sequence[tree.When | tree.Then]) -> Answer | None:
        """The answer that is written after the next `then`s, if no new run begins there."""
        for step in steps:
            if isinstance(step, tree.When):
                return self._answers(step)[0] if step.answers else None
        return None

    def _chance_at(self, left: int) -> tree.Span:
        """Where the first of so many outcomes of chance stands that are left over."""
        for given in self.setting.example.given:
            if (
                isinstance(given, tree.Given)
                and isinstance(given.condition, tree.Compare)
                and isinstance(given.condition.left, tree.Name)
                and given.condition.left.id == "chance"
            ):
                listed = given.condition.right
                return listed.items[-left].at if isinstance(listed, tree.Several) else given.at
        return self.setting.example.head

    # ----------------------------------------------------------------
    # when
    def _when(self, step: tree.When, given: list[tree.When], later: Answer | None) -> None:
        self.queue = []
        if step.answers is not None:
            self.queue += self._answers(step)
        for following in given:
            self.queue += self._answers(following)
        if step.call is not None:
            self.state[FRAME] = self.state[DECISION] = None
            if not self._begin(step, step.call):
                return
        self._go_on(later)

    def _answers(self, step: tree.When) -> list[Answer]:
        return [Answer(self._player(step), e) for e in step.answers or []]

    def _player(self, step: tree.When) -> int:
        return PLAYER_NAMES.index(step.player) if step.player else -1

    def _begin(self, step: tree.When, call: tree.Expr) -> bool:
        """Begin to run; False if the rules refuse it."""
        checked = self.bench.checked
        name, args = called(call)
        you = self._player(step)
        action = name in checked.program.actions
        owner = next(
            o
            for what in (["action"] if action else ["step", "moment"])
            if (o := f"{what} {name}") in checked.signatures
        )
        types = checked.signatures[owner]
        given = [self._argument(a, t) for a, t in zip(args, types, strict=False)]
        rest = args[len(types) :]
        if action and not self._allowed(name, you, given, rest, call.at):
            return False
        self.queue = [Answer(you, e) for e in rest] + self.queue
        if action:
            self.bench.carry_out(self.state, name, you, given)
        elif owner.startswith("moment"):
            self.bench.moment(self.state, name, you, given)
        else:
            self.bench.enter(self.state, name, given, you if you >= 0 else None)
        return True

    def _argument(self, e: tree.Expr, t: Type) -> Any:
        if isinstance(t, PlaceName):
            return self.evaluator.place(e, self.state, self.values)
        return self.evaluator.value_as(e, t, self.state, self.values)

    def _allowed(
        self, action: str, you: int, given: list[Any], rest: list[tree.Expr], at: tree.Span
    ) -> bool:
        """Whether an action may be chosen and answered so; if not, which rules refuse it is
        kept."""
        try:
            readings = self.answers.readings(action, rest, self.state)
        except NoAnswer:
            raise Failed("E0814", f"`{action}` asks for something else.", at) from None
        s, bench = self.state, self.bench
        broken = [bench.why_not(s, action, you, given, answers) for answers in readings]
        best = min(broken, key=lambda names: (names.count(None), len(names)), default=[])
        if not best and bench.can_be_met(s, action, you, given):
            return True
        self._refuse(
            [name or action for name in best], f"{self._seat(you)} can't `{action}` here", at
        )
        return False

    def _refuse(self, names: list[str], what: str, at: tree.Span) -> None:
        self.refused = list(dict.fromkeys(names))
        program = self.bench.program
        sentences = [
            f"{name}: {' '.join(sentence(self.bench.checked, rule, p.text) for p in rule.prose)}"
            for name in self.refused
            if (rule := program.rules.get(name)) is not None
        ]
        by = (
            "refused by " + ", ".join(f"`{n}`" for n in self.refused)
            if self.refused
            else "there is no way to complete it"
        )
        self.refusal = Failed("E0812", f"{what}: {by}.", at, " ".join(sentences))

    def _not_refused(self) -> None:
        if self.refusal is not None:
            raise self.refusal

    def _seat(self, p: int) -> str:
        return self.bench.world.seat_name(p).capitalize()

    # ----------------------------------------------------------------
    # answers
    def _go_on(self, later: Answer | None) -> None:
        """Answer what is asked, as long as an answer is written or there is one option."""
        s = self.state
        alone = 0
        while s[DECISION] is not None:
            if self.queue and self._give(self.queue[0]):
                self.queue.pop(0)
                continue
            options = standing(s)[2]
            if len(options) != 1 or (self.queue and self.answers.is_of_menu(self.queue[0], s)):
                break
            if not self.queue and later is not None and self._fits(later):
                break
            alone += 1
            if alone > MOST_ALONE:
                self.bench.never_ends(s)
            self.bench.answer(s, options[0])
        if self.queue:
            self._left_over(self.queue[0])

    def _fits(self, answer: Answer) -> bool:
        try:
            self.answers.first_pick(answer, self.state)
        except NoAnswer:
            return False
        return True

    def _give(self, answer: Answer) -> bool:
        if not self._fits(answer):
            return False
        try:
            self.answers.give(answer, self.state)
        except NoAnswer:
            self._left_over(answer)
        return True

    def _left_over(self, answer: Answer) -> None:
        """An answer that is none to what is asked: the rules refuse it, or nobody asks."""
        at, decision = answer.e.at, self.state[DECISION]
        name = self._seat(answer.player)
        if decision is None:
            raise Failed("E0815", "Nobody is asked anything any more, so this answers nothing.", at)
        site, asked = self.bench.question(decision[0]), self._asked(decision[0])
        if decision[1] != answer.player:
            raise Failed("E0815", f"{self._seat(decision[1])} is asked {asked}, not {name}.", at)
        refused = self.answers.refused_by(answer, self.state)
        options = [self._option(site, raw) for raw in decision[2]]
        offered = dict.fromkeys(options)
        if refused:
            self._refuse(refused, f"{name} can't answer this to {asked}", at)
            self.queue.clear()
            return
        raise Failed(
            "E0814",
            f"{name} is asked {asked}, and this is not offered.",
            at,
            f"Offered are: {', '.join(offered)}." + (ALIKE if len(offered) < len(options) else ""),
        )

    def _option(self, site: Any, raw: Any) -> str:
        if raw is None:
            return "done"
        if site.kind == "menu":
            return self.bench.program.actions_of[site.menu][raw]
        if site.kind == "may":
            return "yes" if raw else "no"
        element = getattr(site.element, "of", site.element)
        return self.words.key(self.state, raw, element) if element is not None else str(raw)

    # ----------------------------------------------------------------
    # then
    def _then(self, step: tree.Then) -> None:
        if step.refused_by is not None:
            self._then_refused(step, step.refused_by)
            return
        assert step.condition is not None
        self._refused_before()
        if self.evaluator.value(step.condition, self.state, self.values):
            return
        wrong = next((p for p in conjuncts(step.condition) if self._is_false(p)), step.condition)
        self.found.append(
            Diagnostic(
                "E0801",
                "This is not so.",
                (Label(wrong.at, self._what_is(wrong)),),
                self._standing(),
            )
        )

    def _standing(self) -> str:
        """Who is still asked what."""
        decision = self.state[DECISION]
        if decision is None:
            return ""
        return f"{self._seat(decision[1])} is still asked {self._asked(decision[0])}."

    def _asked(self, question: int) -> str:
        site = self.bench.question(question)
        return f"“{site.prompt}” (in `{site.owner}`)" if site.prompt else f"by `{site.owner}`"

    def _refused_before(self) -> None:
        """After `then refused by` more may be asked; without it a refusal is a mistake."""
        if self.refusal is not None:
            raise self.refusal

    def _then_refused(self, step: tree.Then, wanted: list[str]) -> None:
        refused, self.refused, self.refusal = self.refused, None, None
        said = ", ".join(f"`{n}`" for n in wanted)
        if refused is None:
            self.found.append(
                Diagnostic(
                    "E0813",
                    f"This should be refused by {said}, and it is allowed.",
                    (Label(step.at),),
                )
            )
        elif set(refused) != set(wanted):
            by = ", ".join(f"`{n}`" for n in refused) or "no rule that has a name"
            self.found.append(
                Diagnostic(
                    "E0813",
                    f"This should be refused by {said}; it is refused by {by}.",
                    (Label(step.at, f"refused by {by}"),),
                )
            )

    def _is_false(self, e: tree.Expr) -> bool:
        try:
            return not self.evaluator.value(e, self.state, self.values)
        except KeyError:  # it reads a name that another part of the condition binds
            return False

    def _what_is(self, e: tree.Expr) -> str:
        """What came out instead: the two sides of a comparison."""
        sides = (
            [e.left, e.right]
            if isinstance(e, tree.Compare)
            else [e.of]
            if isinstance(e, tree.IsEmpty)
            else []
        )
        said = [
            self._said(side)
            for side in sides
            if not isinstance(side, (tree.Int, tree.Several))
            and not self.evaluator.build.is_literal(side)
        ]
        return "; ".join(x for x in said if x)

    def _said(self, e: tree.Expr) -> str:
        t = self.evaluator.writer.checked.types.get(e)
        if t is None:
            return ""
        try:
            value = self.evaluator.value(e, self.state, self.values)
            shown = self.words.key(self.state, value, t) if value not in ((), None) else "nothing"
        except (
            KeyError,
            TypeError,
            AttributeError,
            IndexError,
        ):  # not everything can be said in words
            return ""
        return f"{self._text(e.at)} is {shown}"

    def _text(self, at: tree.Span) -> str:
        source = self.texts.get(at.file, "").split("\n")
        if at.line != at.end_line or at.line > len(source):
            return "this"
        return source[at.line - 1][at.column - 1 : at.end_column - 1]
