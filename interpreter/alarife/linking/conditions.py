"""Conditions that are decided before play: those of `when` blocks, and guards that speak of nothing
else.

In: an expression and a `World` (players, modules in play, settings). Out: its value. What such a
condition may say: options, rulings, `players`, `module m`, comparisons of those with numbers and
choices, `and`, `or`, `not`, yes and no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from alarife.linking.evaluate import DURING, Evaluator, Known, NotKnown
from alarife.linking.program import Setting
from alarife.linking.walk import below
from alarife.linking.wording import did_you_mean, or_all
from alarife.syntax import tree


@dataclass(slots=True)
class World:
    """What is known before play. `settings` are by bare name; `choices` the allowed values of each
    setting whose values are names; `absent` are settings that the files declare but not for this
    configuration."""

    players: int
    modules: frozenset[str]
    settings: dict[str, Setting] = field(default_factory=dict[str, Setting])
    choices: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    absent: set[str] = field(default_factory=set[str])
    known: frozenset[str] = frozenset()
    """The modules that there are for the game, in play or not."""
    look_up: Callable[[str], Setting | None] | None = None
    """Asked for settings that are not worked out yet (whether an option exists may hang on another
    one)."""

    def setting(self, name: str) -> Setting | None:
        """The value of a setting, None if there is none of that name."""
        if name in self.settings or self.look_up is None:
            return self.settings.get(name)
        return self.look_up(name)


def holds(condition: tree.Expr, world: World, hidden: frozenset[str] = frozenset()) -> bool:
    """Whether a condition holds. Raises `NotKnown` for what can't be decided before play; `hidden`
    are names of parameters."""
    return Evaluator(_Settings(world, hidden)).holds(condition)


def simplified(guard: tree.Expr, world: World, hidden: frozenset[str]) -> tree.Expr | bool:
    """A guard without the parts that are decided before play; yes or no if all of it is."""
    try:
        return holds(guard, world, hidden)
    except NotKnown:
        pass
    if not isinstance(guard, (tree.And, tree.Or)):
        return guard
    decides = isinstance(guard, tree.Or)
    left: list[tree.Expr] = []
    for part in guard.parts:
        result = simplified(part, world, hidden)
        if result is decides:
            return decides
        if not isinstance(result, bool):
            left.append(result)
    return left[0] if len(left) == 1 else type(guard)(at=guard.at, parts=left)


def mentions(condition: tree.Expr) -> tuple[set[str], set[str], bool]:
    """What a condition speaks of: names (possibly of settings), modules, and whether of the number
    of players."""
    names = {node.id for node in below(condition) if isinstance(node, tree.Name)}
    names |= {node.field for node in below(condition) if isinstance(node, tree.Get)}
    modules = {node.module for node in below(condition) if isinstance(node, tree.InPlay)}
    return names - {"players"}, modules, "players" in names


class _Settings(Known):
    """What is known before the files are joined: options, rulings, modules, the players."""

    def __init__(self, world: World, hidden: frozenset[str]) -> None:
        self.world = world
        self.hidden = hidden

    def in_play(self, e: tree.InPlay) -> bool:
        return e.module in self.world.modules

    def name(self, e: tree.Name, asker: Evaluator) -> Any:
        """What a name stands for that nothing around it binds."""
        if e.id == "players" and e.id not in self.hidden:
            return self.world.players
        return self._setting(e, e.id)

    def field(self, e: tree.Get, asker: Evaluator) -> Any:
        """The value of `x.field`."""
        return self._setting(e, e.field)

    def sides(self, left: tree.Expr, right: tree.Expr, asker: Evaluator) -> tuple[Any, Any]:
        """The values of both sides. A name beside a setting whose values are names is one of those
        values."""
        one, other = self._side(left, right, asker), self._side(right, left, asker)
        if type(one) is not type(other):
            raise NotKnown(left, "this is compared with something of another type")
        return one, other

    def _side(self, e: tree.Expr, beside: tree.Expr, asker: Evaluator) -> Any:
        if not isinstance(e, tree.Name) or not isinstance(beside, (tree.Name, tree.Get)):
            return asker.value(e)
        name = beside.id if isinstance(beside, tree.Name) else beside.field
        choices = self.world.choices.get(name)
        if choices is None or {name, e.id} & self.hidden:
            return asker.value(e)
        if e.id not in choices:
            if e.id in self.world.choices:
                return asker.value(e)
            hint = or_all(e.id, choices, "The choices are")
            raise NotKnown(e, f"`{e.id}` is none of the choices of `{name}`", hint)
        return e.id

    def _setting(self, e: tree.Name | tree.Get, name: str) -> Setting:
        value = None if name in self.hidden else self.world.setting(name)
        if value is not None:
            return value
        if name in self.hidden:
            raise NotKnown(e, DURING)
        if name in self.world.absent:
            raise NotKnown(e, f"`{name}` is there only in other configurations")
        hint = did_you_mean(name, [*self.world.settings, "players"])
        if name in self.world.known:
            hint = f"Write `module {name}`."
        raise NotKnown(e, f"`{name}` is no option and no ruling", hint)
