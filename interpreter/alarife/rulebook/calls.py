"""Who mentions whom, in the order of the text: what weaving goes by.

In: a program. Out: for every declaration the names it mentions, first mention first, and a
numbering of everything in the order in which it comes up when the game is played from its
beginning."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from alarife.linking.program import Program
from alarife.linking.walk import names_in
from alarife.rulebook.collect import Item
from alarife.syntax import tree

FLOW = ("play", "score", "winners")
"""Names of flow that the engine knows, in the order in which they come up."""


class Calls:
    """The mentions of a program. `order` numbers names (and labels) in the order in which they come
    up; what never does has no number."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.chapters = {a.decl.name: a.chapter for a in reversed(program.articles) if a.decl.name}
        self.decls = _declared(program)
        self.modules = {file.name for file in program.files if file.what == "module"}
        self.mentions: dict[str, list[str]] = {
            name: self._of(decls) for name, decls in self.decls.items()
        }
        self.callers: dict[str, list[str]] = {}
        for name, mentioned in self.mentions.items():
            for other in mentioned:
                self.callers.setdefault(other, []).append(name)
        self.order: dict[str, int] = {}
        for borrowed in (False, True):
            for root in (*FLOW, *(w.name for w in program.whenevers)):
                if root in self.decls:
                    self._visit(root, borrowed)

    def hung_as_linked(self, items: list[Item]) -> None:
        """Put amendments that come before, or after, one and the same thing into the order in which
        they are carried out; everything else stays where it is."""
        same: dict[str, list[int]] = {}
        for i, item in enumerate(items):
            if isinstance(item.decl, tree.Hook):
                target = item.decl.target
                same.setdefault(self.program.formerly.get(target, target), []).append(i)
        for target, places in same.items():
            hooks = self.program.hooks_of(target)
            order = {hook.at: n for n, hook in enumerate([*hooks.before, *hooks.after])}
            found = sorted((items[i] for i in places), key=lambda item: order.get(item.decl.at, -1))
            for i, item in zip(places, found, strict=True):
                items[i] = item

    def _of(self, decls: list[tree.Decl]) -> list[str]:
        found: dict[str, None] = {}
        for decl in decls:
            own = {decl.name}
            for written in names_in(decl):
                name = self.program.formerly.get(written, written)
                if name in self.decls and name not in own:
                    found[name] = None
        return list(found)

    def _visit(self, root: str, borrowed: bool) -> None:
        """Number what comes up below a root; first without what is only borrowed from another
        chapter, then with it."""
        waiting, seen = [root], set[str]()
        while waiting:
            name = waiting.pop()
            if name in seen:
                continue
            seen.add(name)
            self.order.setdefault(name, len(self.order))
            following = [n for n in self._following(name) if borrowed or not self._borrows(name, n)]
            waiting.extend(reversed(following))

    def _borrows(self, caller: str, callee: str) -> bool:
        """Whether somebody else, who calls more of that chapter (or stands in it), is where the
        callee is told."""
        home, own = self.chapters.get(callee, ""), self._module(callee)
        if self.chapters.get(caller, "") == home or caller not in self.callers.get(callee, []):
            return False
        return any(
            self._share(other, home) > self._share(caller, home) and other != caller
            for other in self.callers.get(callee, [])
            if self._module(other) in ("", own)
        )

    def _module(self, name: str) -> str:
        """The module that brings a thing; "" for what the game has without modules: there, no
        module's use of a thing decides where it is told."""
        module = self.decls[name][0].module
        return module if module in self.modules else ""

    def _share(self, caller: str, chapter: str) -> int:
        """How many of a chapter's things a caller calls; all of them, if it stands in that
        chapter."""
        if self.chapters.get(caller, "") == chapter:
            return len(self.decls)
        return sum(
            1 for name in self.mentions.get(caller, []) if self.chapters.get(name, "") == chapter
        )

    def _following(self, name: str) -> Iterator[str]:
        hooks = self.program.hooks_of(name)
        yield from (h.name for h in hooks.before if h.name)
        yield from self.mentions.get(name, [])
        yield from self.program.actions_of.get(name, [])
        yield from (c.name for c in self.program.changes.get(name, []) if c.name)
        yield from (h.name for h in (*hooks.instead, *hooks.after) if h.name)


def _declared(program: Program) -> dict[str, list[tree.Decl]]:
    """All that can be called or looked up, by name, and the amendments by their labels."""
    found: dict[str, list[tree.Decl]] = {name: [*cases] for name, cases in program.values.items()}
    shelves: Iterable[dict[str, tree.Decl]] = (
        program.rules,  # pyright: ignore[reportAssignmentType] (dicts of more special declarations)
        program.tables,
        program.graphs,
        program.steps,
        program.menus,
        program.actions,
        program.moments,
        program.labels,
    )
    for shelf in shelves:
        for name, decl in shelf.items():
            found.setdefault(name, []).append(decl)
    return found


def mentioned(decl: tree.Decl) -> set[str]:
    """The names that a declaration mentions, places and notes among them."""
    return set(names_in(decl))
