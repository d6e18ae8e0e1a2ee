"""Nodes of the syntax tree: what only the book says, and nobody plays."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.syntax.tree.declarations import Decl
from alarife.syntax.tree.expressions import Expr


@dataclass(eq=False, slots=True, kw_only=True)
class Tell(Decl):
    """`tell pay under buy`: where the book tells of `what` (or of the example of a title). `how` is
    `after`, `before`, `under`, `within`, `nowhere`, `see`, `but` or `also`; `others` are the names,
    or for `also` the words, that follow."""

    what: str
    example: str | None
    how: str
    others: list[str]


@dataclass(eq=False, slots=True, kw_only=True)
class Aid(Decl):
    """`aid paying "How to pay": enough, suits`: a part of the player aid. Without title: go on
    there."""

    others: list[str]


@dataclass(eq=False, slots=True, kw_only=True)
class Box(Decl):
    """`box counter "counter" = 12, using 2 * size(Player)`: something in the box that is no piece;
    `used` is how many of them the players use, if not all. Without title: how many of a piece the
    box holds."""

    number: Expr
    used: Expr | None


@dataclass(eq=False, slots=True)
class Term(Decl):
    """`term tie "Tie"` + sentences: an entry of the glossary"""
