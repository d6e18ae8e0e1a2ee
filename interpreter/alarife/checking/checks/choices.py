"""Choices that could leave somebody with nothing to choose (E0381, E0382), and names that were
perhaps not chosen (E0383).

A choice is possible by form if its set is never empty (a kind, the players, a range of constants),
if what stands round it has just asked (`repeat while hand[you] is not empty`, `if can redesign`),
if a menu has an action that needs nothing, or if an `otherwise` says what happens. The offer of an
action and of a `may` is asked beforehand and needs none of this."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.bodies import OFFER, Body, bodies, lead_end
from alarife.checking.checks.known import Known, facts, spoken_to
from alarife.checking.checks.possible import Possible
from alarife.checking.scope import Checked
from alarife.diagnostics import Label, Report
from alarife.linking.walk import below
from alarife.syntax import tree


def check_choices(checked: Checked, report: Report) -> None:
    """Every choice in a step or an effect is possible, or says what happens otherwise."""
    for body in bodies(checked):
        if not _is_replaced(checked, body):
            _Choices(checked, report, body).look()


def _is_replaced(checked: Checked, body: Body) -> bool:
    """Whether an `instead of` without conditions stands in for a step, and never does the usual."""
    return any(
        hook.guard is None
        and all(t is None for t in checked.pattern_types.get(hook, []))
        and f"step {hook.name}" not in checked.originals
        for hook in checked.program.hooks_of(body.decl.name).instead
    )


class _Choices:
    """Looks through one body. What is known at a point is a set of normal forms of conditions that
    have just been asked."""

    def __init__(self, checked: Checked, report: Report, body: Body) -> None:
        self.checked = checked
        self.program = checked.program
        self.report = report
        self.body = body
        self.possible = Possible(checked)

    def look(self) -> None:
        self.block(self.body.block, frozenset(), self.body.offers)

    def block(self, block: Sequence[tree.Stmt], known: Known, offered: bool) -> None:
        at = 0
        if offered:
            at = lead_end(block)
            known = self._after_offer(block[:at], known)
        while at < len(block):
            s = block[at]
            if isinstance(s, OFFER):
                end = max(at + 1, lead_end(block, at))
                known = self._run(block[at:end], block[end:], known)
                at = end
                continue
            self._inside(s, known)
            at += 1

    def _after_offer(self, lead: Sequence[tree.Stmt], known: Known) -> Known:
        for s in lead:
            if isinstance(s, tree.Require):
                known = known | facts(s.condition)
            for inner in (
                (s.otherwise or [],) if isinstance(s, (tree.Choose, tree.ChooseFrom)) else ()
            ):
                self.block(inner, known, False)
        return known

    def _inside(self, s: tree.Stmt, known: Known) -> None:
        match s:
            case tree.If():
                denied = known
                for condition, inner in s.arms:
                    self.block(inner, denied | facts(condition), False)
                    denied = denied | facts(tree.Not(condition, at=condition.at))
                self.block(s.otherwise or [], denied, False)
            case tree.Repeat():
                asked = (
                    s.condition if s.how == "while" else tree.Not(s.condition, at=s.condition.at)
                )
                self.block(s.body, known | facts(asked), False)
            case tree.ForEach() | tree.AsEach():
                known = known | (
                    facts(s.sources.where) if s.sources.where is not None else frozenset()
                )
                self.block(
                    s.body,
                    (
                        spoken_to(known, s.sources.each[0].name)
                        if isinstance(s, tree.AsEach)
                        else known
                    ),
                    False,
                )
            case tree.As(who=tree.Name(id=name)):
                self.block(s.body, spoken_to(known, name), False)
            case tree.May():
                self.block(s.body, known, True)
                self.block(s.otherwise or [], known, False)
            case tree.RepeatTimes() | tree.As() | tree.Together():
                self.block(s.body, known, False)
            case _:
                pass

    # ----------------------------------------------------------------
    # runs of choices
    def _run(self, run: Sequence[tree.Stmt], rest: Sequence[tree.Stmt], known: Known) -> Known:
        """A run of choices that nobody has asked for before."""
        head = next((s for s in run if isinstance(s, (tree.Choose, tree.ChooseFrom))), None)
        if head is not None and head.otherwise is not None:
            self.block(head.otherwise, known, False)
            self._fell_through(run, head.otherwise, rest)
            return known
        for s in run:
            if isinstance(s, tree.Choose):
                if not s.together[0] and not self.possible.choice(s, known):
                    self._report_choice(s)
                known = known | self.possible.learnt(s)
            elif isinstance(s, tree.ChooseFrom) and not self.possible.menu(s.menu, s.args, known):
                self._report_menu(s)
            elif isinstance(s, tree.Require):
                self._report_require(s, known)
                known = known | facts(s.condition)
        return known

    def _report_choice(self, s: tree.Choose) -> None:
        why = (
            "and what may be chosen is limited by a rule"
            if s.where is not None
            else "as the set may be empty"
        )
        what = f"`{s.name}`"
        if s.together[1] > 1:
            what, why = f"`{s.name}` with something that goes with it", "as nothing may fit"
        self.report.error(
            "E0381",
            f"Perhaps there is no {what} to choose here, {why}; then the game would be stuck.",
            s.at,
            hint=(
                "Say what happens then: on the next line `otherwise`, as far in as this one, with a"
                " block under it. Or ask before, with `if … is not empty`. If there is always one,"
                ' say why: `otherwise` and under it `never "because …"`.'
            ),
        )

    def _report_menu(self, s: tree.ChooseFrom) -> None:
        """A menu that may have nothing to offer; where another file has taken something away from
        it, that file can't write an `otherwise` here."""
        what, name = self.body.owner.split()
        taken = [
            Label(part.at, "this takes one of them away")
            for action in self.program.actions_of.get(s.menu, [])
            for part in self.program.actions[action].body
            if isinstance(part, tree.Require) and part.at.file != s.at.file
        ]
        self.report.error(
            "E0382",
            f"Perhaps no action of `{s.menu}` is possible here; then the game would be stuck.",
            s.at,
            *taken,
            hint="Say what happens then: on the next line `otherwise`, as far in as this one, with"
            f" a block under it. Or ask before, with `if can {s.menu}`."
            + (
                f" From a module, write `instead of {name}` with such a choice."
                if taken and what == "step"
                else ""
            ),
        )

    def _report_require(self, s: tree.Require, known: Known) -> None:
        if not facts(s.condition) <= known:
            self.report.error(
                "E0382",
                "What is required here may not hold; then the game would be stuck.",
                s.at,
                hint=(
                    "`require` belongs to the offer of an action or of a `may`. In a step, ask with"
                    " `if`."
                ),
            )

    def _fell_through(
        self, run: Sequence[tree.Stmt], otherwise: list[tree.Stmt], rest: Sequence[tree.Stmt]
    ) -> None:
        """After an `otherwise` that goes on, the name of what was not chosen means nothing
        (E0383)."""
        if any(isinstance(s, (tree.Never, tree.Stop, tree.EndGame)) for s in otherwise):
            return
        bound = {self.checked.local_of(s): s for s in run if isinstance(s, (tree.Choose, tree.Let))}
        for node in below(rest):
            if isinstance(node, tree.Name) and (local := self.checked.local(node)) in bound:
                self.report.error(
                    "E0383",
                    f"If there was nothing to choose, there is no `{node.id}` here.",
                    node.at,
                    Label(bound[local].at, "its `otherwise` goes on after the choice"),
                    hint=(
                        "Put what needs it into a step or action of its own, or ask first with `if"
                        " … is not empty` instead of `otherwise`."
                    ),
                )
                return
