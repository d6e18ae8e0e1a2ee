"""Declarations by which a module amends another file: from Lark's parse tree to ours."""

from __future__ import annotations

from alarife.syntax import tree
from alarife.syntax.build import Branch, Builder, Maker, branch, heading, names, rows
from alarife.syntax.declaration_parts import guard_of, label_of, meaning_of, target_of, work_of
from alarife.syntax.expressions import expr
from alarife.syntax.types import type_expr


def change(b: Builder, node: Branch) -> tree.Change:
    """`change value(…) to …`"""
    target, pattern = target_of(b, node)
    body = expr(b, meaning_of(node)[0])
    return tree.Change(
        **heading(b, node, label_of(node)),
        target=target,
        pattern=pattern,
        guard=guard_of(b, node),
        body=body,
    )


def hook(how: str) -> Maker[tree.Hook]:
    """`before`, `after` or `instead of` a step."""

    def make(b: Builder, node: Branch) -> tree.Hook:
        common = heading(b, node, label_of(node))
        target, pattern = target_of(b, node)
        body = work_of(b, node, common)
        return tree.Hook(
            **common, how=how, target=target, pattern=pattern, guard=guard_of(b, node), body=body
        )

    return make


def whenever(b: Builder, node: Branch) -> tree.Whenever:
    """`whenever x: Type enters place`"""
    common = heading(b, node, label_of(node))
    piece, type_, crosses = node.children[:3]
    target = branch(node, "target_place")
    assert target is not None
    place, *keys = names(target)
    body = work_of(b, node, common)
    return tree.Whenever(
        **common,
        piece=str(piece),
        type=type_expr(b, type_),
        crosses=str(crosses),
        place=place,
        place_keys=keys,
        guard=guard_of(b, node),
        body=body,
    )


def fill(b: Builder, node: Branch) -> tree.Fill:
    """`fill hole:`"""
    target, pattern = target_of(b, node)
    common = heading(b, node, target)
    body = work_of(b, node, common)
    return tree.Fill(**common, pattern=pattern, body=body)


def more(b: Builder, node: Branch) -> tree.More:
    """`more` rows of a table or kind, or `only` some."""
    return tree.More(**heading(b, node), rows=rows(b, node), only=node.data == "only")


def order(b: Builder, node: Branch) -> tree.Order:
    """`order a before b`"""
    first, second = names(node)
    return tree.Order(**heading(b, node, ""), first=first, second=second)


def formerly(b: Builder, node: Branch) -> tree.Formerly:
    """`formerly old now new`"""
    old, new = names(node)
    return tree.Formerly(**heading(b, node, new), old=old)
