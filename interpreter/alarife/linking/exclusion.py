"""Whether two amendments can ever apply at once.

In: the patterns and guards of two amendments of the same thing. Out: whether they exclude each
other: by disjoint types, by different values of a kind or a ruling, by intervals that do not meet,
or by one asking for what the other denies."""

from __future__ import annotations

from typing import Any, NamedTuple

from alarife.linking.families import Families
from alarife.linking.normal import normal, positions
from alarife.linking.program import Program
from alarife.linking.walk import conjuncts
from alarife.syntax import tree

_RELATIONS = {"=": "=", "differs from": "<>", "less than": "<", "at most": "<="}
_SIDES = ("N", "E", "S", "W")


class Case(NamedTuple):
    """When an amendment applies."""

    pattern: list[tree.Field]
    guard: tree.Expr | None


class Exclusion:
    """Tells cases of one program apart."""

    def __init__(self, program: Program, families: Families) -> None:
        self._families = families
        values = (
            row.cells[0].text
            for kind in program.kinds.values()
            for row in kind.rows[1:]
            if row.cells
        )
        self._constants = {*values, *program.neutrals, *_SIDES}

    def excluded(self, a: Case, b: Case) -> bool:
        """Whether there is no situation in which both apply."""
        for one, other in zip(a.pattern, b.pattern, strict=False):
            if not self._families.share(one.type, other.type):
                return True
        names_a, names_b = positions(a.pattern), positions(b.pattern)
        return any(
            self._deny(first, names_a, second, names_b)
            for first in conjuncts(a.guard)
            for second in conjuncts(b.guard)
        )

    def _deny(
        self, a: tree.Expr, names_a: dict[str, str], b: tree.Expr, names_b: dict[str, str]
    ) -> bool:
        """Whether two conditions contradict each other."""
        form_a, form_b = normal(a, names_a), normal(b, names_b)
        if form_a == normal(tree.Not(at=b.at, of=b), names_b):
            return True
        if (
            isinstance(a, tree.IsA)
            and isinstance(b, tree.IsA)
            and form_a[1] == form_b[1]
            and not a.negated
            and not b.negated
        ):
            return not self._families.pieces(a.type) & self._families.pieces(b.type)
        if form_a[0] == "Compare" and form_b[0] == "Compare":
            return self._comparisons_deny(form_a, form_b)
        return False

    def _comparisons_deny(self, a: Any, b: Any) -> bool:
        _, op_a, left_a, right_a = a
        _, op_b, left_b, right_b = b
        if op_a in _RELATIONS and op_b in _RELATIONS:
            relation_a, relation_b = set(_RELATIONS[op_a]), set(_RELATIONS[op_b])
            if (left_a, right_a) == (left_b, right_b):
                return not relation_a & relation_b
            if (left_a, right_a) == (right_b, left_b):
                return not relation_a & {{"<": ">", ">": "<"}.get(r, r) for r in relation_b}
        return self._different_constants(a, b) or _apart(_interval(a), _interval(b))

    def _different_constants(self, a: Any, b: Any) -> bool:
        """`x = tower` and `x = garden`"""
        if a[1] != "=" or b[1] != "=":
            return False
        for what_a, value_a in ((a[2], a[3]), (a[3], a[2])):
            for what_b, value_b in ((b[2], b[3]), (b[3], b[2])):
                if what_a == what_b and self._is_constant(value_a) and self._is_constant(value_b):
                    return value_a != value_b
        return False

    def _is_constant(self, form: Any) -> bool:
        return form[0] in ("Int", "Truth", "Nothing") or (
            form[0] == "Name" and form[1] in self._constants
        )


Interval = tuple[Any, float, float]
"""An expression and the least and greatest number it may be."""


def _interval(form: Any) -> Interval | None:
    _, op, left, right = form
    if op == "in" and right[0] == "RangeOf" and right[1][0] == "Int" and right[2][0] == "Int":
        return left, right[1][1], right[2][1]
    for what, number, flipped in ((left, right, False), (right, left, True)):
        if number[0] != "Int":
            continue
        value: int = number[1]
        match op, flipped:
            case "=", _:
                return what, value, value
            case "less than", False:
                return what, float("-inf"), value - 1
            case "less than", True:
                return what, value + 1, float("inf")
            case "at most", False:
                return what, float("-inf"), value
            case "at most", True:
                return what, value, float("inf")
            case _:
                return None
    return None


def _apart(a: Interval | None, b: Interval | None) -> bool:
    return a is not None and b is not None and a[0] == b[0] and (a[2] < b[1] or b[2] < a[1])
