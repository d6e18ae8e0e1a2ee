"""Where pieces may come from: a careful guess from the text of an expression.

In: an expression and what local names may stand for. Out: an `Origin`: the places in which the
pieces may lie, and of which kinds they may be. The guess may be too large, never too small; what no
type tells may be anything anywhere."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.linking.families import Families
from alarife.linking.program import Program
from alarife.linking.walk import conjuncts
from alarife.syntax import tree

BOX = "box"
"""The place that every game has: where pieces are that are out of it."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Places and kinds of pieces."""

    places: frozenset[str] = frozenset()
    pieces: frozenset[str] = frozenset()

    def joined(self, other: Origin) -> Origin:
        """The union of two origins."""
        return Origin(self.places | other.places, self.pieces | other.pieces)

    def within(self, pieces: frozenset[str]) -> Origin:
        """Only those pieces, if any are named."""
        return Origin(self.places, (self.pieces & pieces) if pieces else self.pieces)


NOWHERE = Origin()
Locals = dict[str, Origin]


class Origins:
    """Answers for one program."""

    def __init__(self, program: Program, families: Families) -> None:
        self._program = program
        self._families = families
        self._open: set[str] = set()
        self._known: dict[tuple[str, tuple[Origin, ...]], Origin] = {}

    def of_type(self, written: tree.TypeExpr | None) -> Origin:
        """Where pieces of a type may be. Without a type: any piece, anywhere."""
        if written is None:
            return self._all(frozenset(self._program.pieces))
        return self._all(self._families.pieces_of(written))

    def held(self, place: str) -> Origin:
        """What may lie in a place."""
        if place == BOX or place not in self._program.places:
            return Origin(frozenset({place}), frozenset(self._program.pieces))
        return Origin(
            frozenset({place}), self._families.pieces_of(self._program.places[place].shape)
        )

    def _all(self, pieces: frozenset[str]) -> Origin:
        if not pieces:
            return NOWHERE
        places = {name for name in self._program.places if self.held(name).pieces & pieces}
        return Origin(frozenset(places | {BOX}), pieces)

    def of(self, expr: tree.Expr, local: Locals) -> Origin:
        """Where the pieces that an expression means may be."""
        match expr:
            case tree.Name():
                return self._named(expr.id, [], local)
            case tree.Call():
                return self._named(expr.name, [self.of(arg, local) for arg in expr.args], local)
            case tree.At() | tree.Get():
                return self.of(expr.of, local)
            case tree.Those() | tree.Rank() | tree.ListFor():
                return self._sources(expr.sources, local)
            case tree.Several():
                return self._either([self.of(item, local) for item in expr.items])
            case tree.OrElse():
                return self.of(expr.of, local).joined(self.of(expr.default, local))
            case tree.IfElse():
                return self.of(expr.then, local).joined(self.of(expr.default, local))
            case tree.LetIn():
                return self.of(expr.body, {**local, expr.name: self.of(expr.value, local)})
            case tree.Arithmetic():
                left = self.of(expr.left, local)
                return left if expr.op == "-" else left.joined(self.of(expr.right, local))
            case _:
                return NOWHERE

    def _sources(self, sources: tree.Sources, local: Locals) -> Origin:
        """What is drawn from the first source, narrowed by `is a T` in its condition."""
        first = sources.each[0]
        return self.narrowed(self.of(first.of, local), first.name, sources.where)

    def narrowed(self, origin: Origin, name: str, where: tree.Expr | None) -> Origin:
        """An origin with what a condition says about the type of a name."""
        for test in conjuncts(where):
            if (
                isinstance(test, tree.IsA)
                and not test.negated
                and isinstance(test.of, tree.Name)
                and test.of.id == name
            ):
                origin = origin.within(self._families.pieces(test.type))
        return origin

    def _either(self, origins: list[Origin]) -> Origin:
        found = NOWHERE
        for origin in origins:
            found = found.joined(origin)
        return found

    def _named(self, name: str, args: list[Origin], local: Locals) -> Origin:
        name = self._program.formerly.get(name, name)
        if name in local:
            return local[name]
        if name == BOX or name in self._program.places:
            return self.held(name)
        if self._families.is_type(name):
            return self._all(self._families.pieces(name))
        if name in self._program.values and name not in self._open:
            key = (name, tuple(args))
            if key not in self._known:
                self._known[key] = self._value(name, args)
            return self._known[key]
        return self._either(args)

    def _value(self, name: str, args: list[Origin]) -> Origin:
        """What a value gives in any of its cases, changed or not."""
        self._open.add(name)
        found = NOWHERE
        for case in self._program.values[name]:
            types = {
                field.name: self.of_type(field.type) if field.type else NOWHERE
                for field in case.params
            }
            given = {field.name: arg for field, arg in zip(case.params, args, strict=False)}
            found = found.joined(self.of(case.body, {**types, **given}))
        for change in self.changes_below(name):
            given = {field.name: arg for field, arg in zip(change.pattern, args, strict=False)}
            found = found.joined(self.of(change.body, given))
        self._open.discard(name)
        return found

    def changes_below(self, name: str) -> list[tree.Change]:
        """The changes of a thing, and the changes of those."""
        found: list[tree.Change] = []
        waiting = [name]
        while waiting:
            for change in self._program.changes.get(waiting.pop(), []):
                found.append(change)
                if change.name:
                    waiting.append(change.name)
        return found
