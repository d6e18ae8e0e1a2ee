"""Examples that tell of more players than there are: which of them may still be shown.

In: a checked program with fewer players than some of its examples name. Out: those examples that
hold with the players they name and whose rules are the same here; a book shows them and says for
how many players they are. What always holds: of everything that such an example carries out or
asks, there is no declaration that is in play with one number of players only, but for neutral
parties, of whom the example knows nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from alarife.checking.world import PLAYER_NAMES
from alarife.linking.program import Program
from alarife.linking.walk import below
from alarife.syntax import tree

USUAL_PLAYERS = 3
"""For how many players examples are written that say nothing about it."""

_NEUTRAL = "Neutral"


def players_named(example: tree.Example) -> int:
    """How many players there must be for those that an example names."""
    named = {n.id for n in below(example) if isinstance(n, tree.Name)}
    named |= {n.player for n in below(example) if isinstance(n, tree.When) and n.player}
    return max((i for i, name in enumerate(PLAYER_NAMES, 1) if name in named), default=0)


def same_rules(example: tree.Example, here: Program, there: Program) -> bool:
    """Whether all that an example carries out or asks, with the players it names (`there`), is so
    `here`, too."""
    waiting, seen = list(_names(example)), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        found = list(_declared(there, name))
        if _places(found) != _places(_declared(here, name)):
            return False
        waiting += _names(*found)
        waiting += [*there.actions_of.get(name, ()), *there.rules_of.get(name, ())]
    return True


def _names(*nodes: tree.Node) -> Iterator[str]:
    for node in below(nodes):
        if isinstance(node, tree.Name):
            yield node.id
        elif isinstance(node, tree.Call):
            yield node.name
        elif isinstance(node, (tree.ChooseFrom, tree.Can)):
            yield node.menu


def _declared(program: Program, name: str) -> Iterator[tree.Decl]:
    """All declarations of a name and what amends them."""
    name = program.formerly.get(name, name)
    yield from program.values.get(name, ())
    yield from program.changes.get(name, ())
    shelves: tuple[Mapping[str, tree.Decl], ...] = (
        program.rules,
        program.steps,
        program.fills,
        program.actions,
        program.tables,
    )
    for shelf in (*shelves, program.graphs, program.pieces, program.places, program.menus):
        if name in shelf:
            yield shelf[name]
    yield from program.hooks_of(name).all()


def _places(decls: Iterable[tree.Decl]) -> set[tree.Span]:
    return {decl.head for decl in decls if not _only_of_neutrals(decl)}


def _only_of_neutrals(decl: tree.Decl) -> bool:
    """Whether a case or an amendment holds for neutral parties only."""
    fields = (
        decl.pattern
        if isinstance(decl, (tree.Change, tree.Hook))
        else decl.params
        if isinstance(decl, tree.Value)
        else []
    )
    return any(isinstance(f.type, tree.NamedType) and f.type.name == _NEUTRAL for f in fields)
