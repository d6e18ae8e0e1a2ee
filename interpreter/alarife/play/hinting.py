"""Hints: what a bot would do here, and how it rates the choices.

What comes in: a state in which a person is asked. What goes out: a line for each choice, the best
first. The bot thinks for the person's own seat, so it sees no more than the person does."""

from __future__ import annotations

from alarife.bots import LEVELS, PATIENCE, Budget, View, hint
from alarife.engine.state import State
from alarife.play.asking import Question
from alarife.play.text import Text, table

_MOST = 8
"""So many choices are told."""


def hint_lines(state: State, question: Question) -> list[Text]:
    """The choices, the best first, with the share of the win that may be expected."""
    decision = question.decision
    if len(decision.options) < 2:
        return [Text("There is only one choice.")]
    budget = Budget(LEVELS["hard"], PATIENCE["fair"])
    found = hint(View(state, decision.player), decision, budget)
    choices = {choice.key: choice for choice in question.choices}
    rows = [[Text(("expected", "dim")), Text(("tried", "dim")), Text()]]
    for one in found[:_MOST]:
        choice = choices[one.key]
        tried = "certain" if one.certain else str(one.playouts)
        said = Text((choice.handle, "bold"), " ", choice.words)
        rows.append([Text(f"{one.expected:.0%}"), Text(tried), said])
    lines = table(rows, right=frozenset({0, 1}))
    left = len(found) - _MOST
    return [*lines, Text((f"and {left} more", "dim"))] if left > 0 else lines
