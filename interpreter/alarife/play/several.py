"""Choosing several things of a set in one line: `3 5 7, done`.

What comes in: a state in which a set is being chosen, and what somebody wants of it. What goes out:
the states and answers, step by step as the engine asks. What always holds: all of it is done, or
nothing."""

from __future__ import annotations

from alarife.engine.state import State
from alarife.play.asking import Choice, NotUnderstood, Question
from alarife.play.text import join


def play_several(
    state: State, question: Question, wanted: list[Choice]
) -> tuple[list[State], list[str]]:
    """The states and keys of the answers. Raises `NotUnderstood` if not all of it can be."""
    done = [c for c in wanted if c.handle == "d"]
    pieces = [c for c in wanted if c.handle != "d"]
    if done and wanted[-1] is not done[0]:
        raise NotUnderstood("Say done last.")
    states: list[State] = []
    keys: list[str] = []
    here = state
    for i, choice in enumerate([*pieces, *done[:1]]):
        if not _same_set(state, here, len(keys)):
            if choice.handle == "d":
                continue
            raise NotUnderstood(
                f"With {_names(pieces[:i])} the choice is complete: {choice.words.plain} can't be"
                " added. Nothing was chosen."
            )
        key = _offered(here, question, choice)
        if key is None:
            raise NotUnderstood(_refusal(pieces[:i], choice))
        here = here.play(key)
        states.append(here)
        keys.append(key)
    return states, keys


def play_all(state: State) -> tuple[list[State], list[str]]:
    """Everything that can be in a set, one after the other, and done."""
    states: list[State] = []
    keys: list[str] = []
    here = state
    while _same_set(state, here, len(keys)) and here.decision is not None:
        key = next((k for k in here.decision.keys if k != "done"), "done")
        here = here.play(key)
        states.append(here)
        keys.append(key)
    return states, keys


def _same_set(first: State, here: State, taken: int) -> bool:
    """Whether the same set is still being chosen, after so many answers; a new one at the same
    place of the rules begins empty."""
    a, b = first.decision, here.decision
    if a is None or b is None or a.site is not b.site or a.player != b.player:
        return False
    return len(b.chosen) >= len(a.chosen) + taken


def _offered(here: State, question: Question, choice: Choice) -> str | None:
    """The key by which a choice goes now: pieces that look alike stand for one another."""
    decision = here.decision
    assert decision is not None
    if choice.key in decision.keys:
        return choice.key
    now = Question(here, {"places": {}} | here.view(decision.player), question.look)
    return next((c.key for c in now.choices if c.words.plain == choice.words.plain), None)


def _refusal(taken: list[Choice], choice: Choice) -> str:
    if choice.handle == "d":
        return f"{_names(taken) or 'Nothing'} alone can't be all. Nothing was chosen."
    after = f"After {_names(taken)}, " if taken else ""
    return (
        f"{after}{choice.words.plain} can't be chosen. Nothing was chosen; try: why"
        f" {choice.words.plain}"
    )


def _names(choices: list[Choice]) -> str:
    return join((c.words for c in choices), ", ").plain
