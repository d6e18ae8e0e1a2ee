"""What is known where conditions have just been asked.

What comes in: conditions. What goes out: facts, in normal form, so that the same condition is found
again wherever it is written."""

from __future__ import annotations

from typing import Any, cast

from alarife.linking.normal import normal
from alarife.linking.walk import below, conjuncts
from alarife.syntax import tree

Known = frozenset[Any]


def spoken_to(known: Known, name: str) -> Known:
    """What is known where this name is `you` as well."""
    return known | {_renamed(fact, ("Name", name), ("Name", "you")) for fact in known}


def _renamed(form: Any, old: Any, new: Any) -> Any:
    if form == old:
        return new
    if not isinstance(form, tuple):
        return form
    return tuple(_renamed(part, old, new) for part in cast("tuple[Any, ...]", form))


def facts(condition: tree.Expr) -> Known:
    """What holds where a condition holds: its parts, in normal form."""
    found: set[Any] = set()
    for part in conjuncts(condition):
        found.add(normal(part))
        inner = part
        if isinstance(inner, tree.Not):
            found |= _denied(inner.of)
        if (
            isinstance(inner, tree.Quantified)
            and inner.kind == "some"
            and inner.sources.where is not None
        ):
            body = tree.And([inner.sources.where, inner.body], at=inner.at)
            found.add(
                normal(
                    tree.Quantified(
                        "some",
                        tree.Sources(inner.sources.each, None, at=inner.at),
                        body,
                        at=inner.at,
                    )
                )
            )
        if (
            isinstance(inner, tree.IsEmpty)
            and inner.negated
            and isinstance(those := inner.of, tree.Those)
        ):
            found |= {
                exists(one.name, one.of, those.sources.where)
                for one in those.sources.each[:1]
                if those.sources.where is not None
            }
        found |= _counted(inner)
    return frozenset(found)


def _denied(e: tree.Expr) -> Known:
    """What holds where this does not: of `a or b` neither holds; `no x …` denied is `some x …`."""
    match e:
        case tree.Or():
            return frozenset(fact for part in e.parts for fact in facts(tree.Not(part, at=part.at)))
        case tree.Quantified(kind="no"):
            return facts(tree.Quantified("some", e.sources, e.body, at=e.at))
        case tree.Not():
            return facts(e.of)
        case _:
            return frozenset()


def _counted(e: tree.Expr) -> Known:
    """`size(S) at least 1` says that S is not empty."""
    match e:
        case tree.Compare(
            op="at least" | "more than",
            left=tree.Call(name="size", args=[many]),
            right=tree.Int(value=n),
        ):
            if n >= (1 if e.op == "at least" else 0):
                return frozenset({normal(tree.IsEmpty(many, True, at=e.at))})
        case _:
            pass
    return frozenset()


def leaves_out_one(name: str, where: tree.Expr) -> bool:
    """Whether a condition is `x differs from y`: so it holds of all members but one."""
    if not isinstance(where, tree.Compare) or where.op != "differs from":
        return False
    sides = [where.left, where.right]
    named = [isinstance(side, tree.Name) and side.id == name for side in sides]
    inside = [any(isinstance(n, tree.Name) and n.id == name for n in below(e)) for e in sides]
    return any(named) and inside.count(True) == 1


def exists(name: str, source: tree.Expr, where: tree.Expr) -> Any:
    """The normal form of `some x in S: c`."""
    one = tree.Source(name, source, at=source.at)
    return normal(
        tree.Quantified("some", tree.Sources([one], None, at=source.at), where, at=source.at)
    )
