"""Why an answer is not offered: the named rules that it would break.

What comes in: a state, an action and answers to its questions, or an answer to the decision that
stands; answers as options have them. What goes out: names of rules."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, cast

from alarife.checking.types import Many, Maybe, Truth, Type
from alarife.diagnostics import brief, rule_error
from alarife.engine.answers import no_answer
from alarife.engine.decisions import Option
from alarife.engine.refusals import refused
from alarife.geometry.grid import GridTooLarge
from alarife.lowering.layout import standing

if TYPE_CHECKING:
    from alarife.engine.state import State

NO_CANDIDATE = (TypeError, LookupError, ValueError, AttributeError, GridTooLarge)
"""What a rule may come to that is asked of something which is no candidate at all."""


def rules_broken(state: State, action: str, answers: Sequence[Any]) -> list[str]:
    """The rules that answers to an action break; the action itself, where an answer is no candidate
    at all or a condition has no name."""
    game, decision = state.game, state.decision
    if not isinstance(action, str) or action not in game.program.actions:  # pyright: ignore[reportUnnecessaryIsInstance]
        from alarife.linking.wording import did_you_mean

        said = action if isinstance(action, str) else brief(action)  # pyright: ignore[reportUnnecessaryIsInstance]
        hint = did_you_mean(said, game.program.actions)
        raise rule_error("E0705", f"There is no action `{said}`.", hint)
    args, rest = _arguments(state, action, answers)
    raw = _raw_answers(state, action, rest)
    you = decision.player - 1 if decision else 0
    try:
        with game.machine.afresh():
            broken = game.machine.why(state.slots, action, you, args, raw)
    except NO_CANDIDATE:
        broken = [None]
    return [name or action for name in broken]


def _arguments(
    state: State, action: str, answers: Sequence[Any]
) -> tuple[list[Any], Sequence[Any]]:
    """What an action is offered for, by the menu that stands or else by the first answers; and the
    answers to its own questions."""
    wanted = state.game.checked.signatures.get(f"action {action}", [])
    args = _menu_args(state, action) if wanted else []
    if len(args) == len(wanted):
        return args, answers
    if len(answers) < len(wanted):
        raise no_answer(
            list(answers),
            f"`{action}` is offered for something, and that must come first",
            f"It takes {len(wanted)} before the answers to its own questions.",
        )
    given = [_raw(state, t, a) for t, a in zip(wanted, answers, strict=False)]
    return given, answers[len(wanted) :]


def _menu_args(state: State, action: str) -> list[Any]:
    decision = state.decision
    menu = state.game.program.actions[action].menu
    if decision is None or decision.site.menu != menu or not all(decision.site.menu_args):
        return []
    env = dict(zip(decision.site.env, standing(state.slots)[3], strict=True))
    return [env[name] for name in decision.site.menu_args if name in env]


def _raw_answers(state: State, action: str, answers: Sequence[Any]) -> list[Any]:
    """Answers as the machine has them, by what the action's questions ask for."""
    out: list[Any] = []
    items = list(state.game.lowered.action_items.get(action, []))
    rest = list(answers)
    while rest and items:
        kind, t = items.pop(0)
        given = rest.pop(0)
        if kind == "menu":
            name = given.key if isinstance(given, Option) else given
            if not isinstance(name, str) or name not in state.game.program.actions:
                raise no_answer(given, "it is the name of no action")
            out.append(name)
            items = list(state.game.lowered.action_items.get(str(name), []))
        elif kind == "set":
            several = isinstance(given, (list, tuple, set))
            many = cast("Iterable[Any]", given) if several else [given]
            out.append([_raw(state, t, x) for x in many])
        else:
            out.append(_raw(state, t, given))
    if rest:
        raise no_answer(rest[0], f"`{action}` asks for {len(answers) - len(rest)} answers")
    return out


def _raw(state: State, t: Type | None, given: Any) -> Any:
    """An answer to a question for one or several of a type."""
    t = t.of if isinstance(t, (Many, Maybe)) else t
    if isinstance(given, Option):
        given = given.value
    return state.game.answers.raw(state.slots, t, given)


def rules_broken_here(state: State, answer: Any) -> list[str]:
    """The rules that an answer to the decision that stands breaks; none if it is offered."""
    decision = state.decision
    if decision is None:
        return []
    if (isinstance(answer, Option) and answer.decision is decision) or (
        isinstance(answer, str) and answer in decision.keys
    ):
        return []
    if decision.kind == "menu":
        name = answer.key if isinstance(answer, Option) else answer
        return rules_broken(state, name, ())
    if decision.kind == "may":
        state.game.answers.raw(state.slots, Truth(), _value_of(answer))
        return []
    done = decision.kind == "set" and _value_of(answer) in ("done", {"done": True})
    raw = None if done else _raw(state, decision.element, answer)
    try:
        with state.game.machine.afresh():
            broken = refused(state.game.machine, state.slots, raw)
    except NO_CANDIDATE:
        broken = [None]
    return [name or decision.rule for name in broken]


def _value_of(answer: Any) -> Any:
    return answer.value if isinstance(answer, Option) else answer
