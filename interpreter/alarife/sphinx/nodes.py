"""Nodes of our own, and how each writer shows them.

`fold`: something that can be folded away; `drawing`: a picture as SVG with its legend. Where a
writer can't fold or draw, a fold is its content, and a drawing the text in letters that stands in
it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx.transforms.post_transforms import SphinxPostTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx


class fold(nodes.General, nodes.Element):  # noqa: N801 (nodes are written so)
    """`summary` is the line that stays, `open` whether it is unfolded at first."""


class heading(nodes.General, nodes.TextElement):  # noqa: N801
    """The title of an article: a heading, without being the title of a section."""


class drawing(nodes.General, nodes.Element):  # noqa: N801
    """`html` is the picture with what belongs to it; the content is what to show without it."""


class Undrawn(SphinxPostTransform):
    """Where drawings are shown, take away the letters that stand for them elsewhere: else the
    search would find these."""

    default_priority = 900
    formats = ("html",)

    def run(self, **_: Any) -> None:
        """Empty the drawings."""
        for found in list(self.document.findall(drawing)):
            if found.get("html"):
                found.children = []


class NothingOld(SphinxPostTransform):
    """Where nothing can be folded away, what a module has changed is not told as well as what it
    has become."""

    default_priority = 890
    builders = ("text", "alarife_markdown", "epub", "man", "latex", "texinfo")

    def run(self, **_: Any) -> None:
        """Take away the earlier wording."""
        for found in list(self.document.findall(fold)):
            if "alr-old" in found["classes"]:
                found.parent.remove(found)


class Bracketed(SphinxPostTransform):
    """Where letters have no colours and frames, the name of a module stands in brackets."""

    default_priority = 880
    builders = ("text", "alarife_markdown", "man", "texinfo")

    def run(self, **_: Any) -> None:
        """Put brackets round them."""
        for found in list(self.document.findall(nodes.inline)):
            if "alr-module" in found["classes"]:
                found[:] = [nodes.Text(f"[{found.astext()}]")]


class Flat(SphinxPostTransform):
    """On a manual page, what stands in a box stands on the page itself: its writer begins no line
    of its own for the first thing in a box."""

    default_priority = 900
    formats = ("man",)

    def run(self, **_: Any) -> None:
        """Put the content of boxes in their place, the innermost first."""
        for found in reversed(list(self.document.findall(nodes.Element))):
            if isinstance(found, (nodes.container, fold, drawing)):
                found.replace_self(found.children)


def add_nodes(app: Sphinx) -> None:
    """Tell Sphinx of the nodes."""
    plain = (_pass, _pass)
    app.add_node(
        fold, html=(_open_fold, _close_fold), latex=plain, text=plain, man=plain, texinfo=plain
    )
    as_paragraph = (_visit_paragraph, _depart_paragraph)
    app.add_node(
        heading,
        html=(_open_heading, _close_heading),
        latex=as_paragraph,
        text=as_paragraph,
        man=as_paragraph,
        texinfo=as_paragraph,
    )
    app.add_node(
        drawing, html=(_open_drawing, _pass), latex=plain, text=plain, man=plain, texinfo=plain
    )


def _pass(translator: Any, node: nodes.Element) -> None:
    """Show the content as it is."""


def _open_fold(translator: Any, node: nodes.Element) -> None:
    attributes = {"open": "open"} if node.get("open") else {}
    translator.body.append(translator.starttag(node, "details", CLASS="alr-fold", **attributes))
    translator.body.append(f"<summary>{translator.encode(node['summary'])}</summary>\n")


def _close_fold(translator: Any, node: nodes.Element) -> None:
    translator.body.append("</details>\n")


def _level(node: nodes.Element) -> int:
    """How deep a heading stands: in sections, and in articles. What stands ahead of the heading of
    its article is as deep as that one."""
    above, at = 0, node.parent
    while at is not None:
        classes = at.get("classes", ())
        inner = "alr-article" in classes and "alr-ahead" not in classes
        above += isinstance(at, nodes.section) or inner
        at = at.parent
    return min(max(above, 2), 6)


def _open_heading(translator: Any, node: nodes.Element) -> None:
    translator.body.append(translator.starttag(node, f"h{_level(node)}", ""))


def _close_heading(translator: Any, node: nodes.Element) -> None:
    translator.body.append(f"</h{_level(node)}>\n")


def _visit_paragraph(translator: Any, node: nodes.Element) -> None:
    translator.visit_paragraph(node)


def _depart_paragraph(translator: Any, node: nodes.Element) -> None:
    translator.depart_paragraph(node)


def _open_drawing(translator: Any, node: nodes.Element) -> None:
    translator.body.append(translator.starttag(node, "div", CLASS="alr-drawing"))
    translator.body.append(node["html"])
    translator.body.append("</div>\n")
    raise nodes.SkipNode
