"""How calls of the engine's functions are printed, where that is not `name(arguments)`.

A template is Python text with holes for the arguments, which are printed so that they bind most
tightly, and how tightly the result binds (see `expressions`)."""

from __future__ import annotations

from alarife.geometry import grid
from alarife.ir.reads import EFFECTS, STATEFUL, WITHOUT_STATE

CONDITIONAL, NOT, XOR, SUM, PRODUCT, ATOM = 0, 3, 6, 9, 10, 12

TEMPLATES: dict[str, tuple[str, int]] = {
    "size": ("len({0})", ATOM),
    "bits": ("BITS[{0}]", ATOM),
    "sides": ("SIDES_OF[{0}]", ATOM),
    "cells_of": ("{0}.cells", ATOM),
    "item": ("{0}[{1}]", ATOM),
    "toward": ("{0} + STEP[{1}]", SUM),
    "opposite": ("{0} ^ 2", XOR),
    "players_from": ("PLAYERS_FROM[{0}]", ATOM),
    "reverse": ("tuple({0})[::-1]", ATOM),
    "distinct": ("set({0})", ATOM),
    "tuple": ("tuple({0})", ATOM),
    "new_list": ("[]", ATOM),
    "done_if": ("[None] if {0} else []", CONDITIONAL),
    "no_marks": ("[0] * len({0})", PRODUCT),
    "all_pass": ("not [q for q in {1} if not {0}[q]]", NOT),
    "but_first": ("{0}[1:]", ATOM),
    "with_member": ("tuple(sorted(({1}, *{0})))", ATOM),
    "highest": ("max({0}, default=0)", ATOM),
    "lowest": ("min({0}, default=0)", ATOM),
    "numbers": ("range({0}, {1} + 1)", ATOM),
    "x": ("({0} & 255) - 128", SUM),
    "y": ("({0} >> 8) - 128", SUM),
    "cell_near": (f"{{1}} * {grid.W} + {{0}} + {grid.HOME}", SUM),
}
STATE = (
    (STATEFUL - {"location"})
    | (EFFECTS - WITHOUT_STATE)
    | {"_ex_look", "_ex_piece", "_ex_among", "_ex_same"}
)
"""Functions that take the state."""
