"""Values, notes and places of a state, asked by name from Python.

In: names and arguments as options and views have them (seats from 1, kinds by name, `(x, y)`).
Out: plain data; of what has keys, nested dicts with a level for each key. Nothing is hidden here:
what one seat sees is `State.view`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from alarife.checking.types import CellType, Maybe, Pieces, Seat, Type
from alarife.checking.world import Domain
from alarife.diagnostics import RuleError, brief, rule_error
from alarife.engine import dumps
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.engine.state import Game, State


def value(state: State, name: str, args: Sequence[Any], named: Mapping[str, Any]) -> Any:
    """What a declared value (or rule: yes or no) is now."""
    _is_name(name)
    game = state.game
    program = game.program
    what = "value" if program.values.get(name) else "rule"
    decl = program.values[name][0] if what == "value" else program.rules.get(name)
    if decl is None:
        known = [*program.values, *program.rules]
        raise _wrong(f"There is no value `{name}`.", did_you_mean(name, known))
    if isinstance(decl, tree.Rule) and decl.law:
        raise _wrong(
            f"`{name}` is a rule of the law `{decl.law}`: it is asked of a grid.",
            "`state.why_not(…)` says which rules a move would break.",
        )
    types = game.checked.signatures.get(f"{what} {name}", [])
    names = [p.name for p in decl.params]
    given = _arguments(name, names, types, args, named)
    raw = [game.answers.raw(state.slots, t, a) for t, a in zip(types, given, strict=True)]
    you = [0] if f"{what} {name}" in game.checked.you else []
    with game.machine.afresh():
        found = game.machine.names[f"{what}·{name}"](state.slots, *you, *raw)
    if what == "rule":
        return bool(found)
    return game.words.data(state.slots, found, game.checked.results[f"value {name}"])


def _arguments(
    name: str, names: list[str], types: list[Type], args: Sequence[Any], named: Mapping[str, Any]
) -> list[Any]:
    """The arguments in order; `seat` stands for the first player that is asked for."""
    left = dict(named)
    found: list[Any] = list(args)
    for word, t in zip(names[len(args) :], types[len(args) :], strict=False):
        key = "seat" if word not in left and isinstance(t, Seat) and "seat" in left else word
        if key not in left:
            raise _wrong(f"`{name}` wants `{word}`.", _form(name, names))
        found.append(left.pop(key))
    if left or len(found) != len(names):
        raise _wrong(f"`{name}` takes {len(names)} arguments.", _form(name, names))
    return found


def _form(name: str, names: list[str]) -> str:
    return f"Write `state.value({', '.join([repr(name), *(f'{n}=…' for n in names)])})`."


def note(state: State, name: str) -> Any:
    """What a note says now."""
    _is_name(name)
    game = state.game
    info = game.world.notes.get(name)
    if info is None:
        raise _wrong(f"There is no note `{name}`.", did_you_mean(name, game.world.notes))
    found = [
        game.words.data(state.slots, v, info.type)
        for _, v in dumps.note_values(game.machine, state.slots, name)
    ]
    return _nested(game, info.domains, found)


def place(state: State, name: str) -> Any:
    """What lies in a place now."""
    _is_name(name)
    game = state.game
    info = game.world.places.get(name)
    if info is None:
        raise _wrong(f"There is no place `{name}`.", did_you_mean(name, game.world.places))
    found = [
        dumps.content(game.machine, game.words, state.slots, info.first + i)
        for i in range(info.count)
    ]
    return _nested(game, info.domains, found)


def _nested(game: Game, domains: Sequence[Domain], values: Sequence[Any]) -> Any:
    """Values by keys, a level for each key."""
    if not domains:
        return values[0]
    key = _key_of(game, domains[0].type)
    size = len(values) // max(1, domains[0].size)
    return {
        key(k): _nested(game, domains[1:], values[i * size : (i + 1) * size])
        for i, k in enumerate(domains[0].values)
    }


def _key_of(game: Game, t: Type) -> Callable[[int], Any]:
    """How a key is said: seats and numbers as numbers, kinds by name, pieces by id, cells as
    `(x, y)`."""
    if isinstance(t, Pieces):
        return lambda k: k
    if isinstance(t, CellType):
        return lambda k: tuple(game.words.constant(k, t)["at"])
    return lambda k: game.words.constant(k, t.of if isinstance(t, Maybe) else t)


def _is_name(name: object) -> None:
    if not isinstance(name, str):
        raise TypeError(f"`name` is a text, not {brief(name)}.")


def _wrong(message: str, hint: str) -> RuleError:
    return rule_error("E0706", message, hint)
