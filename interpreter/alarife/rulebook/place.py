"""Where every item goes: the weaving proper.

In: items and who calls whom. Out: items hung on one another, and for every chapter its sections
with their items in order. What amends something stands where that stands; rules stand under their
law, cases of a value under the first, a helper that only an amendment calls under the amendment;
the rest stands in its own chapter and section, in the order in which it comes up in play."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Set

from alarife.linking.program import Program
from alarife.linking.walk import below
from alarife.rulebook.calls import Calls
from alarife.rulebook.collect import AMENDMENTS, Collected, Item
from alarife.rulebook.out_of_use import is_whole
from alarife.rulebook.told import Sections, Told
from alarife.syntax import tree
from alarife.texts.holes import holes
from alarife.texts.paragraphs import written


class Placing:
    """Places the items of one program."""

    def __init__(self, program: Program, collected: Collected, told: Told) -> None:
        self.program, self.collected, self.told = program, collected, told
        self.calls = Calls(program)
        self.items = [
            item for item in collected.items if item.printable and not self._lone_menu(item)
        ]
        self.named = collected.by_name()
        self.exceptions: dict[int, list[Item]] = {}
        """By the id of an item, what makes an exception to it."""
        self.closing: dict[str, int] = {}
        """Sections that come last in their chapters, by the order of what stands in them."""
        self.own: dict[str, tuple[int, str]] = {}
        """Sections that a module opens for what it does before or after something: when that comes
        up, and the section that its own must follow."""
        self.position = {id(item): i for i, item in enumerate(self.items)}

    def place(self) -> Sections:
        """Chapter → section → items."""
        self._lift()
        for item in self.items:
            if isinstance(item.decl, tree.Rule) and item.decl.law:
                self._hang(item, self.named.get(item.decl.law))
            elif isinstance(item.decl, tree.Rule) and item.decl.forbids:
                self._exception(item, item.decl.forbids)
            elif isinstance(item.decl, tree.Value):
                first = self.named[item.decl.name]
                self._hang(item, first if first is not item else None)
            elif isinstance(item.decl, tree.Action):
                self._beside_menu(item)
            elif isinstance(item.decl, (tree.Change, tree.Hook, tree.More)):
                self._amendment(item)
        for item in self.items:
            self._helper_of_amendment(item)
        for item in self.items:
            self._as_linked(item)
        made = self._sections()
        self.told.put(made, {item.decl.name: item for item in reversed(self.items)})
        for chapter in made.values():
            if any(item.decl.name == "setup" for items in chapter.values() for item in items):
                for name, items in chapter.items():
                    chapter[name] = self._interleaved(items)
        return made

    def _interleaved(self, items: list[Item]) -> list[Item]:
        """In a list of things to do, a step that is called between two sentences of another stands
        between them."""
        by_name = {item.decl.name: item for item in items if isinstance(item.decl, tree.Step)}
        for item in items:
            body = item.decl.body or [] if isinstance(item.decl, tree.Step) else []
            told = [stmt.at.line for stmt in below(body) if isinstance(stmt, tree.Sentence)]
            for node in below(body):
                called = (
                    by_name.get(node.call.id)
                    if isinstance(node, tree.Do) and isinstance(node.call, tree.Name)
                    else None
                )
                if (
                    called
                    and not called.placed
                    and any(line > node.at.line for line in told)
                    and not self._within(item, called)
                ):
                    item.between.append((node.at.line, called))
                    called.placed = True
        return [item for item in items if not item.placed]

    def _lone_menu(self, item: Item) -> bool:
        """A menu that says nothing and offers one thing."""
        few = len(self.program.actions_of.get(item.decl.name, [])) < 2
        return isinstance(item.decl, tree.Menu) and few and not item.decl.prose

    # ----------------------------------------------------------------
    # hanging on
    def _hang(
        self, item: Item, on: Item | None, where: Callable[[Item], list[Item]] = lambda on: on.under
    ) -> None:
        if on is None or not on.printable or item.placed or self._within(on, item):
            return
        where(on).append(item)
        item.placed = True

    def _within(self, item: Item, whole: Item) -> bool:
        """Whether an item is another, or hangs on it."""
        parts = [
            *whole.above,
            *whole.under,
            *(one for _, one in whole.between),
            *([whole.instead] if whole.instead else []),
        ]
        return item is whole or any(self._within(item, part) for part in parts)

    def _beside_menu(self, item: Item) -> None:
        assert isinstance(item.decl, tree.Action)
        menu = self.named.get(item.decl.menu)
        if menu and menu.printable and menu.chapter != item.chapter:
            item.chapter, item.section = menu.chapter, menu.section

    def _amendment(self, item: Item) -> None:
        decl = item.decl
        target = (
            decl.name
            if isinstance(decl, tree.More)
            else decl.target
            if isinstance(decl, (tree.Change, tree.Hook))
            else ""
        )
        target = self.program.formerly.get(target, target)
        on = self.named.get(target)
        if self._is_exception(decl) or self._is_hidden_case(decl, on):
            self._exception(item, target)
        if on is not None and on.printable:
            if is_whole(decl) and on.instead is None and not self._within(on, item):
                on.instead = item
                item.placed = True
            elif self._has_own_section(item, on):
                pass
            elif isinstance(decl, tree.Hook) and decl.how == "before":
                self._hang(item, on, lambda on: on.above)
            elif (
                isinstance(decl, tree.Hook)
                and on in self.lifted
                and item.section
                and item.chapter == on.chapter
            ):
                # what follows all the sections that such a step calls has a section of its own
                hooks = self.program.hooks[target].after
                place = next(i for i, hook in enumerate(hooks) if hook.at == decl.at)
                self.closing[item.section] = min(place, self.closing.get(item.section, place))
            else:
                self._hang(item, on)
        else:
            home = self._home_of(target)
            if home is None or not self._has_own_section(item, home):
                self._hang(item, home)

    def _is_exception(self, decl: tree.Decl) -> bool:
        """Whether an amendment makes an exception to what it amends, which else stands as it is."""
        takes_place = isinstance(decl, tree.Change) or (
            isinstance(decl, tree.Hook) and decl.how == "instead"
        )
        return takes_place and not is_whole(decl)

    def _exception(self, item: Item, target: str) -> None:
        """Note that an item is an exception to what it amends or forbids."""
        target = self.program.formerly.get(target, target)
        on = self.named.get(target)
        host = on if on is not None and on.printable else self._home_of(target)
        if host is not None:
            self.exceptions.setdefault(id(host), []).append(item)

    def _is_hidden_case(self, decl: tree.Decl, on: Item | None) -> bool:
        """Whether a change is of something with arguments that the book doesn't tell by itself:
        what is told of it elsewhere has no number to fill in."""
        changed = on.decl if on is not None and not on.printable else None
        return (
            isinstance(decl, tree.Change)
            and isinstance(changed, tree.Value)
            and bool(changed.params)
        )

    def _has_own_section(self, item: Item, on: Item) -> bool:
        """Whether a module tells what it does after something, or before one with sections of its
        own, in a section that it opens itself, beside that of the thing."""
        decl = item.decl
        heading = self.collected.sections.get(item.section)
        opened = next((d.module for d in heading.decls if d.title), "") if heading else ""
        if (
            not isinstance(decl, tree.Hook)
            or decl.how == "instead"
            or opened not in self.calls.modules
            or item.chapter != on.chapter
            or item.section == on.section
            or (on in self.lifted) != (decl.how == "before")
        ):
            return False
        comes_up = self.calls.order.get(decl.name, len(self.calls.order))
        after = on.section if decl.how == "after" else ""
        self.own.setdefault(item.section, (comes_up, after))
        return True

    def ordered(self, names: list[str], sections: Mapping[str, list[Item]]) -> list[str]:
        """Sections in the order of the files, but those of modules where they come up, and the
        closing ones last."""
        order = [n for n in names if n not in self.own and n not in self.closing]
        first = {n: self._first(sections.get(n, [])) for n in names}
        for name in sorted(self.own.keys() & set(names), key=lambda n: self.own[n]):
            comes_up, after = self.own[name]
            least = order.index(after) + 1 if after in order else 0
            later = (i for i, n in enumerate(order) if i >= least and first[n] > comes_up)
            order.insert(next(later, len(order)), name)
        closing = (n for n in names if n in self.closing and n not in self.own)
        return [*order, *sorted(closing, key=lambda n: self.closing[n])]

    def _first(self, items: list[Item]) -> int:
        """When the first of some items comes up."""
        orders = (self.calls.order.get(item.decl.name) for item in items)
        return min((n for n in orders if n is not None), default=len(self.calls.order))

    def _home_of(self, name: str) -> Item | None:
        """Where something is told that has no article of its own."""
        return self._said_in(name) or self._printed_caller(name)

    def _said_in(self, name: str) -> Item | None:
        """The first article whose sentence names a constant."""
        for item in self.items:
            for text, _ in written(item.decl):
                said = any(
                    name in hole.expression.replace("(", " ").replace(")", " ").split()
                    for hole in holes(text)
                )
                if said and not isinstance(item.decl, AMENDMENTS):
                    return item
        return None

    def _printed_caller(self, name: str) -> Item | None:
        seen, waiting = {name}, [name]
        while waiting:
            for caller in self.calls.callers.get(waiting.pop(0), []):
                item = self.named.get(caller)
                if item and item.printable:
                    return item
                if caller not in seen:
                    seen.add(caller)
                    waiting.append(caller)
        return None

    def _helper_of_amendment(self, item: Item) -> None:
        """A step or value that only amendments call stands under the first of them."""
        if item.placed or not isinstance(item.decl, (tree.Step, tree.Value, tree.Rule, tree.Table)):
            return
        callers = self._callers(item.decl.name)
        if len(callers) == 1 and self._under_amendment(callers[0], item):
            self._hang(item, callers[0])
        elif callers and all(
            isinstance(caller.decl, AMENDMENTS) or self._under_amendment(caller, item)
            for caller in callers
        ):
            same = [
                c
                for c in callers
                if c.chapter == item.chapter
                and c.section == item.section
                and not isinstance(c.decl, tree.Change)
            ]
            amendments = [c for c in callers if isinstance(c.decl, AMENDMENTS)]
            if (amendments and not same) or (
                amendments and not isinstance(amendments[0].decl, tree.Change)
            ):
                self._hang(item, amendments[0])

    def _under_amendment(self, caller: Item, item: Item) -> bool:
        return (
            caller is not item
            and bool(own := self._callers(caller.decl.name))
            and all(isinstance(c.decl, AMENDMENTS) for c in own)
        )

    def _callers(self, name: str) -> list[Item]:
        """The printable items that call it, directly or through what is not printed."""
        found: dict[int, Item] = {}
        seen, waiting = {name}, [name]
        while waiting:
            for caller in self.calls.callers.get(waiting.pop(), []):
                item = self.named.get(caller)
                if item and item.printable:
                    found[id(item)] = item
                elif caller not in seen:
                    seen.add(caller)
                    waiting.append(caller)
        return sorted(found.values(), key=lambda item: self.position[id(item)])

    # ----------------------------------------------------------------
    # order
    def _as_linked(self, item: Item) -> None:
        """What precedes and what follows something stands in the order in which it is done; what
        follows a step, behind the steps that only it calls."""
        own = {hook.at for hook in self.program.hooks_of(item.decl.name).after}
        if item.decl.name == "setup":
            self._let_go(item, own)
        for hung in (item.above, item.under):
            self.calls.hung_as_linked(hung)
        at = any(one.decl.at in own for one in item.under)
        if not at or not isinstance(item.decl, tree.Step):
            return
        for name in reversed(self.calls.mentions.get(item.decl.name, [])):
            called = self.named.get(name)
            own = (
                called is not None
                and isinstance(called.decl, tree.Step)
                and self._callers(name) == [item]
            )
            if (
                own
                and called
                and not called.placed
                and (called.chapter, called.section) == (item.chapter, item.section)
            ):
                item.under.insert(0, called)
                called.placed = True

    def _let_go(self, item: Item, hooks: Set[tree.Span]) -> None:
        """In a list of things to do, what follows its last step is a thing to do of its own."""
        for one in [one for one in item.under if one.decl.at in hooks]:
            item.under.remove(one)
            one.placed = False
            one.chapter, one.section = item.chapter, item.section

    def _lift(self) -> None:
        """A step that calls steps of several sections of its chapter stands above these
        sections."""
        self.lifted: list[Item] = []
        for item in self.items:
            if isinstance(item.decl, tree.Step) and not item.placed:
                called = [
                    self.named[n]
                    for n in self.calls.mentions.get(item.decl.name, [])
                    if n in self.named
                ]
                steps = [
                    c
                    for c in called
                    if c.printable and c.chapter == item.chapter and isinstance(c.decl, tree.Step)
                ]
                if len({c.section for c in steps}) > 1:
                    item.section = ""
                    self.lifted.append(item)

    def _sections(self) -> Sections:
        made: Sections = {}
        first = next(iter(self.collected.chapters), "")
        for item in self.items:
            if not item.placed:
                chapter = made.setdefault(item.chapter or first, {})
                chapter.setdefault(item.section, []).append(item)
        for chapter in made.values():
            for name, items in chapter.items():
                chapter[name] = self._in_order(items)
        return made

    def _in_order(self, items: list[Item]) -> list[Item]:
        """By the order in which they come up; what never comes up stays behind what stands before
        it in its file."""
        keys: dict[int, tuple[float, int]] = {}
        by_file: dict[str, list[Item]] = {}
        for item in items:
            by_file.setdefault(item.decl.at.file, []).append(item)
        for same in by_file.values():
            numbers = [
                self.calls.order.get(item.decl.name)
                if not isinstance(item.decl, tree.Place)
                else None
                for item in same
            ]
            ahead = next((n for n in numbers if n is not None), len(self.calls.order))
            last: float = ahead - 0.5
            for item, number in zip(same, numbers, strict=True):
                last = number if number is not None else last
                keys[id(item)] = (last, self.position[id(item)])
        return sorted(items, key=lambda item: keys[id(item)])
