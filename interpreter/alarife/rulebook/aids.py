"""The player aid, and the overview of a turn: what is done one after another, and what to remember.

In: the `aid`s of a program, or the turn and the tables if there are none. Out: boxes. They are made
from what is in force, so whatever modules add, follow or replace is in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from alarife.linking.walk import called_name
from alarife.rulebook.articles import Articles
from alarife.rulebook.book import Block, Book, Box, Line, Lines, Link, Paragraph, Table
from alarife.rulebook.out_of_use import is_whole
from alarife.rulebook.phrases import phrase
from alarife.syntax import tree
from alarife.texts.targets import bare_title, capital

SETUP = "setup"
"""What is done once is no part of an overview."""

TURN = "turn"
"""The name of the box that is made if no file says what the aid holds."""


MOST_ROWS = 60
"""A table with more rows is no aid, unless a file says so: it stays in its chapter."""


class Aids:
    """Makes the boxes of one book."""

    def __init__(self, make: Articles) -> None:
        self.make, self.program = make, make.program
        self.courses_told: set[str] = set()

    def boxes(self) -> list[Box]:
        """The boxes, in the order in which the files name them; the turn comes first."""
        if not self.program.aids:
            return self._by_themselves()
        turns = set(self._turns())
        parts = sorted(
            self.program.aids.values(),
            key=lambda parts: not any(turns & set(aid.others) for aid in parts),
        )
        return [box for one in parts if (box := self._box(one)).blocks]

    def in_order(self, book: Book) -> None:
        """What follows the course of a turn comes in the order of the book, whatever files and
        modules name it."""
        numbers = {
            target: n
            for n, article in enumerate(book.articles())
            for target in (article.target, *article.aliases)
        }
        for box in book.aids:
            lists = [block for block in box.blocks if isinstance(block, Lines)]
            for before, block in pairwise(lists):
                if before.numbered and not block.numbered:
                    block.items.sort(key=lambda line: numbers.get(line.link.target, len(numbers)))

    def courses(self, book: Book) -> None:
        """A step of which the aid says what is done in it says so itself, after its sentences."""
        for article in book.articles():
            told = (one.partition(".")[2] for one in (article.target, *article.aliases))
            name = next((one for one in told if one in self.courses_told), "")
            if article.kind == "step" and name:
                lines = list(self._of_step(name))
                if len(lines) > 1:
                    said = [i for i, b in enumerate(article.blocks) if isinstance(b, Paragraph)]
                    at = said[-1] + 1 if said else 0
                    article.blocks.insert(at, Lines(lines, numbered=True))

    def _by_themselves(self) -> list[Box]:
        title = phrase("turn_overview", self.make.telling.speech)
        lines = [line for name in self._turns() for line in self._of_step(name)]
        made = [Box(TURN, title, [Lines(lines, numbered=True)])] if lines else []
        for table in self.program.tables.values():
            if table.title and table.name not in self.make.told.nowhere:
                blocks = [one for one in self.make.data(table) if isinstance(one, Table)]
                if sum(len(block.rows) for block in blocks) <= MOST_ROWS:
                    made.append(Box(table.name, self._title(table), list[Block](blocks)))
        return made

    def _turns(self) -> list[str]:
        """The steps that a player carries out in the course of the game."""
        play = self.program.steps.get("play")
        found: list[str] = []
        for stmt in self._flat(play.body or []) if play else []:
            if isinstance(stmt, (tree.As, tree.AsEach)):
                found += [name for inner in self._flat(stmt.body) if (name := called(inner))]
        return list(dict.fromkeys(found))

    def _box(self, parts: list[tree.Aid]) -> Box:
        blocks: list[Block] = []
        for written in (name for aid in parts for name in aid.others):
            name = self.program.formerly.get(written, written)
            further = name in self.program.steps and bool(blocks)
            made = self._step_said(name, blocks) if further else self._about(name)
            if name in self.program.tables and any(isinstance(b, Table) for b in blocks):
                blocks += [*self._said(name), *made]  # it is not the only table: it says its title
                continue
            if blocks and isinstance(last := blocks[-1], Lines) and made:
                first = made[0]
                if isinstance(first, Lines) and first.numbered == last.numbered:
                    last.items += first.items
                    made = made[1:]
            blocks += made
        return Box(parts[0].name, self._title(parts[0]), blocks)

    def _about(self, name: str) -> list[Block]:
        p = self.program
        if name in p.steps:
            lines = list(self._of_step(name))
            if len(lines) < 2 and not any(line.choices for line in lines):
                return self._said(name)
            self.courses_told.add(name)
            return [Lines(lines, numbered=True)]
        if name in p.menus:
            return [Lines([line for a in p.actions_of[name] for line in self._of_action(a)])]
        if name in p.laws:
            return [Lines([line for rule in p.rules_of[name] for line in self._rule(rule)])]
        decl = p.tables.get(name) or p.kinds.get(name) or p.pieces.get(name)
        if decl is not None:
            return self.make.data(decl)
        return self._said(name)

    # ----------------------------------------------------------------
    # what is said
    def _said(self, name: str) -> list[Block]:
        lines = list(self._rule(name))
        return [Lines(lines)] if lines else []

    def _step_said(self, name: str, before_it: list[Block]) -> list[Block]:
        """A step that is not the course of a box: its sentences, and those of what modules hang on
        it, unless they stand in the course."""
        if any(isinstance(block, Lines) and block.numbered for block in before_it):
            return self._said(name)
        hooks = self.program.hooks_of(name)
        lines = [*self._told(hooks.before), *self._rule(name), *self._told(hooks.after)]
        return [Lines(lines)] if lines else []

    def _told(self, hooks: list[tree.Hook]) -> Iterator[Line]:
        for line, hook in zip(self._hooked(hooks), filter(is_told, hooks), strict=True):
            line.text = self._sentences(hook)
            yield line

    def _rule(self, name: str) -> Iterator[Line]:
        """A rule in its sentences, and its exceptions."""
        item = self.make.named.get(name)
        if item is None or not item.printable:
            return
        shown = item.instead or item
        yield Line(self.make.link(shown.decl), self._sentences(shown.decl))
        for other in self.make.exceptions.get(id(item), []):
            if other.printable:
                yield Line(self.make.link(other.decl), self._sentences(other.decl))

    def _of_action(self, name: str) -> Iterator[Line]:
        action = self.program.actions[name]
        yield Line(self.make.link(action), self._sentences(action))

    def _sentences(self, decl: tree.Decl) -> str:
        said = [p for p in self.make.paragraphs(decl) if not p.tone]
        return said[0].text if said else ""

    def _title(self, decl: tree.Decl) -> str:
        return capital(bare_title(self.make.telling.title(decl)))

    # ----------------------------------------------------------------
    # what is done
    def _of_step(self, name: str, seen: frozenset[str] = frozenset()) -> Iterator[Line]:
        """What is done in a step, with what comes before and after it."""
        hooks = self.program.hooks_of(name)
        yield from self._hooked(hooks.before)
        whole = [hook for hook in hooks.instead if is_whole(hook)]
        body = whole[-1].body if whole else (self.program.steps[name].body or [])
        for stmt in self._flat(body):
            if inner := called(stmt):
                yield from self._inner(inner, seen | {name})
            elif isinstance(stmt, tree.Raise):
                yield from self._hooked(self.program.hooks_of(called_name(stmt.call)).all())
            elif isinstance(stmt, tree.ChooseFrom) and stmt.menu in self.program.menus:
                menu = self.program.menus[stmt.menu]
                yield Line(self.make.link(menu), "", self._choices(stmt.menu))
        yield from self._hooked(hooks.after)

    def _inner(self, name: str, seen: frozenset[str]) -> Iterator[Line]:
        if name not in self.program.steps or name in seen or name == SETUP:
            return
        item = self.make.named.get(name)
        if item is None or not item.printable:
            yield from self._of_step(name, seen)
            return
        hooks = self.program.hooks_of(name)
        yield from self._hooked(hooks.before)
        shown = item.instead or item
        body = getattr(shown.decl, "body", None) or []
        menus = [stmt.menu for stmt in self._flat(body) if isinstance(stmt, tree.ChooseFrom)]
        choices = [choice for menu in dict.fromkeys(menus) for choice in self._choices(menu)]
        yield Line(self.make.link(shown.decl), "", choices)
        yield from self._hooked(hooks.after)

    def _hooked(self, hooks: Iterable[tree.Hook]) -> Iterator[Line]:
        for hook in hooks:
            if is_told(hook):
                yield Line(self.make.link(hook))

    def _choices(self, menu: str) -> list[Link]:
        actions = [self.program.actions[name] for name in self.program.actions_of.get(menu, [])]
        return [self.make.link(action) for action in actions] if len(actions) > 1 else []

    def _flat(self, body: list[tree.Stmt]) -> Iterator[tree.Stmt]:
        """The statements of a block and of the blocks in it that may be carried out here."""
        for stmt in body:
            yield stmt
            if not isinstance(stmt, (tree.Choose, tree.ChooseFrom)):
                for inner in self.make.telling.filler.blocks(stmt):
                    yield from self._flat(inner)


def is_told(hook: tree.Hook) -> bool:
    """Whether the book says something of what a module hangs on a step."""
    return bool(hook.title and hook.prose)


def called(stmt: tree.Stmt) -> str:
    """The step that a statement carries out; "" if it is no such statement."""
    return called_name(stmt.call) if isinstance(stmt, tree.Do) else ""


def overview_of(boxes: list[Box]) -> Box | None:
    """The first box that says what is done one after another."""
    return next(
        (
            box
            for box in boxes
            if any(isinstance(block, Lines) and block.numbered for block in box.blocks)
        ),
        None,
    )
