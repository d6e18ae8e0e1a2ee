"""What a value or rule says with its changes: the body that holds, and what `usual` means in it."""

from __future__ import annotations

from collections.abc import Mapping

from alarife.checking.scope import Checked
from alarife.lowering.laws.read_sets import NotLocal
from alarife.syntax import tree


def changes_of(
    checked: Checked, name: str, outcome: Mapping[tree.Change, bool]
) -> list[tuple[tree.Decl, tree.Expr]]:
    """What a value or rule, or a labelled change of one, is changed to, the last word first; for
    the conditions of some changes, an outcome is given. `NotLocal` where others have conditions."""
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
    """What a value or rule says now, then what `usual` means in that, and so on; nothing where
    that is not the same for whatever it is asked with."""
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
