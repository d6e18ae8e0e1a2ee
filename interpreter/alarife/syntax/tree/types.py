"""Nodes of the syntax tree: types as they are written."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.syntax.tree.expressions import Int, Name
from alarife.syntax.tree.nodes import Node


@dataclass(eq=False, slots=True)
class TypeExpr(Node):
    """A type as written."""


@dataclass(eq=False, slots=True)
class NamedType(TypeExpr):
    """`Tile`, `number`, `text`, `Cell?` (optional), `place`"""

    name: str
    optional: bool = False


@dataclass(eq=False, slots=True)
class TruthType(TypeExpr):
    """`yes/no`"""


@dataclass(eq=False, slots=True)
class RangeType(TypeExpr):
    """`1..9`, `0..`, `0..last_field`: each bound a number or the name of a constant; no upper
    bound: None."""

    low: Int | Name
    high: Int | Name | None
    optional: bool = False


@dataclass(eq=False, slots=True)
class ManyType(TypeExpr):
    """`set of T`, `list of T`, `ranking of T`, and as shapes of places `pile of T`, `row of T`,
    `bag of T`, `grid of T`"""

    how: str
    of: TypeExpr


@dataclass(eq=False, slots=True)
class EitherType(TypeExpr):
    """One of several types: of a parameter by whose type steps are told apart. Nobody writes it."""

    of: list[TypeExpr]


@dataclass(eq=False, slots=True)
class BoardType(TypeExpr):
    """`grid 7 by 6 of Disc`: a board of fixed size; sides are numbers or names of constants."""

    width: Int | Name
    height: Int | Name
    of: TypeExpr
