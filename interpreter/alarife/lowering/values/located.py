"""Where a piece lies, asked the other way round.

`sum n for n in 0..12 where stone in track[stone.colour, n]` goes over all fields. But every piece
lies in one place, and the state knows which. In: the sources of a loop. Out, if the loop goes over
the values of one key of a place under the condition that a certain piece lies there: clauses that
look the key up in a table by number of place. Such a loop has one round or none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from alarife.checking.scope import Checked, Local
from alarife.checking.types import (
    UNKNOWN,
    KindOf,
    Number,
    Pieces,
    Seat,
)
from alarife.checking.world import Domain, PlaceInfo
from alarife.ir.nodes import (
    Builtin,
    Clause,
    Const,
    Expr,
    Field,
    Given,
    Let,
    Op,
    Use,
    Where,
)
from alarife.linking.walk import below
from alarife.lowering.values.builder import Builder
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
    within: tree.RangeOf | None
    rest: list[tree.Expr]


def key_under(build: Builder, sources: tree.Sources) -> Expr | None:
    """The key under which a piece lies, if that is all that a loop asks; else None."""
    there = _located(build, sources)
    if there is None or there.others or there.within is not None or there.rest:
        return None
    return _keys_of(build, there)


def _located(build: Builder, sources: tree.Sources) -> Located | None:
    """`located`, unless this optimisation is left out."""
    there = located(build.checked, sources) if build.switches.on("located") else None
    if there is not None:
        build.switches.applied("located")
    return there


def _keys_of(build: Builder, there: Located) -> Expr:
    piece = Builtin("location", (build.expr(there.piece),))
    return Field(f"AT·{there.place.name}", (piece,))


def clauses_located(build: Builder, sources: tree.Sources) -> tuple[Clause, ...] | None:
    """The clauses of a loop that asks where a piece lies: a look at a table. None for others."""
    there = _located(build, sources)
    if there is None:
        return None
    keys = _keys_of(build, there)
    found: list[Clause]
    if len(there.place.domains) == 1:
        found = [Given(there.local, keys)]
    else:
        at = Local("at", UNKNOWN, tree.NOWHERE)
        found = [Given(at, keys)]
        for i, e in there.others.items():
            same = Op("==", (Builtin("item", (Use(at), Const(i))), build.expr(e)))
            found.append(Where(same))
        found.append(Let(there.local, Builtin("item", (Use(at), Const(there.index)))))
    if there.within is not None:
        low, high = build.expr(there.within.low), build.expr(there.within.high)
        found.append(Where(Op("between", (low, Use(there.local), high))))
    return (*found, *(Where(build.expr(e)) for e in there.rest))


def located(checked: Checked, sources: tree.Sources) -> Located | None:
    """Recognise a loop that asks where a piece lies; None for other loops."""
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
    if len(mine) != 1 or any(_is(checked, n, key) for n in below([piece, *others.values()])):
        return None
    domain = place.domains[mine[0]]
    if _all_of(checked, source.of, domain):
        return Located(place, piece, key, mine[0], others, None, [])
    if isinstance(source.of, tree.RangeOf) and isinstance(domain.type, Number):
        return Located(place, piece, key, mine[0], others, source.of, [])
    return None


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
