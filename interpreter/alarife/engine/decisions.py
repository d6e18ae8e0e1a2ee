"""Decisions and their options: the questions that a game puts, and the answers to them.

What comes in: a state in which somebody is asked. What goes out: who is asked what, and every legal
answer, in a fixed order. Texts of options are made when they are asked for. A state keeps its
decision and an option knows its decision, but not the other way round: without circles, a state
that nobody needs any more is freed at once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from operator import index
from typing import TYPE_CHECKING, Any

from alarife.checking.types import CELL, Many, Pieces, Type
from alarife.diagnostics import RuleError, brief, rule_error
from alarife.engine.refusals import numbers
from alarife.lowering.flow.decisions import Site
from alarife.lowering.layout import LOC, Slots, standing

if TYPE_CHECKING:
    from alarife.engine.state import Game, State


class Option:
    """One answer to a decision: `key` (stable text), `label` (for readers), `value` (JSON-able)."""

    __slots__ = ("decision", "index", "raw")

    def __init__(self, decision: Decision, index: int, raw: Any) -> None:
        self.decision, self.index, self.raw = decision, index, raw

    @property
    def key(self) -> str:
        """A text that names this option in its decision, the same in every process."""
        return self.decision.keys[self.index]

    @property
    def label(self) -> str:
        """What a reader is shown."""
        return self.decision.label_of(self.raw)

    @property
    def number(self) -> int:
        """The number to show beside it, from 1; 0 for done. While a set is chosen, a piece keeps
        its number."""
        return self.decision.numbers[self.index]

    @property
    def value(self) -> Any:
        """The action's name, a piece's id, `{"at": [x, y]}`, `{"done": true}` …"""
        return self.decision.value_of(self.raw)

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Option)
            and self.decision is other.decision
            and self.index == other.index
        )

    def __hash__(self) -> int:
        return hash((id(self.decision), self.index))

    def __reduce__(self) -> tuple[Any, ...]:
        return _option, (self.decision, self.index)

    def __repr__(self) -> str:
        return f"<Option {self.key}>"


class Decision:
    """A question to one player. `kind` is one, set, menu or may; `chosen` is what has been chosen
    so far of a set."""

    __slots__ = (
        "_env",
        "_game",
        "_keys",
        "_numbers",
        "_raw",
        "_restored",
        "_slots",
        "_you",
        "site",
    )

    def __init__(self, game: Game, slots: Slots, restored: bool) -> None:
        self._game, self._slots, self._restored = game, slots, restored
        number, self._you, self._raw, self._env = standing(slots)
        self.site: Site = game.lowered.sites[number]
        self._keys: list[str] | None = None
        self._numbers: list[int] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _decision, (self.state,)

    @property
    def state(self) -> State:
        """The state in which it stands."""
        return self._game.state(self._slots, self._restored)

    @property
    def player(self) -> int:
        """The seat that is asked, from 1."""
        return self._you + 1

    @property
    def kind(self) -> str:
        """`one`, `set`, `menu` or `may`."""
        return self.site.kind

    @property
    def prompt(self) -> str:
        """The question."""
        return self.site.prompt

    @property
    def rule(self) -> str:
        """The name of the declaration that asks."""
        return self.site.owner

    @property
    def options(self) -> list[Option]:
        """Every legal answer, in a fixed order."""
        return [Option(self, i, raw) for i, raw in enumerate(self._raw)]

    @property
    def chosen(self) -> tuple[Any, ...]:
        """Of a set: what has been chosen so far, as values."""
        return tuple(self._value(x) for x in self.chosen_raw)

    @property
    def chosen_raw(self) -> tuple[Any, ...]:
        """The same, as the machine has it."""
        return self._env[self.site.env.index(self.site.got)] if self.kind == "set" else ()

    @property
    def numbers(self) -> list[int]:
        """The numbers of the options, as `Option.number` has them."""
        if self._numbers is None:
            with self._game.machine.afresh():
                self._numbers = numbers(self._game.machine, self._slots)
        return self._numbers

    @property
    def keys(self) -> list[str]:
        """The keys of the options."""
        if self._keys is None:
            keys = [self._key(raw) for raw in self._raw]
            twice = {k for k, n in Counter(keys).items() if n > 1}
            self._keys = [
                self._longer(k, raw) if k in twice else k
                for k, raw in zip(keys, self._raw, strict=True)
            ]
        return self._keys

    @property
    def element(self) -> Type | None:
        """The type of what is chosen, of a decision for one or a set."""
        t = self.site.element
        return t.of if isinstance(t, Many) else t

    def _key(self, raw: Any) -> str:
        if raw is None:
            return "done"
        if self.kind == "menu":
            return str(self._actions()[int(raw)])
        if self.kind == "may":
            return "yes" if raw else "no"
        return self._game.words.key(self._slots, raw, self.element or CELL)

    def _longer(self, key: str, raw: Any) -> str:
        if not isinstance(self.element, Pieces):
            return key
        machine = self._game.machine
        s = self._slots
        number = s[LOC][int(raw)]
        held = machine.contents.of(s, number)
        where = held.where(raw) if hasattr(held, "where") else None
        spot = f"@{self._game.words.label(s, where, CELL)}" if where is not None else f"#{raw}"
        return key + spot

    def _actions(self) -> list[str]:
        return self._game.program.actions_of[self.site.menu]

    def label_of(self, raw: Any) -> str:
        """What a reader is shown of a raw answer."""
        return self._of_raw(self._label, raw)

    def value_of(self, raw: Any) -> Any:
        """A raw answer as JSON-able data."""
        return self._of_raw(self._value, raw)

    def _of_raw(self, made: Callable[[Any], Any], raw: Any) -> Any:
        try:
            return made(raw)
        except RuleError:
            raise
        except Exception as wrong:
            raise ValueError(f"`raw` must be a raw answer to it, not {brief(raw)}.") from wrong

    def _label(self, raw: Any) -> str:
        """What a reader is shown of it."""
        if raw is None:
            return "done"
        if self.kind == "menu":
            action = self._game.program.actions[self._actions()[int(raw)]]
            return action.title or action.name
        if self.kind == "may":
            return "yes" if raw else "no"
        return self._game.words.label(self._slots, raw, self.element or CELL)

    def _value(self, raw: Any) -> Any:
        """The answer as JSON-able data."""
        if raw is None:
            return {"done": True}
        if self.kind == "menu":
            return str(self._actions()[int(raw)])
        t = self.element
        if self.kind == "may" or isinstance(t, Pieces):
            return raw
        return self._game.words.data(self._slots, raw, t or CELL)

    def find(self, option: Option | str | int) -> Any:
        """The raw answer that an option, a key or an index means; an error if it is not offered
        (E0702). An option of another decision is taken only if the same question is put to the same
        player by the same rules, and its key is offered. An index may be a whole number of NumPy's,
        too."""
        if isinstance(option, Option):
            asked = option.decision
            if asked is self:
                return option.raw
            if not self._is_like(asked):
                raise self._not_offered(f"{option.key}", "It is an option of another decision. ")
            option = option.key
        elif (number := as_index(option)) is not None:
            if 0 <= number < len(self._raw):
                return self._raw[number]
            raise self._not_offered(brief(number))
        if isinstance(option, str) and option in self.keys:
            return self._raw[self.keys.index(option)]
        raise self._not_offered(option if isinstance(option, str) else brief(option))

    def _is_like(self, other: Decision) -> bool:
        """Whether both put the same question to the same player, under the same rules."""
        mine, theirs = self._game, other._game
        return (mine is theirs or mine.program.digest == theirs.program.digest) and (
            standing(self._slots)[:2] == standing(other._slots)[:2]
        )

    def _not_offered(self, asked: str, why: str = "") -> RuleError:
        some = ", ".join(self.keys[:12]) + (" …" if len(self.keys) > 12 else "")
        return rule_error("E0702", f"`{asked}` is not offered here.", f"{why}Offered are: {some}.")


def as_index(given: object) -> int | None:
    """The whole number that something is, such as one of NumPy's; None if it is none. Yes and no
    are none."""
    if isinstance(given, (str, bool)):
        return None
    try:
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        return None


# ----------------------------------------------------------------
# copies
def _decision(state: State) -> Decision | None:
    return state.decision


def _option(decision: Decision, index: int) -> Option:
    return decision.options[index]
