"""A book as nodes of a document.

In: parts of a `Book`. Out: docutils nodes: real sections, paragraphs, lists and tables, each
paragraph with the place in the rule file it comes from, so that Sphinx's own builders, search and
gettext find what they look for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from docutils import nodes
from sphinx import addnodes

from alarife.rulebook.book import (
    Article,
    Block,
    Book,
    Chapter,
    Example,
    Link,
    Links,
    Paragraph,
    Picture,
    Ruling,
    Section,
    Table,
)
from alarife.rulebook.messages import UNTRANSLATED, Translation
from alarife.rulebook.phrases import phrase
from alarife.rulebook.targets import html_id
from alarife.sphinx.nodes import drawing, fold
from alarife.sphinx.pictures import html_of, signed
from alarife.syntax.tree import Span

Note = Callable[[str, str, str], None]
"""Called with kind, target and title of everything that can be referred to."""


class Renderer:
    """Renders parts of one book. `note` hears of every target; `indexed` says whether articles get
    entries in the general index, `cited` whether the paragraphs of the printed rules are named."""

    def __init__(
        self,
        book: Book,
        note: Note,
        translation: Translation = UNTRANSLATED,
        indexed: bool = True,
        cited: bool = True,
    ) -> None:
        self.book, self.note, self.t = book, note, translation
        self.indexed, self.cited = indexed, cited

    # ----------------------------------------------------------------
    # the parts of a book
    def front(self) -> list[nodes.Node]:
        """Aim, players, modules, options."""
        made: list[nodes.Node] = [_classed(self.paragraph(p), "alr-aim") for p in self.book.aim]
        made.append(
            _classed(_text(phrase("players", self.t, count=self.book.players)), "alr-players")
        )
        if self.book.modules:
            made.append(nodes.rubric("", phrase("modules", self.t)))
            made.append(
                self._definitions(
                    (f"module.{name}", title, texts) for name, title, texts in self.book.modules
                )
            )
        if self.book.played_with:
            made.append(nodes.rubric("", phrase("played_with", self.t)))
            made.append(_bullets([_text(line) for line in self.book.played_with]))
        if self.cited and any(article.cites for article in self.book.articles()):
            made.append(_classed(_text(phrase("citations", self.t)), "alr-dim"))
        return made

    def _definitions(
        self, entries: Iterable[tuple[str, str, list[Paragraph]]]
    ) -> nodes.definition_list:
        made = nodes.definition_list()
        for target, title, texts in entries:
            self.note("module", target, title)
            term = nodes.term("", "", nodes.Text(title), ids=[html_id(target)])
            made += nodes.definition_list_item(
                "", term, nodes.definition("", *(self.paragraph(p) for p in texts))
            )
        return made

    def chapter(self, chapter: Chapter) -> nodes.section:
        """A chapter as a section."""
        made = self._section(
            f"chapter.{chapter.name}", f"{chapter.number} {chapter.title}", "chapter"
        )
        made += self.chapter_body(chapter)
        return made

    def chapter_body(self, chapter: Chapter) -> list[nodes.Node]:
        """What stands in a chapter."""
        made: list[nodes.Node] = self.blocks(chapter.intro)
        for section in chapter.sections:
            content = [*self.blocks(section.intro), *self._articles(section, chapter.checklist)]
            if section.title:
                inner = self._section(f"section.{section.name}", section.title, "section")
                inner += content
                made.append(inner)
            else:
                made += content
        return made + self.blocks(chapter.closing)

    def _section(self, target: str, title: str, kind: str) -> nodes.section:
        full = f"{self.book.game}.{target}"
        self.note(kind, full, title)
        return nodes.section("", nodes.title(title, title), ids=[html_id(full)], names=[])

    def _articles(self, section: Section, checklist: bool) -> list[nodes.Node]:
        if not checklist:
            return [self.article(article) for article in section.articles]
        made = nodes.enumerated_list(
            enumtype="arabic", prefix="", suffix=".", classes=["alr-checklist"]
        )
        for article in section.articles:
            made += nodes.list_item("", self.article(article))
        return [made]

    # ----------------------------------------------------------------
    # articles
    def article(self, article: Article) -> nodes.container:
        """An article with what hangs on it."""
        targets = [article.target, *article.aliases]
        made = nodes.container(
            ids=[html_id(target) for target in targets],
            classes=["alr-article", f"alr-{article.kind}"],
        )
        for target in targets:
            self.note(article.kind, target, article.title)
        if self.indexed:
            made += addnodes.index(
                entries=[("single", article.title, html_id(article.target), "", None)]
            )
        if article.mark is not None and article.mark.module:
            made["classes"].append("alr-amended")
        made += [self.article(part) for part in article.before]
        made += self._head(article)
        made += self.blocks(article.blocks, article.mark.module if article.mark else "")
        if article.mark is not None and article.mark.old:
            made += self._old(article.mark.old, article.mark.old_title)
        if article.rulings:
            made += self._links(phrase("see_ruling", self.t), article.rulings, "alr-see")
        made += [self.article(part) for part in article.parts]
        return made

    def _head(self, article: Article) -> nodes.paragraph:
        made = nodes.paragraph(classes=["alr-head"])
        _place(made, article.at)
        made += nodes.inline("", article.number, classes=["alr-number"])
        made += nodes.Text(" ")
        if article.mark is not None and article.mark.says:
            made += nodes.inline("", article.mark.says, classes=["alr-says"])
            made += nodes.Text(" ")
        title = article.title + ("" if article.title[-1:] in "?!." else ".")
        made += nodes.strong(title, title)
        if article.cites and self.cited:
            made += [
                nodes.Text(" "),
                nodes.inline("", ", ".join(article.cites), classes=["alr-cites"]),
            ]
        if article.mark is not None and article.mark.module:
            made += [nodes.Text(" "), self._module(article.mark.module, article.mark.how)]
        return made

    def _module(self, module: str, how: str = "new") -> nodes.inline:
        text = (
            f"{phrase(how, self.t)}: {module}"
            if how in ("before", "after", "instead", "change")
            else module
        )
        return nodes.inline(text, text, classes=["alr-module", f"alr-{how}"])

    def _old(self, paragraphs: Sequence[Block], title: str = "") -> fold:
        made = fold(summary=phrase("was", self.t), classes=["alr-old"])
        if title:
            made += nodes.paragraph("", "", nodes.strong("", title))
        made += self.blocks(paragraphs)
        return made

    def _links(
        self, label: str, links: list[Link], style: str, numbered: bool = False
    ) -> nodes.paragraph:
        """Links in a line; `numbered` as the signs in a picture are."""
        made = nodes.paragraph("", label + " ", classes=[style])
        for i, link in enumerate(links):
            made += [nodes.Text(", ")] if i else []
            if numbered:  # for readers who see the picture only
                made += nodes.raw("", f'<span class="alr-sign">{i + 1}</span> ', format="html")
            made += self.link(link)
        return made

    def link(self, link: Link) -> nodes.Node:
        """A cross reference by target; Sphinx finds where it is printed, and leaves the words if it
        is nowhere."""
        made = addnodes.pending_xref(
            "",
            nodes.inline("", link.text),
            refdomain="alr",
            reftype="any",
            reftarget=link.target,
            refexplicit=True,
            refwarn=False,
        )
        made["alr:quiet"] = True
        return made

    # ----------------------------------------------------------------
    # blocks
    def blocks(self, blocks: Sequence[Block], module: str = "") -> list[nodes.Node]:
        """Paragraphs, tables, lists, pictures, examples; `module` is whose they are, so that it is
        not said again."""
        made: list[nodes.Node] = []
        for block in blocks:
            match block:
                case Paragraph():
                    made.append(self.paragraph(block))
                    if block.old:
                        old = nodes.paragraph(block.old, block.old)
                        made.append(
                            fold("", old, summary=phrase("was", self.t), classes=["alr-old"])
                        )
                case Table():
                    made += self.table(block)
                case Links():
                    made.append(_bullets([self._item(link) for link in block.items]))
                case Picture():
                    made += self.picture(block)
                case Example():
                    made.append(self.example(block, module))
                case Article():
                    made.append(self.article(block))
        return made

    def paragraph(self, paragraph: Paragraph) -> nodes.paragraph:
        """A paragraph of text, with the place it comes from."""
        made = _text(paragraph.text)
        _place(made, paragraph.at)
        if paragraph.module and not paragraph.old:
            made["classes"].append("alr-of-module")
        return made

    def _item(self, link: Link) -> nodes.paragraph:
        made = nodes.paragraph("", "", self.link(link))
        if link.note:
            made += [nodes.Text(" "), self._module(link.note)]
        return made

    def table(self, table: Table) -> list[nodes.Node]:
        """A table; a long one folded away."""
        made: list[nodes.Node] = [nodes.rubric("", table.title)] if table.title else []
        marked = any(table.marks)
        rows = [
            [*row, mark] if marked else row
            for row, mark in zip(table.rows, table.marks or [""] * len(table.rows), strict=True)
        ]
        head = [*table.head, ""] if marked else table.head
        frame = nodes.container("", grid(head, rows), classes=["alr-table"])
        return (
            [*made, fold("", frame, summary=phrase("rows", self.t, count=len(rows)))]
            if table.folded
            else [*made, frame]
        )

    def picture(self, picture: Picture, told: set[str] | None = None) -> list[nodes.Node]:
        """A picture, with its letters for those who can't show it; `told` is what legends beside it
        say."""
        letters = "\n".join(
            [
                *picture.lines,
                *(f"{letter} = {thing}" for letter, thing in picture.data.get("legend_text", [])),
            ]
        )
        blocks: list[nodes.Node] = (
            [nodes.literal_block(letters, letters, language="none", classes=["alr-map"])]
            if letters
            else []
        )
        if isinstance(picture.data.get("table"), Table):
            blocks = self.table(picture.data["table"])
        html = html_of(picture, told)
        return [drawing("", *(blocks or [_text(picture.alt)]), html=html)] if html else list(blocks)

    def example(self, example: Example, module: str = "") -> nodes.container:
        """A worked example; `module` is the one it stands under anyway."""
        made = nodes.container(ids=[html_id(example.target)], classes=["alr-example"])
        self.note("example", example.target, example.title)
        head = nodes.paragraph("", "", classes=["alr-head"])
        _place(head, example.at)
        label = phrase("example", self.t)
        head += [
            nodes.inline("", label, classes=["alr-label"]),
            nodes.Text(" "),
            nodes.strong("", example.title),
        ]
        if example.cites and self.cited:
            head += [
                nodes.Text(" "),
                nodes.inline("", ", ".join(example.cites), classes=["alr-cites"]),
            ]
        if example.players:
            number = phrase("example_players", self.t, count=example.players)
            head += [nodes.Text(" "), nodes.inline("", number, classes=["alr-says"])]
        if example.module and example.module != module:
            head += [nodes.Text(" "), self._module(example.module)]
        made += head
        made += [self.paragraph(p) for p in example.paragraphs]
        told: set[str] = set()
        made += [node for p in example.pictures for node in self.picture(p, told)]
        if example.refused:
            numbered = any(signed(picture) for picture in example.pictures)
            made += self._links(phrase("refused", self.t), example.refused, "alr-refused", numbered)
        return made

    # ----------------------------------------------------------------
    # glossary, rulings
    def glossary(self) -> list[nodes.Node]:
        """The entries of the glossary."""
        made = nodes.definition_list(classes=["alr-glossary"])
        for term in self.book.glossary:
            self.note(term.kind, term.target, term.title)
            head = nodes.term("", "", nodes.Text(term.title), ids=[html_id(term.target)])
            told: list[nodes.Node] = []
            if term.text:
                text = _text(term.text)
                _place(text, term.at)
                told.append(text)
            if term.see:
                told.append(self._links(phrase("see", self.t), term.see, "alr-dim"))
            made += nodes.definition_list_item("", head, nodes.definition("", *told))
        return [made] if self.book.glossary else []

    def rulings(self) -> list[nodes.Node]:
        """The page of rulings, with their sources."""
        made: list[nodes.Node] = (
            [_text(phrase("rulings_intro", self.t))] if self.book.rulings else []
        )
        return made + [self.ruling(ruling) for ruling in self.book.rulings]

    def ruling(self, ruling: Ruling) -> nodes.container:
        """A ruling: the readings, and which of them holds."""
        made = nodes.container(ids=[html_id(ruling.target)], classes=["alr-article", "alr-ruling"])
        self.note("ruling", ruling.target, ruling.title)
        head = nodes.paragraph("", "", nodes.strong("", ruling.title), classes=["alr-head"])
        if ruling.cites and self.cited:
            head += [
                nodes.Text(" "),
                nodes.inline("", ", ".join(ruling.cites), classes=["alr-cites"]),
            ]
        made += head
        made += [self.paragraph(p) for p in ruling.paragraphs]
        rows = [
            [
                f"{title} ({phrase('chosen', self.t)})" if i == ruling.chosen else title,
                meaning,
                source,
            ]
            for i, (title, meaning, source) in enumerate(ruling.readings)
        ]
        names = [phrase(key, self.t) for key in ("reading", "meaning", "source")]
        made += nodes.container(
            "", grid(names, rows, strong_row=ruling.chosen), classes=["alr-table"]
        )
        return made


# ----------------------------------------------------------------
# small nodes
def _text(text: str) -> nodes.paragraph:
    return nodes.paragraph(text, text)


def _classed(node: nodes.paragraph, name: str) -> nodes.paragraph:
    node["classes"].append(name)
    return node


def _place(node: nodes.Element, at: Span) -> None:
    """Where a text comes from: what gettext and error messages say of it."""
    node.source, node.line = at.file, at.line


def _bullets(items: list[nodes.paragraph]) -> nodes.bullet_list:
    return nodes.bullet_list("", *(nodes.list_item("", item) for item in items), bullet="*")


def grid(head: list[str], rows: list[list[str]], strong_row: int = -1) -> nodes.table:
    """A table of texts; one of its rows may stand out."""
    group = nodes.tgroup(cols=len(head))
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    group += [nodes.colspec(colwidth=min(max(width, 3), 40)) for width in widths]
    group += nodes.thead("", _row(head))
    body = nodes.tbody()
    for i, row in enumerate(rows):
        made = _row(row)
        if i == strong_row:
            made["classes"].append("alr-chosen")
        body += made
    group += body
    return nodes.table("", group, classes=["colwidths-auto"])


def _row(cells: list[str]) -> nodes.row:
    made = nodes.row()
    for cell in cells:
        made += nodes.entry("", _text(cell) if cell else nodes.paragraph())
    return made
