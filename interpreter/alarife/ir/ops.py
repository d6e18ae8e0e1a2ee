"""The closed list of operators: arity, meaning, and how they bind in print.

`fold` gives the value of an operator on constants; None where that must be left to play."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Operator:
    """`arity` None: two or more. `truth`: the value is yes or no."""

    arity: int | None
    fold: Callable[..., Any] | None = None
    truth: bool = False


OPERATORS: dict[str, Operator] = {
    "+": Operator(2, operator.add),
    "-": Operator(2, operator.sub),
    "*": Operator(2, operator.mul),
    "//": Operator(2, lambda a, b: a // b if b else None),
    "%": Operator(2, lambda a, b: a % b if b else None),
    "^": Operator(2, operator.xor),
    "|": Operator(2, operator.or_),
    "neg": Operator(1, operator.neg),
    "==": Operator(2, operator.eq, truth=True),
    "!=": Operator(2, operator.ne, truth=True),
    "<": Operator(2, operator.lt, truth=True),
    "<=": Operator(2, operator.le, truth=True),
    ">": Operator(2, operator.gt, truth=True),
    ">=": Operator(2, operator.ge, truth=True),
    "between": Operator(3, lambda low, x, high: low <= x <= high, truth=True),
    "bit": Operator(2, lambda mask, i: mask >> i & 1 == 1, truth=True),
    "in": Operator(2, None, truth=True),
    "is none": Operator(1, lambda x: x is None, truth=True),
    "is some": Operator(1, lambda x: x is not None, truth=True),
    "empty": Operator(1, lambda x: not x, truth=True),
    "not": Operator(1, operator.not_, truth=True),
    "and": Operator(None, None, truth=True),
    "or": Operator(None, None, truth=True),
    "otherwise": Operator(2, lambda x, default: default if x is None else x),
}
