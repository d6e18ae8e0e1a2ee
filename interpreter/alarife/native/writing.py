"""From generated text to Cython: functions become C methods of one class.

In: the text of a generated module, and the values of the names that it is carried out with. Out:
the source of a Cython module with a class `Text`. An instance holds those values, and the values of
the names that the text gives itself. So each machine has an instance of its own, calls from one
generated function to another are calls of C, and every other name is a field.

What always holds: an instance computes what the text computes. All locals stay Python objects; the
state, `s`, is a list. Where the text indexes the state or a table, the index is taken as a C
integer, and what is compared with a small whole number is compared without an object for the
truth. Functions that can call themselves, over whichever others, count against Python's limit of
recursion, as C functions don't."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from alarife.native.numbers import constant, member, numbers_of

HEAD = Path(__file__).with_name("prelude.pyx")
"""What every module begins with."""
SMALL = 1 << 31
"""Numbers below this, either way, are small."""
KINDS: dict[type, str] = {tuple: "tuple", list: "list", dict: "dict"}
"""The types that a field may be declared with."""


class NotWritable(Exception):
    """The text has a form that this module does not know."""


@dataclass(slots=True)
class _Module:
    """What a text consists of. `given`: the values of the names it does not give itself; `used`:
    those of them that it refers to, with the types of their fields."""

    given: Mapping[str, Any]
    python: frozenset[str]
    functions: dict[str, ast.FunctionDef] = field(default_factory=dict[str, ast.FunctionDef])
    assigned: set[str] = field(default_factory=set[str])
    used: dict[str, str] = field(default_factory=dict[str, str])
    small: set[str] = field(default_factory=set[str])
    """The tables whose members are taken as integers of C."""

    def fields(self) -> list[str]:
        """The names that the text gives itself."""
        return list(dict.fromkeys([*self.functions, *sorted(self.assigned)]))

    def is_own(self, name: str) -> bool:
        return name in self.functions or name in self.assigned

    def is_direct(self, name: str) -> bool:
        """Whether a name means the function of that name, always."""
        return name in self.functions and name not in self.assigned

    def is_small(self, name: str) -> bool:
        """Whether a name means a table of numbers that are small, or nothing."""
        value = self.given.get(name)
        if not isinstance(value, tuple) or self.is_own(name):
            return False
        members = cast("tuple[object, ...]", value)
        found = all(x is None or (type(x) is int and abs(x) < SMALL) for x in members)
        return found and any(x is not None for x in members)

    def type_of(self, name: str) -> str:
        if self.is_own(name):
            return "object"
        value: object = self.given.get(name)
        return KINDS.get(type(value), "object")


def written(text: str, given: Mapping[str, Any], python: Iterable[str]) -> str:
    """The source of the Cython module; `python` are the built-in functions of Python that the text
    may call. Raises `NotWritable`."""
    module = _Module(given, frozenset(python))
    body = ast.parse(text).body
    for statement in body:
        match statement:
            case ast.FunctionDef(name=name) if name not in module.functions:
                module.functions[name] = statement
            case ast.Assign(targets=[ast.Name(id=name)]):
                module.assigned.add(name)
            case _:
                raise NotWritable(ast.unparse(statement)[:80])
    again = _recursive(module)
    methods: list[str] = []
    begins: list[str] = []
    for statement in body:
        if isinstance(statement, ast.FunctionDef):
            methods += _method(module, statement, statement.name in again)
            begins.append(f"self.v_{statement.name} = self.p_{statement.name}")
        else:
            made = _Inside(module, frozenset(), set()).visit(statement)
            begins.append(_printed([made])[0])
    head = HEAD.read_text(encoding="utf-8")
    return head + "\n".join([*_declared(module), *methods, *_ends(module, begins)]) + "\n"


def _declared(module: _Module) -> list[str]:
    own = [f"    cdef object v_{name}" for name in module.fields()]
    used = [f"    cdef {kind} x_{name}" for name, kind in sorted(module.used.items())]
    return ["cdef class Text:", *own, *used, ""]


def _ends(module: _Module, begins: Sequence[str]) -> list[str]:
    """The two methods that connect an instance with a namespace."""
    bind = [f"        if {n!r} in names: self.x_{n} = names[{n!r}]" for n in sorted(module.used)]
    bind += [f"        of_small(self.x_{n})" for n in sorted(module.small)]
    own = [f"        names[{name!r}] = self.v_{name}" for name in module.fields()]
    return [
        "    def bind(self, dict names):",
        *(bind or ["        pass"]),
        "",
        "    def run(self, dict names):",
        "        self.bind(names)",
        *[f"        {line}" for line in begins],
        *(own or ["        pass"]),
    ]


def _recursive(module: _Module) -> set[str]:
    """The functions that can come to call themselves by calls of C."""
    calls = {
        name: {
            x.func.id
            for x in ast.walk(function)
            if isinstance(x, ast.Call)
            and isinstance(x.func, ast.Name)
            and module.is_direct(x.func.id)
        }
        for name, function in module.functions.items()
    }
    reached = {name: set(to) for name, to in calls.items()}
    for middle in calls:
        for to in reached.values():
            if middle in to:
                to.update(reached[middle])
    return {name for name, to in reached.items() if name in to}


# ----------------------------------------------------------------
# functions
def _method(module: _Module, function: ast.FunctionDef, recursive: bool) -> list[str]:
    """A function as a method of C, and as one that Python can call."""
    a = function.args
    if a.vararg or a.kwarg or a.kwonlyargs or a.defaults or function.decorator_list:
        raise NotWritable(function.name)
    nodes = [x for s in function.body for x in ast.walk(s)]
    stored = (x.id for x in nodes if isinstance(x, ast.Name) and isinstance(x.ctx, ast.Store))
    inner = frozenset([*stored, *(arg.arg for arg in a.args)])
    if any(isinstance(x, ast.Lambda | ast.FunctionDef | ast.ClassDef) for x in nodes):
        raise NotWritable(function.name)
    closes = any(isinstance(x, ast.GeneratorExp) for x in nodes)
    numbers = set[str]() if closes else numbers_of(function, module.is_small)
    inside = _Inside(module, inner, numbers)
    body = [f"cdef long long l_{name}" for name in sorted(numbers)]
    body += _printed([inside.visit(s) for s in function.body])
    names = [f"l_{arg.arg}" for arg in a.args]
    head = "".join([f", {'list ' if name == 'l_s' else ''}{name}" for name in names])
    name, passed = function.name, ", ".join(names)
    how = "def" if closes else "cdef object"
    out: list[str] = []
    if recursive and not closes:
        out += [
            f"    cdef object m_{name}(self{head}):",
            '        Py_EnterRecursiveCall(b" in the rules")',
            f"        try: return self.r_{name}({passed})",
            "        finally: Py_LeaveRecursiveCall()",
        ]
        out.append(f"    cdef object r_{name}(self{head}):")
    else:
        out.append(f"    {how} m_{name}(self{head}):")
    out += [f"        {line}" for line in body]
    return [
        *out,
        f"    def p_{name}(self{head}, /):",
        f"        return self.m_{name}({passed})",
        "",
    ]


def _printed(statements: Sequence[ast.AST]) -> list[str]:
    """The lines of some statements. What Python has no syntax for stands in calls."""
    lines: list[str] = []
    for statement in statements:
        lines += ast.unparse(ast.fix_missing_locations(statement)).split("\n")
    return [
        line.replace("INDEX__(", "<Py_ssize_t>(")
        .replace("NUMBER__(", "<long long>(")
        .replace("ANY__(", "<object>(")
        for line in lines
    ]


class _Inside(ast.NodeTransformer):
    """Changes the body of a function whose locals have these names."""

    def __init__(self, module: _Module, inner: frozenset[str], numbers: set[str]) -> None:
        self.module = module
        self.inner = inner
        self.numbers = numbers
        """The locals that are integers of C."""

    def _field(self, name: str) -> str | None:
        """The field of a global name; None for a local or a function of Python's."""
        module = self.module
        if name in self.inner:
            return None
        if module.is_own(name):
            return f"v_{name}"
        if name in module.python:
            return None
        module.used.setdefault(name, module.type_of(name))
        return f"x_{name}"

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """A local, a field, or a function of Python's."""
        if node.id in self.inner:
            return ast.Name(f"l_{node.id}", node.ctx)
        name = self._field(node.id)
        return node if name is None else _of_self(name, node.ctx)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        """A function of the text is called as a method of C."""
        match node.func:
            case ast.Name(id=name) if name not in self.inner and self.module.is_direct(name):
                function: ast.expr = _of_self(f"m_{name}", ast.Load())
            case other:
                function = self.visit(other)
        keywords = [ast.keyword(k.arg, self.visit(k.value)) for k in node.keywords]
        args = [self.visit(x) for x in node.args]
        match node:
            case ast.Call(func=ast.Name(id="renewed_graph"), args=[ast.Name(id=links), *_]):
                args[0] = self._in_python(links)
            case _:
                pass
        return ast.Call(function, args, keywords)

    def _in_python(self, name: str) -> ast.expr:
        """The function of the text as Python has it: what notes which slots it reads is no list of
        C."""
        self.module.used[name] = "object"
        return _of_self(f"x_{name}", ast.Load())

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        """The index of a list or tuple is a number."""
        match node:
            case ast.Subscript(
                value=of, slice=ast.Slice(lower=a, upper=b, step=None), ctx=ast.Load()
            ):
                return _call("part", self.visit(of), self._or_none(a), self._or_none(b))
            case ast.Subscript(
                value=ast.Name(id=among),
                slice=ast.BinOp(
                    left=ast.BinOp(
                        left=word, op=ast.Mult(), right=ast.Call(ast.Name("len"), [ast.Name(same)])
                    ),
                    op=ast.RShift(),
                    right=ast.Constant(32),
                ),
            ) if among == same:
                return _call("drawn", self.visit(node.value), self.visit(word))
            case _:
                return self._member(node)

    def _or_none(self, node: ast.expr | None) -> ast.expr:
        return ast.Constant(None) if node is None else self.visit(node)

    def _member(self, node: ast.Subscript) -> ast.expr:
        plain = isinstance(node.slice, ast.Slice | ast.Constant)
        index = self.visit(node.slice) if plain or not self._is_row(node.value) else None
        found = index or self._index(node.slice)
        return ast.Subscript(self.visit(node.value), found, node.ctx)

    def _is_row(self, node: ast.expr) -> bool:
        """Whether something is known to be a list or tuple."""
        match node:
            case ast.Name(id="s"):
                return True
            case ast.Name(id=name) if name not in self.inner:
                return self.module.type_of(name) in ("list", "tuple")
            case _:
                return False

    def _index(self, node: ast.expr) -> ast.expr:
        match node:
            case ast.BinOp(left=one, op=ast.Add(), right=ast.Constant(value=int()) as other):
                return ast.BinOp(self._index(one), ast.Add(), other)
            case _:
                return _call("INDEX__", self.visit(node))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        """Tuples of different length are of different types for Cython."""
        return ast.IfExp(
            self.visit(node.test),
            self._any(self.visit(node.body)),
            self._any(self.visit(node.orelse)),
        )

    @staticmethod
    def _any(node: ast.expr) -> ast.expr:
        if isinstance(node, ast.Tuple):
            return _call("ANY__", node)
        return node

    # ----------------------------------------------------------------
    # numbers of C
    def _is_number(self, node: ast.expr) -> bool:
        """Whether something is made of numbers of C, constants and members of small tables."""
        match node:
            case ast.Name(id=name):
                return name in self.numbers
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right):
                return self._is_number(left) and self._is_number(right)
            case _:
                return constant(node) or member(node, self._is_small)

    def _is_small(self, name: str) -> bool:
        return name not in self.inner and self.module.is_small(name)

    def _number(self, node: ast.expr) -> ast.expr:
        """The same as a number of C."""
        match node:
            case ast.BinOp(left=left, op=op, right=right):
                return ast.BinOp(self._number(left), op, self._number(right))
            case ast.Subscript(value=ast.Name(id=name)):
                self.module.small.add(name)
                return _call("NUMBER__", self.visit(node))
            case _:
                return self.visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.stmt:
        """A number is added to a number."""
        is_number = self._is_number(node.target) and self._is_number(node.value)
        value = self._number(node.value) if is_number else self.visit(node.value)
        return ast.AugAssign(self.visit(node.target), node.op, value)

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """What may grow beyond a number of C is worked out by Python."""
        left = self.visit(node.left)
        if isinstance(node.op, ast.Mult | ast.LShift | ast.Pow):
            left = _call("ANY__", left)
        return ast.BinOp(left, node.op, self.visit(node.right))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """Numbers are compared as numbers. A member of a table may be None, which has an order with
        nothing, but equals or not."""
        sides = [node.left, *node.comparators]
        plain = any(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops)
        if any(isinstance(op, ast.Eq | ast.NotEq) for op in node.ops):
            plain = plain or any(member(side, self._is_small) for side in sides)
        if plain or all(map(constant, sides)) or not all(map(self._is_number, sides)):
            return self.generic_visit(node)  # type: ignore[return-value]
        first, *others = map(self._number, sides)
        return ast.Compare(first, node.ops, others)


def _of_self(name: str, ctx: ast.expr_context) -> ast.expr:
    return ast.Attribute(ast.Name("self", ast.Load()), name, ctx)


def _call(name: str, *args: ast.expr) -> ast.expr:
    return ast.Call(ast.Name(name, ast.Load()), list(args), [])
