"""Weaving: a checked program becomes a book.

In: a program, and the same game without its modules (to say what they changed). Out: a `Book` for
exactly this configuration. What is not in play leaves no trace; what a module does stands where it
matters, with its mark; what two players or a ruling change is simply so."""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.linking.walk import below
from alarife.rulebook.book import (
    Article,
    Block,
    Book,
    Chapter,
    Example,
    Link,
    Links,
    Mark,
    Paragraph,
    Section,
)
from alarife.rulebook.calls import mentioned
from alarife.rulebook.collect import Collected, Heading, Item, collect
from alarife.rulebook.extras import glossary, rulings, things
from alarife.rulebook.holding import Tried
from alarife.rulebook.messages import UNTRANSLATED, Translation
from alarife.rulebook.paragraphs import Written, paragraphs_of
from alarife.rulebook.pictures import board, gallery, looks_of, opening, pictures_of, values
from alarife.rulebook.place import Placing
from alarife.rulebook.rows import table_of
from alarife.rulebook.targets import KINDS, bare_title, capital, target_of
from alarife.rulebook.telling import Telling
from alarife.syntax import tree

_BETWEEN = " · "
"""Stands between values that have nothing but their titles."""
_HOW = {"before": "before", "after": "after", "instead": "instead"}


def weave(
    checked: Checked,
    base: Checked | None = None,
    translation: Translation = UNTRANSLATED,
    tried: Tried | None = None,
) -> Book:
    """The book of a program; `base` is the same game without modules, `tried` what came of its
    examples; without it, all are taken to hold."""
    return _Weaver(checked, base, translation, tried or Tried()).book()


