"""Parts of declarations, by what stands in the parse tree under one: fields, keys, guards, blocks.

Each function takes a declaration's node and gives the part in our tree; where the part is missing,
its empty form."""

from __future__ import annotations

from typing import cast

from lark import Token, Tree

from alarife.syntax import tree
from alarife.syntax.build import Branch, Builder, Common, branch, branches, names
from alarife.syntax.expressions import expr
from alarife.syntax.statements import block
from alarife.syntax.types import type_expr


def fields_of(b: Builder, node: Branch) -> list[tree.Field]:
    """The fields or parameters in brackets."""
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


def keys_of(b: Builder, node: Branch) -> list[tree.Key]:
    """The keys in square brackets."""
    found = branch(node, "keys")
    if found is None:
        return []
    return [
        tree.Key(next(iter(names(k)), None), type_expr(b, k.children[-1]), at=b.at(k))
        for k in branches(found, "key")
    ]


def supertypes_of(node: Branch) -> list[str]:
    """The types that it is said to be a kind of."""
    found = branch(node, "is_a")
    return [] if found is None else names(found)


def guard_of(b: Builder, node: Branch) -> tree.Expr | None:
    """The condition of its `when`."""
    found = branch(node, "guard")
    return None if found is None else expr(b, found.children[0])


def member_of(node: Branch) -> tuple[str | None, list[str], list[str]]:
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


def meaning_of(node: Branch) -> list[Branch]:
    """What stands in a declaration beside its parts: types and expressions, in the order
    written."""
    return [c for c in node.children if isinstance(c, Tree) and c.data not in _PARTS]


def body_of(b: Builder, node: Branch, common: Common) -> list[tree.Stmt] | None:
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


def work_of(b: Builder, node: Branch, common: Common) -> list[tree.Stmt]:
    """The block of a declaration that must do something."""
    body = body_of(b, node, common)
    if body is None:
        b.report.error(
            "E0118",
            "Only sentences stand here; nothing says what is done.",
            common["head"],
            hint="Write under the sentences what is done, or `pass` if it is nothing.",
        )
        return []
    return body


def label_of(node: Branch) -> str:
    """Its name before the colon; "" for none."""
    found = branch(node, "label")
    return "" if found is None else str(found.children[0])


def target_of(b: Builder, node: Branch) -> tuple[str, list[tree.Field]]:
    """What it amends, and the names that it gives to its parameters."""
    found = branch(node, "target")
    assert found is not None
    return names(found)[0], fields_of(b, found)
