"""Evaluating what is decided before play: constants, sizes of kinds, tables, settings.

Pieces can't be numbered before it is known how many there are, and that may be a value, changed by
a module. So this small evaluator walks the tree; it is used while a program is loaded and never
while a game runs. What is not constant raises `NotConstant`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from alarife.checking.world import TableInfo, World
from alarife.syntax import tree

LARGEST = 10**18
"""How large a number may be that is worked out before play."""


class NotConstant(Exception):
    """The expression depends on play. `at` is the part that does."""

    def __init__(self, at: tree.Node, why: str) -> None:
        self.at = at.at
        super().__init__(why)


class Constants:
    """Evaluates constant expressions over a world that may still be growing. Values of kinds are
    (kind, index) pairs only inside; `value` gives plain numbers, strings and truths."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.program = world.program
        self._busy: list[str] = []
        self._known: dict[str, object] = {}

    def number(self, e: tree.Expr) -> int:
        """A constant number."""
        v = self.value(e)
        if isinstance(v, bool) or not isinstance(v, int):
            raise NotConstant(e, "this should be a number")
        return v

    def bound(self, e: tree.Int | tree.Name | None) -> int | None:
        """A bound of a range."""
        return None if e is None else self.number(e)

    def value(self, e: tree.Expr) -> object:
        """The value of a constant expression."""
        match e:
            case tree.Int() | tree.Truth():
                return e.value
            case tree.Group():
                return self.value(e.inner)
            case tree.Nothing():
                return None
            case tree.InPlay():
                return e.module in self.program.configuration.modules
            case tree.Name():
                return self._name(e)
            case tree.Not():
                return not self.value(e.of)
            case tree.And():
                return all(self.value(p) for p in e.parts)
            case tree.Or():
                return any(self.value(p) for p in e.parts)
            case tree.IfElse():
                return self.value(e.then if self.value(e.condition) else e.default)
            case tree.Compare():
                return self._compare(e)
            case tree.Arithmetic():
                number = _ARITHMETIC[e.op](self.number(e.left), self.number(e.right))
                if abs(number) > LARGEST:
                    raise NotConstant(e, "this number is too large")
                return number
            case tree.Call(name="size", args=[tree.Name(id=name)]):
                return self._size(e, name)
            case tree.At(of=tree.Name(id=name)) if name in self.world.tables:
                return self._entry(e, self.world.tables[name])
            case _:
                raise NotConstant(e, "this is not known before play")

    def _entry(self, e: tree.At, table: TableInfo) -> object:
        found: Any = table.rows
        for key, domain in zip(e.keys, table.domains, strict=False):
            index = self.value(key)
            if not isinstance(index, int) or index not in domain.values:
                raise NotConstant(key, "this table has no such row")
            found = found[domain.index(index)]
        return found

    def _name(self, e: tree.Name) -> object:
        name = e.id
        if name == "players":
            return self.world.players
        for kind in self.world.kinds.values():
            if name in kind.names:
                return kind.names.index(name)
        if name in self.program.values and len(self.program.values[name]) == 1:
            return self.named(e, name)
        if name in self.program.settings:
            return self.program.settings[name]
        raise NotConstant(e, f"`{name}` is not known before play")

    def named(self, e: tree.Expr, name: str) -> object:
        """The value of a declared value without parameters, with its changes."""
        if name in self._known:
            return self._known[name]
        if name in self._busy:
            raise NotConstant(e, f"`{name}` needs itself")
        if any(change.pattern or change.guard for change in self.program.changes.get(name, [])):
            raise NotConstant(e, f"`{name}` changes during play")
        self._busy.append(name)
        try:
            self._known[name] = found = self._changed(
                name, lambda: self.value(self.program.values[name][0].body), e
            )
            return found
        finally:
            self._busy.pop()

    def _changed(self, name: str, usual: Callable[[], object], e: tree.Expr) -> object:
        result = usual
        for change in reversed(self.program.changes.get(name, [])):
            result = self._wrapped(change, result, e)
        return result()

    def _wrapped(
        self, change: tree.Change, usual: Callable[[], object], e: tree.Expr
    ) -> Callable[[], object]:
        def evaluate() -> object:
            if change.pattern or change.guard:
                raise NotConstant(e, f"`{change.target}` changes during play")
            inner = _Usual(self, usual)
            return (
                self._changed(change.name, lambda: inner.value(change.body), e)
                if change.name
                else inner.value(change.body)
            )

        return evaluate

    def _compare(self, e: tree.Compare) -> bool:
        left, right = self.value(e.left), self.value(e.right)
        if e.op == "=":
            return left == right
        if e.op == "differs from":
            return left != right
        if not isinstance(left, int) or not isinstance(right, int) or e.op not in _ORDER:
            raise NotConstant(e, "this is not known before play")
        return _ORDER[e.op](left, right)

    def _size(self, e: tree.Call, name: str) -> int:
        if name == "Player":
            return self.world.players
        if name == "Party":
            return self.world.parties
        if name == "Neutral":
            return len(self.world.neutrals)
        if name in self.world.kinds:
            return len(self.world.kinds[name].names)
        if name in self.world.members and all(
            p in self.world.pieces for p in self.world.members[name]
        ):
            return sum(self.world.pieces[p].count for p in self.world.members[name])
        raise NotConstant(e, f"the size of `{name}` is not known before play")


class _Usual(Constants):
    """Inside a change: `usual` means what would be without it."""

    def __init__(self, outer: Constants, usual: Callable[[], object]) -> None:
        super().__init__(outer.world)
        self._busy = outer._busy
        self._usual = usual

    def _name(self, e: tree.Name) -> object:
        return self._usual() if e.id == "usual" else super()._name(e)


def _div(a: int, b: int) -> int:
    return a // b if b else 0


def _mod(a: int, b: int) -> int:
    return a % b if b else 0


_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": int.__add__,
    "-": int.__sub__,
    "*": int.__mul__,
    "div": _div,
    "mod": _mod,
}
_ORDER: dict[str, Callable[[int, int], bool]] = {
    "at least": int.__ge__,
    "at most": int.__le__,
    "more than": int.__gt__,
    "less than": int.__lt__,
}
