"""Which notes of a game say whose turn it is."""

from __future__ import annotations

from functools import lru_cache

from alarife.engine.state import Game
from alarife.linking.walk import below
from alarife.syntax import tree


@lru_cache(maxsize=64)
def turn_notes(game: Game) -> frozenset[int]:
    """The notes that say whose turn it is: the rules do something `as` them, and change them in the
    same step."""
    names = list(game.world.notes)
    found: set[int] = set()
    for step in game.program.steps.values():
        nodes = list(below(step))
        asked = {n.who.id for n in nodes if isinstance(n, tree.As) and isinstance(n.who, tree.Name)}
        written = {
            n.target.id
            for n in nodes
            if isinstance(n, tree.Write) and isinstance(n.target, tree.Name)
        }
        found |= {names.index(name) for name in asked & written if name in names}
    return frozenset(found)
