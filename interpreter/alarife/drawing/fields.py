"""How the fields of a board are laid out that the rules count with one number: in rows, and how
rows and columns are called.

What comes in: a place whose last key is a number. What goes out: a `Layout`, if the rules count the
fields as so many rows of so many (`rows * across`); its names are those of a value of two numbers
that gives each field exactly once, if there is one. What always holds: the fields stand in their
order, row by row."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

from alarife.checking.world import PlaceInfo
from alarife.linking.numbers import constant_of, number_of
from alarife.linking.program import Program
from alarife.syntax import tree


@dataclass(frozen=True, slots=True)
class Layout:
    """`across` fields in a row; the names of rows and columns, empty if they have none."""

    across: int
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()


def layout_of(program: Program, place: PlaceInfo) -> Layout | None:
    """The layout of a place's fields; None if the rules don't count them in rows."""
    type_ = place.decl.keys[-1].type if place.decl and place.decl.keys else None
    if (
        not isinstance(type_, tree.RangeType)
        or not isinstance(type_.high, tree.Name)
        or place.domains[-1].low != 1
    ):
        return None
    cases = program.values.get(type_.high.id, [])
    counted = cases[0].body if len(cases) == 1 and not cases[0].params else None
    if (
        not isinstance(counted, tree.Arithmetic)
        or counted.op != "*"
        or not isinstance(counted.right, tree.Name)
    ):
        return None
    across = constant_of(counted.right.id, program)
    size = place.domains[-1].size
    if not across or size % across:
        return None
    for cases in program.values.values():
        if (
            len(cases) == 1
            and (found := _named(program, cases[0], size // across, across)) is not None
        ):
            return found
    return Layout(across)


def _named(program: Program, value: tree.Value, down: int, across: int) -> Layout | None:
    """The layout with the names that a value gives: its arguments, if every field has exactly one
    pair of them."""
    if len(value.params) != 2 or not all(
        isinstance(p.type, tree.NamedType) and p.type.name == "number" for p in value.params
    ):
        return None
    first, second = (p.name for p in value.params)
    fields: dict[int | None, tuple[int, int]] = {}
    for row, column in product(range(1, down + 1), range(1, across + 1)):
        fields[number_of(value.body, program, {first: row, second: column})] = (row, column)
    if set(fields) != set(range(1, down * across + 1)):
        return None
    pairs = [fields[i] for i in range(1, down * across + 1)]
    rows, columns = [row for row, _ in pairs[::across]], [column for _, column in pairs[:across]]
    if any(pair != (rows[i // across], columns[i % across]) for i, pair in enumerate(pairs)):
        return None
    return Layout(across, tuple(map(str, rows)), tuple(map(str, columns)))
