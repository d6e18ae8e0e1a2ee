"""Documents as Markdown: for a wiki, a forum, a repository.

In: a document. Out: `index.md` and so on, in the common dialect (CommonMark with tables). Pictures
become their drawing in letters, folds their content, targets plain anchors."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from docutils import nodes
from sphinx.builders.text import TextBuilder

from alarife.sphinx.nodes import drawing, fold, heading

SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def escaped(text: str) -> str:
    """Text in which nothing is markup."""
    return SPECIAL.sub(r"\\\1", " ".join(text.split()))


def markdown(document: nodes.document) -> str:
    """A whole document."""
    return "\n\n".join(block for block in _blocks(document, 0) if block) + "\n"


class MarkdownBuilder(TextBuilder):
    """`-b alarife_markdown`."""

    name = "alarife_markdown"
    format = "markdown"
    epilog = "The Markdown files are in %(outdir)s."
    out_suffix = ".md"

    def prepare_writing(self, docnames: Any) -> None:
        """Nothing has to be set up: the writer has no state."""

    def write_doc(self, docname: str, doctree: nodes.document) -> None:
        """One file a document."""
        path = self.outdir / f"{docname}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(markdown(doctree), encoding="utf-8")


# ----------------------------------------------------------------
# blocks
def _blocks(parent: nodes.Element, depth: int) -> list[str]:
    made: list[str] = []
    for node in parent.children:
        made += _block(node, depth)
    return made


def _block(node: nodes.Node, depth: int) -> list[str]:
    if isinstance(node, nodes.section):
        return [*_anchors(node), *_blocks(node, depth + 1)]
    if isinstance(node, nodes.title):
        return [f"{'#' * max(1, min(depth, 6))} {_line(node)}"]
    write = next((how for kind, how in _WRITERS if isinstance(node, kind)), None)
    if write is not None:
        return write(node, depth)
    if isinstance(node, nodes.Element):
        return _blocks(node, depth)
    text = escaped(node.astext())
    return [text] if text else []


def _anchors(node: nodes.Element) -> list[str]:
    made = "".join(f'<a id="{name}"></a>' for name in node["ids"])
    return [made] if made else []


def _paragraph(node: Any, depth: int) -> list[str]:
    return [_line(node)]


def _container(node: Any, depth: int) -> list[str]:
    inner = _blocks(node, depth)
    if "alr-example" in node["classes"]:
        inner = ["\n".join("> " + line for line in "\n\n".join(inner).split("\n"))]
    return [*_anchors(node), *inner]


def _list(node: Any, depth: int) -> list[str]:
    numbered = isinstance(node, nodes.enumerated_list)
    items: list[str] = []
    for number, item in enumerate(node.children, 1):
        mark = f"{number}. " if numbered else "- "
        body = "\n\n".join(block for block in _blocks(item, depth) if block)
        items.append(mark + body.replace("\n", "\n" + " " * len(mark)).replace("   \n", "\n"))
    return ["\n".join(items)]


def _definitions(node: Any, depth: int) -> list[str]:
    made: list[str] = []
    for item in node.findall(nodes.definition_list_item):
        term = next(iter(item.findall(nodes.term)))
        text = " ".join(b for d in item.findall(nodes.definition) for b in _blocks(d, depth))
        name = "".join([*_anchors(term), f"**{_line(term)}**"])
        made.append(f"{name}  \n{text}" if text else name)
    return made


def _table(node: Any, depth: int) -> list[str]:
    def cells(row: nodes.Element) -> list[str]:
        return [
            " ".join(_line(p) for p in entry.findall(nodes.paragraph)).strip() or " "
            for entry in row.findall(nodes.entry)
        ]

    rows = [cells(row) for row in node.findall(nodes.row)]
    if not rows:
        return []
    head, *body = rows
    lines = [head, ["---"] * len(head), *body]
    return ["\n".join("| " + " | ".join(line) + " |" for line in lines)]


def _literal(node: Any, depth: int) -> list[str]:
    text = node.astext()
    fence = "`" * max(3, 1 + max((len(run) for run in re.findall(r"`+", text)), default=0))
    return [f"{fence}text\n{text}\n{fence}"]


def _rubric(node: Any, depth: int) -> list[str]:
    return [f"**{_line(node)}**"]


def _nothing(node: Any, depth: int) -> list[str]:
    return []


def _inside(node: Any, depth: int) -> list[str]:
    return _blocks(node, depth)


_WRITERS: tuple[tuple[type, Callable[[Any, int], list[str]]], ...] = (
    (nodes.paragraph, _paragraph),
    (nodes.bullet_list, _list),
    (nodes.enumerated_list, _list),
    (nodes.definition_list, _definitions),
    (nodes.table, _table),
    (nodes.literal_block, _literal),
    (nodes.rubric, _rubric),
    (heading, _paragraph),
    (nodes.raw, _nothing),
    (nodes.comment, _nothing),
    (nodes.Invisible, _nothing),
    (fold, _inside),
    (drawing, _inside),
    (nodes.container, _container),
)


# ----------------------------------------------------------------
# lines
def _line(node: nodes.Element) -> str:
    return "".join(_inline(child) for child in node.children).strip()


def _inline(node: nodes.Node) -> str:
    if isinstance(node, nodes.Text):
        return SPECIAL.sub(r"\\\1", re.sub(r"\s+", " ", node.astext()))
    if isinstance(node, nodes.raw):
        return ""
    assert isinstance(node, nodes.Element)
    inner = "".join(_inline(child) for child in node.children)
    if not inner.strip():
        return inner
    if isinstance(node, nodes.strong):
        return f"**{inner.strip()}**"
    if isinstance(node, nodes.emphasis):
        return f"*{inner.strip()}*"
    if isinstance(node, nodes.reference):
        to = f"#{node['refid']}" if "refid" in node else str(node.get("refuri", ""))
        return f"[{inner}]({to})" if to else inner
    return inner
