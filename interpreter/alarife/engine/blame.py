"""Faults of the rules, in words: which declaration, what, and what to do about it.

In: the number of a rule (or -1: the one that runs), a code, what happened. Out: a `Fault` is
raised. What always holds: the declaration that is named stands in the program."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import final

from alarife.engine.budget import Budget
from alarife.engine.faults import Fault
from alarife.engine.traces import owner_of, running, was_running
from alarife.lowering.lower import Lowered
from alarife.syntax.tree import Span

ROUNDS = 10_000
"""How often a `repeat` may go round."""


@final
class Blame:
    """Finds who is to blame in one lowered program."""

    def __init__(self, lowered: Lowered) -> None:
        self.lowered = lowered
        self.budget: Budget = Budget(self.fault)
        self._asked_by = [self.number(site.owner) for site in lowered.sites]

    def fault(self, code: str, message: str, rule: int, hint: str = "") -> None:
        """Stop: a rule did something impossible. Where it is not said which, it is the one that
        runs."""
        known = 0 <= rule < len(self.lowered.rules)
        name = (
            self.lowered.rules[rule]
            if known
            else running(self.lowered.block_owners, self.is_declared, self.budget.trace)
        )
        self.budget.trace = None
        fault = self._fault(code, message, name or "play", hint)
        fault.out_of_time = self.budget.out_of_time
        if not name:
            fault.nameless = (code, message, hint)
        raise fault

    def _fault(self, code: str, message: str, name: str, hint: str) -> Fault:
        return Fault(code, f"In `{name}`, {message}.", name, self.place_of(name), hint)

    def named(self, wrong: Fault) -> Fault:
        """The fault that native text has raised: which rule it was is told by its traceback
        alone."""
        name = was_running(wrong.__traceback__, self.lowered.block_owners, self.is_declared)
        if wrong.nameless is None or not name:
            return wrong
        code, message, hint = wrong.nameless
        fault = self._fault(code, message, name, hint)
        fault.broken, fault.out_of_time = wrong.broken, wrong.out_of_time
        return fault

    # ----------------------------------------------------------------
    # who
    def place_of(self, name: str) -> Span | None:
        """Where a declaration stands."""
        p = self.lowered.checked.program
        for space in (p.steps, p.actions, p.labels, p.rules, p.moments, p.menus, p.places, p.notes):
            if name in space:
                return space[name].head
        return p.values[name][0].head if name in p.values else None

    def is_declared(self, name: str) -> bool:
        """Whether there is such a declaration."""
        return self.place_of(name) is not None

    def number(self, name: str) -> int:
        """The number of a rule; -1 if there is none of this name."""
        return self.lowered.rules.index(name) if name in self.lowered.rules else -1

    def rule_of(self, site: int) -> int:
        """The number of the rule that asks a question."""
        return self._asked_by[site]

    def owner_of_block(self, block: int) -> str:
        """The declaration that a block belongs to."""
        owners = self.lowered.block_owners
        return owners[min(block, len(owners) - 1)]

    # ----------------------------------------------------------------
    # what
    def too_nested(self, functions: list[str]) -> Fault:
        """Python takes only so many blocks and brackets in one another."""
        owners = (owner_of(f, self.lowered.block_owners, self.is_declared) for f in functions)
        name = next((owner for owner in owners if owner), "play")
        hint = "Put the inner part into a value, rule or step of its own."
        message = f"In `{name}` too much is nested in one another."
        return Fault("E0402", message, name, self.place_of(name), hint)

    @contextmanager
    def within_bounds(self) -> Generator[None]:
        """What runs here may nest too deep or take too much memory: then that is a fault, too."""
        try:
            yield
        except (RecursionError, MemoryError):
            self.too_deep()

    def too_deep(self) -> None:
        """The stack or the memory did not suffice."""
        hint = "Take some of the steps in between away, or let choices and lists be smaller."
        self.fault("E0516", "so much hangs on one another that it can't be worked out", -1, hint)

    def nothing_to_choose(self, site: int) -> None:
        """Somebody is asked, and there is no option."""
        prompt = self.lowered.sites[site].prompt if site >= 0 else ""
        self.fault(
            "E0506",
            "somebody must choose, and there is nothing to choose"
            + (f" ({prompt})" if prompt else ""),
            self.rule_of(site),
            "Say what happens then, with `otherwise` under the choice.",
        )

    def no_option(self, rule: int) -> None:
        """The same, where it is known before anybody is asked."""
        self.fault(
            "E0506",
            "somebody must choose, and there is nothing to choose",
            rule,
            "Say what happens then, with `otherwise`.",
        )

    def no_case(self, rule: int) -> None:
        """A value is asked about a type that it has no case for."""
        hint = "Declare the value for this type as well."
        self.fault("E0330", "something is asked about that there is no case for", rule, hint)

    def never(self, rule: int, text: int) -> None:
        """What a rule says can't be has come about."""
        self.fault(
            "E0508",
            f"`never` was reached: “{self.lowered.texts[text]}”",
            rule,
            "The reason given does not always hold. Say what happens in this case.",
        )

    def endless(self, rule: int) -> None:
        """A `repeat` has gone round too often."""
        self.fault(
            "E0507",
            f"a `repeat` goes on for ever; it was stopped after {ROUNDS} rounds",
            rule,
            "Look at what should end it. A `draw` from an empty place gives nothing.",
        )

    def bounded(self, times: int, rule: int) -> int:
        """How often something is repeated, if that is not too often."""
        if times > ROUNDS:
            self.fault(
                "E0507",
                f"something is repeated {times} times; at most {ROUNDS} are allowed",
                rule,
                "Repeat it less often.",
            )
        return times

    def never_asks(self, block: int | None, steps: int) -> None:
        """So many steps have been carried out since somebody was asked."""
        owner = "play" if block is None else self.owner_of_block(block)
        self.fault(
            "E0507",
            f"`{owner}` goes on for ever: {steps} steps without a decision",
            self.number(owner),
            "Let the condition of its `repeat` come true.",
        )

    def asked_again(self, site: int) -> None:
        """The same decision has been put too often without a choice."""
        message = "somebody is asked again and again, and there is only one answer"
        hint = "Let the condition of the `repeat` around it come true."
        self.fault("E0507", message, self.rule_of(site), hint)

    def names(self) -> dict[str, object]:
        """What generated code calls."""
        return {
            "never": self.never,
            "endless": self.endless,
            "bounded": self.bounded,
            "no_option": self.no_option,
            "no_case": self.no_case,
            "ROUNDS": range(ROUNDS),
        }
