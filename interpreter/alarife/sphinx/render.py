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
    Lines,
    Link,
    Links,
    Paragraph,
    Picture,
    Pointer,
    Section,
    Table,
)
from alarife.rulebook.phrases import phrase
from alarife.sphinx import parts
from alarife.sphinx.nodes import drawing, fold, heading
from alarife.sphinx.pictures import html_of, signed
from alarife.sphinx.small import bullets, classed, grid, place, plain
from alarife.texts.english import ENGLISH
from alarife.texts.speech import Speech
from alarife.texts.targets import capital, html_id

Note = Callable[[str, str, str], None]
"""Called with kind, target and title of everything that can be referred to."""


_WIDE = 6
"""A table of more columns needs small letters in a column of paper."""


class Renderer:
    """Renders parts of one book. `note` hears of every target; `indexed` says whether articles get
    entries in the general index, `cited` whether the paragraphs of the printed rules are named;
    `taken` are the ids that the document has already."""

    def __init__(
        self,
        book: Book,
        note: Note,
        speech: Speech = ENGLISH,
        indexed: bool = True,
        cited: bool = True,
        taken: set[str] | None = None,
    ) -> None:
        self.book, self.note, self.t = book, note, speech
        self.indexed, self.cited = indexed, cited
        self.numbers = {
            target: article.number
            for article in book.articles()
            for target in (article.target, *article.aliases)
        }
        self.taken = taken if taken is not None else set()

    def once(self, name: str) -> str:
        """An id that nothing else in the document has: the same thing may be printed twice."""
        made, number = name, 1
        while made in self.taken:
            number += 1
            made = f"{name}-{number}"
        self.taken.add(made)
        return made

    # ----------------------------------------------------------------
    # the parts of a book
    def front(self) -> list[nodes.Node]:
        """Aim, players, modules, options; what is in the box, and what is done in a turn."""
        made: list[nodes.Node] = [classed(self.paragraph(p), "alr-aim") for p in self.book.aim]
        if self.book.draft is not None:
            made.append(parts.draft(self, self.book.draft))
        made.append(parts.players(self))
        if self.book.modules:
            made.append(nodes.rubric("", phrase("modules", self.t)))
            made.append(
                classed(
                    self._definitions(
                        (f"module.{name}", title, texts) for name, title, texts in self.book.modules
                    ),
                    "alr-modules",
                )
            )
        if self.book.played_with:
            made.append(nodes.rubric("", phrase("played_with", self.t)))
            made.append(bullets([plain(line) for line in self.book.played_with]))
        if self.cited and any(article.cites for article in self.book.articles()):
            made.append(classed(plain(phrase("citations", self.t)), "alr-dim"))
        if self.book.inventory is not None:
            made += parts.inventory(self, self.book.inventory)
        if self.book.overview is not None:
            overview = parts.box(self, self.book.overview)
            overview["classes"].append("alr-overview")
            made.append(overview)
        return made

    def _definitions(
        self, entries: Iterable[tuple[str, str, list[Paragraph]]]
    ) -> nodes.definition_list:
        made = nodes.definition_list()
        for target, title, texts in entries:
            self.note("module", target, title)
            term = nodes.term("", "", nodes.Text(title), ids=[self.once(html_id(target))])
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
        return nodes.section(
            "", nodes.title(title, title), ids=[self.once(html_id(full))], names=[]
        )

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
        spoken_of = [target for _, target, _ in article.indexed if target not in targets]
        own = {target for _, target, _ in article.indexed}
        made = nodes.container(
            ids=[self.once(html_id(target)) for target in [*targets, *spoken_of]],
            classes=["alr-article", f"alr-{article.kind}"],
        )
        for target in targets:
            if target not in own:
                self.note(article.kind, target, article.title)
        for kind, target, title in article.indexed:
            self.note(kind, target, title)
        if self.indexed:
            words = [article.title, *(capital(word) for word in article.synonyms)]
            words += [title for _, _, title in article.indexed]
            made += addnodes.index(
                entries=[("single", word, made["ids"][0], "", None) for word in words]
            )
        if article.mark is not None and article.mark.module:
            made["classes"].append("alr-amended")
        made += [classed(self.article(part), "alr-ahead") for part in article.before]
        made += self._head(article)
        made += self.blocks(article.blocks, article.mark.module if article.mark else "")
        if article.mark is not None and article.mark.old:
            made += self._old(article.mark.old, article.mark.old_title)
        if article.rulings:
            made += self.links(phrase("see_ruling", self.t), article.rulings, "alr-see")
        made += [self.article(part) for part in article.parts]
        return made

    def _head(self, article: Article) -> heading:
        made = heading(classes=["alr-head"])
        place(made, article.at)
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
            made += [nodes.Text(" "), self.module(article.mark.module, article.mark.how)]
        return made

    def module(self, module: str, how: str = "new") -> nodes.inline:
        """The mark of a module."""
        named = how in ("before", "after", "instead", "change")
        text = phrase(how, self.t, module=module) if named else module
        return nodes.inline(text, text, classes=["alr-module", f"alr-{how}"])

    def _old(self, paragraphs: Sequence[Block], title: str = "") -> fold:
        made = fold(summary=phrase("was", self.t), classes=["alr-old"])
        if title:
            made += nodes.paragraph("", "", nodes.strong("", title))
        made += self.blocks(paragraphs)
        return made

    def links(
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
                case Lines():
                    made.append(parts.lines(self, block))
                case Pointer():
                    made.append(self._pointer(block))
                case Links():
                    made.append(bullets([self.item(link) for link in block.items]))
                case Picture():
                    made += self.picture(block)
                case Example():
                    made.append(self.example(block, module))
                case Article():
                    made.append(self.article(block))
        return made

    def paragraph(self, paragraph: Paragraph) -> nodes.paragraph:
        """A paragraph of text, with the place it comes from."""
        made = plain(paragraph.text)
        if paragraph.tone:
            label = phrase(paragraph.tone, self.t)
            made.insert(0, [nodes.strong("", label), nodes.Text(" ")])
            made["classes"] += ["alr-aside", f"alr-{paragraph.tone}"]
        place(made, paragraph.at)
        if paragraph.module and not paragraph.old:
            made["classes"].append("alr-of-module")
        return made

    def _pointer(self, pointer: Pointer) -> nodes.paragraph:
        """Where to read on, with the numbers of the articles."""
        links = [
            Link(f"{self.numbers[link.target]} {link.text}", link.target)
            for link in pointer.links
            if link.target in self.numbers
        ]
        if not links:
            return nodes.paragraph()
        label = phrase("but" if pointer.how == "but" else "see_also", self.t)
        return self.links(label, links, f"alr-{pointer.how}-see")

    def item(self, link: Link) -> nodes.paragraph:
        """A link in a list, with the module that brought it."""
        made = nodes.paragraph("", "", self.link(link))
        if link.note:
            made += [nodes.Text(" "), self.module(link.note)]
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
        wide = ["alr-wide"] if len(head) > _WIDE else []
        frame = nodes.container("", grid(head, rows), classes=["alr-table", *wide])
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
        said = blocks or ([plain(picture.alt)] if picture.alt else [])
        return [drawing("", *said, html=html)] if html else list(blocks)

    def example(self, example: Example, module: str = "") -> nodes.container:
        """A worked example; `module` is the one it stands under anyway."""
        made = nodes.container(ids=[self.once(html_id(example.target))], classes=["alr-example"])
        self.note("example", example.target, example.title)
        head = nodes.paragraph("", "", classes=["alr-head"])
        place(head, example.at)
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
            head += [nodes.Text(" "), self.module(example.module)]
        made += head
        made += [self.paragraph(p) for p in example.paragraphs]
        told: set[str] = set()
        made += [node for p in example.pictures for node in self.picture(p, told)]
        if example.refused:
            numbered = any(signed(picture) for picture in example.pictures)
            why = phrase("refused_late" if example.late else "refused", self.t)
            made += self.links(why, example.refused, "alr-refused", numbered)
        if example.frames:
            made += self._strip(example, told)
        return made

    def _strip(self, example: Example, told: set[str]) -> nodes.enumerated_list:
        """The pictures of an example, one after the other, each with its caption."""
        made = nodes.enumerated_list(
            enumtype="arabic", prefix="", suffix=".", classes=["alr-strip"]
        )
        for frame in example.frames:
            item = nodes.list_item("", *(self.paragraph(p) for p in frame.paragraphs))
            item += [node for p in frame.pictures for node in self.picture(p, told)]
            made += item
        return made
