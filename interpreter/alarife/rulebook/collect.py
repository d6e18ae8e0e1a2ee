"""Everything that may be printed, with what belongs to it.

In: a program. Out: `Item`s by file order: a declaration with the examples that stand under it, in
its chapter and section; and the chapters and sections with their titles, in the order of the game's
file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace

from alarife.linking.program import Program
from alarife.syntax import tree
from alarife.texts.paragraphs import written

AMENDMENTS = (tree.Change, tree.Hook, tree.Whenever, tree.More)
_NEVER = (
    tree.Type,
    tree.Option,
    tree.Ruling,
    tree.Moment,
    tree.Order,
    tree.Formerly,
    tree.Fill,
    tree.Chapter,
    tree.Section,
    tree.Box,
    tree.Term,
)
_ALWAYS = (tree.Menu, tree.Law, tree.Action, tree.Piece)


_NOTHING = tree.Order(at=tree.NOWHERE, head=tree.NOWHERE, first="", second="")
"""Stands for what an example stands under that stands under nothing."""


@dataclass(eq=False, slots=True)
class Item:
    """A declaration to be woven in. `above` and `under` are the items printed with it, `instead`
    the one that takes its place, `between` are steps that it calls between two of its sentences, by
    the line of the call; `within` have no heading of their own."""

    decl: tree.Decl
    chapter: str
    section: str
    examples: list[tree.Example] = field(default_factory=list)
    fill: tree.Fill | None = None
    above: list[Item] = field(default_factory=list)
    under: list[Item] = field(default_factory=list)
    within: list[Item] = field(default_factory=list)
    instead: Item | None = None
    between: list[tuple[int, Item]] = field(default_factory=list)
    placed: bool = False

    @property
    def printable(self) -> bool:
        """Whether it makes an article; a title without a sentence is a term only, and a name
        without title a matter of its file."""
        decl = self.decl
        if isinstance(decl, _NEVER) or (isinstance(decl, tree.More) and decl.only):
            return False
        if decl.title is None:
            return isinstance(decl, tree.More) and bool(decl.prose)
        if isinstance(decl, _ALWAYS) or (self.fill and any(True for _ in written(self.fill))):
            return True
        if isinstance(decl, (tree.Kind, tree.Table)) and len(decl.rows) > 1:
            return True
        return any(True for _ in written(decl))


@dataclass(slots=True)
class Heading:
    """A chapter or section: its title, and what stands directly under it."""

    name: str
    title: str = ""
    decls: list[tree.Decl] = field(default_factory=list)
    sections: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Collected:
    """See the module."""

    items: list[Item] = field(default_factory=list)
    chapters: dict[str, Heading] = field(default_factory=dict)
    sections: dict[str, Heading] = field(default_factory=dict)

    def by_name(self) -> dict[str, Item]:
        """Items by the names of their declarations (of a value with several cases, the first),
        amendments by their labels."""
        found: dict[str, Item] = {}
        for item in self.items:
            if item.decl.name and not isinstance(item.decl, (tree.Fill, tree.More)):
                found.setdefault(item.decl.name, item)
        return found


def collect(program: Program, sort_out: Callable[[Collected], None] | None = None) -> Collected:
    """The items of a program; `sort_out` leaves some of them out."""
    made = Collected()
    _headings(program, made)
    last: Item | None = None
    linked = _linked(program)
    for article in program.articles:
        decl = article.decl
        if isinstance(decl, (tree.Change, tree.Hook, tree.Whenever)):
            if decl.at not in linked:
                continue  # its guard was decided before play, and does not hold
            decl = replace(decl, guard=linked[decl.at].guard)
        if isinstance(decl, (tree.Chapter, tree.Section)):
            last = None  # an example behind it belongs to what it carries out
        elif isinstance(decl, tree.Example):
            if last is None or last.decl.at.file != decl.at.file:
                last = Item(_NOTHING, article.chapter, article.section)
                made.items.append(last)
            last.examples.append(decl)
        else:
            last = Item(decl, article.chapter, article.section)
            made.items.append(last)
    _fill(made)
    if sort_out is not None:
        sort_out(made)
    made.items = [item for item in made.items if item.decl is not _NOTHING or item.examples]
    _move_examples(made)
    made.items = [item for item in made.items if item.decl is not _NOTHING]
    return made


def _linked(program: Program) -> dict[tree.Span, tree.Change | tree.Hook | tree.Whenever]:
    """The amendments as they are linked: without what was decided before play."""
    found: dict[tree.Span, tree.Change | tree.Hook | tree.Whenever] = {
        w.at: w for w in program.whenevers
    }
    found |= {change.at: change for chain in program.changes.values() for change in chain}
    for hooks in program.hooks.values():
        found |= {hook.at: hook for hook in (*hooks.before, *hooks.after, *hooks.instead)}
    return found


def _headings(program: Program, made: Collected) -> None:
    """Chapters in the order in which the game's file names them, then the others; so sections
    within a chapter."""
    games = {file.path for file in program.files if file.what == "game"}
    own = [a for a in program.articles if a.decl.at.file in games]
    for article in [*own, *program.articles]:
        decl = article.decl
        if isinstance(decl, tree.Chapter):
            _head(made.chapters, decl)
        elif isinstance(decl, tree.Section):
            _head(made.sections, decl)
            home = made.chapters.setdefault(article.chapter, Heading(article.chapter))
            if decl.name not in home.sections:
                home.sections.append(decl.name)


def _head(shelf: dict[str, Heading], decl: tree.Decl) -> None:
    heading = shelf.setdefault(decl.name, Heading(decl.name))
    heading.title = heading.title or decl.title or ""
    if decl not in heading.decls and (decl.prose or decl.title):
        heading.decls.append(decl)


def _fill(made: Collected) -> None:
    """What fills a step is printed with the step."""
    steps = {item.decl.name: item for item in made.items if isinstance(item.decl, tree.Step)}
    for item in made.items:
        if isinstance(item.decl, tree.Fill) and item.decl.name in steps:
            steps[item.decl.name].fill = item.decl
            steps[item.decl.name].examples += item.examples
            item.examples = []


def _move_examples(made: Collected) -> None:
    """Examples of what is not printed go to what is printed before it in that section, or else
    behind it; where nothing is printed, to what they carry out, or else to what is printed first in
    the chapter."""
    by_name = made.by_name()
    for here in _groups(made.items):
        printed: Item | None = None
        waiting: list[tree.Example] = []
        for item in here:
            if item.printable:
                printed = item
                item.examples[:0] = waiting
                waiting = []
            elif printed:
                printed.examples += item.examples
                item.examples = []
            else:
                waiting += item.examples
                item.examples = []
        for example in waiting:
            carried_out = [by_name[name] for name in _carried_out(example) if name in by_name]
            same = [item for item in made.items if item.chapter == here[0].chapter]
            home = next(
                (item for item in [*carried_out, *same, *made.items] if item.printable), None
            )
            if home is not None:
                home.examples.append(example)


def _carried_out(example: tree.Example) -> list[str]:
    calls = [step.call for step in example.steps if isinstance(step, tree.When)]
    return [
        call.name if isinstance(call, tree.Call) else call.id
        for call in calls
        if isinstance(call, (tree.Call, tree.Name))
    ]


def _groups(items: Iterable[Item]) -> list[list[Item]]:
    found: dict[tuple[str, str, str], list[Item]] = {}
    for item in items:
        file = item.decl.at.file or item.examples[0].at.file
        found.setdefault((file, item.chapter, item.section), []).append(item)
    return list(found.values())
