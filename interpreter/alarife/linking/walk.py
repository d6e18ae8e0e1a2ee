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


def _nodes_in(content: Any) -> Iterator[tree.Node]:
    if isinstance(content, tree.Node):
        yield content
    elif isinstance(content, (list, tuple)):
        for item in content:  # pyright: ignore[reportUnknownVariableType]
            yield from _nodes_in(item)


def parts(node: tree.Node) -> Iterator[tree.Node]:
    """The nodes directly below a node."""
    for _, content in slots(node):
        yield from _nodes_in(content)


def below(*nodes: tree.Node | Iterable[tree.Node]) -> Iterator[tree.Node]:
    """Some nodes and all that is below them."""
    waiting: list[tree.Node] = []
    for node in nodes:
        waiting.extend([node] if isinstance(node, tree.Node) else node)
    waiting.reverse()
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(list(parts(node))))


def conjuncts(condition: tree.Expr | None) -> list[tree.Expr]:
    """The parts of a condition that must all hold; none for no condition."""
    if condition is None:
        return []
    if isinstance(condition, tree.And):
        return [part for each in condition.parts for part in conjuncts(each)]
    return [condition]
