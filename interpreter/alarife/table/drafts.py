"""A set while it is being built, which nobody else sees.

In: a state, and what has been picked. Out: the state with the picks taken. What always holds: the
order of the picks does not matter, and nothing is added to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from alarife.diagnostics import RuleError
from alarife.engine.inspect import question_number
from alarife.engine.state import State


@dataclass(slots=True)
class Draft:
    """A set being built: the state with the picks taken, the picks in the order the engine takes
    them, and whether the set is still being asked for."""

    state: State
    keys: list[str]
    open: bool


def draft_of(state: State, picks: Sequence[str]) -> Draft:
    """A draft. Raises `RuleError` for picks that can't be taken together."""
    decision = state.decision
    if decision is None or decision.kind != "set" or not picks:
        return Draft(state, [], True)
    order = {key: i for i, key in enumerate(decision.keys)}
    try:
        return _taken(state, list(picks))
    except RuleError:
        return _taken(state, sorted(picks, key=lambda k: order.get(k, len(order))))


def _taken(state: State, picks: list[str]) -> Draft:
    here, site = state, question_number(state)
    keys: list[str] = []
    went_on = False
    for key in picks:
        if went_on:
            here.play("?")  # not offered: the set was complete before
        here = here.play(_offered(here, key))
        keys.append(key)
        went_on = question_number(here) != site
        went_on = went_on or _chosen_count(here) < _chosen_count(state) + len(keys)
    return Draft(here, keys, not went_on)


def _chosen_count(state: State) -> int:
    return len(state.decision.chosen) if state.decision else 0


def _offered(state: State, key: str) -> str:
    """The key as it is called now: the second of two equal pieces may be called like the first."""
    keys = state.decision.keys if state.decision else []
    if key in keys:
        return key
    bare = key.partition("#")[0]
    return next((k for k in keys if k == bare or k.partition("#")[0] == bare), key)
