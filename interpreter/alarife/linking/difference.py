"""One difference between two programs, and how it is made of a declaration: its sentences with
their holes filled, its title, chapter and place."""

# pyright: basic
# Declarations of all sorts are told of here, by the attributes that they happen to share.

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from alarife.linking.chapters import chapters_of, homes_of
from alarife.linking.program import Program
from alarife.linking.wording import what_it_is
from alarife.syntax import tree

Say = Callable[[Program, tree.Decl, str], str]
"""Fills the holes of a sentence of a declaration."""

KINDS = (
    "setting",
    "pieces",
    "place",
    "number",
    "added",
    "removed",
    "changed",
    "preceded",
    "followed",
    "replaced",
    "order",
)
"""What a difference may be, in the order of telling. `changed`, `preceded`, `followed`, `replaced`:
by an amendment (`label`) that only one of the programs has; `changed` also says that a declaration
reads otherwise. `order`: several things that come before or after the same are put in order, or in
another one."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference. `what` is the construct in words, `name` and `title` the thing it is about,
    `label` and `label_title` the amendment that makes it, `module` the file that brings it (or took
    it away), `old` and `new` how it was and is: sentences, numbers or texts; one of them may be
    empty. `gone` says that the amendment is in the old program only, `exception` that what was
    still holds beside it, `crosses` whether it follows what "leaves" or "enters" a place. `chapter`
    is the title of the chapter in which the thing is told, `rows` are those of a table that only
    one of the programs has, its head first."""

    kind: str
    what: str
    name: str
    title: str
    module: str
    old: str = ""
    new: str = ""
    label: str = ""
    label_title: str = ""
    cites: tuple[str, ...] = ()
    file: str = ""
    line: int = 0
    gone: bool = False
    exception: bool = False
    crosses: str = ""
    chapter: str = ""
    rows: tuple[tuple[str, ...], ...] = ()

    def data(self) -> dict[str, Any]:
        """The difference as JSON-able data."""
        return {**asdict(self), "cites": list(self.cites), "rows": [list(row) for row in self.rows]}


class Comparison:
    """Two programs, and how a difference between them is made."""

    def __init__(self, a: Program, b: Program, say: Say) -> None:
        self.a, self.b, self.say = a, b, say
        self.homes = {**homes_of(a), **homes_of(b)}
        opened = [(program, decl) for program in (b, a) for decl in chapters_of(program).values()]
        self.chapters = {
            decl.name: say(program, decl, decl.title or decl.name)
            for program, decl in reversed(opened)
        }
        self.chapters = {decl.name: self.chapters[decl.name] for _, decl in opened}

    def sentences(self, program: Program, decl: tree.Decl) -> str:
        """The sentences of a declaration with their holes filled."""
        texts = [prose.text for prose in decl.prose]
        body = getattr(decl, "body", None)
        for stmt in body if isinstance(body, list) else []:
            if isinstance(stmt, tree.Sentence):
                texts.append(stmt.text)
            else:
                break
        return self.say(program, decl, " ".join(texts))

    def make(self, kind: str, decl: tree.Decl, **rest: Any) -> Difference:
        """A difference about a declaration."""
        what = what_it_is(decl).split(" ", 1)[1]
        facts: dict[str, Any] = {
            "module": decl.module,
            "cites": tuple(decl.cites),
            "file": decl.head.file,
            "line": decl.head.line,
        }
        facts["chapter"] = self.chapter(decl)
        return Difference(kind, what, decl.name, self.titled(decl), **{**facts, **rest})

    def chapter(self, decl: tree.Decl) -> str:
        """The title of the chapter of a declaration."""
        return self.chapters.get(self.homes.get((decl.head.file, decl.head.line), ""), "")

    def titled(self, decl: tree.Decl) -> str:
        """The title of a declaration, with its holes filled."""
        program = self.b if decl.head.file in self.b.sources else self.a
        return self.say(program, decl, decl.title or decl.name)
