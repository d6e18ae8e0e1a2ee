"""Walking through a tree without knowing every class of it.

In: a node. Out: its parts, or all nodes below it, in the order in which they are written down in
the classes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from alarife.syntax import tree

_NOT_SAID = ("at", "head", "brackets")


@cache
def _slots_of(cls: type[tree.Node]) -> tuple[str, ...]:
    return tuple(field.name for field in fields(cls) if field.name not in _NOT_SAID)


def slots(node: tree.Node) -> Iterator[tuple[str, Any]]:
    """The names and contents of a node's fields, without its place in the file and its brackets."""
    for name in _slots_of(type(node)):
        yield name, getattr(node, name)


_NO_NODES = frozenset({"str", "str | None", "list[str]", "list[str] | None", "bool", "int", "Span"})
"""Types of fields, as they are written in the classes, in which no node stands."""


@cache
def _slots_with_nodes(cls: type[tree.Node]) -> tuple[str, ...]:
    return tuple(
        field.name
        for field in fields(cls)
        if field.name not in _NOT_SAID and field.type not in _NO_NODES
    )


def _gather(items: Iterable[Any], found: list[tree.Node]) -> None:
    for item in items:
        if isinstance(item, tree.Node):
            found.append(item)
        elif isinstance(item, (list, tuple)):
            _gather(item, found)  # pyright: ignore[reportUnknownArgumentType]


def parts(node: tree.Node) -> list[tree.Node]:
    """The nodes directly below a node."""
    found: list[tree.Node] = []
    for name in _slots_with_nodes(type(node)):
        content = getattr(node, name)
        if isinstance(content, tree.Node):
            found.append(content)
        elif content and isinstance(content, (list, tuple)):
            _gather(content, found)  # pyright: ignore[reportUnknownArgumentType]
    return found


def below(*nodes: tree.Node | Iterable[tree.Node]) -> Iterator[tree.Node]:
    """Some nodes and all that is below them."""
    waiting: list[tree.Node] = []
    for node in nodes:
        waiting.extend([node] if isinstance(node, tree.Node) else node)
    waiting.reverse()
    while waiting:
        node = waiting.pop()
        yield node
        if found := parts(node):
            found.reverse()
            waiting += found


def conjuncts(condition: tree.Expr | None) -> list[tree.Expr]:
    """The parts of a condition that must all hold; none for no condition."""
    if condition is None:
        return []
    if isinstance(condition, tree.And):
        return [part for each in condition.parts for part in conjuncts(each)]
    return [condition]


def called_name(e: tree.Expr) -> str:
    """What an expression calls, with arguments or without; the empty text if it is no call."""
    return e.name if isinstance(e, tree.Call) else e.id if isinstance(e, tree.Name) else ""


def names_in(node: tree.Node) -> Iterator[str]:
    """The names below a node; what a call is given comes before what it is given to, as it does in
    play."""
    if isinstance(node, tree.Call):
        for part in parts(node):
            yield from names_in(part)
        yield node.name
        return
    if isinstance(node, tree.Name):
        yield node.id
    elif isinstance(node, (tree.ChooseFrom, tree.Can)):
        yield node.menu
    for part in parts(node):
        yield from names_in(part)
