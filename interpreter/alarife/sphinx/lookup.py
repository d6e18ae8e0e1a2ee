"""What people look things up in: the glossary, and the rulings with their sources.

In: a renderer of a book. Out: nodes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from docutils import nodes
from sphinx import addnodes

from alarife.rulebook.book import Link, Ruling, Term
from alarife.rulebook.phrases import phrase
from alarife.sphinx.nodes import heading
from alarife.sphinx.small import bullets, classed, place, plain
from alarife.texts.targets import capital, html_id

if TYPE_CHECKING:
    from alarife.sphinx.render import Renderer


def glossary(render: Renderer) -> list[nodes.Node]:
    """The entries of the glossary, and of each other name of a term an entry that leads there."""
    terms = render.book.glossary
    titles = {term.title.casefold() for term in terms}
    entries = [(term.title, _entry(render, term)) for term in terms]
    for term in terms:
        leads = Link(term.title, term.see[0].target if len(term.see) == 1 else term.target)
        words = [capital(w) for w in term.synonyms if w.casefold() not in titles]
        entries += [(word, _other_name(render, word, leads)) for word in words]
    entries.sort(key=lambda each: each[0].casefold())
    made = nodes.definition_list("", *(entry for _, entry in entries), classes=["alr-glossary"])
    return [made] if terms else []


def _entry(render: Renderer, term: Term) -> nodes.definition_list_item:
    render.note(term.kind, term.target, term.title)
    name = render.once(html_id(term.target))
    head = nodes.term("", "", nodes.Text(term.title), ids=[name])
    told: list[nodes.Node] = []
    if render.indexed:
        words = [term.title, *(capital(word) for word in term.synonyms)]
        head += addnodes.index(entries=[("single", word, name, "", None) for word in words])
    if term.synonyms:
        also = f"{phrase('synonyms', render.t)} {', '.join(term.synonyms)}."
        told.append(classed(plain(also), "alr-dim"))
    if term.text:
        text = plain(term.text)
        place(text, term.at)
        told.append(text)
    if term.see:
        told.append(render.links(phrase("see", render.t), term.see, "alr-dim"))
    return nodes.definition_list_item("", head, nodes.definition("", *told))


def _other_name(render: Renderer, word: str, to: Link) -> nodes.definition_list_item:
    head = nodes.term("", "", nodes.Text(word), classes=["alr-other"])
    see = render.links(phrase("see", render.t), [to], "alr-dim")
    return nodes.definition_list_item("", head, nodes.definition("", see, classes=["alr-other"]))


def rulings(render: Renderer) -> list[nodes.Node]:
    """The page of rulings, with their sources."""
    made: list[nodes.Node] = (
        [plain(phrase("rulings_intro", render.t))] if render.book.rulings else []
    )
    return made + [_ruling(render, ruling) for ruling in render.book.rulings]


def _ruling(render: Renderer, ruling: Ruling) -> nodes.container:
    """A ruling: the readings, and which of them holds."""
    made = nodes.container(
        ids=[render.once(html_id(ruling.target))], classes=["alr-article", "alr-ruling"]
    )
    render.note("ruling", ruling.target, ruling.title)
    head = heading("", "", nodes.strong("", ruling.title), classes=["alr-head"])
    if ruling.cites and render.cited:
        head += [
            nodes.Text(" "),
            nodes.inline("", ", ".join(ruling.cites), classes=["alr-cites"]),
        ]
    made += head
    made += [render.paragraph(p) for p in ruling.paragraphs]
    made += classed(
        bullets(
            [_reading(render, one, i == ruling.chosen) for i, one in enumerate(ruling.readings)]
        ),
        "alr-readings",
    )
    return made


def _reading(render: Renderer, told: tuple[str, str, str], holds: bool) -> nodes.paragraph:
    """One way to read the rules: its name, whether it holds, what it means, whose it is."""
    title, meaning, source = told
    name = nodes.strong("", title) if holds else nodes.emphasis("", title)
    made = nodes.paragraph("", "", name)
    made += nodes.Text(f" ({phrase('chosen', render.t)}): " if holds else ": ")
    made += nodes.Text(meaning)
    if source:
        made += [nodes.Text(" "), nodes.inline("", f"({source})", classes=["alr-dim"])]
    return made
