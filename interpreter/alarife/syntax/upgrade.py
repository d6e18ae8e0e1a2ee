"""A rule file of an older version of the language, as it is written today.

What comes in: a text of version 1 and its tree. What goes out: the text with the words of today;
all else stays as it was. Version 1 compared with signs and words (`=`, `differs from`, `at least`,
`in`); now every comparison begins with `is`. `only(…)` became `the x in …`, and an `otherwise` that
could be read in two ways has brackets."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, cast

from alarife.diagnostics import Report
from alarife.syntax import tree
from alarife.syntax.parse import parse_expression
from alarife.syntax.source import VERSION
from alarife.syntax.spell_expressions import WORDED, spell

_HOLE = re.compile(r"\{([^{}]*)\}")
_FORM = re.compile(r":\s*(word|Word|ordinal|Ordinal)\s*$")
_SENTENCE = re.compile(r"\s*((reason|tip|remark) +)?>")

Edit = tuple[int, int, str]
"""Where a stretch of a text begins and ends, and what is written there instead."""


def upgrade(text: str, file: tree.File) -> str:
    """The text of a file in the language of today."""
    rows = text.split("\n")
    starts = [0]
    for row in rows:
        starts.append(starts[-1] + len(row) + 1)
    edits = list(_edits(file, text, starts))
    for start, row in zip(starts, rows, strict=False):
        if _SENTENCE.match(row):
            edits += [(start + a, start + b, new) for a, b, new in _in_sentence(row)]
    edited = _edited(text, edits)
    return re.sub(r"^(alarife +)\d+", rf"\g<1>{VERSION}", edited, count=1, flags=re.MULTILINE)


def upgrade_expression(text: str) -> str:
    """An expression in the language of today; what is none stays as it is."""
    at = tree.Span("", 1, 1, 1, 1)
    made = parse_expression(text, at, Report())
    return text if made is None else _edited(text, list(_edits(made, text, [0])))


def _edited(text: str, edits: list[Edit]) -> str:
    brackets = [edit for edit in edits if edit[0] == edit[1]]
    for start, end, new in sorted([*set(edits).difference(brackets), *brackets], reverse=True):
        text = text[:start] + new + text[end:]
    return text


def _edits(root: tree.Node, text: str, starts: list[int]) -> Iterator[Edit]:
    def offset(line: int, column: int) -> int:
        return starts[line - 1] + column - 1

    done = 0
    for node in _nodes(root):
        start, end = (
            offset(node.at.line, node.at.column),
            offset(node.at.end_line, node.at.end_column),
        )
        if start < done:
            continue
        for unclear in _unclear(node):
            yield (begin := offset(unclear.at.line, unclear.at.column)), begin, "("
            yield (last := offset(unclear.at.end_line, unclear.at.end_column)), last, ")"
        if isinstance(node, tree.Compare):
            start = offset(node.left.at.end_line, node.left.at.end_column)
            end = offset(node.right.at.line, node.right.at.column)
            yield from _compared(node, text, start, end, offset)
        elif (
            isinstance(node, tree.Call)
            and node.name == "the"
            and text[start:end].lstrip("( ").startswith("only(")
        ):
            done = end
            alone = node.brackets or text[end:].lstrip(" ")[:1] in ("", "\n", ")", "]", ",", "#")
            yield start, end, spell(node) if alone else f"({spell(node)})"


def _unclear(node: tree.Node) -> list[tree.Expr]:
    """The parts of an expression that need brackets now (E0114)."""
    match node:
        case tree.And() | tree.Or():
            found = [e for e in node.parts if isinstance(e, tree.IfElse | tree.OrElse)]
        case tree.OrElse(default=tree.IfElse() as default):
            found = [default]
        case _:
            found = []
    return [e for e in found if not e.brackets]


def _compared(node: tree.Compare, text: str, start: int, end: int, offset: Any) -> Iterator[Edit]:
    if isinstance(node.right, tree.Nothing) and node.op in ("=", "differs from"):
        right = node.right.at
        word = " is empty" if node.op == "=" else " is not empty"
        yield start, offset(right.end_line, right.end_column), word
        return
    old = r" +".join(map(re.escape, node.op.split()))
    found = re.search(rf"(?<!is ){old}", text[start:end])
    if found is not None:
        yield start + found.start(), start + found.end(), WORDED[node.op]


def _in_sentence(row: str) -> Iterator[Edit]:
    """What changes in the holes of a sentence."""
    for hole in _HOLE.finditer(row):
        inside, at = hole[1], hole.start(1)
        if inside.startswith("="):
            said, colon, expression = inside.partition(":")
            at += len(said) + len(colon)
        else:
            form = _FORM.search(inside)
            expression = inside if form is None else inside[: form.start()]
            named = re.match(r"\s*[A-Za-z_]\w*\s*=(?!=)", expression)
            if named is not None:
                at, expression = at + named.end(), expression[named.end() :]
        plain = expression.strip()
        new = upgrade_expression(plain) if plain else plain
        if new != plain:
            first = at + expression.index(plain)
            yield first, first + len(plain), new


def _nodes(root: Any) -> Iterator[tree.Node]:
    """All nodes of a tree but those that only say what an example supposes."""
    if isinstance(root, list | tuple):
        for one in cast("list[Any]", root):
            yield from _nodes(one)
    elif (
        isinstance(root, tree.Given)
        and isinstance(root.condition, tree.Compare)
        and root.condition.op == "="
    ):
        yield from _nodes((root.condition.left, root.condition.right))
    elif isinstance(root, tree.Node):
        yield root
        for one in fields(root):
            yield from _nodes(getattr(root, one.name))
