"""Expressions become Python expressions.

`code` gives the Python text of an expression that can stand anywhere in the function being written;
names that a condition binds become assignment expressions. A long form (`every …`, `sum …`) becomes
a function of its own with its loops written out, called with the locals it reads; where it is the
whole body of a value, its loops stand in that function (`returning`)."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.scope import Local, Ref
from alarife.checking.types import KindOf, Many, Maybe, Number, Pieces, Sides, Type
from alarife.checking.world import PieceInfo
from alarife.geometry import grid
from alarife.lowering.layout import LOC
from alarife.lowering.loops import LoopWriter
from alarife.syntax import tree

COMPARISONS = {
    "=": "==",
    "differs from": "!=",
    "at least": ">=",
    "at most": "<=",
    "more than": ">",
    "less than": "<",
}
NOWHERE = tree.Span("", 0, 0, 0, 0)
SMALL = 10**12


class ExpressionWriter(LoopWriter):
    """Writes expressions."""

    def code(self, e: tree.Expr) -> str:
        """The Python text of an expression."""
        match e:
            case tree.Int():
                return str(e.value) if e.value >= 0 else f"({e.value})"
            case tree.Truth():
                return str(e.value)
            case tree.Nothing():
                return "None"
            case tree.Group():
                return self.code(e.inner)
            case tree.Name() | tree.InPlay():
                return self._name(e)
            case tree.Several():
                return self._several(e)
            case tree.Get():
                return self._get(e)
            case tree.At():
                return self._at(e)
            case tree.Call():
                return self._call(e)
            case tree.Not():
                return f"(not {self.code(e.of)})"
            case tree.And():
                return "(" + " and ".join(self.code(p) for p in e.parts) + ")"
            case tree.Or():
                return "(" + " or ".join(self.code(p) for p in e.parts) + ")"
            case tree.Compare():
                return self._compare(e)
            case tree.IsEmpty():
                return self._is_empty(e)
            case tree.IsSome():
                value = self.code(e.of)
                return f"(({self.bound(self.local_of(e))} := {value}) is not None)"
            case tree.IsA():
                test = self._is_a(e)
                return f"(not {test})" if e.negated else test
            case tree.OrElse():
                held = self.names.fresh("held")
                return (
                    f"({self.code(e.default)} if ({held} := {self.code(e.of)}) is None else {held})"
                )
            case tree.RangeOf():
                return f"tuple({self.iterable(e)})"
            case tree.Arithmetic():
                return self._arithmetic(e)
            case tree.Can():
                args = [self.code(a) for a in e.args]
                return f"exists_menu_{e.menu}({', '.join(['s', self.you_code(), *args])})"
            case _:
                return self.aside("each", lambda: self.returning(e))

    # ----------------------------------------------------------------
    # calls
    def _call(self, e: tree.Call) -> str:
        ref = self.checked.refs[e]
        match ref.kind:
            case "value" | "rule":
                return self._declared_call(ref, e)
            case "graph":
                return self.call(
                    f"graph_{ref.target}", f"graph {ref.target}", [self.code(a) for a in e.args]
                )
            case "piece":
                assert isinstance(ref.target, PieceInfo)
                return self.literal(ref.target, e)
            case _:
                return self._built_in(e)

    def _declared_call(self, ref: Ref, e: tree.Call) -> str:
        name = str(ref.target)
        args = [self.code(a) for a in e.args]
        short = self.inlining.body_of(f"{ref.kind} {name}")
        if short is not None:
            body, params, reads = short
            if all(
                reads[p] < 2 or arg.replace("_", "").isalnum()
                for p, arg in zip(params, args, strict=False)
            ):
                return self._written_out(body, params, args)
        return self.call(f"{ref.kind}_{name}", f"{ref.kind} {name}", args)

    def _written_out(self, body: tree.Expr, params: Sequence[Local], args: Sequence[str]) -> str:
        """The body of a short value in the place of its call."""
        before = self.alias
        self.alias = {
            **before,
            **{p: lambda arg=arg: arg for p, arg in zip(params, args, strict=True)},
        }
        code = self.code(body)
        self.alias = before
        return f"({code})"

    def literal(self, info: PieceInfo, e: tree.Call) -> str:
        """A literal of a piece: the one with these fields."""
        args = [self.code(a) for a in e.args]
        return f"piece(P_{info.name}, ({', '.join(args)}{',' if len(args) == 1 else ''}))"

    def _built_in(self, e: tree.Call) -> str:
        name = e.name
        first = e.args[0]
        if name == "first" and isinstance(first, (tree.ListFor, tree.Those)):
            return self.aside("first", lambda: self._first(first))
        if (
            name == "only"
            and isinstance(first, tree.Those)
            and (key := self.key_of(first.sources)) is not None
        ):
            return key
        if name == "only" and self._each_once(first):
            assert isinstance(first, tree.Those)
            return self.aside("only", lambda: self._only(first))
        if name == "size":
            return self._size(first)
        if name in (
            "reach",
            "left_end",
            "right_end",
            "beside",
            "around",
            "lines",
            "rays",
            "gaps",
            "pieces",
            "outside",
            "trail",
            "cells",
        ):
            return f"{name}({', '.join(self.code(a) for a in e.args)})"
        args = [self.code(a) for a in e.args]
        if name == "cell" and all(
            isinstance(a, tree.Int) and abs(a.value) <= grid.FAR for a in e.args
        ):
            return str(grid.cell(*(a.value for a in e.args if isinstance(a, tree.Int))))
        if name == "cell" and all(self._is_near(a) for a in e.args):
            return f"(({args[1]}) * {grid.W} + {args[0]} + {grid.HOME})"
        match name:
            case "toward":
                return f"({args[0]} + STEP[{args[1]}])"
            case "opposite":
                return f"({args[0]} ^ 2)"
            case "seat":
                return f"seat({args[0]})"
            case "first" | "top" if args[0].isidentifier():
                return f"({args[0]}[0] if {args[0]} else None)"
            case "players_from":
                return f"PLAYERS_FROM[{args[0]}]"
            case "reverse":
                return f"tuple({args[0]})[::-1]"
            case "onward":
                t = self.type(first)
                n = len(self.world.kinds[t.name].names) if isinstance(t, KindOf) else 1
                return f"(({args[0]} + {args[1]}) % {n})"
            case "height" | "knows":
                return f"{name}(s, {', '.join(args)})"
            case "highest" | "lowest":
                return f"{'max' if name == 'highest' else 'min'}({args[0]}, default=0)"
            case _:
                return f"{name}({', '.join(args)})"

    def reached(self, e: tree.Call) -> str:
        """The code of `reach(…)` as a frozen set: for tests, and where the order can't matter."""
        return f"reached({', '.join(self.code(a) for a in e.args)})"

    def _is_near(self, e: tree.Expr) -> bool:
        """Whether the text shows that a coordinate is not too far away."""
        t = self.type(e)
        known = isinstance(t, Number) and t.low is not None and t.high is not None
        return (
            isinstance(t, Number)
            and known
            and -grid.FAR <= (t.low or 0) <= (t.high or 0) <= grid.FAR
        )

    def _size(self, e: tree.Expr) -> str:
        if isinstance(e, tree.Group):
            return self._size(e.inner)
        if isinstance(e, tree.Those):
            return self.aside("count", lambda: self._count(e.sources))
        t = self.type(e)
        if isinstance(t, Sides):
            return f"BITS[{self.code(e)}]"
        if isinstance(e, tree.Name) and self.checked.refs[e].kind == "members":
            return f"len({self.iterable(e)})"
        if isinstance(e, tree.Call) and e.name in ("cells", "pieces") and e.args:
            return f"len({self.code(e.args[0])}.cells)"
        return f"len({self.code(e)})"

    # ----------------------------------------------------------------
    # operators
    def _compare(self, e: tree.Compare) -> str:
        if e.op in ("in", "not in"):
            test = self._in(e.left, e.right)
            return f"(not {test})" if e.op == "not in" else test
        if isinstance(e.left, tree.Nothing) or isinstance(e.right, tree.Nothing):
            other = e.right if isinstance(e.left, tree.Nothing) else e.left
            return f"({self.code(other)} is {'not ' if e.op != '=' else ''}None)"
        left, right = self.code(e.left), self.code(e.right)
        ranked = {t.how for t in (self.type(e.left), self.type(e.right)) if isinstance(t, Many)}
        if "set" in ranked and "list" in ranked:
            left, right = f"as_set({left})", f"as_set({right})"
        return f"({left} {COMPARISONS[e.op]} {right})"

    def _in(self, left: tree.Expr, right: tree.Expr) -> str:
        while isinstance(right, tree.Group):
            right = right.inner
        x = self.code(left)
        match right:
            case tree.RangeOf():
                if isinstance(self.type(left), Maybe):
                    return f"({x} in range({self.code(right.low)}, {self.code(right.high)} + 1))"
                return f"({self.code(right.low)} <= {x} <= {self.code(right.high)})"
            case tree.Call(name="cells", args=[g]):
                return f"({x} in {self.code(g)}.cells)"
            case tree.Call(name="gaps", args=[g]):
                return f"is_gap({self.code(g)}, {x})"
            case tree.Call(name="reach") if self.checked.refs[right].kind == "builtin":
                return f"({x} in {self.reached(right)})"
            case tree.Name() if self.checked.refs[right].kind == "members":
                return f"({x} in {self.iterable(right)})"
            case tree.Name(id="box") if isinstance(self.type(left), Pieces):
                return f"(s[{LOC}][{x}] == 0)"
            case _:
                if isinstance(self.type(right), Sides):
                    return f"({self.code(right)} >> {x} & 1 == 1)"
                return f"({x} in {self.code(right)})"

    def _is_empty(self, e: tree.IsEmpty) -> str:
        of = e.of.inner if isinstance(e.of, tree.Group) else e.of
        t = self.type(of)
        if isinstance(t, Maybe):
            return f"({self.code(of)} is {'not ' if e.negated else ''}None)"
        if isinstance(of, (tree.Those, tree.ListFor)):
            there = self.aside("any", lambda: self._any(of.sources))
            return there if e.negated else f"(not {there})"
        if e.negated:
            return (
                f"(len({self.code(of)}) > 0)"
                if not isinstance(t, Sides)
                else f"({self.code(of)} != 0)"
            )
        return f"(not {self.code(of)})"

    def _is_a(self, e: tree.IsA) -> str:
        maybe = isinstance(self.type(e.of), Maybe)
        code = held = self.code(e.of)
        if maybe:
            held = self.names.fresh("held")
        if e.type in ("Player", "Neutral"):
            test = (
                f"({held} < {self.world.players})"
                if e.type == "Player"
                else f"({held} >= {self.world.players})"
            )
        else:
            test = self.type_test(self.world.members[e.type], held)
        return f"(({held} := {code}) is not None and {test})" if maybe else test

    def _arithmetic(self, e: tree.Arithmetic) -> str:
        left, right = self.code(e.left), self.code(e.right)
        t = self.type(e.left)
        if isinstance(t, Many):
            if e.op == "-":
                return f"minus_set({left}, {right})"
            return f"joined({left}, {right})" if t.how == "list" else f"union({left}, {right})"
        if e.op in ("div", "mod"):
            if isinstance(e.right, tree.Int) and e.right.value > 0:
                return f"({left} {'//' if e.op == 'div' else '%'} {right})"
            return f"{e.op}_({left}, {right})"
        if e.op == "*" and not is_small(self.type(e)):
            return f"times({left}, {right})"
        return f"({left} {e.op} {right})"


def is_small(t: Type) -> bool:
    """Whether the text shows that a number is not large."""
    return (
        isinstance(t, Number)
        and t.low is not None
        and t.high is not None
        and t.low > -SMALL
        and t.high < SMALL
    )