class _Weaver:
    def __init__(
        self, checked: Checked, base: Checked | None, translation: Translation, tried: Tried
    ) -> None:
        self.checked, self.program, self.tried = checked, checked.program, tried
        self.telling = Telling(checked, translation)
        self.looks = looks_of(self.telling)
        self.before = _Before(base, translation) if base is not None else None
        self.modules = {
            file.name: self.telling.file_title(file)
            for file in self.program.files
            if file.what == "module"
        }
        self.collected: Collected = collect(self.program)
        self.named = self.collected.by_name()
        self.rulings = rulings(self.program, self.telling)
        self.sources = self._sources()

    def _sources(self) -> set[str]:
        """The parts of the sources that the files of this game cite: a library may cite those of
        other games, too."""
        files = {file.path for file in self.program.files if file.what != "library"}
        return {
            cite.partition("-")[0]
            for a in self.program.articles
            if a.decl.at.file in files
            for cite in a.decl.cites
        }

    def _cites(self, *decls: tree.Decl) -> list[str]:
        found = dict.fromkeys(cite for decl in decls for cite in decl.cites)
        return [cite for cite in found if cite.partition("-")[0] in self.sources]

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
            self.checked.world.players,
            aim,
            modules,
            self.telling.settings(),
        )
        placed = Placing(self.program, self.collected)
        sections = placed.place()
        for heading in self.collected.chapters.values():
            heading.sections.sort(key=lambda name: name in placed.closing)
        for name, heading in self.collected.chapters.items():
            if (chapter := self._chapter(heading, sections.get(name, {}))) is not None:
                made.chapters.append(chapter)
        _add_things(made, self.checked, self.telling, self.before)
        self._number(made)
        self._note_rulings(made)
        made.rulings = self.rulings
        made.glossary = glossary(self.checked, self.telling, list(made.articles()))
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
            articles = [self._article(item) for item in items]
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
        if (
            made.checklist
            and self.tried.beginning
            and (picture := opening(self.looks, self.telling, self.tried.beginning))
        ):
            made.closing.append(picture)
        return made if made.sections else None

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
            shelf += self._paragraphs(decl)
        return own, added

    def _number(self, made: Book) -> None:
        for number, chapter in enumerate(made.chapters, start=1):
            chapter.number = number
            for i, article in enumerate(chapter.articles(), start=1):
                article.number = f"{number}.{i}"

    def _note_rulings(self, made: Book) -> None:
        """A ruling that no article printed here depends on is noted at the first that goes back to
        the same paragraph."""
        noted = {link.target for article in made.articles() for link in article.rulings}
        for ruling in self.rulings:
            near = (
                article for article in made.articles() if set(article.cites) & set(ruling.cites)
            )
            if ruling.target not in noted and (first := next(near, None)) is not None:
                first.rulings.append(Link(ruling.title, ruling.target))

    # ----------------------------------------------------------------
    # articles
    def _article(self, item: Item) -> Article:
        """The article of an item, or of what takes its place."""
        shown = item.instead or item
        made = self._alone(shown)
        if item.instead is not None and made.mark is not None:
            made.mark.old = self._paragraphs(item.decl)
            made.mark.old_title = capital(bare_title(self.telling.title(item.decl)))
        hung = [item, *([shown] if shown is not item else [])]
        made.before += [self._article(other) for one in hung for other in one.above]
        made.parts += [self._article(other) for one in hung for other in one.under]
        if item.instead is not None and item.instead.instead is not None:
            made.parts.append(self._article(item.instead.instead))
        return made

    def _alone(self, item: Item) -> Article:
        decl = item.decl
        title = capital(bare_title(self.telling.title(decl))) if decl.title else ""
        made = Article(
            target_of(decl), KINDS[type(decl)], title, decl.head, decl.module, self._cites(decl)
        )
        made.mark = self._mark(decl)
        if item.fill is None:
            told = [(p.at.line, p) for p in self._paragraphs(decl)]
            told += [(line, self._article(other)) for line, other in item.between]
            made.blocks += [block for _, block in sorted(told, key=lambda pair: pair[0])]
        else:  # the step has the body of what fills it
            made.blocks += [self._paragraph(decl, written) for written in paragraphs_of(decl.prose)]
            made.blocks += self._paragraphs(item.fill)
            made.aliases.append(target_of(item.fill))
            made.cites = self._cites(decl, item.fill)
        self._why_here(made, decl)
        made.blocks += self._data(decl) + self._offered_elsewhere(item)
        made.blocks += [
            self._example(e)
            for e in item.examples
            if item.instead is None and e.head not in self.tried.failing
        ]
        spoken_of = mentioned(decl) | (mentioned(item.fill) if item.fill else set())
        made.rulings = [
            Link(r.title, r.target) for r in self.rulings if r.target.partition(".")[2] in spoken_of
        ]
        return made

    def _offered_elsewhere(self, item: Item) -> list[Block]:
        """The alternatives of a menu that is told in another chapter, with links to them."""
        found: list[Block] = []
        bodies = [
            getattr(decl, "body", None) for decl in (item.decl, item.fill) if decl is not None
        ]
        for node in below([stmt for body in bodies if isinstance(body, list) for stmt in body]):
            menu = self.named.get(node.menu) if isinstance(node, tree.ChooseFrom) else None
            if menu is not None and menu.printable and menu.chapter != item.chapter:
                found += self._data(menu.decl)
        return found[:1]

    def _why_here(self, made: Article, decl: tree.Decl) -> None:
        """What settles that an amendment comes behind another is said with it."""
        for article in self.program.articles:
            order = article.decl
            if isinstance(order, tree.Order) and decl.name and order.second == decl.name:
                made.blocks += self._paragraphs(order)
                made.cites += [cite for cite in self._cites(order) if cite not in made.cites]

    def _data(self, decl: tree.Decl) -> list[Block]:
        if isinstance(decl, (tree.Kind, tree.Piece, tree.Table)):
            found: list[Block] = []
            if isinstance(decl, tree.Piece) and (picture := gallery(self.looks, decl)):
                found.append(picture)
            table = table_of(self.checked, decl, self.telling.value_title, self.modules)
            if (
                table
                and isinstance(decl, tree.Kind)
                and (picture := values(self.looks, decl, table))
            ):
                return [picture]  # the picture has the table within, for those who can't see it
            if table and len(table.head) == 1 and not any(table.marks):
                return [Paragraph(_BETWEEN.join(row[0] for row in table.rows), decl.head)]
            return [*found, table] if table else found
        if isinstance(decl, tree.Place):
            picture = board(self.looks, decl)
            return [picture] if picture else []
        if isinstance(decl, tree.Menu):
            actions = [
                self.program.actions[name] for name in self.program.actions_of.get(decl.name, [])
            ]
            return [Links([self._link(action) for action in actions])] if actions else []
        return []

    def _link(self, decl: tree.Decl) -> Link:
        return Link(
            capital(bare_title(self.telling.title(decl))),
            target_of(decl),
            self.modules.get(decl.module, ""),
        )

    def _mark(self, decl: tree.Decl) -> Mark | None:
        """The mark of what a module adds or changes; two-player rules and rulings have none, but
        say for what they hold."""
        module = self.modules.get(decl.module, "")
        says = ""
        if isinstance(decl, (tree.Change, tree.Hook)):
            how = "change" if isinstance(decl, tree.Change) else _HOW[decl.how]
            says = self.telling.pattern(decl.pattern)
        elif isinstance(decl, tree.More):
            how = "more"
        else:
            how = "whenever" if isinstance(decl, tree.Whenever) else "new"
            says = (
                self.telling.pattern(decl.params)
                if isinstance(decl, tree.Value) and self._is_case(decl)
                else ""
            )
        return Mark(how, module, says) if module or says else None

    def _is_case(self, decl: tree.Value) -> bool:
        cases = self.program.values.get(decl.name, [])
        return len(cases) > 1 and cases[0] is not decl

    def _paragraphs(self, decl: tree.Decl) -> list[Paragraph]:
        return [
            self._paragraph(decl, written)
            for written in paragraphs_of(decl, self.telling.filler.blocks)
        ]

    def _paragraph(self, decl: tree.Decl, written: Written) -> Paragraph:
        made = self.telling.paragraph(decl, written)
        made.module = self.modules.get(decl.module, "")
        if self.before is not None and not made.module:
            made.old = self.before.differs(made)
        return made

    def _example(self, decl: tree.Example) -> Example:
        names = [
            name
            for step in decl.steps
            if isinstance(step, tree.Then)
            for name in step.refused_by or []
        ]
        rules = [self.program.rules[name] for name in names if name in self.program.rules]
        refused = [self._link(rule) for rule in rules]
        pictures = pictures_of(
            self.looks, self.telling, decl, refused, self.tried.scenes.get(decl.head)
        )
        paragraphs = [self.telling.paragraph(decl, written) for written in paragraphs_of(decl)]
        title = bare_title(self.telling.title(decl))
        module = self.modules.get(decl.module, "")
        players = self.tried.players.get(decl.head, 0)
        return Example(
            target_of(decl),
            title,
            paragraphs,
            pictures,
            refused,
            self._cites(decl),
            module,
            decl.head,
            players,
        )


