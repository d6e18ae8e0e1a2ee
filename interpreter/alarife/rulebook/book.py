"""The book as data: chapters, sections, articles, and what stands in them.

What `weave` makes and the Sphinx extension prints. Everything is text for readers with its holes
filled; no expression, no identifier. A target ("alhambra.small") names a thing for ever: it does
not depend on the configuration."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from alarife.syntax.tree import Span


@dataclass(slots=True)
class Paragraph:
    """A paragraph: `context` and `message` are those of its translation, `old` is what it says
    without modules, if that is something else, `module` the title of the module that says it;
    `tone` sets it apart from the rules (`reason`, `tip`, `remark`)."""

    text: str
    at: Span
    context: str = ""
    message: str = ""
    old: str = ""
    module: str = ""
    tone: str = ""


@dataclass(slots=True)
class Link:
    """A few words that lead somewhere."""

    text: str
    target: str
    note: str = ""


@dataclass(slots=True)
class Table:
    """A table; `marks` says of each row which module brought it ("" for none); a long one may be
    folded away."""

    head: list[str]
    rows: list[list[str]]
    marks: list[str] = field(default_factory=list)
    folded: bool = False
    title: str = ""


@dataclass(slots=True)
class Links:
    """A list of things, such as the actions of a menu."""

    items: list[Link]


@dataclass(slots=True)
class Pointer:
    """Where to read on: `how` is `see`, or `but` where the exceptions to a rule are."""

    how: str
    links: list[Link]


@dataclass(slots=True)
class Line:
    """A line of a list: what it is about, what is said of it, and what there is to choose in it."""

    link: Link
    text: str = ""
    choices: list[Link] = field(default_factory=list)


@dataclass(slots=True)
class Lines:
    """A list of lines; `numbered` if they are done one after another."""

    items: list[Line]
    numbered: bool = False


@dataclass(slots=True)
class Picture:
    """Something to be drawn: `kind` says what, `data` holds what is needed, `alt` says in words
    what is to be seen, `lines` is the drawing in letters for those who can't show pictures."""

    kind: str
    data: dict[str, Any]
    alt: str
    lines: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Frame:
    """A picture of an example that is told in pictures, with its caption."""

    paragraphs: list[Paragraph]
    pictures: list[Picture]


@dataclass(slots=True)
class Example:
    """A worked example, which the engine has carried out; `refused` names the rules that a move in
    it breaks, which is `late` if another move comes before it; `players` is how many players it
    tells of, if there are not so many here. A `question` is one whose paragraphs are the answer,
    and which need not carry out anything; `about` leads to what it asks of."""

    target: str
    title: str
    paragraphs: list[Paragraph]
    pictures: list[Picture]
    refused: list[Link]
    cites: list[str]
    module: str
    at: Span
    players: int = 0
    frames: list[Frame] = field(default_factory=list)
    question: bool = False
    late: bool = False
    about: Link | None = None


@dataclass(slots=True)
class Mark:
    """That a module did something here: `how` is new, before, after, instead, change, more or
    whenever; `module` is the module's title; `says` narrows it ("For a bazaar"); `old` is what was
    there before, `old_title` its title."""

    how: str
    module: str
    says: str = ""
    old: list[Paragraph] = field(default_factory=list)
    old_title: str = ""


@dataclass(slots=True)
class Article:
    """One thing the rules say. `before` are articles to be printed above it, `parts` below it;
    `aliases` are further targets that lead here, `synonyms` other names of it; `indexed` are things
    without an article that are first spoken of here, each as (kind, target, title)."""

    target: str
    kind: str
    title: str
    at: Span
    module: str
    cites: list[str]
    blocks: list[Block] = field(default_factory=list)
    mark: Mark | None = None
    before: list[Article] = field(default_factory=list)
    parts: list[Article] = field(default_factory=list)
    rulings: list[Link] = field(default_factory=list)
    number: str = ""
    aliases: list[str] = field(default_factory=list)
    synonyms: list[str] = field(default_factory=list)
    indexed: list[tuple[str, str, str]] = field(default_factory=list)

    def all(self) -> Iterator[Article]:
        """It and all within it, in printed order."""
        for one in self.before:
            yield from one.all()
        yield self
        for one in [*(block for block in self.blocks if isinstance(block, Article)), *self.parts]:
            yield from one.all()


Block = Paragraph | Table | Links | Pointer | Lines | Picture | Example | Article
"""What stands in an article. An article within another is a step that comes between two of its
sentences."""


@dataclass(slots=True)
class Section:
    """A section of a chapter; the first one of a chapter may have no title."""

    name: str
    title: str
    intro: list[Block] = field(default_factory=list)
    articles: list[Article] = field(default_factory=list)


@dataclass(slots=True)
class Chapter:
    """A chapter; `checklist` says that its articles are things to be done one after the other;
    `closing` stands below them."""

    name: str
    title: str
    number: int = 0
    intro: list[Block] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    checklist: bool = False
    closing: list[Block] = field(default_factory=list)

    def articles(self) -> Iterator[Article]:
        """All articles, in printed order."""
        for section in self.sections:
            for article in section.articles:
                yield from article.all()


@dataclass(slots=True)
class Thing:
    """Something in the box: how many there are of it, how many of them are used here, how it is
    called, what is said of it, and a picture."""

    count: int
    used: int
    title: str
    module: str = ""
    told: list[Paragraph] = field(default_factory=list)
    picture: Picture | None = None


@dataclass(slots=True)
class Inventory:
    """All that is in the box."""

    things: list[Thing]


@dataclass(slots=True)
class Box:
    """A box of the player aid."""

    name: str
    title: str
    blocks: list[Block]


@dataclass(slots=True)
class Term:
    """An entry of the glossary; `see` leads to the articles that speak of it, `synonyms` are its
    other names."""

    target: str
    title: str
    text: str
    at: Span
    kind: str = "term"
    see: list[Link] = field(default_factory=list)
    synonyms: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Ruling:
    """A disputed point: the readings with their sources; `chosen` is the index of the one that
    holds here."""

    target: str
    title: str
    paragraphs: list[Paragraph]
    readings: list[tuple[str, str, str]]
    chosen: int
    cites: list[str]
    module: str
    at: Span


@dataclass(slots=True)
class Book:
    """A whole rulebook. `modules` are (name, title, sentences) of those in play, `played_with`
    options that are on, in words; `aids` are the boxes of the player aid, `overview` is the first
    of them that says what is done in a turn; `seats` is for how many players the game is. `draft`
    says what is wrong with it; None if it is none."""

    game: str
    title: str
    players: int
    aim: list[Paragraph]
    modules: list[tuple[str, str, list[Paragraph]]]
    played_with: list[str]
    chapters: list[Chapter] = field(default_factory=list)
    glossary: list[Term] = field(default_factory=list)
    rulings: list[Ruling] = field(default_factory=list)
    questions: list[Example] = field(default_factory=list)
    aids: list[Box] = field(default_factory=list)
    overview: Box | None = None
    inventory: Inventory | None = None
    seats: tuple[int, int] = (1, 1)
    draft: list[str] | None = None

    def articles(self) -> Iterator[Article]:
        """All articles, in printed order."""
        for chapter in self.chapters:
            yield from chapter.articles()

    def find(self, target: str) -> Article | None:
        """The article of a target; the module's name may be left out."""
        return next(
            (a for a in self.articles() if target in (a.target, a.target.partition(".")[2])), None
        )
