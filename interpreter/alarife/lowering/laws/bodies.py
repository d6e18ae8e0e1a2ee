"""What a value or rule says with its changes: the body that holds, and what `usual` means in it."""

from __future__ import annotations

from collections.abc import Mapping

from alarife.checking.scope import Checked
from alarife.lowering.laws.read_sets import NotLocal
from alarife.syntax import tree


def changes_of(
    checked: Checked, name: str, outcome: Mapping[tree.Change, bool]
) -> list[tuple[tree.Decl, tree.Expr]]:
    """The bodies of the changes of a value or rule, and of its labelled changes, the last one
    first. `outcome` decides the conditions of some changes; `NotLocal` if another one has a
    condition."""
    found: list[tuple[tree.Decl, tree.Expr]] = []
    for change in checked.program.changes.get(name, []):
        if change in outcome:
            if not outcome[change]:
                continue
        elif change.guard is not None or any(
            t is not None for t in checked.pattern_types.get(change, [])
        ):
            raise NotLocal("it is changed under a condition", change.at)
        if change.name:
            found += changes_of(checked, change.name, outcome)
        found.append((change, change.body))
    return found


def bodies_of(checked: Checked, e: tree.Call | tree.Name) -> list[tuple[tree.Decl, tree.Expr]]:
    """The bodies of a value or rule: what it says now, then what `usual` means in it, and so on.
    Empty if that depends on the arguments or on conditions."""
    ref, program = checked.refs[e], checked.program
    name = str(ref.target)
    decl: tree.Decl
    if ref.kind == "rule":
        decl, body = program.rules[name], program.rules[name].body
    elif ref.kind == "value" and len(program.values[name]) == 1:
        decl, body = program.values[name][0], program.values[name][0].body
    else:
        return []
    try:
        return [*changes_of(checked, name, {}), (decl, body)]
    except NotLocal:
        return []


def only_body(checked: Checked, e: tree.Call | tree.Name) -> tuple[tree.Decl, tree.Expr]:
    """The one body of a value or rule without changes."""
    bodies = bodies_of(checked, e)
    if len(bodies) != 1:
        raise NotLocal(f"`{checked.refs[e].target}` has several cases or changes", e.at)
    return bodies[0]
