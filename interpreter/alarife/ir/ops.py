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


OPERATORS: dict[str, Operator] = {
    "+": Operator(2, operator.add, binds=SUM),
    "-": Operator(2, operator.sub, binds=SUM),
    "*": Operator(2, operator.mul, binds=PRODUCT),
    "//": Operator(2, lambda a, b: a // b if b else None, binds=PRODUCT),
    "%": Operator(2, lambda a, b: a % b if b else None, binds=PRODUCT),
    "^": Operator(2, operator.xor, binds=XOR),
    "|": Operator(2, operator.or_, binds=OR_BITS),
    "neg": Operator(1, operator.neg),
    "==": Operator(2, operator.eq, truth=True, binds=COMPARISON),
    "!=": Operator(2, operator.ne, truth=True, binds=COMPARISON),
    "<": Operator(2, operator.lt, truth=True, binds=COMPARISON),
    "<=": Operator(2, operator.le, truth=True, binds=COMPARISON),
    ">": Operator(2, operator.gt, truth=True, binds=COMPARISON),
    ">=": Operator(2, operator.ge, truth=True, binds=COMPARISON),
    "between": Operator(3, lambda low, x, high: low <= x <= high, truth=True),
    "bit": Operator(2, lambda mask, i: mask >> i & 1 == 1, truth=True),
    "in": Operator(2, None, truth=True, binds=COMPARISON),
    "is none": Operator(1, lambda x: x is None, truth=True),
    "is some": Operator(1, lambda x: x is not None, truth=True),
    "empty": Operator(1, lambda x: not x, truth=True),
    "not": Operator(1, operator.not_, truth=True),
    "and": Operator(None, None, truth=True),
    "or": Operator(None, None, truth=True),
    "otherwise": Operator(2, lambda x, default: default if x is None else x),
}
