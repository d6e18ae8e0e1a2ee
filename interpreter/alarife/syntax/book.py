"""Declarations that only the book reads: from Lark's parse tree to ours."""

from __future__ import annotations

from lark import Token

from alarife.syntax import tree
from alarife.syntax.build import Branch, Builder, Common, branch, branches, heading, names
from alarife.syntax.build import title as title_of
from alarife.syntax.expressions import expr

_PARTS = ("title", "cites", "prose")


def tell(b: Builder, node: Branch) -> tree.Tell:
    """Where the book tells of something."""
    told = branch(node, "told")
    assert told is not None
    made: Common = heading(b, node, "")
    made["title"] = None
    how = next(str(c) for c in node.children if isinstance(c, Token) and c.type in _HOW)
    others = names(node) or [str(t.children[0])[1:-1] for t in branches(node, "title")]
    what = next(iter(names(told)), "")
    return tree.Tell(**made, what=what, example=title_of(told), how=how, others=others)


def aid(b: Builder, node: Branch) -> tree.Aid:
    """A part of the player aid."""
    return tree.Aid(**heading(b, node), others=names(node)[1:])


def box(b: Builder, node: Branch) -> tree.Box:
    """Something in the box."""
    meaning = [c for c in node.children if not isinstance(c, Token) and c.data not in _PARTS]
    used = expr(b, meaning[1]) if len(meaning) > 1 else None
    return tree.Box(**heading(b, node), number=expr(b, meaning[0]), used=used)


_HOW = ("PLACED", "NOWHERE", "POINTS", "ALSO")
