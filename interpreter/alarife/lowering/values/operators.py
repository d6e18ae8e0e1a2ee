"""Operators: comparing, belonging, asking for nothing or a type, arithmetic.

What comes in: a checked expression. What goes out: its node. Arithmetic is left to Python where the
types prove that no number gets large, else a function of the engine watches it."""

from __future__ import annotations

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN, Many, Maybe, Number, Pieces, Sides, Type, meeting
from alarife.ir.nodes import Builtin, Const, Expr, Op, Over, Some, Use
from alarife.lowering.values.builder import Builder
from alarife.lowering.values.loops import clauses
from alarife.syntax import tree

COMPARISONS = {
    "=": "==",
    "differs from": "!=",
    "at least": ">=",
    "at most": "<=",
    "more than": ">",
    "less than": "<",
}


ARITHMETIC = {"+": "+", "-": "-", "*": "*", "div": "//", "mod": "%"}


SMALL = 10**12


def compare(build: Builder, e: tree.Compare) -> Expr:
    """A comparison."""
    if e.op in ("in", "not in"):
        test = _in(build, e.left, e.right)
        return Op("not", (test,)) if e.op == "not in" else test
    if isinstance(e.left, tree.Nothing) or isinstance(e.right, tree.Nothing):
        other = e.right if isinstance(e.left, tree.Nothing) else e.left
        return Op("is none" if e.op == "=" else "is some", (build.expr(other),))
    both = meeting(build.type(e.left), build.type(e.right))
    sides = (build.as_type(e.left, both), build.as_type(e.right, both))
    return Op(COMPARISONS[e.op], sides)


def _in(build: Builder, left: tree.Expr, right: tree.Expr) -> Expr:
    many = build.type(right)
    member = many.of if isinstance(many, Many) and many.how != "ranking" else UNKNOWN
    member = meeting(build.type(left), member)
    x = build.as_type(left, member)
    match right:
        case tree.RangeOf():
            low, high = build.expr(right.low), build.expr(right.high)
            if isinstance(build.type(left), Maybe):
                return Op("in", (x, Builtin("numbers", (low, high))))
            return Op("between", (low, x, high))
        case tree.Call(name="cells", args=[g]):
            return Op("in", (x, Builtin("cells_of", (build.expr(g),))))
        case tree.Call(name="gaps", args=[g]):
            return Builtin("is_gap", (build.expr(g), x))
        case tree.Call(name="reach") if build.checked.refs[right].kind == "builtin":
            return Op("in", (x, Builtin("reached", tuple(map(build.expr, right.args)))))
        case tree.Name(id="box") if isinstance(build.type(left), Pieces):
            return Op("==", (Builtin("location", (x,)), Const(0)))
        case _:
            if isinstance(build.type(right), Sides):
                return Op("bit", (build.expr(right), x))
            if isinstance(many, Many) and many.how != "ranking":
                return Op("in", (x, build.as_type(right, Many(many.how, member))))
            return Op("in", (x, build.expr(right)))


def is_empty(build: Builder, e: tree.IsEmpty) -> Expr:
    """Whether there is nothing, or (negated) something."""
    of = e.of
    t = build.type(of)
    if isinstance(t, Maybe):
        return Op("is some" if e.negated else "is none", (build.expr(of),))
    if isinstance(of, (tree.Those, tree.ListFor)):
        there = Over("some", clauses(build, of.sources))
        return there if e.negated else Op("not", (there,))
    if not e.negated:
        return Op("empty", (build.expr(of),))
    if isinstance(t, Sides):
        return Op("!=", (build.expr(of), Const(0)))
    return Op(">", (Builtin("size", (build.expr(of),)), Const(0)))


def is_a(build: Builder, e: tree.IsA) -> Expr:
    """Whether a piece is of a type, or a party a player; not negated yet."""
    of = build.expr(e.of)
    given: list[Expr] = []
    if isinstance(build.type(e.of), Maybe):
        held = Local("held", UNKNOWN, e.at)
        given.append(Some(held, of))
        of = Use(held)
    if e.type in ("Player", "Neutral"):
        test = seat_test(build, e.type, of)
    else:
        test = build.type_test(build.world.members[e.type], of)
    return Op("and", (*given, test)) if given else test


def seat_test(build: Builder, who: str, of: Expr) -> Expr:
    """Whether a party is a player, or a neutral one."""
    return Op("<" if who == "Player" else ">=", (of, Const(build.world.players)))


def arithmetic(build: Builder, e: tree.Arithmetic) -> Expr:
    """A sum, a difference, a product, a quotient; a union or a difference of sets."""
    t, right = build.type(e.left), build.type(e.right)
    if isinstance(t, Many) and isinstance(right, Many):
        both = meeting(t.of, right.of)
        sides = (
            build.as_type(e.left, Many(t.how, both)),
            build.as_type(e.right, Many(right.how, both)),
        )
        if e.op == "-":
            return Builtin("minus_set", sides)
        name = "joined" if t.how == right.how == "list" else "union"
        made = Builtin(name, sides)
        return Builtin("measured", (made,)) if isinstance(both, Many) else made
    sides = (build.expr(e.left), build.expr(e.right))
    if e.op in ("div", "mod") and not (
        isinstance(sides[1], Const) and isinstance(sides[1].value, int) and sides[1].value > 0
    ):
        return Builtin(f"{e.op}_", sides)
    if e.op == "*" and not is_small(build.type(e)):
        return Builtin("times", sides)
    return Op(ARITHMETIC[e.op], sides)


def within(t: Type, low: int, high: int) -> bool:
    """Whether a type proves that a number lies in a range."""
    return (
        isinstance(t, Number)
        and t.low is not None
        and t.high is not None
        and low <= t.low <= t.high <= high
    )


def is_small(t: Type) -> bool:
    """Whether the text shows that a number is not large."""
    return within(t, 1 - SMALL, SMALL - 1)
