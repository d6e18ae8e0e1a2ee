"""Faults: what a rule file did at play that it must not do.

A fault abandons the whole `play`; the caller still has the state from before. It names the rule,
file and line, and is a diagnostic like any other (E05xx)."""

from __future__ import annotations

from alarife.diagnostics import Diagnostic, Label, RuleError
from alarife.syntax.tree import Span


class GameEnds(Exception):
    """`end the game`: nothing more is done."""


class Fault(RuleError):
    """A rule did something impossible at play. `rule` is its name; `broken` are the rules of a law
    that was broken; `out_of_time` says that it used up the seconds that it may take."""

    broken: tuple[str, ...] = ()
    out_of_time = False
    nameless: tuple[str, str, str] | None = None
    """Code, message and hint, where no frame of Python tells which rule runs."""

    def __init__(self, code: str, message: str, rule: str, at: Span | None, hint: str = "") -> None:
        self.rule = rule
        label = (Label(at, f"in `{rule}`"),) if at is not None else ()
        super().__init__([Diagnostic(code, message, label, hint)])


class Unimaginable(Fault):
    """No state was found that a seat can't tell from the real one."""

    def __init__(self, seat: int) -> None:
        super().__init__(
            "E0520",
            f"No state was found that player {seat} could take for the real one.",
            "",
            None,
            "Too few ways in which the hidden pieces may lie lead to the question that stands, or"
            " to what was told. Show more of them, or ask where more ways lead to.",
        )
