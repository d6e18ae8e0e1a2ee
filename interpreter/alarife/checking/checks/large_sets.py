"""Choices of sets that are tried and can't be small: a warning before play (E0405).

In: a checked program and the places of the choices whose sets are tried. Out: warnings. How many
there are to choose from is known where it is all of a type; what limits the size of a set is looked
for in the rules that it must obey."""

from __future__ import annotations

from collections.abc import Container, Iterator
from math import comb

from alarife.checking.bodies import bodies
from alarife.checking.scope import Checked
from alarife.checking.types import KindOf, Pieces
from alarife.diagnostics import Report, Span
from alarife.linking.walk import below
from alarife.syntax import tree

MOST = 100_000
"""So many sets may be tried for a question (E0518)."""


def check_large_sets(checked: Checked, tried: Container[Span], report: Report) -> None:
    """Warn of choices that would try more sets than are allowed, whatever lies on the table."""
    for s in _choices(checked):
        if s.at not in tried:
            continue
        many = _always(checked, s.source)
        most = _limit(checked, s, many)
        if sum(comb(many, k) for k in range(min(most, many) + 1)) > MOST:
            report.warn(
                "E0405",
                f"There are always {many} to choose from: too many for sets of them to be tried.",
                s.source.at,
                hint="Limit the size of the set with a rule (`size(cards) is at most 3`), or say"
                " what must hold of every member or of every two, which is not tried.",
            )


def _choices(checked: Checked) -> Iterator[tree.Choose]:
    for body in bodies(checked):
        for node in below(body.block):
            if isinstance(node, tree.Choose) and node.how is not None:
                yield node


def _always(checked: Checked, e: tree.Expr) -> int:
    """How many members a source has at any time; 0 where that depends on play."""
    ref, world = checked.refs.get(e), checked.world
    if ref is None or ref.kind != "members":
        return 0
    match ref.target:
        case Pieces(names):
            return sum(world.pieces[name].count for name in names)
        case KindOf(name) if name in world.kinds:
            return len(world.kinds[name].names)
        case _:
            return 0


def _limit(checked: Checked, s: tree.Choose, many: int) -> int:
    """How large a set can be by what its rules say of its size."""
    asked = [n for n in below([s.where] if s.where else []) if isinstance(n, tree.Name | tree.Call)]
    names = {n.id if isinstance(n, tree.Name) else n.name for n in asked}
    found = many
    for name in names & checked.program.rules.keys():
        for e in below([checked.program.rules[name].body]):
            if (
                isinstance(e, tree.Compare)
                and e.op in ("=", "at most", "less than")
                and isinstance(e.left, tree.Call)
                and e.left.name == "size"
            ):
                size = e.right.value if isinstance(e.right, tree.Int) else 0
                found = min(found, int(size))
    return found
