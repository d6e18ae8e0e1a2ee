"""The closed list of operators: arity, meaning, and how they bind in print.

`fold` gives the value of an operator on constants; None where that must be left to play."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

CONDITIONAL, OR, AND, NOT, COMPARISON, OR_BITS, XOR, AND_BITS, SHIFT, SUM, PRODUCT, UNARY, ATOM = (
    range(13)
)
"""How tightly Python's operators bind."""


@dataclass(frozen=True, slots=True)
class Operator:
    """`arity` None: two or more. `truth`: the value is yes or no. `binds`: how tightly, where it is
    printed between its arguments."""

    arity: int | None
    fold: Callable[..., Any] | None = None
    truth: bool = False
    binds: int | None = None


def _quotient(a: int, b: int) -> int | None:
    return a // b if b else None


def _rest(a: int, b: int) -> int | None:
    return a % b if b else None


def _xor(a: int, b: int) -> int:
    return a ^ b


def _either(a: int, b: int) -> int:
    return a | b


def _between(low: int, x: int, high: int) -> bool:
    return low <= x <= high


def _bit(mask: int, i: int) -> bool:
    return mask >> i & 1 == 1


def _is_none(x: object) -> bool:
    return x is None


def _is_some(x: object) -> bool:
    return x is not None


def _otherwise(x: object, default: object) -> object:
    return default if x is None else x


OPERATORS: dict[str, Operator] = {
    "+": Operator(2, operator.add, binds=SUM),
    "-": Operator(2, operator.sub, binds=SUM),
    "*": Operator(2, operator.mul, binds=PRODUCT),
    "//": Operator(2, _quotient, binds=PRODUCT),
    "%": Operator(2, _rest, binds=PRODUCT),
    "^": Operator(2, _xor, binds=XOR),
    "|": Operator(2, _either, binds=OR_BITS),
    "neg": Operator(1, operator.neg),
    "==": Operator(2, operator.eq, truth=True, binds=COMPARISON),
    "!=": Operator(2, operator.ne, truth=True, binds=COMPARISON),
    "<": Operator(2, operator.lt, truth=True, binds=COMPARISON),
    "<=": Operator(2, operator.le, truth=True, binds=COMPARISON),
    ">": Operator(2, operator.gt, truth=True, binds=COMPARISON),
    ">=": Operator(2, operator.ge, truth=True, binds=COMPARISON),
    "between": Operator(3, _between, truth=True),
    "bit": Operator(2, _bit, truth=True),
    "in": Operator(2, None, truth=True, binds=COMPARISON),
    "is none": Operator(1, _is_none, truth=True),
    "is some": Operator(1, _is_some, truth=True),
    "empty": Operator(1, operator.not_, truth=True),
    "not": Operator(1, operator.not_, truth=True),
    "and": Operator(None, None, truth=True),
    "or": Operator(None, None, truth=True),
    "otherwise": Operator(2, _otherwise),
}
