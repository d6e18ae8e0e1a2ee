"""Declarations, examples and the head of a file: from Lark's parse tree to ours."""

from __future__ import annotations

from typing import Any, cast

from lark import Token, Tree

from alarife.syntax import book, tree
from alarife.syntax.build import (
    Branch,
    Builder,
    Common,
    Maker,
    branch,
    branches,
    heading,
    names,
    rows,
)
from alarife.syntax.examples import example
from alarife.syntax.expressions import expr, sources, type_expr
from alarife.syntax.statements import block, offering


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
# parts
def _fields(b: Builder, node: Branch) -> list[tree.Field]:
    found = branch(node, "fields")
    return [] if found is None else [_field(b, f) for f in branches(found, "field")]


def _field(b: Builder, node: Branch) -> tree.Field:
    tokens = [c for c in node.children if isinstance(c, Token)]
    parts = [c for c in node.children if isinstance(c, Tree)]
    return tree.Field(
        str(tokens[-1]),
        type_expr(b, parts[0]) if parts else None,
        expr(b, parts[1]) if len(parts) > 1 else None,
        face=len(tokens) > 1,
        at=b.at(node),
    )


def _keys(b: Builder, node: Branch) -> list[tree.Key]:
    found = branch(node, "keys")
    if found is None:
        return []
    return [
        tree.Key(next(iter(names(k)), None), type_expr(b, k.children[-1]), at=b.at(k))
        for k in branches(found, "key")
    ]


def _is_a(node: Branch) -> list[str]:
    found = branch(node, "is_a")
    return [] if found is None else names(found)


def _guard(b: Builder, node: Branch) -> tree.Expr | None:
    found = branch(node, "guard")
    return None if found is None else expr(b, found.children[0])


def _member(node: Branch) -> tuple[str | None, list[str], list[str]]:
    """What a rule or action is in, the names it gives to its parameters, and the types to which it
    narrows them ("" for those that it leaves as they are)."""
    found = branch(node, "member")
    if found is None:
        return None, [], []
    each = [names(one) for one in branches(found, "member_of")]
    return names(found)[0], [one[0] for one in each], [one[1] if one[1:] else "" for one in each]


_PARTS = frozenset(
    [
        "title",
        "cites",
        "prose",
        "fields",
        "keys",
        "is_a",
        "guard",
        "member",
        "label",
        "target",
        "target_place",
        "row",
        "of_each",
        "default",
        "seen",
        "top_seen",
        "under",
        "starting",
        "hexagonal",
        "printed",
        "drawn",
        "watched",
        "block",
    ]
)


def _meaning(node: Branch) -> list[Branch]:
    """What stands in a declaration beside its parts: types and expressions, in the order
    written."""
    return [c for c in node.children if isinstance(c, Tree) and c.data not in _PARTS]


def _body(b: Builder, node: Branch, common: Common) -> list[tree.Stmt] | None:
    """The block under a declaration; its leading sentences are the declaration's own. None if
    nothing is left."""
    found = branch(node, "block")
    if found is None:
        return None
    statements = block(b, found)
    lead = 0
    while lead < len(statements) and isinstance(statements[lead], tree.Sentence):
        lead += 1
    leading = cast(list[tree.Sentence], statements[:lead])
    said = [tree.Prose(s.text, s.tone, s.written, at=s.at) for s in leading]
    common["prose"] = [one for one in said if not one.tone]
    common["asides"] = [one for one in said if one.tone]
    return statements[lead:] or None


def _done(b: Builder, node: Branch, common: Common) -> list[tree.Stmt]:
    """The block of a declaration that must do something."""
    body = _body(b, node, common)
    if body is None:
        b.report.error(
            "E0118",
            "Only sentences stand here; nothing says what is done.",
            common["head"],
            hint="Write under the sentences what is done, or `pass` if it is nothing.",
        )
        return []
    return body


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
    return tree.Kind(**common, fields=_fields(b, node), rows=rows(b, node))


def _type(b: Builder, node: Branch) -> tree.Type:
    return tree.Type(**heading(b, node), fields=_fields(b, node), is_a=_is_a(node))


