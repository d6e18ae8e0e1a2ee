"""Answers from outside: what a program says a player would choose, as the machine has it.

What comes in: an option, a key, a value as options have them, a piece's id, `(x, y)`. What goes
out: the raw value. Whatever can't be one raises `RuleError` (E0705) with a sentence."""

# What comes from outside has no types.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false
# pyright: reportUnknownArgumentType=false

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from alarife.checking.types import (
    CellType,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Truth,
    Type,
)
from alarife.checking.world import World
from alarife.diagnostics import RuleError, brief, rule_error
from alarife.engine.budget import LARGEST
from alarife.engine.words import SIDE_LETTERS, Words
from alarife.geometry.grid import GridTooLarge, cell
from alarife.lowering.layout import LOC, Slots

_SAID = {"yes": True, "no": False}


def no_answer(given: Any, why: str, hint: str = "") -> RuleError:
    """The error for something that is no answer."""
    return rule_error("E0705", f"{brief(given)} is no answer here: {why}.", hint)


class Answers:
    """Reads answers for the states of one game."""

    def __init__(self, world: World, words: Words) -> None:
        self.world, self.words = world, words

    def raw(self, s: Slots, t: Type | None, given: Any) -> Any:
        """A raw value of a type."""
        match t:
            case Maybe():
                return None if given is None else self.raw(s, t.of, given)
            case Many():
                return self._many(s, t.of, given)
            case CellType():
                return self._cell(given)
            case KindOf():
                return self._kind(t.name, given)
            case Seat():
                return self._party(given)
            case Pieces():
                return self._piece(s, t, given)
            case Number():
                return self._number(given)
            case Sides():
                return self._sides(given)
            case Truth():
                return self._truth(given)
            case _:
                raise no_answer(given, "nothing like it can be chosen")

    def _many(self, s: Slots, t: Type, given: Any) -> tuple[Any, ...]:
        if isinstance(given, str):
            given = given.split("+")
        if isinstance(given, Mapping) or not isinstance(given, Sequence | set | frozenset):
            raise no_answer(given, "several are asked for", "Give a list of them.")
        return tuple([self.raw(s, t, one) for one in given])

    def _cell(self, given: Any) -> int:
        at = given.get("at") if isinstance(given, Mapping) else given
        if isinstance(at, str):
            at = at.split(",")
        if isinstance(at, Sequence) and len(at) == 2:
            try:
                x, y = (int(n) if isinstance(n, str) else n for n in at)
                if type(x) is int and type(y) is int:
                    return cell(x, y)
            except (ValueError, GridTooLarge):
                pass
        raise no_answer(given, "it names no cell", 'Cells are said so: `(x, y)`, `{"at": [x, y]}`.')

    def _kind(self, kind: str, given: Any) -> int:
        names = self.world.kinds[kind].names if kind in self.world.kinds else ()
        if isinstance(given, str) and given in names:
            return names.index(given)
        raise no_answer(given, f"it is none of {', '.join(names[:12]) or 'its values'}")

    def _party(self, given: Any) -> int:
        if isinstance(given, str) and given in self.world.neutrals:
            return self.world.players + self.world.neutrals.index(given)
        number = int(given) if isinstance(given, str) and given.isdecimal() else given
        if type(number) is int and 1 <= number <= self.world.players:
            return number - 1
        raise no_answer(given, f"seats go from 1 to {self.world.players}")

    def _piece(self, s: Slots, t: Pieces, given: Any) -> int:
        said = given.get("id") if isinstance(given, Mapping) else given
        if isinstance(said, str):
            for x in range(self.world.piece_count):
                if s[LOC][x] and self.words.piece_key(s, x) == said:
                    return x
            raise no_answer(given, "there is no such piece in play")
        if type(said) is int and any(said in self.world.pieces[name].ids for name in t.names):
            return said
        raise no_answer(given, f"it is no {' or '.join(sorted(t.names)[:6])}")

    @staticmethod
    def _number(given: Any) -> int:
        if isinstance(given, str) and len(given) < 20 and given.removeprefix("-").isdecimal():
            given = int(given)
        if type(given) is not int:
            raise no_answer(given, "it is no whole number")
        if abs(given) > LARGEST:
            raise no_answer(given, "it is too large")
        return given

    @staticmethod
    def _sides(given: Any) -> int:
        if isinstance(given, str) and set(given) <= set(SIDE_LETTERS):
            return sum(1 << SIDE_LETTERS.index(letter) for letter in set(given))
        raise no_answer(given, f"sides are letters of {SIDE_LETTERS}")

    @staticmethod
    def _truth(given: Any) -> bool:
        if isinstance(given, str) and given in _SAID:
            return _SAID[given]
        if isinstance(given, bool):
            return given
        raise no_answer(given, "it is neither yes nor no")
