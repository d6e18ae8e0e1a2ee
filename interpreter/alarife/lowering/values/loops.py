"""Going over something: quantifiers, counts, sums, lists, `those`, rankings, ranges.

What comes in: sources `x in S with y in T where c`. What goes out: a comprehension (`Over`) and its
clauses. Where a type shows that members come in order, and each once, no set is made."""

from __future__ import annotations

from alarife.checking.types import CellType, KindOf, Many, Maybe, Number, Pieces, Seat, Sides, Type
from alarife.ir.nodes import (
    Bind,
    Builtin,
    Clause,
    Const,
    Expr,
    Given,
    Op,
    Over,
    Table,
    Tuple,
    Use,
    Where,
)
from alarife.lowering.cost.sizes import MANY
from alarife.lowering.values.access import spots_table
from alarife.lowering.values.builder import Builder
from alarife.lowering.values.located import clauses_located
from alarife.syntax import tree

SHORT = 1_000
"""A range that is shorter than this needs no watching."""


def long_form(build: Builder, e: tree.Expr) -> Expr:
    """The node of a quantifier, a count, a sum, a list, `those` or a ranking."""
    match e:
        case tree.Quantified():
            body = clauses(build, e.sources)
            test = build.expr(e.body)
            if e.kind == "every":
                test = Op("not", (test,))
            found = Over("some", (*body, Where(test)))
            return found if e.kind == "some" else Op("not", (found,))
        case tree.Count():
            return Over("count", clauses(build, e.sources))
        case tree.Sum():
            return Over("sum", clauses(build, e.sources), build.expr(e.of))
        case tree.ListFor():
            return _list(build, e)
        case tree.Those():
            return _those(build, e)
        case tree.Rank():
            return _rank(build, e)
        case _:
            raise AssertionError(type(e).__name__)


def _list(build: Builder, e: tree.ListFor) -> Expr:
    """A list; one of lists may be as long as any, with all that is in them."""
    parts, result = clauses(build, e.sources), build.expr(e.of)
    if not isinstance(build.type(e.of), Many):
        return Over("list", parts, result)
    return Builtin("measured", (Over("list", parts, Builtin("weighed", (result,))),))


def clauses(build: Builder, sources: tree.Sources) -> tuple[Clause, ...]:
    """The clauses of `x in S with y in T where c`."""
    there = clauses_located(build, sources)
    if there is not None:
        return there
    found: list[Clause] = [bind(build, source) for source in sources.each]
    if sources.where is not None:
        found.append(Where(build.expr(sources.where)))
    return tuple(found)


def bind(build: Builder, source: tree.Source) -> Clause:
    """The clause of one source. A value that may be none becomes a condition instead of a loop."""
    local = build.local_of(source)
    if isinstance(build.type(source.of), Maybe):
        return Given(local, build.expr(source.of))
    members = many(build, source.of)
    if isinstance(members, Builtin) and members.name == "range":
        low, high = members.args
        if isinstance(low, Const) and isinstance(high, Const):
            build.spans[local] = (low.value, high.value)  # type: ignore[assignment]
    return Bind(local, members, build.work(source))


def many(build: Builder, e: tree.Expr) -> Expr:
    """The sequence that a loop goes through."""
    t = build.type(e)
    if isinstance(t, Sides):
        return Builtin("sides", (build.expr(e),))
    return Builtin("one_or_none", (build.expr(e),)) if isinstance(t, Maybe) else build.expr(e)


def range_of(build: Builder, e: tree.RangeOf) -> Expr:
    """The numbers of a range; a long one is watched by the budget."""
    low, high = build.expr(e.low), build.expr(e.high)
    t = build.type(e)
    if isinstance(low, Const) and isinstance(high, Const):
        short = high.value - low.value < SHORT  # type: ignore[operator]
    else:
        n = t.of if isinstance(t, Many) and isinstance(t.of, Number) else Number(None, None)
        short = n.low is not None and n.high is not None and n.high - n.low < MANY
    return Builtin("range" if short else "span", (low, high))


def keeps_order(build: Builder, e: tree.Those) -> bool:
    """Whether `those x in S` has what it has in the order of S, and as often."""
    t, source = build.type(e), build.type(e.sources.each[0].of)
    same = isinstance(t, Many) and isinstance(source, Many) and t.how == source.how
    return same or isinstance(e.sources.each[0].of, tree.RangeOf)


def _those(build: Builder, e: tree.Those) -> Expr:
    first = Use(build.local_of(e.sources.each[0]))
    if len(e.sources.each) == 1:
        found = Over("list", clauses(build, e.sources), first)
    else:
        inner = tree.Sources(e.sources.each[1:], e.sources.where, at=e.at)
        outer = bind(build, e.sources.each[0])
        found = Over("list", (outer, Where(Over("some", clauses(build, inner)))), first)
    return found if keeps_order(build, e) else Builtin("as_set", (found,))


def found_in(build: Builder, kind: str, e: tree.ListFor | tree.Those) -> Expr:
    """The first or the only member of a list, without making the list."""
    parts = clauses(build, e.sources)
    is_list = isinstance(e, tree.ListFor)
    result = build.expr(e.of) if is_list else Use(build.local_of(e.sources.each[0]))
    return Over(kind, parts, result)


def _rank(build: Builder, e: tree.Rank) -> Expr:
    parts = clauses(build, e.sources)
    keys = [Op("neg", (build.expr(k.of),)) if k.most else build.expr(k.of) for k in e.keys]
    key = keys[0] if len(keys) == 1 else Tuple(tuple(keys))
    return Over("rank", parts, Tuple((key, Use(build.local_of(e.sources.each[0])))))


def each_once(build: Builder, e: tree.Those) -> bool:
    """Whether `those x in S …` goes through S alone, which holds nothing twice."""
    if len(e.sources.each) != 1:
        return False
    source = e.sources.each[0].of
    ref, t = build.checked.refs.get(source), build.type(source)
    return (ref is not None and ref.kind == "members") or (isinstance(t, Many) and t.how == "set")


def members(build: Builder, t: Type) -> Expr:
    """All members of a type, in order."""
    match t:
        case KindOf():
            return _numbers(0, len(build.world.kinds[t.name].names))
        case Seat():
            low = build.world.players if t.who == "Neutral" else 0
            high = build.world.players if t.who == "Player" else build.world.parties
            return _numbers(low, high)
        case Pieces():
            ids = [
                i for info in build.world.pieces.values() if info.name in t.names
                for i in info.ids
            ]  # fmt: skip
            whole = ids and ids[-1] - ids[0] == len(ids) - 1
            return _numbers(ids[0], ids[-1] + 1) if whole else Const(tuple(ids))
        case CellType(board=str()):
            return Table(spots_table(t))
        case _:
            return Const(())


def _numbers(low: int, high: int) -> Expr:
    return Builtin("range", (Const(low), Const(high - 1))) if low < high else Const(())
