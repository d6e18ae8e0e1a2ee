"""Where a piece lies, asked the other way round.

`sum n for n in 0..12 where stone in track[stone.colour, n]` goes over all fields; but every piece
lies in one place, and the state knows which. In: the sources of a loop. Out: what is asked, if it
is this: a loop over the values of one key of a place, under the condition that a certain piece lies
there. Such a loop has one round or none, and becomes a look at a table of the keys by number of
place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from alarife.checking.scope import Checked, Local
from alarife.checking.types import KindOf, Number, Pieces, Seat
from alarife.checking.world import Domain, PlaceInfo
from alarife.lowering.reading import nodes
from alarife.syntax import tree


@dataclass(slots=True)
class Located:
    """`piece` lies in an instance of `place`, whose `index`-th key is looked for; `others` are the
    keys that are given, by index. `within`: what the key looked for must be in, if that is not all
    there is. `rest`: further conditions."""

    place: PlaceInfo
    piece: tree.Expr
    local: Local
    index: int
    others: dict[int, tree.Expr]
    within: tree.Expr | None
    rest: list[tree.Expr]


def located(checked: Checked, sources: tree.Sources) -> Located | None:
    """What a loop asks, if it is where a piece lies."""
    if len(sources.each) != 1 or sources.where is None:
        return None
    source = sources.each[0]
    key = checked.refs[source].target
    if not isinstance(key, Local):
        return None
    where = sources.where
    first, *rest = where.parts if isinstance(where, tree.And) else [where]
    if not isinstance(first, tree.Compare) or first.op not in ("=", "in"):
        return None
    pairs = (
        [(first.right, first.left)]
        if first.op == "in"
        else [(first.left, first.right), (first.right, first.left)]
    )
    for at, piece in pairs:
        found = _asks(checked, at, piece, key, source)
        if found is not None:
            found.rest = rest
            return found
    return None


def _asks(
    checked: Checked, at: tree.Expr, piece: tree.Expr, key: Local, source: tree.Source
) -> Located | None:
    refs: Mapping[tree.Node, object] = checked.refs
    place = checked.refs[at].target if isinstance(at, tree.At) and at in refs else None
    if (
        not isinstance(at, tree.At)
        or not isinstance(place, PlaceInfo)
        or place.shape in ("grid", "board")
        or checked.refs[at].kind != "place"
        or len(at.keys) != len(place.domains)
        or not isinstance(checked.types[piece], Pieces)
    ):
        return None
    mine = [i for i, k in enumerate(at.keys) if _is(checked, k, key)]
    others = {i: k for i, k in enumerate(at.keys) if i not in mine}
    if len(mine) != 1 or any(_is(checked, n, key) for n in nodes([piece, *others.values()])):
        return None
    domain = place.domains[mine[0]]
    if _all_of(checked, source.of, domain):
        return Located(place, piece, key, mine[0], others, None, [])
    is_range = isinstance(source.of, tree.RangeOf) and isinstance(domain.type, Number)
    return Located(place, piece, key, mine[0], others, source.of, []) if is_range else None


def _is(checked: Checked, e: tree.Node, local: Local) -> bool:
    return isinstance(e, tree.Name) and e in checked.refs and checked.refs[e].target is local


def _all_of(checked: Checked, e: tree.Expr, domain: Domain) -> bool:
    """Whether a loop goes over every key there is."""
    ref = checked.refs.get(e)
    return (
        ref is not None
        and ref.kind == "members"
        and isinstance(ref.target, (KindOf, Seat))
        and ref.target == domain.type
    )
