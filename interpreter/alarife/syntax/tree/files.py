"""The root of a syntax tree: a whole rule file."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.syntax.tree.declarations import Decl
from alarife.syntax.tree.expressions import Expr
from alarife.syntax.tree.nodes import Comment, Node, Prose, Span
from alarife.syntax.tree.types import RangeType


@dataclass(eq=False, slots=True, kw_only=True)
class File(Node):
    """A whole rule file. `what` is `game`, `library`, `module` or `preset`; `target` the game a
    module or preset is for. `decls` are flat: those of `when` blocks carry the block's condition in
    `.when`. `sets` are (dotted name, expression)."""

    path: str
    version: int
    what: str
    name: str
    title: str | None
    cites: list[str]
    target: str | None
    prose: list[Prose]
    players: RangeType | None
    uses: list[str]
    needs: list[str]
    excludes: list[str]
    with_modules: list[str]
    sets: list[tuple[str, Expr, Span]]
    decls: list[Decl]
    comments: list[Comment]
    source: str
