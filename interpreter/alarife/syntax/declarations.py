"""Declarations, examples and the head of a file: from Lark's parse tree to ours."""

from __future__ import annotations

from typing import Any, cast

from lark import Token, Tree

from alarife.syntax import amendments, book, tree
from alarife.syntax.build import (
    Branch,
    Builder,
    Maker,
    branch,
    heading,
    names,
    rows,
)
from alarife.syntax.declaration_parts import (
    body_of,
    fields_of,
    guard_of,
    keys_of,
    label_of,
    meaning_of,
    member_of,
    supertypes_of,
    target_of,
    work_of,
)
from alarife.syntax.examples import example
from alarife.syntax.expressions import expr, sources
from alarife.syntax.statements import offering
from alarife.syntax.types import type_expr


def declarations(b: Builder, node: Branch, when: list[tree.Expr]) -> list[tree.Decl]:
    """The declaration that a node is, or those of the `when` block that it is; `when` are the
    conditions round it."""
    if node.data == "when_block":
        condition, *inner = cast(list[Branch], node.children)
        within = [*when, expr(b, condition)]
        b.deeper(node)
        found = [d for n in inner for d in declarations(b, n, within)]
        b.depth -= 1
        return found
    made = _DECLARATIONS[node.data](b, node)
    made.when = list(when)
    return [made]


# ----------------------------------------------------------------
# the book, components
def _kind(b: Builder, node: Branch) -> tree.Kind:
    common = heading(b, node)
    each = branch(node, "of_each")
    if each is not None:
        b.report.error(
            "E0133",
            "`of each` makes pieces; a kind lists its values.",
            b.at(each),
            hint="Write a row for each.",
        )
    return tree.Kind(**common, fields=fields_of(b, node), rows=rows(b, node))


def _type(b: Builder, node: Branch) -> tree.Type:
    return tree.Type(**heading(b, node), fields=fields_of(b, node), is_a=supertypes_of(node))


def _piece(b: Builder, node: Branch) -> tree.Piece:
    of_each = branch(node, "of_each")
    each = None if of_each is None else expr(b, of_each.children[0])
    return tree.Piece(
        **heading(b, node),
        fields=fields_of(b, node),
        is_a=supertypes_of(node),
        each=each,
        rows=rows(b, node),
    )


def _trait(b: Builder, node: Branch) -> tree.Trait:
    if node.data == "under":
        return tree.Trait("under", law=names(node)[0], at=b.at(node))
    if node.data == "starting":
        value, *cell = [expr(b, c) for c in node.children]
        return tree.Trait("starting", value=value, cell=cell[0] if cell else None, at=b.at(node))
    if node.data == "printed":
        return tree.Trait("printed", shows=names(node)[0], at=b.at(node))
    if node.data == "hexagonal":
        return tree.Trait("hexagonal", at=b.at(node))
    kind = "seen" if node.data == "seen" else "top seen"
    return tree.Trait(kind, who=expr(b, node.children[0]), guard=guard_of(b, node), at=b.at(node))


_TRAITS = ("seen", "top_seen", "under", "starting", "hexagonal", "printed")


def _place(b: Builder, node: Branch) -> tree.Place:
    traits = [_trait(b, c) for c in node.children if isinstance(c, Tree) and c.data in _TRAITS]
    return tree.Place(
        **heading(b, node),
        keys=keys_of(b, node),
        shape=type_expr(b, meaning_of(node)[0]),
        traits=traits,
    )


def _note(b: Builder, node: Branch) -> tree.Note:
    type_, value = meaning_of(node)
    return tree.Note(
        **heading(b, node),
        keys=keys_of(b, node),
        type=type_expr(b, type_),
        value=expr(b, value),
        shown=not any(isinstance(c, Token) and c.type == "NOT_SHOWN" for c in node.children),
        drawn=str(form.children[0]) if (form := branch(node, "drawn")) else "",
        seen=str(seen.children[0]) if (seen := branch(node, "watched")) else "",
    )


def _table(b: Builder, node: Branch) -> tree.Table:
    return tree.Table(
        **heading(b, node),
        keys=keys_of(b, node),
        type=type_expr(b, meaning_of(node)[0]),
        rows=rows(b, node),
    )


# ----------------------------------------------------------------
# values, rules, steps
def _value(b: Builder, node: Branch) -> tree.Value:
    type_, body = meaning_of(node)
    return tree.Value(
        **heading(b, node), params=fields_of(b, node), type=type_expr(b, type_), body=expr(b, body)
    )


