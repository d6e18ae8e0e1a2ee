"""Small nodes: paragraphs, lists, tables of plain text.

In: texts. Out: nodes."""

from __future__ import annotations

from typing import TypeVar

from docutils import nodes

from alarife.syntax.tree import Span

Node = TypeVar("Node", bound=nodes.Element)


def plain(text: str) -> nodes.paragraph:
    """A paragraph of plain text."""
    return nodes.paragraph(text, text)


def classed(node: Node, name: str) -> Node:
    """A node of a class."""
    node["classes"].append(name)
    return node


def place(node: nodes.Element, at: Span) -> None:
    """Where a text comes from: what gettext and error messages say of it."""
    node.source, node.line = at.file, at.line


def bullets(items: list[nodes.paragraph]) -> nodes.bullet_list:
    """A list with a dot before each item."""
    return nodes.bullet_list("", *(nodes.list_item("", item) for item in items), bullet="*")


def grid(head: list[str], rows: list[list[str]]) -> nodes.table:
    """A table of texts."""
    group = nodes.tgroup(cols=len(head))
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    group += [nodes.colspec(colwidth=min(max(width, 3), 40)) for width in widths]
    group += nodes.thead("", _row(head))
    body = nodes.tbody()
    for row in rows:
        body += _row(row)
    group += body
    return nodes.table("", group, classes=["colwidths-auto"])


def _row(cells: list[str]) -> nodes.row:
    made = nodes.row()
    for cell in cells:
        made += nodes.entry("", plain(cell) if cell else nodes.paragraph())
    return made
