"""The directives: a whole rulebook, or one part of it, for a configuration given as options.

    .. alr:rulebook:: alhambra
       :modules: bazaars, treasure
       :players: 2
       :set: invaders.open=yes

Parts: `components`, `setup`, `turn`, `chapter`, `front`, `glossary`, `rulings`, `diff`; and one
thing: `action`, `rule`, `table`, `piece`, `example`, each with the game's name and the thing's."""

from __future__ import annotations

from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives as read
from sphinx.util.docutils import SphinxDirective

from alarife.diagnostics import Diagnostic, RuleError
from alarife.rulebook.book import Book, Chapter, Example, Picture, Table
from alarife.rulebook.build import CONFIGURED
from alarife.rulebook.phrases import phrase
from alarife.sphinx import lookup, parts
from alarife.sphinx.books import Made, Wish, library_of, made
from alarife.sphinx.difference import difference
from alarife.sphinx.gettext import catalogue_of, messages_of
from alarife.sphinx.render import Renderer
from alarife.sphinx.tracing import Trace


def _names(text: str | None) -> tuple[str, ...]:
    return tuple(name for name in (text or "").replace(",", " ").split() if name)


def _settings(text: str | None) -> tuple[tuple[str, object], ...]:
    found: list[tuple[str, object]] = []
    for setting in _names(text):
        name, _, value = setting.partition("=")
        worth: object = {"yes": True, "no": False}.get(
            value, int(value) if value.lstrip("-").isdigit() else value
        )
        found.append((name, worth))
    return tuple(found)


class _Directive(SphinxDirective):
    """What all directives share: a configuration, and errors in words."""

    required_arguments = 1
    optional_arguments = 0
    has_content = False
    option_spec: ClassVar[dict[str, Any]] = {  # pyright: ignore[reportIncompatibleVariableOverride]
        "modules": _names,
        "set": _settings,
        "players": read.positive_int,
        "language": read.unchanged,
        "no-index-entry": read.flag,
    }

    def run(self) -> list[nodes.Node]:
        """The nodes, or one error."""
        try:
            given = self.config.alarife_made if self._is_configured() else None
            wished = made(self.wish(), given)
            self._depend(wished)
            if self.env.get_domain("alr").data["gettext"]:
                return messages_of(wished)
            return self.show(wished)
        except RuleError as wrong:
            return [self._error(d) for d in wrong.diagnostics]
        except LookupError as missing:
            return [self.state.document.reporter.error(str(missing.args[0]), line=self.lineno)]

    def _error(self, found: Diagnostic) -> nodes.Node:
        """A mistake in the rules, with the place in the rule file and what to do about it."""
        at = found.at
        where = f"{at.file}:{at.line}:{at.column}: " if at is not None else ""
        told = f"{where}{found.code}: {found.message}" + (f" {found.hint}" if found.hint else "")
        return self.state.document.reporter.error(told, line=self.lineno)

    def _is_configured(self) -> bool:
        """Whether the configuration of the settings is meant."""
        return self.arguments[0].split()[0] == CONFIGURED

    def wish(self) -> Wish:
        """The configuration that was asked for."""
        game = self.arguments[0].split()[0]
        rules, catalogues = self.config.alarife_rules, self.config.alarife_catalogues
        root = self.env.srcdir
        if self._is_configured():
            book = self.config.alarife_book
            return Wish(
                book["game"],
                tuple(book["modules"]),
                tuple(book["options"].items()),
                book["players"],
                self.config.language or "",
                False,
                "",
                catalogues,
                self.config.alarife_draft,
                sources=tuple(book.get("sources", {}).items()),
            )
        return Wish(
            str((root / game).resolve()) if game.endswith(".alr") else game,
            tuple(
                str((root / m).resolve()) if m.endswith(".alr") else m
                for m in self.options.get("modules", ())
            ),
            self.options.get("set", ()),
            self.options.get("players"),
            self.options.get("language") or self.config.language or "",
            "language" not in self.options,
            str(root / rules) if rules else "",
            str(root / catalogues) if catalogues else "",
            self.config.alarife_draft,
            locale="" if "language" in self.options else catalogue_of(self.env),
        )

    def show(self, wished: Made) -> list[nodes.Node]:
        """The nodes of what was made."""
        raise NotImplementedError

    def renderer(self, wished: Made) -> Renderer:
        """A renderer that tells the domain of what it prints here."""
        domain: Any = self.env.get_domain("alr")

        def note(kind: str, target: str, title: str) -> None:
            domain.note(self.env.docname, kind, target, title)

        return Renderer(
            wished.book,
            note,
            wished.whole.program.speech,
            indexed="no-index-entry" not in self.options,
            cited=self.config.alarife_citations,
            taken=self.env.temp_data.setdefault("alr:ids", set()),
        )

    def _depend(self, wished: Made) -> None:
        for path in wished.files:
            self.env.note_dependency(path)