def _rule(b: Builder, node: Branch) -> tree.Rule:
    law, law_params, types = member_of(node)
    if any(types):
        b.report.error(
            "E0131",
            "A rule is in a law as it is: a type can't stand here.",
            b.at(node.children[0]),
            hint="Say it in the condition: `every t in pieces(g): t is not a Tree or …`.",
        )
    body = expr(b, meaning_of(node)[0])
    return tree.Rule(
        **heading(b, node), params=fields_of(b, node), law=law, law_params=law_params, body=body
    )


def _forbid(b: Builder, node: Branch) -> tree.Rule:
    target, pattern = target_of(b, node)
    guard = guard_of(b, node)
    assert guard is not None
    return tree.Rule(
        **heading(b, node, label_of(node)),
        params=pattern,
        law=None,
        law_params=[],
        body=tree.Not(guard, at=guard.at),
        forbids=target,
    )


def _law(b: Builder, node: Branch) -> tree.Law:
    return tree.Law(**heading(b, node), params=fields_of(b, node))


def _graph(b: Builder, node: Branch) -> tree.Graph:
    link = meaning_of(node)[0]
    left, right, over = cast(list[Branch], link.children)
    return tree.Graph(
        **heading(b, node),
        params=fields_of(b, node),
        directed=link.data == "lead",
        a=expr(b, left),
        b=expr(b, right),
        sources=sources(b, over),
    )


def _moment(b: Builder, node: Branch) -> tree.Moment:
    return tree.Moment(**heading(b, node), params=fields_of(b, node))


def _step(b: Builder, node: Branch) -> tree.Step:
    common = heading(b, node)
    body = body_of(b, node, common)
    once = any(isinstance(c, Token) and c.type == "ONCE" for c in node.children)
    return tree.Step(**common, params=fields_of(b, node), body=body, once=once)


def _menu(b: Builder, node: Branch) -> tree.Menu:
    return tree.Menu(**heading(b, node), params=fields_of(b, node))


def _action(b: Builder, node: Branch) -> tree.Action:
    common = heading(b, node)
    menu, menu_params, types = member_of(node)
    body = offering(work_of(b, node, common))
    only = [
        tree.Require(tree.IsA(tree.Name(name, at=at), of, False, at=at), True, at=at)
        for name, of in zip(menu_params, types, strict=True)
        if of
        for at in (common["head"],)
    ]
    return tree.Action(**common, menu=menu or "", menu_params=menu_params, body=[*only, *body])


def _option(b: Builder, node: Branch) -> tree.Option:
    type_, default = meaning_of(node)
    return tree.Option(**heading(b, node), type=type_expr(b, type_), default=expr(b, default))


def _ruling(b: Builder, node: Branch) -> tree.Ruling:
    default = branch(node, "default")
    assert default is not None
    return tree.Ruling(**heading(b, node), default=str(default.children[0]), rows=rows(b, node))


def _example(b: Builder, node: Branch) -> tree.Example:
    given, steps, captions = example(b, node)
    return tree.Example(
        **heading(b, node, ""),
        given=given,
        steps=steps,
        captions=captions,
        question=node.data == "question",
    )


_DECLARATIONS: dict[str, Maker[Any]] = {
    "chapter": lambda b, node: tree.Chapter(**heading(b, node)),
    "section": lambda b, node: tree.Section(**heading(b, node)),
    "kind": _kind,
    "type": _type,
    "piece": _piece,
    "neutral": lambda b, node: tree.Neutral(**heading(b, node)),
    "place": _place,
    "note": _note,
    "value": _value,
    "table": _table,
    "rule": _rule,
    "law": _law,
    "graph": _graph,
    "moment": _moment,
    "step": _step,
    "menu": _menu,
    "action": _action,
    "option": _option,
    "ruling": _ruling,
    "forbid": _forbid,
    "change": amendments.change,
    "before": amendments.hook("before"),
    "after": amendments.hook("after"),
    "instead": amendments.hook("instead"),
    "whenever": amendments.whenever,
    "fill": amendments.fill,
    "more": amendments.more,
    "only": amendments.more,
    "order": amendments.order,
    "formerly": amendments.formerly,
    "example": _example,
    "question": _example,
    "tell": book.tell,
    "aid": book.aid,
    "box": book.box,
    "term": lambda b, node: tree.Term(**heading(b, node)),
}
