"""Whether what a declared value is worked out from lies open to all.

In: a game, and the name of a value. Out: yes or no, which follows from the rules' text alone."""

from __future__ import annotations

from collections.abc import Iterator
from weakref import WeakKeyDictionary

from alarife.engine.inspect import is_open
from alarife.engine.state import Game
from alarife.linking.walk import below
from alarife.syntax import tree

_kept: WeakKeyDictionary[Game, dict[str, bool]] = WeakKeyDictionary()


def named_below(nodes: list[tree.Node]) -> Iterator[str]:
    """The names of values, places, notes and rules in some nodes."""
    for node in below(nodes):
        if isinstance(node, tree.Name):
            yield node.id
        elif isinstance(node, tree.Call):
            yield node.name


def reads_openly(game: Game, name: str) -> bool:
    """Whether everything that a value reads, also by way of others, is seen by everybody."""
    kept = _kept.setdefault(game, {})
    if name not in kept:
        kept[name] = _reads_openly(game, name)
    return kept[name]


def _reads_openly(game: Game, name: str) -> bool:
    program, world = game.program, game.world
    seen: set[str] = set()
    waiting = {name}
    while waiting:
        one = waiting.pop()
        seen.add(one)
        place, note = world.places.get(one), world.notes.get(one)
        if place is not None:
            instances = range(place.first, place.first + place.count)
            if not all(is_open(game, number) for number in instances):
                return False
        if note is not None and note.decl.seen:
            return False
        nodes: list[tree.Node] = [*program.values.get(one, [])]
        nodes += [d for d in (program.rules.get(one), program.graphs.get(one)) if d is not None]
        nodes += program.changes.get(one, [])
        waiting |= set(named_below(nodes)) - seen
    return True
