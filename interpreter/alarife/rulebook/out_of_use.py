"""What no longer comes up, because a module replaces what led to it.

In: a program. Out: the names of what the book leaves out: what is mentioned only in steps, values
and rules that something else takes the place of altogether, and what amends such things."""

from __future__ import annotations

from alarife.linking.program import Program
from alarife.linking.walk import below, names_in
from alarife.rulebook.calls import FLOW, Calls
from alarife.syntax import tree


def is_whole(decl: tree.Decl) -> bool:
    """Whether an amendment takes the place of what it amends altogether: for all cases, and without
    using it."""
    if isinstance(decl, tree.Change) or (isinstance(decl, tree.Hook) and decl.how == "instead"):
        typed = any(field.type is not None for field in decl.pattern)
        body = [decl.body] if isinstance(decl, tree.Change) else decl.body
        uses = any(isinstance(node, tree.Name) and node.id == "usual" for node in below(body))
        return not typed and decl.guard is None and not uses
    return False


def out_of_use(program: Program) -> set[str]:
    """The names of what only replaced things mention, directly or by way of one another."""
    replaced = {
        name
        for name in [*program.hooks, *program.changes]
        if any(is_whole(one) for one in _instead(program, name))
    }
    if not replaced:
        return set()
    callers = _callers(program)
    found: set[str] = set()
    while True:
        more = {name for name, by in callers.items() if by <= replaced | found}
        more |= {label for label, one in program.labels.items() if one.name and _on(one) in found}
        if more <= found:
            return found
        found |= more


def _instead(program: Program, name: str) -> list[tree.Change | tree.Hook]:
    return [*program.changes.get(name, []), *program.hooks_of(name).instead]


def _on(amendment: tree.Change | tree.Hook | tree.Whenever) -> str:
    return "" if isinstance(amendment, tree.Whenever) else amendment.target


def _callers(program: Program) -> dict[str, set[str]]:
    """Who leads to a thing: who mentions it, the menu of an action, the law of a rule. "" stands
    for what is always there, such as places, and for the flow of the game."""
    calls = Calls(program)
    found = {name: set(by) for name, by in calls.callers.items()}
    for whole, parts in [*program.actions_of.items(), *program.rules_of.items()]:
        for name in parts:
            found.setdefault(name, set()).add(whole)
    for article in program.articles:
        if article.decl.name not in calls.decls and not isinstance(article.decl, tree.Example):
            for name in names_in(article.decl):
                found.setdefault(name, set()).add("")
    for name in FLOW:
        found.setdefault(name, set()).add("")
    return found
