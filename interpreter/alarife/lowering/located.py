"""Where a piece lies, asked the other way round.

`the only those c in Colour where stall[c] = tile` goes over all stalls; but every piece lies in one place, and the state knows
which. In: an expression. Out: the place and the piece, if that is what the expression asks; the answer is then one look at a table
of the keys by number of place.
"""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.checking.types import Pieces
from alarife.checking.world import PlaceInfo
from alarife.lowering.reading import nodes
from alarife.syntax import tree


def located(checked: Checked, e: tree.Expr) -> tuple[PlaceInfo, tree.Expr] | None:
    """The place and the piece of `only(those c in K where place[c] = piece)`; the place holds one piece for each key."""
    while isinstance(e, tree.Group):
        e = e.inner
    if not (isinstance(e, tree.Call) and e.name == "only" and len(e.args) == 1):
        return None
    those = e.args[0]
    while isinstance(those, tree.Group):
        those = those.inner
    if not isinstance(those, tree.Those) or len(those.sources.each) != 1:
        return None
    source, where = those.sources.each[0], those.sources.where
    while isinstance(where, tree.Group):
        where = where.inner
    members = checked.refs.get(source.of)
    if not isinstance(where, tree.Compare) or where.op != "=" or members is None or members.kind != "members":
        return None
    key = checked.refs[source].target
    for at, piece in ((where.left, where.right), (where.right, where.left)):
        place = checked.refs[at].target if isinstance(at, tree.At) and at in checked.refs else None
        if (
            isinstance(at, tree.At)
            and isinstance(place, PlaceInfo)
            and place.shape == "space"
            and checked.refs[at].kind == "place"
            and [domain.type for domain in place.domains] == [members.target]
            and isinstance(at.keys[0], tree.Name)
            and checked.refs[at.keys[0]].target is key
            and isinstance(checked.types[piece], Pieces)
            and not any(isinstance(n, tree.Name) and n in checked.refs and checked.refs[n].target is key for n in nodes([piece]))
        ):
            return place, piece
    return None
