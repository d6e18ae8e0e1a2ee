"""What was answered, in words, and the rounds of a question: who bid, asked, guessed, passed.

In: a choice of a log; events. Out: words; a row for each round of asking, as players write it down.
What always holds: no more is said than the events of a seat say."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from alarife.checking.types import CellType, Maybe, Pieces
from alarife.engine.inspect import value_data
from alarife.engine.state import State
from alarife.table.wording import Wording
from alarife.texts.english import of_others
from alarife.texts.speech import worded
from alarife.texts.spoken import spoken

Data = dict[str, Any]


def asks(prompt: str) -> str:
    """A question before its answer."""
    return prompt if prompt.endswith(("?", ":", ".")) else prompt + ":"


def said_of(
    wording: Wording, state: State, site: Any, option: Any, forced: bool, shown: bool, own: bool
) -> tuple[str, str]:
    """A question and what was answered, in words; no answer where what follows tells it. `shown`: a
    cell is told by what has moved. `own`: it is told to who answered."""
    program = wording.game.program
    element = getattr(site.element, "of", site.element)
    element = element.of if isinstance(element, Maybe) else element
    if site.kind == "menu":
        actions = program.actions_of[site.menu]
        if len(actions) == 1:
            return site.prompt, ""
        action = program.actions[actions[option]]
        title = action.title or action.name
        return site.prompt, title if own else action.of_others or of_others(title)
    told = isinstance(element, Pieces) or (shown and isinstance(element, CellType))
    if forced or (told and not site.sealed):
        return site.prompt, ""
    if site.kind == "may":
        return site.prompt, worded(spoken(), "yes" if option else "no")
    data = value_data(state, option, element) if element else option
    return site.prompt, wording.value(data, element) if element else str(data)


def rounds(events: Sequence[Data]) -> list[Data]:
    """The answers that events tell, a row for each round: those to one question, one after the
    other, until somebody answers it again."""
    found: list[Data] = []
    for event in events:
        if event["kind"] not in ("choice", "answered"):
            continue
        last = found[-1] if found else None
        if (
            last is None
            or (last["question"], last["rule"]) != (event["question"], event["rule"])
            or str(event["by"]) in last["answers"]
        ):
            last = {"question": event["question"], "rule": event["rule"], "answers": {}}
            last["position"] = event["position"]
            found.append(last)
        last["answers"][str(event["by"])] = event["answer"]
    return found