class Rulebook(_Directive):
    """The whole book; with `diff`, what is different stands before the first chapter; with
    `no-front`, aim, players and modules are left out."""

    option_spec: ClassVar[dict[str, Any]] = {
        **_Directive.option_spec,
        "diff": read.flag,
        "no-front": read.flag,
    }

    def show(self, wished: Made) -> list[nodes.Node]:
        """Front, chapters, rulings, glossary."""
        renderer, book = self.renderer(wished), wished.book
        found = [] if "no-front" in self.options else renderer.front()
        if "diff" in self.options and wished.base is not None:
            found.append(
                _difference_section(wished, difference(wished.base, wished.whole, wished.book))
            )
        found += [renderer.chapter(chapter) for chapter in book.chapters]
        for key, content in (
            ("questions", parts.questions(renderer)),
            ("rulings", lookup.rulings(renderer)),
            ("glossary", lookup.glossary(renderer)),
            ("aid", parts.aid(renderer)),
        ):
            if content:
                title = phrase(key, wished.whole.program.speech)
                name = renderer.once(f"{key}-of-{book.game}")
                classes = [f"alr-{key}-page"]
                found.append(
                    nodes.section(
                        "", nodes.title(title, title), *content, ids=[name], classes=classes
                    )
                )
        return found


class Front(_Directive):
    """Aim, players, modules, options."""

    def show(self, wished: Made) -> list[nodes.Node]:
        """What stands before the first chapter."""
        return self.renderer(wished).front()


class ChapterDirective(_Directive):
    """One chapter, by its name."""

    required_arguments = 2

    def show(self, wished: Made) -> list[nodes.Node]:
        """The content of the chapter; its heading is the document's."""
        return self.renderer(wished).chapter_body(self.chapter(wished.book))

    def chapter(self, book: Book) -> Chapter:
        """The chapter meant."""
        name = self.arguments[1]
        for chapter in book.chapters:
            if chapter.name == name:
                return chapter
        known = ", ".join(chapter.name for chapter in book.chapters)
        raise LookupError(f"The rulebook has no chapter {name}. Its chapters are {known}.")


class Components(ChapterDirective):
    """The chapter that tells what is in the box, after a list of it."""

    required_arguments = 1

    def show(self, wished: Made) -> list[nodes.Node]:
        """The list, and the chapter."""
        found = wished.book.inventory
        listed = parts.inventory(self.renderer(wished), found) if found is not None else []
        return [*listed, *super().show(wished)]

    def chapter(self, book: Book) -> Chapter:
        """The first chapter that tells of a piece."""
        return _first(
            book, lambda chapter: any(a.kind == "piece" for a in chapter.articles()), "pieces"
        )


class Setup(ChapterDirective):
    """The setup as a checklist."""

    required_arguments = 1

    def chapter(self, book: Book) -> Chapter:
        """The checklist."""
        return _first(book, lambda chapter: chapter.checklist, "setup")


class Turn(ChapterDirective):
    """The chapter in which the course of the game is told."""

    required_arguments = 1

    def chapter(self, book: Book) -> Chapter:
        """The chapter with the step `play`."""
        return _first(
            book,
            lambda chapter: any(a.target.endswith(".play") for a in chapter.articles()),
            "step `play`",
        )