def _piece(b: Builder, node: Branch) -> tree.Piece:
    of_each = branch(node, "of_each")
    each = None if of_each is None else expr(b, of_each.children[0])
    return tree.Piece(
        **heading(b, node), fields=_fields(b, node), is_a=_is_a(node), each=each, rows=rows(b, node)
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
    return tree.Trait(kind, who=expr(b, node.children[0]), guard=_guard(b, node), at=b.at(node))


_TRAITS = ("seen", "top_seen", "under", "starting", "hexagonal", "printed")


def _place(b: Builder, node: Branch) -> tree.Place:
    traits = [_trait(b, c) for c in node.children if isinstance(c, Tree) and c.data in _TRAITS]
    return tree.Place(
        **heading(b, node),
        keys=_keys(b, node),
        shape=type_expr(b, _meaning(node)[0]),
        traits=traits,
    )


def _note(b: Builder, node: Branch) -> tree.Note:
    type_, value = _meaning(node)
    return tree.Note(
        **heading(b, node),
        keys=_keys(b, node),
        type=type_expr(b, type_),
        value=expr(b, value),
        shown=not any(isinstance(c, Token) and c.type == "NOT_SHOWN" for c in node.children),
        drawn=str(form.children[0]) if (form := branch(node, "drawn")) else "",
        seen=str(seen.children[0]) if (seen := branch(node, "watched")) else "",
    )


def _table(b: Builder, node: Branch) -> tree.Table:
    return tree.Table(
        **heading(b, node),
        keys=_keys(b, node),
        type=type_expr(b, _meaning(node)[0]),
        rows=rows(b, node),
    )


# ----------------------------------------------------------------
# values, rules, steps
def _value(b: Builder, node: Branch) -> tree.Value:
    type_, body = _meaning(node)
    return tree.Value(
        **heading(b, node), params=_fields(b, node), type=type_expr(b, type_), body=expr(b, body)
    )


def _rule(b: Builder, node: Branch) -> tree.Rule:
    law, law_params, types = _member(node)
    if any(types):
        b.report.error(
            "E0131",
            "A rule is in a law as it is: a type can't stand here.",
            b.at(node.children[0]),
            hint="Say it in the condition: `every t in pieces(g): t is not a Tree or …`.",
        )
    body = expr(b, _meaning(node)[0])
    return tree.Rule(
        **heading(b, node), params=_fields(b, node), law=law, law_params=law_params, body=body
    )


def _forbid(b: Builder, node: Branch) -> tree.Rule:
    target, pattern = _target(b, node)
    guard = _guard(b, node)
    assert guard is not None
    return tree.Rule(
        **heading(b, node, _label(node)),
        params=pattern,
        law=None,
        law_params=[],
        body=tree.Not(guard, at=guard.at),
        forbids=target,
    )


def _law(b: Builder, node: Branch) -> tree.Law:
    return tree.Law(**heading(b, node), params=_fields(b, node))


def _graph(b: Builder, node: Branch) -> tree.Graph:
    link = _meaning(node)[0]
    left, right, over = cast(list[Branch], link.children)
    return tree.Graph(
        **heading(b, node),
        params=_fields(b, node),
        directed=link.data == "lead",
        a=expr(b, left),
        b=expr(b, right),
        sources=sources(b, over),
    )


def _moment(b: Builder, node: Branch) -> tree.Moment:
    return tree.Moment(**heading(b, node), params=_fields(b, node))


def _step(b: Builder, node: Branch) -> tree.Step:
    common = heading(b, node)
    body = _body(b, node, common)
    once = any(isinstance(c, Token) and c.type == "ONCE" for c in node.children)
    return tree.Step(**common, params=_fields(b, node), body=body, once=once)


def _menu(b: Builder, node: Branch) -> tree.Menu:
    return tree.Menu(**heading(b, node), params=_fields(b, node))


def _action(b: Builder, node: Branch) -> tree.Action:
    common = heading(b, node)
    menu, menu_params, types = _member(node)
    body = offering(_done(b, node, common))
    only = [
        tree.Require(tree.IsA(tree.Name(name, at=at), of, False, at=at), True, at=at)
        for name, of in zip(menu_params, types, strict=True)
        if of
        for at in (common["head"],)
    ]
    return tree.Action(**common, menu=menu or "", menu_params=menu_params, body=[*only, *body])


def _option(b: Builder, node: Branch) -> tree.Option:
    type_, default = _meaning(node)
    return tree.Option(**heading(b, node), type=type_expr(b, type_), default=expr(b, default))


def _ruling(b: Builder, node: Branch) -> tree.Ruling:
    default = branch(node, "default")
    assert default is not None
    return tree.Ruling(**heading(b, node), default=str(default.children[0]), rows=rows(b, node))


# ----------------------------------------------------------------
# amendments
def _label(node: Branch) -> str:
    found = branch(node, "label")
    return "" if found is None else str(found.children[0])


def _target(b: Builder, node: Branch) -> tuple[str, list[tree.Field]]:
    found = branch(node, "target")
    assert found is not None
    return names(found)[0], _fields(b, found)


def _change(b: Builder, node: Branch) -> tree.Change:
    target, pattern = _target(b, node)
    body = expr(b, _meaning(node)[0])
    return tree.Change(
        **heading(b, node, _label(node)),
        target=target,
        pattern=pattern,
        guard=_guard(b, node),
        body=body,
    )


def _hook(how: str) -> Maker[tree.Hook]:
    def make(b: Builder, node: Branch) -> tree.Hook:
        common = heading(b, node, _label(node))
        target, pattern = _target(b, node)
        body = _done(b, node, common)
        return tree.Hook(
            **common, how=how, target=target, pattern=pattern, guard=_guard(b, node), body=body
        )

    return make


def _whenever(b: Builder, node: Branch) -> tree.Whenever:
    common = heading(b, node, _label(node))
    piece, type_, crosses = node.children[:3]
    target = branch(node, "target_place")
    assert target is not None
    place, *keys = names(target)
    body = _done(b, node, common)
    return tree.Whenever(
        **common,
        piece=str(piece),
        type=type_expr(b, type_),
        crosses=str(crosses),
        place=place,
        place_keys=keys,
        guard=_guard(b, node),
        body=body,
    )


def _fill(b: Builder, node: Branch) -> tree.Fill:
    target, pattern = _target(b, node)
    common = heading(b, node, target)
    body = _done(b, node, common)
    return tree.Fill(**common, pattern=pattern, body=body)


def _more(b: Builder, node: Branch) -> tree.More:
    return tree.More(**heading(b, node), rows=rows(b, node), only=node.data == "only")


def _order(b: Builder, node: Branch) -> tree.Order:
    first, second = names(node)
    return tree.Order(**heading(b, node, ""), first=first, second=second)


def _formerly(b: Builder, node: Branch) -> tree.Formerly:
    old, new = names(node)
    return tree.Formerly(**heading(b, node, new), old=old)


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
    "change": _change,
    "before": _hook("before"),
    "after": _hook("after"),
    "instead": _hook("instead"),
    "whenever": _whenever,
    "fill": _fill,
    "more": _more,
    "only": _more,
    "order": _order,
    "formerly": _formerly,
    "example": _example,
    "question": _example,
    "tell": book.tell,
    "aid": book.aid,
    "box": book.box,
    "term": lambda b, node: tree.Term(**heading(b, node)),
}
