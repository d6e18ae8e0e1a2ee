"""Expressions, types and small parts as text.

A line that the author broke stays broken there: `BREAK` and the number of the source line stand for
the break, and the formatter puts the indentation in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

from alarife.syntax import tree

WORDED = {
    "=": "is",
    "differs from": "is not",
    "at least": "is at least",
    "at most": "is at most",
    "more than": "is more than",
    "less than": "is less than",
    "in": "is in",
    "not in": "is not in",
}
"""Comparisons: what the tree calls them (as version 1 wrote them) → how they are written."""

BREAK = "\x01"
"""Begins a broken line: BREAK, the number of its source line, BREAK."""


def spell(node: tree.Expr) -> str:
    """An expression as text."""
    inner = _EXPRESSIONS[type(node)](node)
    return "(" * node.brackets + inner + ")" * node.brackets


def spell_type(node: tree.TypeExpr) -> str:
    """A type, or the shape of a place, as text."""
    match node:
        case tree.NamedType():
            return node.name + ("?" if node.optional else "")
        case tree.RangeType():
            high = "" if node.high is None else spell(node.high)
            return f"{spell(node.low)}..{high}{'?' if node.optional else ''}"
        case tree.ManyType():
            return f"{node.how} of {spell_type(node.of)}"
        case tree.BoardType():
            return f"grid {spell(node.width)} by {spell(node.height)} of {spell_type(node.of)}"
        case _:
            return "yes/no"


def spell_sources(node: tree.Sources) -> str:
    """`x in S with y in T where c`"""
    each = " with ".join(f"{s.name} in {spell(s.of)}" for s in node.each)
    return each + spell_where(node.where, node.each[-1].at.end_line)


def spell_where(condition: tree.Expr | None, before: int) -> str:
    """` where c`, on a line of its own if the author put it there; `before` is the line where the
    part before it ends."""
    return "" if condition is None else f"{gap(before, condition)}where {spell(condition)}"


def gap(before: int, node: tree.Node) -> str:
    """What stands between two parts: a blank, or a break if the author broke the line there."""
    return f"{BREAK}{node.at.line}{BREAK}" if node.at.line > before else " "


def spell_all(nodes: Sequence[tree.Expr]) -> str:
    """Several expressions with commas between them."""
    out = ""
    for number, node in enumerate(nodes):
        out += ("," + gap(nodes[number - 1].at.end_line, node) if number else "") + spell(node)
    return out


def _next(word: str, before: tree.Expr, after: tree.Expr) -> str:
    """A word and what follows it, on a line of its own if the author put it there."""
    return f"{gap(before.at.end_line, after)}{word} {spell(after)}"


def _chain(word: str) -> Callable[[Any], str]:
    def write(node: tree.And | tree.Or) -> str:
        out = spell(node.parts[0])
        for before, part in zip(node.parts, node.parts[1:], strict=False):
            out += f"{gap(before.at.end_line, part)}{word} {spell(part)}"
        return out

    return write


def _call(name: str, args: Sequence[tree.Expr]) -> str:
    return f"{name}({spell_all(args)})" if args else name


def _the(node: tree.Call) -> str:
    """`the x in S where c`: the only one of those."""
    if node.name == "the" and isinstance(node.args[0], tree.Those):
        return f"the {spell_sources(node.args[0].sources)}"
    return ""


def _compare(node: tree.Compare) -> str:
    if isinstance(node.right, tree.Nothing) and node.op in ("=", "differs from"):
        return f"{spell(node.left)} is {'not ' if node.op != '=' else ''}empty"
    return f"{spell(node.left)}{_next(WORDED[node.op], node.left, node.right)}"


def spell_given(node: tree.Expr) -> str:
    """What an example supposes: `place = [pieces]`."""
    if isinstance(node, tree.Compare) and node.op == "=":
        return f"{spell(node.left)}{_next('=', node.left, node.right)}"
    return spell(node)


def _is_a(node: tree.IsA) -> str:
    article = "an" if node.type[0] in "AEIOUaeiou" else "a"
    return f"{spell(node.of)} is {'not ' if node.negated else ''}{article} {node.type}"


def _best(node: tree.OrElse) -> str:
    """`best 5 of cards by strength`"""
    ranking: Any = cast(Any, node.of).args[0].args[0]
    many, count = ranking.sources.each[0].of.args
    keys = " then ".join(key.of.name for key in ranking.keys)
    return f"best {spell(count)} of {spell(many)} by {keys}"


def _rank(node: tree.Rank) -> str:
    out = f"rank {spell_sources(node.sources)}"
    word, before = "by", node.sources.at.end_line
    for key in node.keys:
        out += f"{gap(before, key)}{word} {'most' if key.most else 'least'} {spell(key.of)}"
        word, before = "then", key.at.end_line
    return out


_EXPRESSIONS: dict[type[tree.Expr], Callable[[Any], str]] = {
    tree.Name: lambda n: n.id,
    tree.Int: lambda n: str(n.value),
    tree.Truth: lambda n: "yes" if n.value else "no",
    tree.Nothing: lambda n: "none",
    tree.InPlay: lambda n: f"module {n.module}",
    tree.Several: lambda n: f"[{spell_all(n.items)}]",
    tree.Pair: lambda n: f"({spell_all(n.parts)})",
    tree.Get: lambda n: f"{spell(n.of)}.{n.field}",
    tree.At: lambda n: f"{spell(n.of)}[{spell_all(n.keys)}]",
    tree.Call: lambda n: _the(n) or _call(n.name, n.args),
    tree.Not: lambda n: f"not {spell(n.of)}",
    tree.Afterwards: lambda n: f"afterwards {spell(n.of)}",
    tree.And: _chain("and"),
    tree.Or: _chain("or"),
    tree.Compare: _compare,
    tree.IsEmpty: lambda n: f"{spell(n.of)} is {'not ' if n.negated else ''}empty",
    tree.IsSome: lambda n: f"{spell(n.of)} is some {n.name}",
    tree.IsA: _is_a,
    tree.RangeOf: lambda n: f"{spell(n.low)}..{spell(n.high)}",
    tree.OrElse: lambda n: (
        _best(n) if n.best else f"{spell(n.of)}{_next('otherwise', n.of, n.default)}"
    ),
    tree.IfElse: lambda n: (
        f"{spell(n.then)} if {spell(n.condition)}{_next('otherwise', n.condition, n.default)}"
    ),
    tree.Arithmetic: lambda n: f"{spell(n.left)}{_next(n.op, n.left, n.right)}",
    tree.Can: lambda n: f"can {_call(n.menu, n.args)}",
    tree.Quantified: lambda n: f"{n.kind} {spell_sources(n.sources)}: {spell(n.body)}",
    tree.Count: lambda n: f"count {spell_sources(n.sources)}",
    tree.Sum: lambda n: f"sum {spell(n.of)} for {spell_sources(n.sources)}",
    tree.ListFor: lambda n: f"list {spell(n.of)} for {spell_sources(n.sources)}",
    tree.Those: lambda n: f"those {spell_sources(n.sources)}",
    tree.Rank: _rank,
}
