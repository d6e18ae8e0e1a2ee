"""The parts of a book that are no chapters: what stands on the first page, the player aid,
questions and answers.

In: a renderer and parts of its book. Out: nodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from docutils import nodes

from alarife.rulebook.book import Box, Example, Inventory, Lines, Thing
from alarife.rulebook.phrases import phrase
from alarife.sphinx.nodes import drawing
from alarife.sphinx.pictures import html_of
from alarife.sphinx.small import bullets, plain
from alarife.texts.targets import capital, html_id

if TYPE_CHECKING:
    from alarife.sphinx.render import Renderer


def players(render: Renderer) -> nodes.paragraph:
    """For how many players the game is, and this book."""
    low, high = render.book.seats
    here = render.book.players
    if low == high:
        text = phrase("players", render.t, count=here)
    else:
        text = " ".join(
            [
                phrase("for_players", render.t, low=low, high=high) + ".",
                phrase("this_book", render.t, count=here),
            ]
        )
    return nodes.paragraph(text, text, classes=["alr-players"])


def draft(render: Renderer, wrong: list[str]) -> nodes.container:
    """The mark of a draft, with what is wrong in it."""
    made = nodes.container(classes=["alr-draft"])
    made += nodes.rubric("", phrase("draft", render.t))
    made += plain(phrase("draft_intro", render.t))
    if wrong:
        made += bullets([plain(line) for line in wrong])
    return made


def inventory(render: Renderer, found: Inventory) -> list[nodes.Node]:
    """What is in the box, with pictures, as a table."""
    t = render.t
    used = any(thing.used != thing.count for thing in found.things)
    head = [phrase("you_need", t), phrase("count", t)]
    head += [phrase("used", t, count=render.book.players)] if used else []
    group = nodes.tgroup(cols=len(head))
    group += [nodes.colspec(colwidth=width) for width in (38, 8, 12)[: len(head)]]
    group += nodes.thead("", _row([[plain(text)] for text in head]))
    body = nodes.tbody()
    for thing in found.things:
        numbers = [str(thing.count), *([str(thing.used)] if used else [])]
        named = nodes.container("", *_called(render, thing), classes=["alr-thing"])
        cells = [[named], *([plain(n)] for n in numbers)]
        body += _row(cells)
    group += body
    table = nodes.table("", group, classes=["colwidths-auto"])
    return [nodes.container("", table, classes=["alr-table", "alr-inventory"])]


def _called(render: Renderer, thing: Thing) -> list[nodes.Node]:
    name = plain(capital(thing.title))
    if thing.module:
        name += [nodes.Text(" "), render.module(thing.module)]
    html = html_of(thing.picture) if thing.picture is not None else ""
    sample = [drawing("", html=html)] if html else []
    return [*sample, name, *(render.paragraph(p) for p in thing.told)]


def _row(cells: Sequence[Sequence[nodes.Node]]) -> nodes.row:
    return nodes.row("", *(nodes.entry("", *cell) for cell in cells))


# ----------------------------------------------------------------
# lists and boxes
def lines(render: Renderer, found: Lines) -> nodes.Element:
    """A list of lines, numbered if they are done one after another."""
    made: nodes.Element = (
        nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".")
        if found.numbered
        else nodes.bullet_list(bullet="*")
    )
    made["classes"].append("alr-lines")
    for line in found.items:
        said = nodes.paragraph("", "", nodes.strong("", "", render.link(line.link)))
        number = render.numbers.get(line.link.target, "")
        if line.text:
            said += nodes.Text(f": {line.text}")
        if number:
            said += [nodes.Text(" "), nodes.inline("", f"({number})", classes=["alr-number"])]
        if line.link.note:
            said += [nodes.Text(" "), render.module(line.link.note)]
        item = nodes.list_item("", said)
        if line.choices:
            item += bullets([render.item(choice) for choice in line.choices])
        made += item
    return made


def box(render: Renderer, found: Box) -> nodes.container:
    """A box of the player aid."""
    made = nodes.container(classes=["alr-aid-box"])
    made += nodes.rubric("", found.title)
    made += render.blocks(found.blocks)
    return made


def aid(render: Renderer) -> list[nodes.Node]:
    """The player aid: one sheet to lie beside the board."""
    boxes = [box(render, one) for one in render.book.aids]
    return [nodes.container("", *boxes, classes=["alr-aid"])] if boxes else []


def questions(render: Renderer) -> list[nodes.Node]:
    """Questions with their answers."""
    return [_question(render, one) for one in render.book.questions]


def _question(render: Renderer, found: Example) -> nodes.container:
    target = html_id(found.target)
    made = nodes.container(ids=[render.once(target)], classes=["alr-question"])
    render.note("example", found.target, found.title)
    made += nodes.paragraph("", "", nodes.strong("", found.title), classes=["alr-asked"])
    made += [render.paragraph(p) for p in found.paragraphs]
    if found.about is not None and found.about.text:
        made += render.links(phrase("about", render.t), [found.about], "alr-dim")
    return made
