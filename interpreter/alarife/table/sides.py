"""Which side each player is on, where the rules give each a colour, an army or the like for good.

In: a game. Out: for each such kind its name, and the number of the value that each player has. It
is found in the rules: a value of a player alone whose result is a kind that pieces on a grid show,
and that looks at nothing on the table."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from alarife.checking.types import KindOf, Seat
from alarife.diagnostics import RuleError
from alarife.engine.inspect import is_generated, laid_out
from alarife.engine.state import Game
from alarife.engine.workbench import Workbench
from alarife.linking.walk import below
from alarife.syntax import tree


@lru_cache(maxsize=32)
def sides_of_players(game: Game) -> dict[str, list[int]]:
    """By the name of a kind, the number of each player's value; no two share one."""
    found: dict[str, list[int]] = {}
    for name in game.program.values:
        types = game.checked.signatures.get(f"value {name}", [])
        result = game.checked.results.get(f"value {name}")
        if len(types) != 1 or not isinstance(types[0], Seat) or not isinstance(result, KindOf):
            continue
        if result.name not in _shown(game) or not is_generated(game, name):
            continue
        if not set(_read(game, name)) & {*game.world.places, *game.world.notes}:
            values = _values(game, name)
            if len(set(values)) == game.players:
                found.setdefault(result.name, values)
    return found


def side_title(game: Game, kind: str) -> str:
    """What such a kind is called."""
    decl = game.world.kinds[kind].decl
    return (decl.title if decl else "") or kind.lower()


def _values(game: Game, name: str) -> list[int]:
    work, slots = Workbench.of(game).function(f"value·{name}"), laid_out(game)
    try:
        return [work(slots, p) for p in range(game.players)]
    except (RuleError, ArithmeticError, LookupError, TypeError, ValueError):
        return []


def _shown(game: Game) -> set[str]:
    """The kinds that pieces on grids show."""
    pieces = {
        name
        for place in game.world.places.values()
        if place.shape in ("grid", "board")
        for name in getattr(place.element, "names", ())
    }
    fields = (t for name in pieces for t in game.world.pieces[name].field_types.values())
    return {t.name for t in fields if isinstance(t, KindOf)}


def _read(game: Game, name: str) -> Iterator[str]:
    """The names that a value reads, also by way of others."""
    program = game.program
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        one = waiting.pop()
        if one in seen:
            continue
        seen.add(one)
        yield one
        nodes: list[tree.Node] = [*program.values.get(one, []), *program.changes.get(one, [])]
        nodes += [d for d in (program.rules.get(one), program.graphs.get(one)) if d is not None]
        waiting += [n.id for n in below(nodes) if isinstance(n, tree.Name)]
        waiting += [n.name for n in below(nodes) if isinstance(n, tree.Call)]
