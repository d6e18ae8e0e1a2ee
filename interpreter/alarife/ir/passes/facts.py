"""What a pass may ask besides the body in its hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from alarife.checking.scope import Local
from alarife.geometry.grid import Bounds
from alarife.ir.nodes import Const, Expr, Function
from alarife.ir.switches import Switches
from alarife.ir.walk import key, substituted


@dataclass(frozen=True, slots=True)
class Keeper:
    """What is kept with a board: `how` (a function of `alarife.geometry.kept`), by a test of what
    lies on a cell, and what else it is given. `asked`: what it is asked with, where that is known
    before play."""

    name: str
    how: str
    test: Function
    given: tuple[object, ...]
    asked: tuple[object, ...] = ()


@dataclass(slots=True)
class Facts:
    """`functions` are those of the program that have been through all passes, by name; `boards` the
    places that are grids of a fixed size, and this size; `sets` those that are sets; `keepers`
    what passes keep with boards."""

    functions: dict[str, Function] = field(default_factory=dict[str, Function])
    boards: Mapping[str, Bounds] = field(default_factory=dict[str, Bounds])
    sets: frozenset[str] = frozenset()
    tables: dict[str, str] = field(default_factory=dict[str, str])
    """By function the table that has its values, where it looks at few arguments alone."""
    keepers: list[Keeper] = field(default_factory=list[Keeper])
    switches: Switches = field(default_factory=Switches)

    def keep(
        self, how: str, params: tuple[Local, ...], body: Expr, given: tuple[object, ...]
    ) -> str:
        """The name under which something is kept; the same for the same."""
        number = len(self.keepers)
        test = Function(f"look_{number}", params, body)
        for keeper in self.keepers:
            same = (keeper.how, keeper.given, keeper.asked) == (how, given, ())
            if same and _says(keeper.test) == _says(test):
                return keeper.name
        self.keepers.append(Keeper(f"kept_{number}", how, test, given))
        return f"kept_{number}"

    def asked_alone(self, name: str, asked: tuple[object, ...]) -> str | None:
        """The name of the same, asked with these values alone; None where all of them are looked
        up in one table."""
        wanted = next(replace(k, asked=asked) for k in self.keepers if k.name == name)
        if wanted.how == "tally":
            return None
        for keeper in self.keepers:
            if replace(wanted, name=keeper.name) == keeper:
                return keeper.name
        number = len(self.keepers)
        self.keepers.append(replace(wanted, name=f"kept_{number}"))
        return f"kept_{number}"


def _says(f: Function) -> object:
    """Equal for functions that say the same, whatever their parameters are called."""
    places = {p: Const(("parameter", i)) for i, p in enumerate(f.params)}
    return key(substituted(f.body, places))
