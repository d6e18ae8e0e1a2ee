"""Where declarations stand: in which chapter, and in which order the chapters come.

In: a program. Out: for each declaration its chapter; the chapters with their titles, in the order
in which the game's file names them, then the others."""

from __future__ import annotations

from alarife.linking.program import Program
from alarife.syntax import tree


def chapters_of(program: Program) -> dict[str, tree.Chapter]:
    """The chapters by name, each with the declaration that opens it."""
    games = {file.path for file in program.files if file.what == "game"}
    found: dict[str, tree.Chapter] = {}
    own = [a for a in program.articles if a.decl.at.file in games]
    for article in [*own, *program.articles]:
        decl = article.decl
        if isinstance(decl, tree.Chapter) and (
            decl.name not in found or not found[decl.name].title
        ):
            found[decl.name] = decl  # a name keeps the place at which it came first
    return found


def homes_of(program: Program) -> dict[tuple[str, int], str]:
    """The chapter of each declaration, by its file and line."""
    return {(a.decl.head.file, a.decl.head.line): a.chapter for a in program.articles}
