"""What a question is about: the pieces, values and cells that stand already, such as the one that
is being paid for.

What comes in: a decision, and the variables that go on with it. What goes out: words for the line
of the question. What always holds: nothing is named that the asked seat may not know."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from alarife.checking.types import CellType, KindOf, Many, Maybe, Pieces, Type
from alarife.engine.inspect import knows, piece_data, questions, value_data
from alarife.engine.state import Decision, State
from alarife.lowering.layout import DECISION
from alarife.play.look import Look
from alarife.play.text import Text


def subject(state: State, decision: Decision, look: Look) -> list[Text]:
    """What the question is about, part by part, none said twice."""
    held = dict(zip(decision.site.env, state.slots[DECISION][3], strict=True))
    types = (
        _menu_types(state, decision)
        if decision.kind == "menu" and any(decision.site.menu_args)
        else {}
    )
    types = types or {
        name: t
        for name in held
        if (t := _type_of(state, decision.site.owner, name.rpartition("_")[0]))
    }
    found: dict[str, Text] = {}
    for name, t in types.items():
        value = held.get(name)
        if value is not None and (words := _said(state, decision, look, value, t)):
            found.setdefault(words.plain, words)
    return list(found.values())


def _menu_types(state: State, decision: Decision) -> dict[str, Type]:
    """The arguments of a menu, and their types."""
    types = state.game.checked.signatures.get(f"menu {decision.site.menu}", [])
    return {name: t for name, t in zip(decision.site.menu_args, types, strict=False) if name}


def _type_of(state: State, owner: str, name: str) -> Type | None:
    """The type of a variable of a declaration: of what has been chosen in it under this name, or
    was given to it."""
    for site in questions(state.game):
        if site.rule == owner and site.name == name and site.kind == "one":
            return site.element.of if isinstance(site.element, Many) else site.element
    return next((t for param, t in _params(state, owner) if param == name), None)


def _params(state: State, owner: str) -> Iterator[tuple[str, Type]]:
    program, signatures = state.game.program, state.game.checked.signatures
    if (action := program.actions.get(owner)) is not None:
        yield from zip(action.menu_params, signatures.get(f"action {owner}", []), strict=False)
    elif (step := program.steps.get(owner)) is not None:
        yield from zip(
            (p.name for p in step.params), signatures.get(f"step {owner}", []), strict=False
        )


def _said(state: State, decision: Decision, look: Look, value: Any, t: Type) -> Text | None:
    t = t.of if isinstance(t, Maybe) else t
    if isinstance(t, Pieces):
        known = isinstance(value, int) and value >= 0 and knows(state, decision.player, value)
        return look.long(piece_data(state, value), {"Party": look.viewer}) if known else None
    if isinstance(t, KindOf | CellType):
        return look.value(value_data(state, value, t), t)
    return None
