"""Types and the shapes of places: from Lark's parse tree to ours."""

from __future__ import annotations

from lark import Token

from alarife.syntax import tree
from alarife.syntax.build import Branch, Builder, Child, Maker, branch
from alarife.syntax.expressions import expr, one_blank


def type_expr(b: Builder, node: Child) -> tree.TypeExpr:
    """A type, or the shape of a place."""
    assert not isinstance(node, Token)
    b.deeper(node)
    made = _TYPES[node.data](b, node)
    b.depth -= 1
    return made


def _bound(b: Builder, node: Child) -> tree.Int | tree.Name:
    """A bound of a range, a side of a board: a number or a name. `low` and `high` wrap it."""
    assert not isinstance(node, Token)
    if node.data in ("low", "high"):
        return _bound(b, node.children[0])
    made = expr(b, node)
    assert isinstance(made, tree.Int | tree.Name)
    return made


def _named(optional: bool) -> Maker[tree.NamedType]:
    def make(b: Builder, node: Branch) -> tree.NamedType:
        return tree.NamedType(one_blank(node.children[0]), optional, at=b.at(node))

    return make


def _range(optional: bool) -> Maker[tree.RangeType]:
    def make(b: Builder, node: Branch) -> tree.RangeType:
        high = branch(node, "high")
        return tree.RangeType(
            _bound(b, node.children[0]),
            None if high is None else _bound(b, high),
            optional,
            at=b.at(node),
        )

    return make


def _many(b: Builder, node: Branch) -> tree.ManyType:
    return tree.ManyType(str(node.children[0]), type_expr(b, node.children[1]), at=b.at(node))


def _grid(b: Builder, node: Branch) -> tree.ManyType:
    return tree.ManyType("grid", type_expr(b, node.children[0]), at=b.at(node))


def _board(b: Builder, node: Branch) -> tree.BoardType:
    width, height, of = node.children
    return tree.BoardType(_bound(b, width), _bound(b, height), type_expr(b, of), at=b.at(node))


_TYPES: dict[str, Maker[tree.TypeExpr]] = {
    "named": _named(False),
    "maybe_named": _named(True),
    "truth": lambda b, node: tree.TruthType(at=b.at(node)),
    "range": _range(False),
    "maybe_range": _range(True),
    "many": _many,
    "heap": _many,
    "grid": _grid,
    "board": _board,
}