def _tell_last(article: Article, added: list[Block]) -> None:
    """Paragraphs behind those that an article has."""
    told = [i for i, block in enumerate(article.blocks) if isinstance(block, (Paragraph, Article))]
    at = told[-1] + 1 if told else 0
    article.blocks[at:at] = added


class _Before:
    """The paragraphs of the game without its modules, by their place."""

    def __init__(self, base: Checked, translation: Translation) -> None:
        self.telling = Telling(base, translation)
        self.checked = base
        self.texts: dict[tuple[str, int], str] = {}
        for article in base.program.articles:
            for written in paragraphs_of(article.decl):
                self.texts[written.at.file, written.at.line] = self.telling.paragraph(
                    article.decl, written
                ).text

    def differs(self, paragraph: Paragraph) -> str:
        """What the paragraph says without modules, if that is something else."""
        old = self.texts.get((paragraph.at.file, paragraph.at.line), "")
        return "" if old == paragraph.text else old


def _add_things(book: Book, checked: Checked, telling: Telling, before: _Before | None) -> None:
    """How many there are of each piece stands first in the chapter in which the first of them is
    told."""
    for chapter in book.chapters:
        if any(article.kind == "piece" for article in chapter.articles()):
            table = things(checked, telling, before.checked if before else None)
            if table is not None:
                chapter.intro.append(table)
            return
