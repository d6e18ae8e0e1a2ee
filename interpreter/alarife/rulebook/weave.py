"""Weaving: a checked program becomes a book.

In: a program, and the same game without its modules (to say what they changed). Out: a `Book` for
exactly this configuration. What is not in play leaves no trace; what a module does stands where it
matters, with its mark; what two players or a ruling change is simply so."""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.rulebook.aids import Aids, overview_of
from alarife.rulebook.articles import Articles
from alarife.rulebook.book import (
    Article,
    Block,
    Book,
    Chapter,
    Link,
    Paragraph,
    Section,
)
from alarife.rulebook.boxes import by_players, inventory
from alarife.rulebook.collect import Heading, Item
from alarife.rulebook.extras import glossary, index_mentions
from alarife.rulebook.holding import Tried
from alarife.rulebook.numbering import number_places
from alarife.rulebook.pictures import opening
from alarife.rulebook.place import Placing
from alarife.rulebook.supplies import Supplies, seats_of, supply
from alarife.texts.targets import capital


def weave(
    checked: Checked,
    base: Checked | None = None,
    tried: Tried | None = None,
    supplies: Supplies | None = None,
) -> Book:
    """The book of a program; `base` is the same game without modules, `tried` what came of its
    examples; without it, all are taken to hold. `supplies` are what is used with each number of
    players; without them, only this one is known."""
    made = Articles(checked, base, tried or Tried())
    return _Weaver(made, supplies or supply(checked)).book()


class _Weaver:
    def __init__(self, make: Articles, supplies: Supplies) -> None:
        self.make, self.supplies = make, supplies
        self.program, self.telling, self.told = make.program, make.telling, make.told
        self.collected, self.modules = make.collected, make.modules

    def book(self) -> Book:
        """The whole book."""
        game = next(file for file in self.program.files if file.what == "game")
        aim = self.telling.of_file(game)
        modules = [
            (file.name, self.modules[file.name], self.telling.of_file(file))
            for file in self.program.files
            if file.what == "module"
        ]
        made = Book(
            game.name,
            self.telling.file_title(game),
            self.make.checked.world.players,
            aim,
            modules,
            self.telling.settings(),
            seats=seats_of(self.program),
            inventory=inventory(self.make, self.supplies),
        )
        placed = Placing(self.program, self.collected, self.told)
        sections = placed.place()
        self.make.exceptions = placed.exceptions
        for name, heading in self.collected.chapters.items():
            heading.sections = placed.ordered(heading.sections, sections.get(name, {}))
        for name, heading in self.collected.chapters.items():
            if (chapter := self._chapter(heading, sections.get(name, {}))) is not None:
                made.chapters.append(chapter)
        self._number(made)
        self._table_laid(made)
        number_places(self.program, made)
        self._note_rulings(made)
        made.rulings = self.make.rulings
        made.questions = self.make.questions
        aids = Aids(self.make)
        made.aids = aids.boxes()
        aids.in_order(made)
        aids.courses(made)
        made.overview = overview_of(made.aids)
        printed = list(made.articles())
        made.glossary = glossary(self.telling, printed, self.told.also)
        index_mentions(self.telling, printed)
        return made

    # ----------------------------------------------------------------
    # chapters
    def _chapter(self, heading: Heading, sections: dict[str, list[Item]]) -> Chapter | None:
        own, more = self._intro(heading)
        made = Chapter(heading.name, self._heading(heading), intro=[*own, *more])
        for name in [
            "",
            *heading.sections,
            *(n for n in sections if n and n not in heading.sections),
        ]:
            items = sections.get(name, [])
            head = self.collected.sections.get(name, Heading(name))
            intro, added = self._intro(head) if name else ([], [])
            articles = [self.make.article(item) for item in items]
            if articles:
                _tell_last(articles[0], added)
            elif added:
                intro += added
            if articles or intro:
                made.sections.append(
                    Section(name, self._heading(head) if name else "", intro, articles)
                )
        made.checklist = any(
            a.kind == "step" and a.target.endswith(".setup")
            for s in made.sections
            for a in s.articles
        )
        return made if made.sections else None

    def _table_laid(self, made: Book) -> None:
        """What differs with the number of players, and the table when everything is ready, at the
        end of the setup."""
        begun = self.make.tried.beginning
        articles = {article.target for article in made.articles()}
        picture = opening(self.make.looks, self.telling, begun, articles) if begun else None
        found = [by_players(self.make, self.supplies), picture]
        for chapter in made.chapters:
            if chapter.checklist:
                chapter.closing += [block for block in found if block is not None]

    def _heading(self, heading: Heading) -> str:
        titled = next((decl for decl in heading.decls if decl.title), None)
        return capital(self.telling.title(titled)) if titled else capital(heading.title)

    def _intro(self, heading: Heading) -> tuple[list[Block], list[Block]]:
        """What is said at the head of a chapter or section: by those who opened it, and by modules
        that go on with it."""
        own: list[Block] = []
        added: list[Block] = []
        opened = next((decl.module for decl in heading.decls if decl.title), "")
        for decl in heading.decls:
            shelf = added if decl.module in self.modules and decl.module != opened else own
            shelf += self.make.paragraphs(decl)
        return own, added

    def _number(self, made: Book) -> None:
        for number, chapter in enumerate(made.chapters, start=1):
            chapter.number = number
            for i, article in enumerate(chapter.articles(), start=1):
                article.number = f"{number}.{i}"

    def _note_rulings(self, made: Book) -> None:
        """A ruling that no article printed here depends on is noted at the first that goes back to
        the same paragraph, of its own module if there is one."""
        noted = {link.target for article in made.articles() for link in article.rulings}
        for ruling in self.make.rulings:
            near = [a for a in made.articles() if set(a.cites) & set(ruling.cites)]
            module = ruling.target.partition(".")[0]
            near.sort(key=lambda article: article.module != module)
            if ruling.target not in noted and near:
                near[0].rulings.append(Link(ruling.title, ruling.target))


def _tell_last(article: Article, added: list[Block]) -> None:
    """Paragraphs behind those that an article has."""
    told = [i for i, block in enumerate(article.blocks) if isinstance(block, (Paragraph, Article))]
    at = told[-1] + 1 if told else 0
    article.blocks[at:at] = added
