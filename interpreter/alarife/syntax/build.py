"""What building a tree needs everywhere: places, children, limits.

What comes in: nodes of Lark's parse tree. What goes out: `Span`s that fit the file, and the nodes
that the tables of the other builders make. A `Builder` builds one parsed text; mistakes that the
grammar can't see (a number that is too large, an expression that is too deep) go to its report."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypedDict, TypeVar

from lark import Token, Tree

from alarife.diagnostics import Report
from alarife.syntax import tree
from alarife.syntax.spell_expressions import BREAK, spell

MOST_DEPTH = 100
"""How deep a tree may be: later stages walk it recursively."""

MOST_DIGITS = 15
"""How many digits a number may have."""

Branch = Tree[Token]
Child = Token | Branch
Made = TypeVar("Made", bound=tree.Node)


class TooDeep(Exception):
    """The tree is deeper than anything could be that a person wrote; `at` is where."""

    def __init__(self, at: tree.Span) -> None:
        self.at = at
        super().__init__("too deep")


@dataclass(slots=True)
class Builder:
    """Builds the tree of one text. `down` and `right` say where in its file the text stands; `ends`
    are the columns behind the last character of its lines, comments left out (by line of the
    text); `version` is that of the language in which the file is written."""

    path: str
    report: Report
    down: int = 0
    right: int = 0
    module: str = ""
    version: int = 1
    ends: list[int] = field(default_factory=list[int])
    depth: int = 0

    def span(self, line: int, column: int, end_line: int, end_column: int) -> tree.Span:
        """A stretch of the text, as a stretch of the file."""
        return tree.Span(
            self.path,
            line + self.down,
            column + self.right,
            end_line + self.down,
            end_column + self.right,
        )

    def at(self, node: Child) -> tree.Span:
        """Where a node stands."""
        if isinstance(node, Token):
            return self.span(
                node.line or 1, node.column or 1, node.end_line or 1, node.end_column or 1
            )
        meta = node.meta
        if meta.empty:
            return self.span(1, 1, 1, 1)
        return self.span(meta.line, meta.column, meta.end_line, meta.end_column)

    def head(self, node: Branch) -> tree.Span:
        """The first line of a node, from its first word to its last."""
        line, column = node.meta.line, node.meta.column
        end = self.ends[line - 1] if line <= len(self.ends) else column + 1
        return self.span(line, column, line, max(end, column + 1))

    def number(self, token: Token) -> int:
        """The number that is written there."""
        if len(token) > MOST_DIGITS:
            self.report.error(
                "E0125",
                f"A number may have up to {MOST_DIGITS} digits.",
                self.at(token),
                hint="Write a smaller one.",
            )
            return 0
        return int(token)

    def deeper(self, node: Child) -> None:
        """Go one level down; who goes down comes up again by `depth -= 1`."""
        self.depth += 1
        if self.depth > MOST_DEPTH:
            raise TooDeep(self.at(node))


def branches(node: Branch, kind: str) -> list[Branch]:
    """The children of a kind."""
    return [c for c in node.children if isinstance(c, Tree) and c.data == kind]


def branch(node: Branch, kind: str) -> Branch | None:
    """The first child of a kind, if there is one."""
    for child in node.children:
        if isinstance(child, Tree) and child.data == kind:
            return child
    return None


def names(node: Branch) -> list[str]:
    """The names that are children of a node."""
    return [str(c) for c in node.children if isinstance(c, Token) and c.type == "NAME"]


def citations(node: Branch) -> list[str]:
    """The paragraphs cited behind a node."""
    cites = branch(node, "cites")
    return [] if cites is None else [c.strip() for c in str(cites.children[0])[1:-1].split(",")]


def title(node: Branch) -> str | None:
    """The text in quotes that a node carries."""
    found = branch(node, "title")
    return None if found is None else str(found.children[0])[1:-1]


def sentence_in(b: Builder, node: Branch) -> tuple[str, str, str]:
    """A sentence without its `>`, its tone (what stands before the `>`), and the line with its
    facts as it was written, if it has some. Facts are put where their names stand."""
    tone, _, text = str(node.children[0]).partition(">")
    text, tone = text.strip(), tone.strip()
    below = branch(node, "facts")
    if below is None:
        return text, tone, ""
    written: list[str] = []
    for fact in branches(below, "fact"):
        name, said = str(fact.children[0]), _source(b, fact)
        written.append(f"{name} = {said}")
        text = _with_fact(b, text, name, said, fact)
    line = f"{tone} > " if tone else "> "
    raw = str(node.children[0]).partition(">")[2].strip()
    return text, tone, f"{line}{raw}{BREAK}{b.at(below).line}{BREAK}where {', '.join(written)}"


def _source(b: Builder, fact: Branch) -> str:
    """The expression of a fact in one line."""
    from alarife.syntax.expressions import expr

    return re.sub(rf"{BREAK}\d+{BREAK}", " ", spell(expr(b, fact.children[1])))


def _with_fact(b: Builder, text: str, name: str, said: str, fact: Branch) -> str:
    """The sentence with what a name in it means; E0141 if it is not in it."""
    plain = re.compile(rf"\{{{name}(?=[:}}])")
    marked = re.compile(rf"\{{=({name})\}}", re.IGNORECASE)
    if plain.search(text):
        return plain.sub(lambda _: f"{{{name} = {said}", text, count=1)
    if marked.search(text):
        return marked.sub(lambda found: f"{{={found[1]}: {said}}}", text, count=1)
    hint = f"Write `{{{name}}}` where it should stand."
    if part := re.search(rf"\{{{name}(\.\w+)", text):
        hint = (
            f"A name stands alone between its braces: write `{{{name}}}`, and below"
            f" `where {name} = {said}{part[1]}`."
        )
    b.report.error("E0141", f"The sentence above does not use `{name}`.", b.at(fact), hint=hint)
    return text


def prose(b: Builder, node: Branch) -> list[tree.Prose]:
    """The sentences that stand directly under a node, in all tones."""
    return [tree.Prose(*sentence_in(b, p), at=b.at(p)) for p in branches(node, "prose")]


class Common(TypedDict):
    """What every declaration has."""

    at: tree.Span
    head: tree.Span
    name: str
    title: str | None
    cites: list[str]
    prose: list[tree.Prose]
    asides: list[tree.Prose]
    module: str


def heading(b: Builder, node: Branch, name: str | None = None) -> Common:
    """What a declaration has in common with all others; its name is the first one in it, unless one
    is given."""
    first = node.children[0]
    if name is None:
        name = str(first) if isinstance(first, Token) and first.type == "NAME" else ""
    said = prose(b, node)
    return {
        "at": b.at(node),
        "head": b.head(node),
        "name": name,
        "title": title(node),
        "cites": citations(node),
        "prose": [one for one in said if not one.tone],
        "asides": [one for one in said if one.tone],
        "module": b.module,
    }


def rows(b: Builder, node: Branch) -> list[tree.Row]:
    """The rows of a table."""
    return [
        tree.Row([_cell(b, c) for c in branches(r, "cell")], at=b.at(r))
        for r in branches(node, "row")
    ]


def _cell(b: Builder, node: Branch) -> tree.Cell:
    """One cell: where its text stands, or where its end stands if it is empty."""
    if not node.children:
        return tree.Cell("", at=b.at(node))
    token = node.children[0]
    assert isinstance(token, Token)
    text = token.rstrip()
    line, column = token.line or 1, token.column or 1
    return tree.Cell(text, at=b.span(line, column, line, column + len(text)))


Maker = Callable[[Builder, Branch], Made]