def _first(book: Book, fits: Any, what: str) -> Chapter:
    for chapter in book.chapters:
        if fits(chapter):
            return chapter
    raise LookupError(f"No chapter of this rulebook has a {what}.")


class Thing(_Directive):
    """One article with what belongs to it, by its name."""

    required_arguments = 2

    def show(self, wished: Made) -> list[nodes.Node]:
        """The article."""
        article = wished.book.find(self.arguments[1])
        if article is None:
            raise LookupError(f"The rulebook has no article {self.arguments[1]}.")
        return list[nodes.Node]([self.renderer(wished).article(article)])


class TableDirective(Thing):
    """The table of an article, without its sentences."""

    def show(self, wished: Made) -> list[nodes.Node]:
        """The tables only."""
        article = wished.book.find(self.arguments[1])
        tables = [block for block in article.blocks if isinstance(block, Table)] if article else []
        if article is not None:
            tables += [
                b.data["table"]
                for b in article.blocks
                if isinstance(b, Picture) and "table" in b.data
            ]
        if not tables:
            raise LookupError(f"The rulebook has no table {self.arguments[1]}.")
        return [node for table in tables for node in self.renderer(wished).table(table)]


class ExampleDirective(_Directive):
    """A worked example, by its title."""

    required_arguments = 2
    final_argument_whitespace = True

    def show(self, wished: Made) -> list[nodes.Node]:
        """The example."""
        title = self.arguments[1].strip().strip('"')
        for article in wished.book.articles():
            for block in article.blocks:
                if isinstance(block, Example) and title in (block.title, block.target):
                    return [self.renderer(wished).example(block)]
        raise LookupError(f"The rulebook has no example “{title}”.")


class Aid(_Directive):
    """The player aid."""

    def show(self, wished: Made) -> list[nodes.Node]:
        """Its boxes."""
        return parts.aid(self.renderer(wished))


class Questions(_Directive):
    """Questions and answers."""

    def show(self, wished: Made) -> list[nodes.Node]:
        """All of them."""
        return parts.questions(self.renderer(wished))


class Glossary(_Directive):
    """The glossary."""

    def show(self, wished: Made) -> list[nodes.Node]:
        """The entries."""
        return lookup.glossary(self.renderer(wished))


class Rulings(_Directive):
    """The rulings with their sources."""

    def show(self, wished: Made) -> list[nodes.Node]:
        """The rulings."""
        return lookup.rulings(self.renderer(wished))


class Diff(_Directive):
    """What this combination changes against the game without modules, or against another
    configuration."""

    option_spec: ClassVar[dict[str, Any]] = {
        **_Directive.option_spec,
        "heading": read.flag,
        "against-modules": _names,
        "against-set": _settings,
        "against-players": read.positive_int,
    }

    def show(self, wished: Made) -> list[nodes.Node]:
        """The differences."""
        from alarife.rulebook.load import checked

        given = [key for key in self.options if key.startswith("against-")]
        base = wished.base or wished.whole
        if given:
            wish = self.wish()
            base = checked(
                wish.game,
                self.options.get("against-modules", ()),
                dict(self.options.get("against-set", ())),
                self.options.get("against-players", wished.book.players),
                library_of(wish.rules),
            )
        found = difference(base, wished.whole, wished.book)
        if "heading" not in self.options:
            return found
        return [_difference_section(wished, found)]


def _difference_section(wished: Made, found: list[nodes.Node]) -> nodes.section:
    title = phrase("diff", wished.whole.program.speech)
    return nodes.section(
        "", nodes.title(title, title), *found, ids=[f"difference-of-{wished.book.game}"]
    )


DIRECTIVES: dict[str, Any] = {
    "rulebook": Rulebook,
    "front": Front,
    "chapter": ChapterDirective,
    "components": Components,
    "setup": Setup,
    "turn": Turn,
    "action": Thing,
    "rule": Thing,
    "piece": Thing,
    "table": TableDirective,
    "example": ExampleDirective,
    "aid": Aid,
    "questions": Questions,
    "glossary": Glossary,
    "rulings": Rulings,
    "diff": Diff,
    "trace": Trace,
}
"""Name → directive."""
