"""Walking over nodes, and rewriting them.

Which fields hold nodes follows from the classes, so a new node class needs no entry here. A rewrite
gives back the same object where nothing has changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cache
from operator import is_
from typing import Any, TypeVar

from alarife.checking.scope import Local
from alarife.ir.nodes import Bind, Const, Expr, Given, Let, Node, Once, Some, Use
from alarife.meanings import is_many

N = TypeVar("N", bound=Node)
BINDERS = (Bind, Given, Let, Some, Once)
CHILDREN = ("Expr", "Clause", "Stmt")
"""The classes of what stands in nodes."""


@cache
def field_names(cls: type[Any]) -> tuple[str, ...]:
    """The fields of a class of nodes, or of records of nodes."""
    return tuple(f.name for f in fields(cls))


@cache
def _child_fields(cls: type[Node]) -> tuple[str, ...]:
    return tuple(f.name for f in fields(cls) if any(kind in str(f.type) for kind in CHILDREN))


def children(node: Node) -> list[Node]:
    """The nodes directly below a node, in order."""
    found: list[Node] = []
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if is_many(value):
            found += value
        elif value is not None:
            found.append(value)
    return found


def below(*nodes: Node) -> Iterator[Node]:
    """Some nodes and all below them, in order."""
    waiting = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        yield node
        if found := children(node):
            found.reverse()
            waiting += found


def rebuilt(node: N, change: Callable[[Any], Any]) -> N:
    """A node with `change` applied to the nodes directly below it; itself if nothing changes."""
    new: dict[str, Any] = {}
    for name in _child_fields(type(node)):
        value = getattr(node, name)
        if is_many(value):
            made = tuple([change(v) for v in value])
            if not all(map(is_, made, value)):
                new[name] = made
        elif value is not None:
            one = change(value)
            if one is not value:
                new[name] = one
    return replace(node, **new) if new else node


def rewritten(node: N, change: Callable[[Any], Any]) -> N:
    """`change` applied to every node, children first."""

    def each(one: Any) -> Any:
        return change(rebuilt(one, each) if _child_fields(one.__class__) else one)

    return each(node)


def bound_in(*nodes: Node) -> set[Local]:
    """All locals that are bound somewhere below these nodes."""
    return {n.local for n in below(*nodes) if isinstance(n, BINDERS)}


def free(*nodes: Node) -> list[Local]:
    """The locals that are used below these nodes and bound outside, in the order of use."""
    bound = bound_in(*nodes)
    used = dict.fromkeys(n.local for n in below(*nodes) if isinstance(n, Use))
    return [local for local in used if local not in bound]


def names_given(e: Expr) -> list[Local]:
    """The locals that a condition binds for what it guards."""
    from alarife.ir.nodes import Over

    found: list[Local] = []
    waiting: list[Node] = [e]
    while waiting:
        node = waiting.pop()
        if isinstance(node, Some):
            found.append(node.local)
        if not isinstance(node, Over):
            waiting.extend(children(node))
    return found


def substituted(node: N, values: Mapping[Local, Expr]) -> N:
    """A node with expressions in the place of some locals."""
    if not values:
        return node

    def change(one: Any) -> Any:
        return values.get(one.local, one) if isinstance(one, Use) else one

    return rewritten(node, change)


def copied(node: N, values: Mapping[Local, Expr]) -> N:
    """The same with new locals for all that are bound inside, so both can stand side by side."""
    fresh = {old: Local(old.name, old.type, old.at) for old in bound_in(node)}

    def change(one: Any) -> Any:
        if isinstance(one, BINDERS):
            return replace(one, local=fresh[one.local])
        if isinstance(one, Use):
            return Use(fresh[one.local]) if one.local in fresh else values.get(one.local, one)
        return one

    return rewritten(node, change)


def key(value: Any) -> object:
    """Something that is equal for nodes, or records of nodes, that say the same: locals that are
    bound inside are told apart by where they are bound."""
    numbers: dict[Local, int] = {}

    def of(one: Any) -> object:
        if isinstance(one, Local):
            return numbers.get(one, one)
        if isinstance(one, tuple):
            return tuple([of(part) for part in one])  # pyright: ignore[reportUnknownVariableType]
        if not is_dataclass(one):
            return (type(one), one)  # pyright: ignore[reportUnknownVariableType]
        if isinstance(one, BINDERS):
            numbers[one.local] = len(numbers)
        cls: type[Any] = type(one)
        return (cls, *[of(getattr(one, name)) for name in field_names(cls)])

    return of(value)


def size(node: Node) -> int:
    """How many nodes there are."""
    return sum(1 for _ in below(node))


def is_simple(e: Expr) -> bool:
    """Whether an expression may be written twice without being worked out twice."""
    return isinstance(e, (Const, Use))


def all_consts(args: Iterable[Expr]) -> bool:
    """Whether all of these are constants."""
    return all(isinstance(a, Const) for a in args)
