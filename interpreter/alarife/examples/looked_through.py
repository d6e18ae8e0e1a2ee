"""Which rules and values are looked through where a set is chosen: nothing can be supposed of them.

In: a checked program. Out: for each such rule or value, a choice that looks through it. A set is
chosen piece by piece; so that each piece leads somewhere, the condition is taken apart into tests
and sums when the rules are lowered, through every rule and value that it hands the set to. What an
example says of them as a whole is not asked then."""

from __future__ import annotations

from alarife.checking.bodies import bodies, statements
from alarife.checking.scope import Checked, Local
from alarife.linking.walk import below
from alarife.syntax import tree


def looked_through(checked: Checked) -> dict[str, tree.Choose]:
    """Owner (`rule light`) → a choice of a set that looks through it."""
    found: dict[str, tree.Choose] = {}
    for body in bodies(checked):
        for s in statements(body.block):
            if isinstance(s, tree.Choose) and s.how is not None and s.where is not None:
                _follow(checked, s.where, {checked.local_of(s)}, s, found)
    return found


def _follow(
    checked: Checked,
    e: tree.Expr,
    chosen: set[Local],
    choice: tree.Choose,
    found: dict[str, tree.Choose],
) -> None:
    """Note what `e` hands the set to, and go on there. `chosen` are the names that the set has
    here."""
    p = checked.program
    for node in below(e):
        ref = checked.refs.get(node)
        if not isinstance(node, tree.Call) or ref is None or ref.kind not in ("rule", "value"):
            continue
        owner = f"{ref.kind} {ref.target}"
        given = [checked.local(arg) in chosen for arg in node.args]
        if owner in found or not any(given):
            continue
        found[owner] = choice
        decl = p.rules[node.name] if ref.kind == "rule" else p.values[node.name][0]
        params = {
            local for local, is_set in zip(checked.params[decl], given, strict=False) if is_set
        }
        _follow(checked, decl.body, params, choice, found)
