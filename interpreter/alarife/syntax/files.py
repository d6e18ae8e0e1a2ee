"""A whole file: its head, its declarations, its comments."""

from __future__ import annotations

from typing import cast

from lark import Token, Tree

from alarife.syntax import tree
from alarife.syntax.build import Branch, Builder, branch, citations, names, prose, title
from alarife.syntax.declarations import declarations
from alarife.syntax.expressions import expr
from alarife.syntax.grammar import Parsed

HEADS = ("game", "library", "module", "preset")


def build_file(b: Builder, parsed: Parsed, text: str) -> tree.File:
    """The `File` of a parsed text."""
    root = parsed.branch
    lines = text.split("\n")
    b.ends = _ends(parsed, lines)
    version = cast(Token, cast(Branch, branch(root, "version")).children[0])
    b.version = b.number(version)
    head = next(c for c in root.children if isinstance(c, Tree) and c.data in HEADS)
    name, *target = names(head)
    b.module = name
    decls = [
        d
        for c in root.children
        if isinstance(c, Tree) and c.data not in HEADS and c.data != "version"
        for d in declarations(b, c, [])
    ]
    _say_what_examples_show(decls)
    return tree.File(
        at=b.span(1, 1, len(lines), len(lines[-1]) + 1),
        path=b.path,
        version=b.version,
        what=head.data,
        name=name,
        title=title(head),
        cites=citations(head),
        target=target[0] if target else None,
        prose=prose(b, head),
        players=_players(b, head),
        uses=_listed(b, head, "uses"),
        needs=_listed(b, head, "needs"),
        excludes=_listed(b, head, "excludes"),
        with_modules=_listed(b, head, "with_modules"),
        sets=_sets(b, head),
        decls=decls,
        comments=[
            tree.Comment(
                c.text, c.own_line, at=b.span(c.line, c.column, c.line, c.column + len(c.text))
            )
            for c in parsed.comments
        ],
        source=text,
    )


def _ends(parsed: Parsed, lines: list[str]) -> list[int]:
    """For each line the column behind its last character, comments left out."""
    ends = [len(line.rstrip()) + 1 for line in lines]
    for comment in parsed.comments:
        ends[comment.line - 1] = len(lines[comment.line - 1][: comment.column - 1].rstrip()) + 1
    return ends


def _say_what_examples_show(decls: list[tree.Decl]) -> None:
    """An example shows the last declaration above it that is none, and no line of the book
    either."""
    shown = ""
    for decl in decls:
        if isinstance(decl, tree.Example):
            decl.shows = shown
        elif not isinstance(decl, tree.Chapter | tree.Section):
            shown = decl.name or (decl.target if isinstance(decl, tree.Change | tree.Hook) else "")


def _once(b: Builder, head: Branch, word: str) -> Branch | None:
    """The one line of the head that begins so."""
    found = [c for c in head.children if isinstance(c, Tree) and c.data == word]
    for again in found[1:]:
        b.report.error(
            "E0129",
            "This line stands in the head twice.",
            b.at(again),
            b.at(found[0]),
            hint="Join the two.",
        )
    return found[0] if found else None


def _players(b: Builder, head: Branch) -> tree.RangeType | None:
    found = _once(b, head, "players")
    if found is None:
        return None
    many = [tree.Int(b.number(t), at=b.at(t)) for t in found.children if isinstance(t, Token)]
    low, high = many[0], many[-1]
    at = tree.Span(b.path, low.at.line, low.at.column, high.at.end_line, high.at.end_column)
    return tree.RangeType(low, high, at=at)


def _listed(b: Builder, head: Branch, word: str) -> list[str]:
    found = _once(b, head, word)
    return [] if found is None else names(found)


def _sets(b: Builder, head: Branch) -> list[tuple[str, tree.Expr, tree.Span]]:
    made: list[tuple[str, tree.Expr, tree.Span]] = []
    for child in head.children:
        if isinstance(child, Tree) and child.data == "set_option":
            dotted, value = cast(list[Branch], child.children)
            made.append((".".join(names(dotted)), expr(b, value), b.at(child)))
    return made
