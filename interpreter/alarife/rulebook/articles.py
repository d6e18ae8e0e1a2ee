"""Articles: one thing that the rules say, with its examples, its pictures, and its mark if a module
says it.

In: items where they stand, and what came of the examples. Out: articles, without numbers."""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.linking.walk import below
from alarife.rulebook.book import (
    Article,
    Block,
    Example,
    Frame,
    Link,
    Links,
    Mark,
    Paragraph,
    Picture,
    Pointer,
)
from alarife.rulebook.calls import mentioned
from alarife.rulebook.collect import Collected, Item, collect
from alarife.rulebook.extras import rulings
from alarife.rulebook.holding import Tried
from alarife.rulebook.pictures import board, gallery, looks_of, pictures_of, values
from alarife.rulebook.rows import table_of
from alarife.rulebook.summaries import summary
from alarife.rulebook.telling import Telling
from alarife.rulebook.told import Told
from alarife.syntax import tree
from alarife.texts.paragraphs import Written, paragraphs_of
from alarife.texts.targets import KINDS, bare_title, capital, target_of

_BETWEEN = " · "
"""Stands between values that have nothing but their titles."""
_HOW = {"before": "before", "after": "after", "instead": "instead"}


class Articles:
    """Makes the articles of one book. `questions` are those met while making them."""

    def __init__(self, checked: Checked, base: Checked | None, tried: Tried) -> None:
        self.checked, self.program, self.tried = checked, checked.program, tried
        self.telling = Telling(checked)
        self.looks = looks_of(self.telling)
        self.before = Before(base) if base is not None else None
        self.modules = {
            file.name: self.telling.file_title(file)
            for file in self.program.files
            if file.what == "module"
        }
        self.told = Told(self.program)
        self.collected: Collected = collect(self.program, self.told.sort_out)
        self.exceptions: dict[int, list[Item]] = {}
        self.questions: list[Example] = []
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

    def cites(self, *decls: tree.Decl) -> list[str]:
        """What some declarations cite, of this game's sources."""
        found = dict.fromkeys(cite for decl in decls for cite in decl.cites)
        return [cite for cite in found if cite.partition("-")[0] in self.sources]

    def article(self, item: Item) -> Article:
        """The article of an item, or of what takes its place."""
        shown = item.instead or item
        made = self._alone(shown)
        if item.instead is not None and made.mark is not None:
            made.mark.old = self.paragraphs(item.decl)
            made.mark.old_title = capital(bare_title(self.telling.title(item.decl)))
        hung = [item, *([shown] if shown is not item else [])]
        made.before += [self.article(other) for one in hung for other in one.above]
        made.parts += [self.article(other) for one in hung for other in one.under]
        if item.instead is not None and item.instead.instead is not None:
            made.parts.append(self.article(item.instead.instead))
        return made

    def _alone(self, item: Item) -> Article:
        decl = item.decl
        title = capital(bare_title(self.telling.title(decl))) if decl.title else ""
        made = Article(
            target_of(decl), KINDS[type(decl)], title, decl.head, decl.module, self.cites(decl)
        )
        made.mark = self._mark(decl)
        made.synonyms = self._synonyms(decl)
        self._say(made, item)
        self._why_here(made, decl)
        shown = [block for inner in item.within for block in self._take_in(made, inner)]
        made.blocks += self._pointers(item)
        _join_pointers(made)
        made.blocks += self.data(decl) + self._offered_elsewhere(item)
        self._show(made, item)
        made.blocks += shown
        spoken_of = mentioned(decl) | (mentioned(item.fill) if item.fill else set())
        made.rulings = [
            Link(r.title, r.target) for r in self.rulings if r.target.partition(".")[2] in spoken_of
        ]
        return made

    def _say(self, made: Article, item: Item) -> None:
        """The sentences."""
        decl = item.decl
        if item.fill is None:
            told = [(p.at.line, p) for p in self.paragraphs(decl)]
            told += [(line, self.article(other)) for line, other in item.between]
            made.blocks += [block for _, block in sorted(told, key=lambda pair: pair[0])]
        else:  # the step has the body of what fills it
            made.blocks += [self._paragraph(decl, written) for written in paragraphs_of(decl.prose)]
            made.blocks += self.paragraphs(item.fill)
            made.aliases.append(target_of(item.fill))
            made.cites = self.cites(decl, item.fill)

    def _take_in(self, made: Article, item: Item) -> list[Block]:
        """Take in an article that has no heading of its own, but for its examples: those come
        last."""
        inner = self.article(item)
        made.blocks += [block for block in inner.blocks if not isinstance(block, Example)]
        made.before += inner.before
        made.parts += inner.parts
        made.aliases += [inner.target, *inner.aliases]
        made.indexed += [(inner.kind, inner.target, inner.title), *inner.indexed]
        made.cites += [cite for cite in inner.cites if cite not in made.cites]
        return [block for block in inner.blocks if isinstance(block, Example)]

    def _synonyms(self, decl: tree.Decl) -> list[str]:
        return list(self.told.also.get(decl.name, []))

    def _pointers(self, item: Item) -> list[Block]:
        """Where the exceptions are, and where to read on."""
        found: list[Block] = []
        for how in ("but", "see"):
            items = self.exceptions.get(id(item), []) if how == "but" else []
            names = self.told.pointing.get((how, item.decl.name), [])
            items = [*items, *(self.named[name] for name in names if name in self.named)]
            links = [self.link(one.decl) for one in dict.fromkeys(items) if one.printable]
            if links:
                found.append(Pointer(how, links))
        return found

    def _show(self, made: Article, item: Item) -> None:
        """The examples that hold and tell something; questions are answered elsewhere."""
        for example in item.examples:
            if item.instead is not None or example.head in self.tried.failing:
                continue
            shown = self._example(example)
            if example.question:
                shown.about = Link(made.title, made.target)
                self.questions.append(shown)
            elif shown.paragraphs or shown.pictures or shown.frames:
                made.blocks.append(shown)

    def _offered_elsewhere(self, item: Item) -> list[Block]:
        """The alternatives of a menu that is told in another chapter, with links to them."""
        found: list[Block] = []
        bodies = [
            getattr(decl, "body", None) for decl in (item.decl, item.fill) if decl is not None
        ]
        for node in below([stmt for body in bodies if isinstance(body, list) for stmt in body]):
            menu = self.named.get(node.menu) if isinstance(node, tree.ChooseFrom) else None
            if menu is not None and menu.printable and menu.chapter != item.chapter:
                found += self.data(menu.decl)
        return found[:1]

    def _why_here(self, made: Article, decl: tree.Decl) -> None:
        """What settles that an amendment comes behind another is said with it."""
        for article in self.program.articles:
            order = article.decl
            if isinstance(order, tree.Order) and decl.name and order.second == decl.name:
                made.blocks += self.paragraphs(order)
                made.cites += [cite for cite in self.cites(order) if cite not in made.cites]

    def data(self, decl: tree.Decl) -> list[Block]:
        """What a declaration shows: its rows, its pictures, its choices."""
        if isinstance(decl, (tree.Kind, tree.Piece, tree.Table)):
            found: list[Block] = []
            if isinstance(decl, tree.Piece):
                drawn = gallery(self.looks, decl)
                counted = summary(self.checked, self.telling, decl)
                found += [block for block in (drawn, counted) if block is not None]
            table = table_of(self.checked, decl, self.telling.value_title, self.modules)
            if (
                table
                and isinstance(decl, tree.Kind)
                and (picture := values(self.looks, decl, table))
            ):
                return [picture]  # the picture has the table within, for those who can't see it
            short = table and all("," not in row[0] for row in table.rows)
            if table and short and len(table.head) == 1 and not any(table.marks):
                said = [row[0] for row in table.rows]
                if isinstance(decl, tree.Piece) and all(text.isdecimal() for text in said):
                    said.sort(key=int)
                line = Paragraph(_BETWEEN.join(said), decl.head)
                return [*(block for block in found if isinstance(block, Picture)), line]
            return [*found, table] if table else found
        if isinstance(decl, tree.Place):
            picture = board(self.looks, decl)
            return [picture] if picture else []
        if isinstance(decl, tree.Menu):
            actions = [
                self.program.actions[name] for name in self.program.actions_of.get(decl.name, [])
            ]
            return [Links([self.link(action) for action in actions])] if actions else []
        return []

    def link(self, decl: tree.Decl) -> Link:
        """A link to where a declaration is told."""
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

    def paragraphs(self, decl: tree.Decl) -> list[Paragraph]:
        """What a declaration says here."""
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
        refused = [self.link(rule) for rule in rules]
        pictures = pictures_of(
            self.looks, self.telling, decl, refused, self.tried.scenes.get(decl.head)
        )
        paragraphs = [self.telling.paragraph(decl, written) for written in paragraphs_of(decl)]
        title = bare_title(self.telling.title(decl))
        module = self.modules.get(decl.module, "")
        players = self.tried.players.get(decl.head, 0)
        if decl.question:
            title = f"{title.rstrip('?')}?"
        return Example(
            target_of(decl),
            title,
            paragraphs,
            pictures,
            refused,
            self.cites(decl),
            module,
            decl.head,
            players,
            self._frames(decl),
            decl.question,
            _refused_late(decl),
        )

    def _frames(self, decl: tree.Example) -> list[Frame]:
        """The pictures of an example that is told in pictures."""
        scene = self.tried.scenes.get(decl.head)
        shots = {frame.number: frame.scene for frame in scene.frames} if scene else {}
        made: list[Frame] = []
        for number, at in enumerate(sorted({at for at, _ in decl.captions})):
            said = paragraphs_of(caption for place, caption in decl.captions if place == at)
            pictures = (
                pictures_of(self.looks, self.telling, decl, [], shots[number])
                if number in shots
                else []
            )
            made.append(Frame([self.telling.paragraph(decl, one) for one in said], pictures))
        return made


def _join_pointers(article: Article) -> None:
    """The exceptions to an article, and to what it has taken in, in one line."""
    first: dict[str, Pointer] = {}
    for block in list(article.blocks):
        if isinstance(block, Pointer):
            known = first.setdefault(block.how, block)
            if known is not block:
                known.links += [link for link in block.links if link not in known.links]
                article.blocks.remove(block)
    for pointer in first.values():
        article.blocks.remove(pointer)
        article.blocks.append(pointer)


class Before:
    """The paragraphs of the game without its modules, by their place."""

    def __init__(self, base: Checked) -> None:
        self.telling = Telling(base)
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


def _refused_late(decl: tree.Example) -> bool:
    """Whether a move of an example is allowed before another is refused."""
    moves = 0
    for step in decl.steps:
        if isinstance(step, tree.When) and step.call is not None:
            moves += 1
        elif isinstance(step, tree.Then) and step.refused_by:
            return moves > 1
    return False
