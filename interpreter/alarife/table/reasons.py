"""Why an answer is not offered.

In: a state and an answer. Out: rules. What always holds: where the candidates of a question are
worked out by values, these speak, too; a rule without a sentence is named only if nothing else
is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from alarife.diagnostics import RuleError
from alarife.engine.decisions import Decision
from alarife.engine.rules import RuleInfo
from alarife.engine.state import Game, State
from alarife.linking.walk import below
from alarife.syntax import tree
from alarife.table.openness import named_below

_names_kept: WeakKeyDictionary[Game, dict[tuple[str, str], frozenset[str]]] = WeakKeyDictionary()


def why_not(state: State, answer: Any) -> list[RuleInfo]:
    """The rules that an answer to the question that stands would break."""
    decision = state.decision
    if decision is None:
        return []
    try:
        broken = state.why_not_here(answer)
    except (RuleError, LookupError, TypeError, ValueError):
        return []
    if decision.kind == "menu":
        return broken or _behind_action(state.game, decision, answer)
    if not broken:
        return []
    own = [info for info in broken if info.name != decision.rule]
    if own:
        return own
    node = choose_of(state.game, decision)
    values = [state.game.rule(name) for name in _sources(state.game, [node] if node else [])]
    spoken = [info for info in values if info.sentence]
    return spoken or broken


def _behind_action(game: Game, decision: Decision, name: Any) -> list[RuleInfo]:
    """What decides whether an action of a menu can be done that is not offered: its own rule, and
    those by which the candidates of its questions are worked out."""
    program = game.program
    offered = name in decision.keys
    if offered or name not in program.actions_of.get(decision.site.menu, ()):
        return []
    bodies = [program.actions[name], *program.changes.get(name, [])]
    chooses = [node for node in below(bodies) if isinstance(node, tree.Choose)]
    values = [game.rule(value) for value in _sources(game, chooses)]
    return [game.rule(name), *(info for info in values if info.sentence)]


def _sources(game: Game, chooses: Sequence[tree.Choose]) -> Iterator[str]:
    """The values and rules by which the candidates of questions are worked out, and what changes
    them."""
    program = game.program
    parts = [part for node in chooses for part in (node.source, node.where)]
    waiting: list[tree.Node] = [part for part in parts if part is not None]
    seen: set[str] = set()
    while waiting:
        names = [n for n in named_below(waiting) if n not in seen]
        waiting = []
        for name in dict.fromkeys(names):
            seen.add(name)
            bodies: list[tree.Node] = [*program.values.get(name, [])]
            if name in program.rules:
                bodies.append(program.rules[name])
            if not bodies:
                continue
            yield name
            for change in program.all_changes(name):
                waiting.append(change)
                if change.name:
                    yield change.name
            waiting += [] if game.rule(name).sentence else bodies


def named_in(game: Game, decision: Decision) -> frozenset[str]:
    """The names that the rules take the candidates of a question from."""
    kept = _names_kept.setdefault(game, {})
    key = (decision.site.owner, decision.site.name)
    if key not in kept:
        node = choose_of(game, decision)
        source = node.source if node else None
        kept[key] = frozenset(named_below([source]) if source is not None else ())
    return kept[key]


def choose_of(game: Game, decision: Decision) -> tree.Choose | None:
    """Where the rules put the question."""
    site, program = decision.site, game.program
    named = (program.steps, program.actions, program.labels)
    decl = next((found[site.owner] for found in named if site.owner in found), None)
    bodies = [d for d in (decl, *program.changes.get(site.owner, [])) if d is not None]
    found = (n for n in below(bodies) if isinstance(n, tree.Choose))
    return next((n for n in found if n.name == site.name or n.at == site.at), None)
