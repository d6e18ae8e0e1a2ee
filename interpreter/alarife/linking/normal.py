"""Normal forms: what two trees have in common that mean the same though they are written
differently.

In: a type, an expression or a block, and names to be replaced (parameters, by their position). Out:
nested tuples that are equal only if the trees mean the same. Brackets are gone, `not` is drawn in,
sides and parts are in a fixed order, names bound by the long forms are numbered. Nothing clever:
two trees with different normal forms may still mean the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from alarife.linking.walk import slots
from alarife.syntax import tree

Names = Mapping[str, str]

OPPOSITE = {
    "=": "differs from",
    "differs from": "=",
    "at least": "less than",
    "less than": "at least",
    "at most": "more than",
    "more than": "at most",
    "in": "not in",
    "not in": "in",
}
_FLIPPED = {"more than": "less than", "at least": "at most"}
_SILENT = (tree.Sentence, tree.Pass)


def normal(node: Any, names: Names | None = None) -> Any:
    """The normal form of a node, or of a list of nodes."""
    names = names or {}
    if isinstance(node, (list, tuple)):
        return tuple(normal(item, names) for item in node if not isinstance(item, _SILENT))  # pyright: ignore[reportUnknownVariableType]
    match node:
        case tree.Name():
            return ("Name", names.get(node.id, node.id))
        case tree.Not():
            return _negated(node.of, names)
        case tree.And() | tree.Or():
            return _joined(node, names)
        case tree.Compare():
            return _compared(node.op, normal(node.left, names), normal(node.right, names))
        case tree.Arithmetic() if node.op in ("+", "*"):
            return (
                "Arithmetic",
                node.op,
                *sorted((normal(node.left, names), normal(node.right, names)), key=repr),
            )
        case _ if isinstance(node, tree.LongForm):
            return _long(node, names)
        case tree.Node():
            return (
                type(node).__name__,
                *(normal(content, names) for name, content in slots(node) if name != "cites"),
            )
        case _:
            return node


def _negated(node: tree.Expr, names: Names) -> Any:
    match node:
        case tree.Not():
            return normal(node.of, names)
        case tree.Truth():
            return ("Truth", not node.value)
        case tree.Compare():
            return _compared(OPPOSITE[node.op], normal(node.left, names), normal(node.right, names))
        case tree.IsEmpty():
            return ("IsEmpty", normal(node.of, names), not node.negated)
        case tree.IsA():
            return ("IsA", normal(node.of, names), node.type, not node.negated)
        case _:
            return ("Not", normal(node, names))


def _compared(op: str, left: Any, right: Any) -> Any:
    if op in _FLIPPED:
        op, left, right = _FLIPPED[op], right, left
    elif op in ("=", "differs from") and repr(right) < repr(left):
        left, right = right, left
    return ("Compare", op, left, right)


def _joined(node: tree.And | tree.Or, names: Names) -> Any:
    word = type(node).__name__
    made: list[Any] = []
    for part in node.parts:
        form = normal(part, names)
        made.extend(form[1:] if isinstance(form, tuple) and form and form[0] == word else [form])  # pyright: ignore[reportUnknownArgumentType]
    binds = any(isinstance(part, tree.IsSome) for part in node.parts)
    return (word, *(made if binds else sorted(made, key=repr)))


def _long(node: Any, names: Names) -> Any:
    """A long form: its names are replaced by numbers, counted from the outside."""
    inner = dict(names)
    each: list[Any] = []
    for source in node.sources.each:
        each.append(normal(source.of, inner))
        inner[source.name] = f"${len(inner)}"
    where = normal(node.sources.where, inner)
    rest = tuple(normal(content, inner) for name, content in slots(node) if name != "sources")
    return (type(node).__name__, tuple(each), where, *rest)


def positions(params: list[tree.Field]) -> dict[str, str]:
    """Names of parameters → their positions, so that patterns with different names can be
    compared."""
    return {field.name: f"@{number}" for number, field in enumerate(params)}
