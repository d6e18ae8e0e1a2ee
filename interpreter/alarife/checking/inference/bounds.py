"""What is known of the size of numbers: of sums and products, of constants, and where a condition
holds.

Bounds are proofs: lowering leaves out checks of keys that they make needless."""

from __future__ import annotations

from alarife.checking.constants import Constants
from alarife.checking.scope import Scope
from alarife.checking.types import NUMBER, Many, Number, Type
from alarife.linking.evaluate import NotKnown
from alarife.linking.walk import below
from alarife.syntax import tree

_MIRRORED = {
    "=": "=",
    "at least": "at most",
    "at most": "at least",
    "more than": "less than",
    "less than": "more than",
}


def bounds(op: str, left: Type, right: Type) -> Type:
    """The bounds of a sum, difference, product, quotient or rest."""
    if not isinstance(left, Number) or not isinstance(right, Number):
        return NUMBER
    match op:
        case "+":
            return Number(_plus(left.low, right.low), _plus(left.high, right.high))
        case "-":
            return Number(_minus(left.low, right.high), _minus(left.high, right.low))
        case _ if not (_at_least(left, 0) and _at_least(right, 0)):
            return NUMBER
        case "*":
            return Number(_times(left.low, right.low), _times(left.high, right.high))
        case "div":
            return Number(0, left.high)
        case _:
            # a rest of a division by zero is zero
            return Number(0, None if right.high is None else max(0, right.high - 1))


def _at_least(t: Number, low: int) -> bool:
    return t.low is not None and t.low >= low


def _plus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a + b


def _minus(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a - b


def _times(a: int | None, b: int | None) -> int | None:
    return None if a is None or b is None else a * b


def constant(constants: Constants, e: tree.Name | tree.Call, t: Type) -> Type:
    """The type of a value without parameters, or of a `size`: its one number, if it is known
    before play."""
    if not isinstance(t, Number):
        return t
    try:
        found = constants.named(e, e.id) if isinstance(e, tree.Name) else constants.value(e)
    except NotKnown:
        return t
    return Number(found, found) if type(found) is int else t


def hangs_on_names(e: tree.Expr) -> bool:
    """Whether an expression names anything: in another configuration its number may be another."""
    return any(isinstance(node, tree.Name) for node in below(e))


def where_holds(e: tree.Compare, left: Type, right: Type, scope: Scope) -> Scope:
    """What is known of local numbers where a comparison holds; `left` and `right` are the types of
    its sides."""
    if e.op == "in" and isinstance(right, Many):
        return _narrowed(e.left, left, "=", right.of, scope)
    if e.op not in _MIRRORED:
        return scope
    scope = _narrowed(e.left, left, e.op, right, scope)
    return _narrowed(e.right, right, _MIRRORED[e.op], left, scope)


def _narrowed(e: tree.Expr, t: Type, op: str, other: Type, scope: Scope) -> Scope:
    shift = 0
    while isinstance(e, tree.Arithmetic) and isinstance(e.right, tree.Int) and e.op in "+-":
        if e.right.whole is None:
            return scope
        shift += e.right.whole if e.op == "+" else -e.right.whole
        e = e.left
    if not isinstance(e, tree.Name) or e.id not in scope.names or not isinstance(other, Number):
        return scope
    known = scope.narrowed.get(e.id, scope.names[e.id].type)
    if not isinstance(known, Number) or not isinstance(t, Number):
        return scope
    low, high = known.low, known.high
    if op in ("=", "at least", "more than"):
        low = _higher(low, _plus(other.low, (op == "more than") - shift))
    if op in ("=", "at most", "less than"):
        high = _lower(high, _minus(other.high, (op == "less than") + shift))
    return scope.narrow(e.id, Number(low, high))


def _higher(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else max(a, b)


def _lower(a: int | None, b: int | None) -> int | None:
    return b if a is None else a if b is None else min(a, b)
