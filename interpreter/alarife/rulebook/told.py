"""What the rule files say of the order of the book.

In: a program, and its items where they stand of themselves. Out: the same items where `tell` puts
them. Names are those of today. What is not printed here is passed over: a game may speak of what
another number of players has not."""

from __future__ import annotations

from collections.abc import Iterator

from alarife.linking.program import Program
from alarife.rulebook.collect import Collected, Item
from alarife.rulebook.out_of_use import out_of_use
from alarife.syntax import tree

Sections = dict[str, dict[str, list[Item]]]
Titled = tuple[str, str]
"""The file that an example stands in, or none, and its title."""


class Told:
    """The `tell` lines of a program. `nowhere` are names of what is left out, as what is out of use
    is; `pointing` the names that something points to, by (`see` or `but`, its name); `also` its
    other names. `examples` and `left_out` go by title, and by the file of the `tell` where it has
    an example of this title: then it speaks of no other file's."""

    def __init__(self, program: Program) -> None:
        self.placed: dict[str, tuple[str, str]] = {}
        self.examples: dict[Titled, str] = {}
        self.nowhere = out_of_use(program)
        self.left_out: set[Titled] = set()
        self.pointing: dict[tuple[str, str], list[str]] = {}
        self.also: dict[str, list[str]] = {}
        self.program = program
        self._titled = {(one.at.file, one.title) for one in program.examples}
        for tell in program.tells:
            self._take(tell)

    def _take(self, tell: tree.Tell) -> None:
        what = self._today(tell.what)
        others = [self._today(name) for name in tell.others]
        if tell.how == "nowhere" and tell.example:
            self.left_out.add(self._meant(tell))
        elif tell.how == "nowhere":
            self.nowhere.add(what)
        elif tell.how == "also":
            self.also.setdefault(what, []).extend(tell.others)
        elif tell.how in ("see", "but"):
            self.pointing.setdefault((tell.how, what), []).extend(others)
        elif tell.example:
            self.examples[self._meant(tell)] = others[0]
        else:
            self.placed[what] = (tell.how, others[0])

    def _meant(self, tell: tree.Tell) -> Titled:
        own = (tell.at.file, tell.example or "")
        return own if own in self._titled else ("", own[1])

    def _today(self, name: str) -> str:
        return self.program.formerly.get(name, name)

    # ----------------------------------------------------------------
    # before things find their places
    def sort_out(self, collected: Collected) -> None:
        """Leave out what is told nowhere, and give examples their homes."""
        named = collected.by_name()
        for item in collected.items:
            for example in list(item.examples):
                titled = [(example.at.file, example.title or ""), ("", example.title or "")]
                homes = [named.get(self.examples.get(key, "")) for key in titled]
                home = homes[0] or homes[1]
                left_out = any(key in self.left_out for key in titled)
                if left_out or home is not None:
                    item.examples.remove(example)
                if home is not None and not left_out:
                    home.examples.append(example)
        collected.items = [
            item
            for item in collected.items
            if item.decl.name not in self.nowhere or isinstance(item.decl, _OTHERS_NAMES)
        ]

    # ----------------------------------------------------------------
    # when things have found them
    def put(self, sections: Sections, named: dict[str, Item]) -> None:
        """Put things where they are told."""
        for name, (how, other) in self.placed.items():
            item, host = named.get(name), named.get(other)
            if item is None or host is None or item is host:
                continue
            home, there = _list_with(item, sections), _list_with(host, sections)
            if home is None or there is None or _holds(item, host):
                continue
            home.remove(item)
            if how in ("under", "within"):
                (host.under if how == "under" else host.within).append(item)
            else:
                there.insert(there.index(host) + (how == "after"), item)


_OTHERS_NAMES = (tree.Fill, tree.More)
"""What bears the name of what it adds to."""


def _lists(sections: Sections) -> Iterator[list[Item]]:
    waiting = [items for chapter in sections.values() for items in chapter.values()]
    while waiting:
        items = waiting.pop()
        yield items
        for item in items:
            waiting += [item.above, item.under, item.within]
            if item.instead is not None:
                waiting += [item.instead.above, item.instead.under, item.instead.within]


def _list_with(item: Item, sections: Sections) -> list[Item] | None:
    return next((items for items in _lists(sections) if item in items), None)


def _holds(whole: Item, item: Item) -> bool:
    """Whether an item hangs on another."""
    return any(item in items for items in _lists({"": {"": [whole]}}))
