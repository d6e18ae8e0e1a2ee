"""Expressions of the IR as text of Python expressions.

Brackets stand only where the order of operations needs them: Python takes no more than 200 in each
other. What a function reads again and again of a place of fixed number can be hoisted: `hoist` is
handed its text and gives the name that holds it, or nothing."""

# The table of methods by node stands behind the class.
# pyright: reportPrivateUsage=false
from __future__ import annotations

from collections.abc import Callable

from alarife.checking.scope import Local
from alarife.code.symbols import Symbols
from alarife.geometry.grid import HOME, W
from alarife.ir.functions import function, is_near
from alarife.ir.nodes import (
    UNORDERED,
    At,
    Bind,
    Builtin,
    Call,
    Const,
    Expr,
    Field,
    Given,
    If,
    IsA,
    Node,
    Once,
    Op,
    Over,
    PlaceOf,
    Read,
    Some,
    Table,
    Tuple,
    Use,
    Where,
)
from alarife.ir.ops import (
    AND,
    ATOM,
    COMPARISON,
    CONDITIONAL,
    NOT,
    OPERATORS,
    OR,
    OR_BITS,
    SHIFT,
    SUM,
    UNARY,
)
from alarife.ir.passes.fold import add
from alarife.lowering.layout import LOC, LOG
from alarife.meanings import is_many

LARGEST_LITERAL = 8
"""How many members a range may have that is printed as a tuple."""
NOT_LISTED = ("cells", "pieces", "range")
"""Functions whose members are counted without being listed."""
Printed = tuple[str, int]
Hoist = Callable[[str], str | None]


def unhoisted(_: str) -> str | None:
    """Nothing is hoisted."""
    return None


