"""Conditions that are decided before play: those of `when` blocks, and guards that speak of nothing
else.

In: an expression and a `World` (players, modules in play, settings). Out: its value. What such a
condition may say: options, rulings, `players`, `module m`, comparisons of those with numbers and
choices, `and`, `or`, `not`, yes and no."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from alarife.linking.program import Setting
from alarife.linking.walk import bare, below
from alarife.linking.wording import did_you_mean, or_all
from alarife.syntax import tree

_COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "at least": lambda a, b: a >= b,
    "at most": lambda a, b: a <= b,
    "more than": lambda a, b: a > b,
    "less than": lambda a, b: a < b,
}


class Undecided(Exception):
    """Something in a condition that can't be decided before play; `node` is where, `why` says what
    it is."""

    def __init__(self, node: tree.Expr, why: str, hint: str = "") -> None:
        self.node = node
        self.why = why
        self.hint = hint
        super().__init__(why)


@dataclass(slots=True)
class World:
    """What is known before play. `settings` are by bare name; `choices` the allowed values of each
    setting whose values are names; `absent` are settings that the files declare but not for this
    configuration."""

    players: int
    modules: frozenset[str]
    known_modules: frozenset[str] = frozenset()
    settings: dict[str, Setting] = field(default_factory=dict[str, Setting])
    choices: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    absent: set[str] = field(default_factory=set[str])
    look_up: Callable[[str], Setting | None] | None = None
    """Asked for settings that are not worked out yet (whether an option exists may hang on another
    one)."""

    def setting(self, name: str) -> Setting | None:
        """The value of a setting, None if there is none of that name."""
        if name in self.settings or self.look_up is None:
            return self.settings.get(name)
        return self.look_up(name)


def holds(condition: tree.Expr, world: World, hidden: frozenset[str] = frozenset()) -> bool:
    """Whether a condition holds. Raises `Undecided` for what can't be decided before play; `hidden`
    are names of parameters."""
    value = _value(condition, world, hidden)
    if not isinstance(value, bool):
        raise Undecided(condition, "is neither yes nor no")
    return value


def simplified(guard: tree.Expr, world: World, hidden: frozenset[str]) -> tree.Expr | bool:
    """A guard without the parts that are decided before play; yes or no if all of it is."""
    guard = bare(guard)
    try:
        return holds(guard, world, hidden)
    except Undecided:
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


# ----------------------------------------------------------------
# evaluation
def _value(expr: tree.Expr, world: World, hidden: frozenset[str]) -> Setting:
    match expr:
        case tree.Group():
            return _value(expr.inner, world, hidden)
        case tree.Truth() | tree.Int():
            return expr.value
        case tree.InPlay():
            return expr.module in world.modules
        case tree.Not():
            return not holds(expr.of, world, hidden)
        case tree.And():
            return all(holds(part, world, hidden) for part in expr.parts)
        case tree.Or():
            return any(holds(part, world, hidden) for part in expr.parts)
        case tree.Compare():
            return _compare(expr, world, hidden)
        case tree.Name() if expr.id == "players" and expr.id not in hidden:
            return world.players
        case tree.Name() | tree.Get():
            return _setting(expr, world, hidden)
        case _:
            raise Undecided(expr, "is known only during play")


def _setting(expr: tree.Name | tree.Get, world: World, hidden: frozenset[str]) -> Setting:
    name = expr.id if isinstance(expr, tree.Name) else expr.field
    value = None if name in hidden else world.setting(name)
    if value is None:
        if name in world.absent:
            raise Undecided(expr, f"asks for `{name}`, which is there only in other configurations")
        hint = did_you_mean(name, [*world.settings, "players"])
        raise Undecided(expr, f"asks for `{name}`, which is no option and no ruling", hint)
    return value


def _compare(expr: tree.Compare, world: World, hidden: frozenset[str]) -> bool:
    if expr.op in ("in", "not in"):
        return _within(expr, world, hidden) == (expr.op == "in")
    left, right = _sides(expr, world, hidden)
    if type(left) is not type(right):
        raise Undecided(expr, "compares things of different types")
    if expr.op == "=":
        return left == right
    if expr.op == "differs from":
        return left != right
    if isinstance(left, (str, bool)) or isinstance(right, (str, bool)):
        raise Undecided(expr, "compares what is no number")
    return _COMPARISONS[expr.op](left, right)


def _within(expr: tree.Compare, world: World, hidden: frozenset[str]) -> bool:
    among = bare(expr.right)
    if isinstance(among, tree.RangeOf):
        value, low, high = (_value(e, world, hidden) for e in (expr.left, among.low, among.high))
        return not isinstance(value, str) and int(low) <= int(value) <= int(high)
    if isinstance(among, tree.Several):
        each = [
            tree.Compare(at=expr.at, op="=", left=expr.left, right=item) for item in among.items
        ]
        return any(_compare(one, world, hidden) for one in each)
    raise Undecided(expr, "is known only during play")


def _sides(expr: tree.Compare, world: World, hidden: frozenset[str]) -> tuple[Setting, Setting]:
    """The values of both sides. A name beside a setting whose values are names is one of those
    values."""
    left, right = bare(expr.left), bare(expr.right)
    for setting, other, swapped in ((left, right, False), (right, left, True)):
        if (
            not isinstance(setting, (tree.Name, tree.Get))
            or not isinstance(other, tree.Name)
            or other.id in hidden
        ):
            continue
        name = setting.id if isinstance(setting, tree.Name) else setting.field
        if name in hidden or name not in world.choices:
            continue
        value = _setting(setting, world, hidden)
        if other.id not in world.choices[name]:
            hint = or_all(other.id, world.choices[name], "The choices are")
            raise Undecided(
                other, f"compares `{name}` with `{other.id}`, which is none of its choices", hint
            )
        return (other.id, value) if swapped else (value, other.id)
    return _value(left, world, hidden), _value(right, world, hidden)
