"""The functions that nodes of the IR may call: the built-in ones of the language, and the engine's.

A row says how a call is printed and what it may do: look at the state, change it, fail. The rows of
built-in functions follow from their table (`alarife.checking.builtins`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from alarife.checking.builtins import ROWS
from alarife.checking.scope import Local
from alarife.checking.types import Number
from alarife.geometry import grid
from alarife.ir.nodes import Builtin, Call, Const, Node, Read, Use
from alarife.ir.ops import ATOM, COMPARISON, CONDITIONAL, NOT, OPERATORS, OR_BITS, PRODUCT, SUM
from alarife.ir.walk import below


@dataclass(frozen=True, slots=True)
class Function:
    """A function of the engine, as nodes call it."""

    name: str
    template: str = ""
    """Python text with holes for the arguments, which are printed so that they bind most tightly;
    none: `name(arguments)`."""
    binds: int = ATOM
    """How tightly the template binds."""
    reads: bool = False
    """Whether it looks at the state."""
    changes: bool = False
    """Whether it changes the state, or ends the step."""
    faults: bool = False
    """Whether it fails for arguments that no type rules out."""
    takes_state: bool = False
    """Whether the state is its first argument."""
    meaning: Callable[..., object] | None = None
    """Its value on constants."""


def _written(name: str, template: str, binds: int = ATOM) -> Function:
    return Function(name, template, binds)


def _all(names: str, alike: Function) -> list[Function]:
    return [replace(alike, name=name) for name in names.split()]


FUNCTIONS: dict[str, Function] = {
    f.name: f
    for f in (
        *(
            Function(
                row.name,
                row.template,
                (OPERATORS[row.binds].binds if row.binds else None) or ATOM,
                reads=row.reads == "state",
                takes_state=row.reads == "state",
                faults=row.faults,
                meaning=None if row.reads or row.faults else row.meaning,
            )
            for row in ROWS
        ),
        *(
            Function(
                row.variant.name, row.variant.template, meaning=row.variant.meaning,
            )
            for row in ROWS
            if row.variant is not None
        ),
        _written("sides", "SIDES_OF[{0}]"),
        _written("cells_of", "{0}.cells"),
        _written("item", "{0}[{1}]"),
        _written("distinct", "set({0})"),
        _written("tuple", "tuple({0})"),
        _written("new_list", "[]"),
        _written("done_if", "[None] if {0} else []", CONDITIONAL),
        _written("no_marks", "[0] * len({0})", PRODUCT),
        _written("all_pass", "not [q for q in {1} if not {0}[q]]", NOT),
        _written("but_first", "{0}[1:]"),
        _written("asks_always", "ASKS_ALWAYS"),
        _written("sums_with", "{0} | {0} << {1}", OR_BITS),
        _written("numbers", "range({0}, {1} + 1)"),
        _written("x", "({0} & 255) - 128", SUM),
        _written("y", "({0} >> 8) - 128", SUM),
        _written("cell_near", f"{{1}} * {grid.W} + {{0}} + {grid.HOME}", SUM),
        _written("is_near", "-127 < {0} < 127", COMPARISON),
        replace(
            _written(
                "cell_if",
                f"{{2}} * {grid.W} + {{1}} + {grid.HOME} if {{0}} else cell({{1}}, {{2}})",
                CONDITIONAL,
            ),
            faults=True,
        ),
        Function("location", reads=True),
        *_all(
            "face_or_field box_content unlike arranged arranged_here answer one_in all_in why_menu"
            " broken_by_effect broken_by_swap broken_by_leaving set_plan set_next",
            Function("", reads=True, takes_state=True),
        ),
        *_all("key spot piece within", Function("", faults=True)),
        *_all("never no_option", Function("", changes=True)),
        *_all(
            "move move_lawful move_within move_at move_at_lawful move_all move_all_lawful"
            " swap swap_lawful draw draw_lawful deal_out pick shuffle turn turn_lawful roll"
            " roll_lawful show starts ends together_begins together_ends ask tell tell_alone"
            " once_begins"
            " once_ends",
            Function("", changes=True, takes_state=True),
        ),
        *_all("_ex_look _ex_piece _ex_among _ex_same", Function("", takes_state=True)),
    )
}  # fmt: skip
"""By name. A function that is not here is printed as it is called, and looks at its arguments
alone."""
BOUNDED = ("span", "joined", "measured", "weighed", "subsets", "times", "sized", "kept")
"""Functions that fault where something grows too large (`alarife.engine.budget`)."""
_PLAIN = Function("")


def function(name: str) -> Function:
    """What is known of a function."""
    return FUNCTIONS.get(name, _PLAIN)


def is_near(e: Node) -> bool:
    """Whether a coordinate is never far from the origin."""
    match e:
        case Const(value=value):
            return value in range(-126, 127)
        case Use(local=Local(type=Number(low=int() as low, high=int() as high))):
            return -127 < low <= high < 127
        case _:
            return False


def may_fault(node: Node) -> bool:
    """Whether what stands in a node itself may break a rule of play; a call names its own fault."""
    return any(isinstance(n, Builtin) and function(n.name).faults for n in below(node))


def may_stop(node: Node) -> bool:
    """Whether what stands in a node itself may fault at all: by breaking a rule of play, or because
    something grows too large."""
    return may_fault(node) or any(isinstance(n, Builtin) and n.name in BOUNDED for n in below(node))


def reads_state(*nodes: Node) -> bool:
    """Whether the value of some nodes may depend on the state; that of a call always may."""
    return any(
        isinstance(n, (Read, Call)) or (isinstance(n, Builtin) and function(n.name).reads)
        for n in below(*nodes)
    )
