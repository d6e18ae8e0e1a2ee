"""Which locals of a generated function are small whole numbers, always: they may be integers of C.

A local is one if all that is ever bound to it is a small constant, the length of something, a
number out of a short `range`, or a member of a table of small numbers that is added to it or taken
from it. Nothing is multiplied, so such a sum could only outgrow 64 bits after more rounds than any
budget allows. A table may hold None as well: as a term that is an error of type for Python and for
C, so a local never gets a member of one by itself."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable

MOST = 1 << 31
IsSmall = Callable[[str], bool]
"""Whether a global name means a table of small numbers."""


def constant(node: ast.expr) -> bool:
    """Whether something is a small whole number."""
    match node:
        case ast.Constant(value=value):
            return type(value) is int and value < MOST
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=value)):
            return type(value) is int and value < MOST
        case _:
            return False


def length(node: ast.expr) -> bool:
    """Whether something is the length of something."""
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[_]):
            return True
        case _:
            return False


def short_range(node: ast.expr) -> bool:
    """Whether something is a range with small bounds."""
    match node:
        case ast.Call(func=ast.Name(id="range"), args=args):
            return all(map(constant, args))
        case _:
            return False


def member(node: ast.expr, is_small: IsSmall) -> bool:
    """Whether something is a member of a table of small numbers."""
    match node:
        case ast.Subscript(value=ast.Name(id=name), slice=index):
            return not isinstance(index, ast.Slice) and is_small(name)
        case _:
            return False


def numbers_of(function: ast.FunctionDef, is_small: IsSmall) -> set[str]:
    """The names of such locals."""
    nodes = list(ast.walk(function))
    bound = Counter(
        x.id for x in nodes if isinstance(x, ast.Name) and not isinstance(x.ctx, ast.Load)
    )
    comprehended = {
        x.id
        for node in nodes
        if isinstance(node, ast.comprehension)
        for x in ast.walk(node.target)
        if isinstance(x, ast.Name)
    }
    found = set(bound) - comprehended - {arg.arg for arg in function.args.args}
    while True:
        well = Counter(_binds_well(nodes, found, is_small))
        rest = {name for name in found if well[name] == bound[name]}
        if rest == found:
            return found
        found = rest


def _binds_well(nodes: list[ast.AST], numbers: set[str], is_small: IsSmall) -> list[str]:
    """The names that are bound to such a number, once for each time."""
    found: list[str] = []
    for node in nodes:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                if constant(value) or length(value):
                    found.append(name)
            case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub(), value=value):
                if constant(value) or member(value, is_small):
                    found.append(name)
            case ast.For(target=ast.Name(id=name), iter=over) if short_range(over):
                found.append(name)
            case _:
                pass
    return found
