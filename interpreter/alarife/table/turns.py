"""Which notes of a game say whose turn it is."""

from __future__ import annotations

from functools import lru_cache

from alarife.engine.state import Game, State
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


def is_out_of_turn(state: State) -> bool:
    """Whether somebody is asked while it is another player's turn, as far as the rules note openly
    whose turn it is."""
    notes = list(state.game.world.notes.values())
    open_notes = [notes[n] for n in turn_notes(state.game) if not notes[n].decl.seen]
    turns = {state.note(note.name) for note in open_notes if not note.domains} - {None}
    return state.decision is not None and bool(turns) and state.decision.player not in turns
