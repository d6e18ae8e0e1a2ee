"""A module with one thing changed, for each thing that can be: comparisons, conditions, arithmetic,
constants, results, statements that go.

Only what stands in functions is changed. Texts are changed where they are keys or compared, not
where they are said to somebody."""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import CodeType

COMPARED: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitAnd,
}
Function = ast.FunctionDef | ast.AsyncFunctionDef
Changed = ast.AST | None
"""What stands there instead; None where a statement goes."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one thing changed in one of its functions. `lines` are those of the statement
    that it is in."""

    function: str
    line: int
    lines: range
    said: str
    becomes: str
    changed: Callable[[str], CodeType]

    @property
    def name(self) -> str:
        """What it is known by, in whatever line it stands."""
        return f"{self.function}: {self.said} → {self.becomes}"

    def code(self, file: str) -> CodeType:
        """The code of the function with the change."""
        code = self.changed(file)
        for part in self.function.split("."):
            code = next(
                one for one in code.co_consts if isinstance(one, CodeType) and one.co_name == part
            )
        return code


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module, from top to bottom."""
    tree = ast.parse(source)
    for name, function in _functions(tree, ""):
        places = list(_places(function, function.body[0]))
        for owner, field, index, statement in places:
            old = getattr(owner, field)
            node = old if index is None else old[index]
            for new in _instead(node, owner, field):
                yield _mutant(tree, name, statement, (owner, field, index), new)


def _functions(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    """The functions of a module and methods of its classes, by their names."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield prefix + child.name, child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{prefix}{child.name}.")


Place = tuple[ast.AST, str, int | None, ast.stmt]
"""Where a node hangs: of what, in which field, at which index; and the statement that it is in."""


def _places(node: ast.AST, statement: ast.stmt) -> Iterator[Place]:
    for field, value in ast.iter_fields(node):
        if field in ("annotation", "returns", "decorator_list", "args_defaults"):
            continue
        if isinstance(node, Function) and field != "body":
            continue
        many = value if isinstance(value, list) else [value]
        for index, child in enumerate(many):
            if not isinstance(child, ast.AST):
                continue
            if isinstance(child, ast.JoinedStr) or (
                isinstance(child, ast.keyword) and child.arg == "strict"
            ):
                continue
            inside = child if isinstance(child, ast.stmt) else statement
            yield node, field, index if isinstance(value, list) else None, inside
            yield from _places(child, inside)


def _instead(node: ast.AST, owner: ast.AST, field: str) -> Iterator[Changed]:
    """What may stand in place of a node."""
    match node:
        case ast.Compare():
            for at, op in enumerate(node.ops):
                for other in COMPARED.get(type(op), ()):
                    changed = copy.deepcopy(node)
                    changed.ops[at] = other()
                    yield changed
        case ast.BoolOp():
            other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield ast.BoolOp(other, node.values)
            for at in range(len(node.values)):
                rest = node.values[:at] + node.values[at + 1 :]
                yield rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.Invert()):
            yield node.operand
        case ast.BinOp() if type(node.op) in RECKONED:
            yield ast.BinOp(node.left, RECKONED[type(node.op)](), node.right)
        case ast.AugAssign() if type(node.op) in RECKONED:
            yield ast.AugAssign(node.target, RECKONED[type(node.op)](), node.value)
            yield None
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int() | float() as number):
            yield ast.Constant(number + 1)
        case ast.Constant(value=str() as text) if _is_key(owner, field):
            yield ast.Constant(f"{text}·")
        case ast.Return(value=ast.expr()) if not _is_falsy(node.value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Constant()):
            return  # what is said of an attribute
        case ast.Expr() | ast.Raise() | ast.Delete():
            yield None
        case ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield None
        case ast.Break():
            yield ast.Continue()
        case ast.Continue():
            yield ast.Break()
        case _:
            pass
    asked = field == "test" or (isinstance(owner, ast.comprehension) and field == "ifs")
    if asked and not isinstance(node, (ast.Compare, ast.BoolOp, ast.UnaryOp)):
        yield ast.UnaryOp(ast.Not(), node)  # pyright: ignore[reportArgumentType]


def _is_key(owner: ast.AST, field: str) -> bool:
    return isinstance(owner, ast.Subscript | ast.Compare) or (
        isinstance(owner, ast.Dict) and field == "keys"
    )


def _is_falsy(node: ast.AST | None) -> bool:
    """None, or what can't be told from it by whoever asks whether it is true."""
    return isinstance(node, ast.Constant) and (node.value is None or node.value is False)


def _mutant(
    tree: ast.Module,
    name: str,
    statement: ast.stmt,
    place: tuple[ast.AST, str, int | None],
    new: Changed,
) -> Mutant:
    owner, field, index = place
    held = getattr(owner, field)
    node = held if index is None else held[index]
    before = _first_line(statement)
    put = ast.Pass() if new is None else new
    ast.copy_location(put, node)
    _set(owner, field, index, put)
    try:
        after = _first_line(put if node is statement else statement)
    finally:
        _set(owner, field, index, node)

    def changed(file: str) -> CodeType:
        _set(owner, field, index, put)
        try:
            return compile(ast.fix_missing_locations(tree), file, "exec")
        finally:
            _set(owner, field, index, node)

    body = getattr(statement, "body", None)
    end = body[0].lineno - 1 if isinstance(body, list) else statement.end_lineno
    lines = range(statement.lineno, max(end or 0, statement.lineno) + 1)
    return Mutant(name, getattr(node, "lineno", statement.lineno), lines, before, after, changed)


def _set(owner: ast.AST, field: str, index: int | None, node: ast.AST) -> None:
    if index is None:
        setattr(owner, field, node)
    else:
        getattr(owner, field)[index] = node


def _first_line(node: ast.AST) -> str:
    return ast.unparse(node).split("\n")[0]
