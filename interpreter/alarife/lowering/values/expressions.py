"""Expressions of the checked tree as nodes of the IR.

Everything that the checker knows is used here: what a name refers to, where a type proves that a
key is in range or a number small, whether a set holds nothing twice. So nodes need no types."""

from __future__ import annotations

from collections.abc import Callable

from alarife.checking.constants import Constants
from alarife.checking.scope import Checked, Local
from alarife.checking.types import PLACE, UNKNOWN, Many, Truth, Type
from alarife.checking.world import PieceInfo
from alarife.ir.nodes import (
    Builtin,
    Call,
    Const,
    Expr,
    If,
    IsA,
    Let,
    Op,
    Over,
    Some,
    Table,
    Tuple,
    Where,
)
from alarife.ir.switches import Switches
from alarife.linking.evaluate import NotKnown
from alarife.lowering.values.access import at, get, place, slot
from alarife.lowering.values.builder import Builder
from alarife.lowering.values.calls import call
from alarife.lowering.values.loops import long_form, members, range_of
from alarife.lowering.values.operators import arithmetic, compare, is_a, is_empty
from alarife.meanings import is_many
from alarife.syntax import tree


class ExpressionBuilder(Builder):
    """Builds expressions."""

    def __init__(
        self, checked: Checked, work: Callable[[tree.Source], int], switches: Switches
    ) -> None:
        super().__init__(checked, work, switches)
        self._constants = Constants(checked.world, checked)
        self._known: dict[str, Const | None] = {}

    def unchecked(self, e: tree.Expr) -> Expr:
        """The node of an expression, whatever range is wanted of it."""
        match e:
            case tree.Int() | tree.Truth():
                return Const(e.value)
            case tree.Nothing():
                return Const(None)
            case tree.Name() | tree.InPlay():
                return self.name(e)
            case tree.Several():
                return self._several(e)
            case tree.Pair():
                return Tuple(tuple(self.expr(part) for part in e.parts))
            case tree.Get():
                return get(self, e)
            case tree.At():
                return at(self, e)
            case tree.Call():
                return call(self, e)
            case tree.Not():
                return Op("not", (self.expr(e.of),))
            case tree.Afterwards():
                return Const(True)  # asked of the effect: see `Lawful`
            case tree.And() | tree.Or():
                op = "and" if isinstance(e, tree.And) else "or"
                return Op(op, tuple(self.expr(p) for p in e.parts))
            case tree.Compare():
                return self.compare(e)
            case tree.IsEmpty():
                return is_empty(self, e)
            case tree.IsSome():
                return Some(self.local_of(e), self.expr(e.of))
            case tree.IsA():
                test = is_a(self, e)
                return Op("not", (test,)) if e.negated else test
            case tree.OrElse():
                t = self.type(e)
                return Op("otherwise", (self.as_type(e.of, t), self.as_type(e.default, t)))
            case tree.IfElse():
                return self._if_else(e)
            case tree.LetIn():
                return self._let_in(e)
            case tree.RangeOf():
                return range_of(self, e)
            case tree.Arithmetic():
                return arithmetic(self, e)
            case tree.Can():
                you = self.spoken_to()
                wanted = self.checked.signatures.get(f"menu {e.menu}", [])
                args = [self.as_type(a, t) for a, t in zip(e.args, wanted, strict=True)]
                return Call(f"exists_menu·{e.menu}", (you, *args))
            case _:
                return long_form(self, e)

    def name(self, e: tree.Name | tree.InPlay) -> Expr:
        """What a name stands for."""
        ref = self.checked.refs[e]
        match ref.kind:
            case "local":
                assert isinstance(ref.target, Local)
                return self.use(ref.target)
            case "you":
                return self.spoken_to()
            case "usual":
                assert self.usual is not None
                return self.usual()
            case "members":
                assert isinstance(ref.target, Type)
                return members(self, ref.target)
            case "note" | "place":
                return place(self, e) if self.type(e) == PLACE else slot(self, ref.target, [])
            case "value":
                return self._constant(str(ref.target)) or self.call("value", str(ref.target), [])
            case "rule" | "graph":
                return self.call(ref.kind, str(ref.target), [])
            case _:
                return Const(ref.target)

    def _constant(self, name: str) -> Expr | None:
        """A value that is known before play, else None."""
        if name not in self._known:
            self._known[name] = None
            cases = self.checked.program.values.get(name, [])
            if len(cases) == 1 and not cases[0].params:
                try:
                    found = self._constants.named(cases[0].body, name)
                    plain = found is None or isinstance(found, int) or is_many(found)
                    self._known[name] = Const(found) if plain else None
                except NotKnown:
                    pass
        return self._known[name]

    def _if_else(self, e: tree.IfElse) -> Expr:
        """The condition first: it binds names for what it guards."""
        test, wanted = self.expr(e.condition), self.type(e)
        return If(test, self.as_type(e.then, wanted), self.as_type(e.default, wanted))

    def _let_in(self, e: tree.LetIn) -> Expr:
        """A name for what follows: a comprehension with one round."""
        clause = Let(self.local_of(e), self.expr(e.value))
        body = self.as_type(e.body, self.type(e))
        if isinstance(self.type(e.body), Truth):
            return Over("some", (clause, Where(body)))
        return Over("first", (clause,), body)

    def _several(self, e: tree.Several) -> Expr:
        t = self.type(e)
        member = t.of if isinstance(t, Many) and t.how != "ranking" else UNKNOWN
        items = Tuple(tuple(self.as_type(item, member) for item in e.items))
        ranking = isinstance(t, Many) and t.how == "ranking"
        if ranking:
            return Builtin("ranking_of", (items,))
        nested = isinstance(t, Many) and isinstance(t.of, Many)
        return Builtin("measured", (items,)) if nested else items

    def compare(self, e: tree.Compare) -> Expr:
        """A comparison."""
        return compare(self, e)

    def literal(self, info: PieceInfo, e: tree.Call) -> Expr:
        """A literal of a piece: the one with these fields."""
        fields = Tuple(tuple(self.expr(a) for a in e.args))
        return Builtin("piece", (Table(f"P·{info.name}"), fields))

    def type_test(self, names: frozenset[str], of: Expr) -> Expr:
        """Whether a piece is of one of these types."""
        return IsA(of, tuple(sorted(names)))