class Expressions:
    """Prints the expressions of one function."""

    def __init__(self, symbols: Symbols, hoist: Hoist = unhoisted) -> None:
        self.symbols = symbols
        self.names = symbols.names
        self.hoist = hoist
        self.params: frozenset[Local] = frozenset()
        """The parameters of a function that changes nothing."""
        self.kept: list[str] = []
        """The names that values are kept under: nothing, until they are worked out."""

    def text(self, e: Expr, need: int = CONDITIONAL) -> str:
        """An expression, in brackets if it binds less tightly than needed."""
        text, binding = self._printed(e)
        return f"({text})" if binding < need else text

    def test(self, e: Expr, need: int = CONDITIONAL) -> str:
        """A condition that only decides: whether something has members is told by itself."""
        match e:
            case Op(op="and" | "or" as op, args=args):
                binding = AND if op == "and" else OR
                text = f" {op} ".join([self.test(a, binding + 1) for a in args])
                return f"({text})" if binding < need else text
            case Op(op=">", args=(Builtin(name="size", args=(many,)), Const(value=0))):
                counted = isinstance(many, Builtin) and many.name in NOT_LISTED
                return self.text(e if counted else many, need)
            case Op(op="not", args=(Op(op="and" | "or") as inner,)):
                text = f"not {self.test(inner, NOT)}"
                return f"({text})" if need > NOT else text
            case _:
                return self.text(e, need)

    def _printed(self, e: Expr) -> Printed:
        return _PRINT[type(e)](self, e)

    def stays(self, e: Expr) -> bool:
        """Whether what lies in a place or note is the same wherever the function asks."""
        return isinstance(e, Read) and isinstance(e.index, Use) and e.index.local in self.params

    def many(self, items: tuple[Expr, ...]) -> str:
        """Arguments."""
        return ", ".join([self.text(e) for e in items])

    # ----------------------------------------------------------------
    # names
    def _use(self, e: Use) -> Printed:
        return self.names.of(e.local), ATOM

    def _const(self, e: Const) -> Printed:
        negative = isinstance(e.value, int) and e.value < 0
        return repr(e.value), UNARY if negative else ATOM

    def _read(self, e: Read) -> Printed:
        if e.shelf == "face":
            base, _ = self.symbols.slot(e.shelf, e.name)
            held = self.hoist(f"s[{base}]") or f"s[{base}]"
            first = self.symbols.world.pieces[e.name].first
            assert e.index is not None
            return f"{held}[{self.text(add(e.index, -first))}]", ATOM
        base, packed = self.symbols.slot(e.shelf, e.name)
        if e.index is None:
            return f"s[{base}]", ATOM
        if packed:
            return f"s[{base}][{self.text(e.index)}]", ATOM
        return f"s[{self.text(add(e.index, base))}]", ATOM

    def _place_of(self, e: PlaceOf) -> Printed:
        first = self.symbols.first(e.name)
        return self._printed(Const(first) if e.index is None else add(e.index, first))

    def _table(self, e: Table) -> Printed:
        return self.symbols.table(e.name), ATOM

    def _field(self, e: Field) -> Printed:
        table = self.symbols.table(e.table)
        return table + "".join([f"[{self.text(key)}]" for key in e.keys]), ATOM

    def _at(self, e: At) -> Printed:
        return f"{self._of_grid(e.grid, 'cells.get')}({self.text(e.cell)})", ATOM

    def _of_grid(self, grid: Expr, name: str) -> str:
        """What a grid has, hoisted where its place is of fixed number."""
        held = f"{self.text(grid, ATOM)}.{name}"
        fixed = isinstance(grid, Read) and (grid.index is None or isinstance(grid.index, Const))
        return (self.hoist(held) if fixed else None) or held

    # ----------------------------------------------------------------
    # operators
    def _op(self, e: Op) -> Printed:
        match e.op:
            case "and" | "or":
                binding = AND if e.op == "and" else OR
                return f" {e.op} ".join([self.text(a, binding + 1) for a in e.args]), binding
            case "not" if isinstance(e.args[0], Op) and e.args[0].op == "in":
                x, many = e.args[0].args
                return f"{self.text(x, OR_BITS)} not in {self.text(many, OR_BITS)}", COMPARISON
            case "not":
                return f"not {self.text(e.args[0], NOT)}", NOT
            case "empty":
                return f"not {self.text(e.args[0], NOT)}", NOT
            case "neg":
                return f"-{self.text(e.args[0], UNARY)}", UNARY
            case "is none" | "is some" if isinstance(at := e.args[0], At):
                no = "not " if e.op == "is none" else ""
                cells = self._of_grid(at.grid, "cells")
                return f"{self.text(at.cell, OR_BITS)} {no}in {cells}", COMPARISON
            case "is none" | "is some":
                no = "" if e.op == "is none" else "not "
                return f"{self.text(e.args[0], OR_BITS)} is {no}None", COMPARISON
            case "between":
                return " <= ".join([self.text(a, OR_BITS) for a in e.args]), COMPARISON
            case "bit":
                mask, i = self.text(e.args[0], SHIFT), self.text(e.args[1], SUM)
                return f"{mask} >> {i} & 1 == 1", COMPARISON
            case "otherwise":
                held = self.names.fresh("held")
                of, default = self.text(e.args[0]), self.text(e.args[1], OR)
                return f"{default} if ({held} := {of}) is None else {held}", CONDITIONAL
            case _:
                binding = OPERATORS[e.op].binds
                assert binding is not None
                left = self.text(e.args[0], binding + (binding == COMPARISON))
                return f"{left} {e.op} {self.text(e.args[1], binding + 1)}", binding

    def _if(self, e: If) -> Printed:
        test, then, other = self.test(e.test, OR), self.text(e.then, OR), self.text(e.other)
        return f"{then} if {test} else {other}", CONDITIONAL

    def _some(self, e: Some) -> Printed:
        return f"({self.names.of(e.local)} := {self.text(e.of)}) is not None", COMPARISON

    def _once(self, e: Once) -> Printed:
        name = self.names.of(e.local)
        self.kept.append(name)
        return f"{name} if {name} is not None else ({name} := {self.text(e.of)})", CONDITIONAL

    def _is_a(self, e: IsA) -> Printed:
        types = frozenset(e.types)
        ids = self.symbols.ids(types)
        if ids is None:
            return f"{self.symbols.mask(types)}[{self.text(e.of)}] == 1", COMPARISON
        if not ids:
            return "False", ATOM
        if len(ids) == 1:
            return f"{self.text(e.of, OR_BITS)} == {ids.start}", COMPARISON
        return f"{ids.start} <= {self.text(e.of, OR_BITS)} < {ids.stop}", COMPARISON

    # ----------------------------------------------------------------
    # calls
    def _tuple(self, e: Tuple) -> Printed:
        return f"({self.many(e.items)}{',' if len(e.items) == 1 else ''})", ATOM

    def _call(self, e: Call) -> Printed:
        return f"{e.function}({', '.join(['s', *(self.text(a) for a in e.args)])})", ATOM

    def _builtin(self, e: Builtin) -> Printed:
        match e.name, e.args:
            case "range", (Const(value=int() as low), Const(value=int() as high)) if (
                high - low < LARGEST_LITERAL
            ):
                return repr(tuple(range(low, high + 1))), ATOM
            case "all_of", (Over() as inner,):
                return self.comprehension(inner), ATOM
            case "range" | "span" | "members", _:
                return f"tuple({self.iterable(e)})", ATOM
            case "reverse", (Builtin(name="range" | "span"),):
                return f"tuple({self.iterable(e)})", ATOM
            case "kept", (Table() as form, grid, *given):
                args = (grid, *given) if len(given) < 2 else (grid, Tuple(tuple(given)))
                return f"{self.text(form)}({self.many(args)})", ATOM
            case "cell", (Use() | Const() as column, Use() | Const() as row):
                return self._cell(column, row)
            case "first" | "top", (Use() | Read(index=None | Const() | Use()) as many,):
                name = self.text(many)
                return f"{name}[0] if {name} else None", CONDITIONAL
            case "merged", (Read() as some, Read(index=None | Const() | Use()) as others):
                given, more = self.text(some), self.text(others)
                return f"merged({given}, {more}) if {more} else {given}", CONDITIONAL
            case "location", (piece,):
                return f"s[{LOC}][{self.text(piece)}]", ATOM
            case "tell_alone", told:
                told = self.many(told)
                return f's[{LOG}] is None or s[{LOG}].extend(("only", {told}))', CONDITIONAL
            case "done_if", (Const(value=done),):
                return "[None]" if done else "[]", ATOM
            case "with_member", (Use() as chosen, Use() as more):
                got, x = self.text(chosen), self.text(more)
                more_than_all = f"not {got} or {got}[-1] < {x}"
                return f"(*{got}, {x}) if {more_than_all} else insert({got}, {x})", CONDITIONAL
            case "tuple", (Builtin(name="range" | "span") as inner,):
                return f"tuple({self.iterable(inner)})", ATOM
            case "size", (Builtin(name="cells" | "pieces", args=(grid,)),):
                return f"len({self.text(grid, ATOM)}.cells)", ATOM
            case "size", (Builtin(name="range" | "reach") as inner,):
                return f"len({self.iterable(inner, ordered=False)})", ATOM
            case _:
                pass
        called = function(e.name)
        if not called.template:
            return f"{e.name}({'s, ' * called.takes_state}{self.many(e.args)})", ATOM
        return called.template.format(*[self.text(a, ATOM) for a in e.args]), called.binds

    def _cell(self, column: Use | Const, row: Use | Const) -> Printed:
        """A cell, with what says that it is none only where it is not near."""
        x, y = self.text(column, SUM), self.text(row, SUM)
        near = [f"-127 < {n} < 127" for n, of in ((x, column), (y, row)) if not is_near(of)]
        there = f"{y} * {W} + {x} + {HOME}"
        if not near:
            return there, SUM
        return f"{there} if {' and '.join(near)} else cell({x}, {y})", CONDITIONAL

    def comprehension(self, e: Over) -> str:
        """A list of one loop, written in place; ones where there is no result."""
        (first, *rest), result = e.clauses, e.result
        assert isinstance(first, Bind)
        source = self.iterable(first.source, e.kind not in UNORDERED, OR)
        head = f" for {self.names.of(first.local)} in {source}"
        tests: list[str] = []
        for c in rest:
            match c:
                case Where(test=Op(op="and") as test):
                    tests.append(self.test(test, AND))
                case Where(test=test):
                    tests.append(self.test(test, NOT))
                case Given():
                    name = self.names.of(c.local)
                    tests.append(f"({name} := {self.text(c.source)}) is not None")
                case _:
                    raise AssertionError(type(c).__name__)
        condition = f" if {' and '.join(tests)}" if tests else ""
        return f"[{'1' if result is None else self.text(result)}{head}{condition}]"

    def iterable(self, e: Expr, ordered: bool = True, need: int = CONDITIONAL) -> str:
        """Something to loop over; where the order can't matter, what is quickest."""
        match e:
            case Builtin(
                name="range", args=(Const(value=int() as first), Const(value=int() as last))
            ) if last - first < LARGEST_LITERAL:
                return repr(tuple(range(first, last + 1)))
            case Builtin(name="range", args=(low, high)):
                return f"range({self.text(low)}, {self.text(add(high, 1))})"
            case Builtin(name="span"):
                return f"span({self.many(e.args)})"
            case Builtin(
                name="reverse",
                args=(
                    Builtin(
                        name="range", args=(Const(value=int() as first), Const(value=int() as last))
                    ),
                ),
            ) if last - first < LARGEST_LITERAL:
                return repr(tuple(range(last, first - 1, -1)))
            case Builtin(name="reverse", args=(Builtin(name="range", args=(low, high)),)):
                return f"range({self.text(high)}, {self.text(add(low, -1))}, -1)"
            case Builtin(name="reverse", args=(Builtin(name="span") as inner,)):
                return f"{self.iterable(inner)}[::-1]"
            case Builtin(name="cells", args=(grid,)) if not ordered:
                return f"{self.text(grid, ATOM)}.cells"
            case Builtin(name="reach") if not ordered:
                return f"reached({self.many(e.args)})"
            case Builtin(name="pieces", args=(grid,)) if not ordered:
                return f"{self.text(grid, ATOM)}.cells.values()"
            case Builtin(name="union") if not ordered and (places := _places(e)):
                return f"({', '.join('*' + self.iterable(p, False, ATOM) for p in places)})"
            case Const(value=items) if is_many(items):
                return repr(items)
            case _:
                return self.text(e, need)


def _places(e: Expr) -> tuple[Expr, ...]:
    """What lies in several places, which share no piece, place by place; nothing for other sets."""
    waiting, found, names = [e], list[Expr](), list[str]()
    while waiting:
        match waiting.pop():
            case Builtin(name="union" | "merged", args=parts):
                waiting += parts[::-1]
            case (
                Read(shelf="place", name=name)
                | Builtin(name="pieces", args=(Read(shelf="place", name=name),)) as one
            ):
                found.append(one)
                names.append(name)
            case _:
                return ()
    return tuple(found) if len(set(names)) == len(names) else ()


_PRINT: dict[type[Node], Callable[[Expressions, object], Printed]] = {
    Use: Expressions._use,
    Const: Expressions._const,
    Read: Expressions._read,
    PlaceOf: Expressions._place_of,
    Table: Expressions._table,
    Field: Expressions._field,
    At: Expressions._at,
    Op: Expressions._op,
    If: Expressions._if,
    Some: Expressions._some,
    Once: Expressions._once,
    IsA: Expressions._is_a,
    Tuple: Expressions._tuple,
    Call: Expressions._call,
    Builtin: Expressions._builtin,
}  # type: ignore[dict-item]
