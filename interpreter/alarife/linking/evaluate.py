"""The evaluator: what an expression comes to before play.

In: an expression of the tree, and what is known (`Known`). Out: its value; or `NotKnown`, which
says what isn't known, and where. One evaluator serves the `when` blocks (options, rulings and
modules are known), the linker and the differences between two configurations (constants and their
changes, how many pieces there are), the checker (kinds and tables, too) and sentences (everything
that doesn't change in play). They differ in what they know, never in what an expression means; what
operators and functions mean is said in `alarife.meanings`, which generated code calls as well.

Rule files are untrusted: an evaluation has a budget, and gives up what takes longer."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from alarife import meanings
from alarife.syntax import tree

LARGEST = 10**18
"""How large a number may be that is worked out before play."""
BUDGET = 200_000
"""How many parts of expressions are worked out for one question."""
DEEPEST = 150
"""How deep expressions may be nested in one another, through the values they name."""
DURING = "this is known only during play"

ARITHMETIC: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "div": meanings.div_,
    "mod": meanings.mod_,
}
ORDER: dict[str, Callable[[Any, Any], bool]] = {
    "at least": operator.ge,
    "at most": operator.le,
    "more than": operator.gt,
    "less than": operator.lt,
}
Names = Mapping[str, Any]


class NotKnown(Exception):
    """The value of an expression depends on play, or on what is not known here. `node` is the part
    that does, `why` a sentence without its stop."""

    def __init__(self, node: tree.Node, why: str = DURING, hint: str = "") -> None:
        self.at = node.at
        self.node = node
        self.why = why
        self.hint = hint
        super().__init__(why)


class Known:
    """What is known besides the meaning of expressions; as such: nothing. Each question may be
    answered by `NotKnown`."""

    def in_play(self, e: tree.InPlay) -> bool:
        """Whether a module is in play."""
        raise NotKnown(e)

    def name(self, e: tree.Name, asker: Evaluator) -> Any:
        """What a name stands for that nothing around it binds."""
        raise NotKnown(e, f"`{e.id}` is not known before play")

    def field(self, e: tree.Get, asker: Evaluator) -> Any:
        """The value of `x.field`."""
        raise NotKnown(e)

    def entry(self, e: tree.At, asker: Evaluator) -> Any:
        """The value of `x[key]`."""
        raise NotKnown(e)

    def call(self, e: tree.Call, asker: Evaluator) -> Any:
        """The value of `f(arguments)`."""
        raise NotKnown(e)

    def is_a(self, e: tree.IsA, asker: Evaluator) -> bool:
        """Whether something is of a type."""
        raise NotKnown(e)

    def sides(self, left: tree.Expr, right: tree.Expr, asker: Evaluator) -> tuple[Any, Any]:
        """The values of two expressions, as they are compared."""
        return asker.value(left), asker.value(right)

    def made(self, e: tree.Expr, value: Any) -> Any:
        """The value of an expression that may be a list or a set, which only its type tells."""
        if meanings.is_many(value):
            raise NotKnown(e)
        return value

    def is_empty(self, e: tree.Expr, value: Any) -> bool:
        """Whether nothing is there."""
        return value is None or value == ()

    def members(self, e: tree.Expr, asker: Evaluator) -> Sequence[Any]:
        """What there is to go through."""
        if not isinstance(e, tree.RangeOf):
            raise NotKnown(e)
        return asker.range_of(e)


class Evaluator:
    """Evaluates expressions. `names` are the values of names bound so far, `usual` what `usual`
    means."""

    __slots__ = ("_depth", "_left", "known", "names", "usual")

    def __init__(
        self,
        known: Known,
        names: Names | None = None,
        usual: Callable[[], Any] | None = None,
        outer: Evaluator | None = None,
    ) -> None:
        self.known = known
        self.names = names or {}
        self.usual = usual
        self._left: list[int] = outer._left if outer is not None else [BUDGET]
        self._depth: list[int] = outer._depth if outer is not None else [0]

    def inside(self, names: Names, usual: Callable[[], Any] | None = None) -> Evaluator:
        """The evaluator for another body: only these names are bound."""
        return Evaluator(self.known, names, usual, self)

    def bind(self, name: str, value: Any) -> Evaluator:
        """With one more name."""
        return Evaluator(self.known, {**self.names, name: value}, self.usual, self)

    # ----------------------------------------------------------------
    # values
    def value(self, e: tree.Expr) -> Any:
        """The value of an expression."""
        self._left[0] -= 1
        if self._left[0] < 0:
            raise NotKnown(e, "this takes too long to count")
        self._depth[0] += 1
        try:
            if self._depth[0] > DEEPEST:
                raise NotKnown(e, "this is nested too deeply")
            return self._value(e)
        except (TypeError, LookupError, ValueError) as wrong:  # an error in types, told elsewhere
            raise NotKnown(e, "this means nothing") from wrong
        finally:
            self._depth[0] -= 1

    def number(self, e: tree.Expr) -> int:
        """The value of a number."""
        found = self._plain(e, self.value(e))
        if not isinstance(found, int):
            raise NotKnown(e, "this should be a whole number")
        return found

    def holds(self, e: tree.Expr) -> bool:
        """Whether a condition holds."""
        return self.satisfied(e) is not None

    def _value(self, e: tree.Expr) -> Any:
        match e:
            case tree.Int() | tree.Truth():
                return e.value
            case tree.Nothing():
                return None
            case tree.Name():
                return self._name(e)
            case tree.Get():
                return self.known.field(e, self)
            case tree.At():
                return self.known.entry(e, self)
            case tree.Call():
                return self.known.call(e, self)
            case tree.Arithmetic():
                return self._arithmetic(e)
            case tree.OrElse():
                found = self.value(e.of)
                return self.known.made(e, self.value(e.default) if found is None else found)
            case tree.IfElse():
                inner = self.satisfied(e.condition)
                found = self.value(e.default) if inner is None else inner.value(e.then)
                return self.known.made(e, found)
            case tree.LetIn():
                return self.known.made(e, self.bind(e.name, self.value(e.value)).value(e.body))
            case tree.Several():
                return self.known.made(e, tuple([self.value(item) for item in e.items]))
            case tree.Pair():
                return tuple([self.value(part) for part in e.parts])
            case tree.RangeOf():
                return self.known.made(e, tuple(self.range_of(e)))
            case tree.Count() | tree.Sum() | tree.ListFor() | tree.Those() | tree.Rank():
                return self._loop(e)
            case tree.Afterwards() | tree.Can():
                raise NotKnown(e)
            case _:
                return self.holds(e)

    def _name(self, e: tree.Name) -> Any:
        if e.id in self.names:
            return self.names[e.id]
        if e.id == "usual" and self.usual is not None:
            return self.usual()
        return self.known.name(e, self)

    def range_of(self, e: tree.RangeOf) -> range:
        """The numbers from one to another."""
        found = range(self.number(e.low), self.number(e.high) + 1)
        if len(found) > self._left[0]:
            raise NotKnown(e, "this takes too long to count")
        return found

    def _arithmetic(self, e: tree.Arithmetic) -> Any:
        left, right = self.value(e.left), self.value(e.right)
        if meanings.is_many(left) and meanings.is_many(right):
            minus = e.op == "-"
            return self.known.made(e, meanings.minus_set(left, right) if minus else (*left, *right))
        found = ARITHMETIC[e.op](self._plain(e.left, left), self._plain(e.right, right))
        if abs(found) > LARGEST:
            raise NotKnown(e, "this number is too large")
        return found

    def _plain(self, e: tree.Expr, found: Any) -> int | float:
        if isinstance(found, bool) or not isinstance(found, int | float):
            raise NotKnown(e, "this should be a number")
        return found

    # ----------------------------------------------------------------
    # conditions
    def satisfied(self, e: tree.Expr) -> Evaluator | None:
        """The evaluator for what a condition guards (it may bind names), or None if it does not
        hold."""
        match e:
            case tree.And():
                inner: Evaluator | None = self
                for part in e.parts:
                    inner = inner and inner.satisfied(part)
                return inner
            case tree.IsSome():
                found = self.value(e.of)
                return None if found is None else self.bind(e.name, found)
            case _:
                found = self._truth(e)
                if not isinstance(found, bool):
                    raise NotKnown(e, "this is neither yes nor no")
                return self if found else None

    def _truth(self, e: tree.Expr) -> Any:
        match e:
            case tree.InPlay():
                return self.known.in_play(e)
            case tree.Not():
                return not self.holds(e.of)
            case tree.Or():
                return any(self.holds(part) for part in e.parts)
            case tree.Compare(op="in" | "not in"):
                return self._within(e) == (e.op == "in")
            case tree.Compare():
                return self._compared(e)
            case tree.IsEmpty():
                return self._is_empty(e) != e.negated
            case tree.IsA():
                return self.known.is_a(e, self)
            case tree.Quantified():
                bodies = (inner.holds(e.body) for inner in self.bindings(e.sources))
                return all(bodies) if e.kind == "every" else any(bodies) == (e.kind == "some")
            case _:
                return self.value(e)

    def _compared(self, e: tree.Compare) -> bool:
        left, right = self.known.sides(e.left, e.right, self)
        if e.op == "=":
            return left == right
        if e.op == "differs from":
            return left != right
        return ORDER[e.op](self._plain(e.left, left), self._plain(e.right, right))

    def _within(self, e: tree.Compare) -> bool:
        among = e.right
        if isinstance(among, tree.RangeOf):
            found = self.value(e.left)
            low, high = self.number(among.low), self.number(among.high)
            return isinstance(found, int) and low <= found <= high
        if isinstance(among, tree.Several):
            pairs = (self.known.sides(e.left, item, self) for item in among.items)
            return any(left == right for left, right in pairs)
        return self.value(e.left) in self.known.members(e.right, self)

    def _is_empty(self, e: tree.IsEmpty) -> bool:
        of = e.of
        if isinstance(of, (tree.Those, tree.ListFor)):
            return next(self.bindings(of.sources), None) is None
        return self.known.is_empty(of, self.value(of))

    # ----------------------------------------------------------------
    # loops
    def bindings(self, sources: tree.Sources) -> Iterator[Evaluator]:
        """The evaluators of the rounds of a loop."""
        yield from self._rounds(sources.each, sources.where)

    def _rounds(self, each: list[tree.Source], where: tree.Expr | None) -> Iterator[Evaluator]:
        if not each:
            inner = self.satisfied(where) if where else self
            if inner:
                yield inner
            return
        for member in self.known.members(each[0].of, self):
            yield from self.bind(each[0].name, member)._rounds(each[1:], where)

    def _loop(self, e: tree.Count | tree.Sum | tree.ListFor | tree.Those | tree.Rank) -> Any:
        match e:
            case tree.Count():
                return sum(1 for _ in self.bindings(e.sources))
            case tree.Sum():
                return sum(inner.number(e.of) for inner in self.bindings(e.sources))
            case tree.ListFor():
                found = tuple([inner.value(e.of) for inner in self.bindings(e.sources)])
                return self.known.made(e, found)
            case tree.Those():
                return self.known.made(e, tuple(self._those(e)))
            case tree.Rank():
                ties: dict[tuple[int, ...], list[Any]] = {}
                for inner in self.bindings(e.sources):
                    key = [inner.number(k.of) * (-1 if k.most else 1) for k in e.keys]
                    ties.setdefault(tuple(key), []).append(inner.names[e.sources.each[0].name])
                return meanings.ranked(ties)

    def _those(self, e: tree.Those) -> Iterator[Any]:
        first, *rest = e.sources.each
        for member in self.known.members(first.of, self):
            inner = self.bind(first.name, member)
            if next(inner._rounds(rest, e.sources.where), None) is not None:
                yield member
