"""Types of operators: comparing, belonging, asking for a type, `otherwise`, arithmetic."""

from __future__ import annotations

from alarife.checking.inference.advice import advice
from alarife.checking.inference.bounds import bounds
from alarife.checking.inference.inference import Inference
from alarife.checking.scope import Scope
from alarife.checking.types import (
    DECIMAL,
    NUMBER,
    TRUTH,
    UNKNOWN,
    GridOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Type,
    Unknown,
    alike,
    comparable,
    fits,
    join,
    list_of,
    member_of,
)
from alarife.diagnostics import Label
from alarife.linking.wording import did_you_mean, upper_first
from alarife.syntax import tree

_SIDES = (
    "`otherwise` takes only what stands right beside it: put a side with `is`, `and` or `or` in"
    " brackets."
)


def compare(checker: Inference, e: tree.Compare, scope: Scope) -> Type:
    """The type of a comparison, or of `in`."""
    if e.op in ("in", "not in"):
        return _membership(checker, e, scope)
    if e.op in ("=", "differs from"):
        left, right = _both_sides(checker, e, scope)
        if not comparable(left, right):
            checker.report.error(
                "E0349",
                f"These can never be equal: {checker.say(left)} and {checker.say(right)}.",
                e.at,
                hint=_of_a_type(e, left, right)
                or advice(checker.world, left, right)
                or advice(checker.world, right, left)
                or "`is` compares two things of one type.",
            )
        return TRUTH
    checker.want(e.left, scope, DECIMAL, f"What is compared by `{e.op}`")
    checker.want(e.right, scope, DECIMAL, f"What is compared by `{e.op}`")
    return TRUTH


def _both_sides(checker: Inference, e: tree.Compare, scope: Scope) -> tuple[Type, Type]:
    needs_help = isinstance(e.left, (tree.Name, tree.Several)) and not isinstance(
        e.right, (tree.Name, tree.Several)
    )
    if needs_help:
        right = checker.infer(e.right, scope)
        return checker.infer(e.left, scope, right), right
    left = checker.infer(e.left, scope)
    return left, checker.infer(e.right, scope, left)


def _membership(checker: Inference, e: tree.Compare, scope: Scope) -> Type:
    right = checker.infer(e.right, scope)
    member = None if isinstance(right, Maybe) else member_of(right)
    left = checker.infer(e.left, scope, member)
    if isinstance(right, Many) and right.how == "ranking":
        member = None
    if member is None and not isinstance(right, Unknown):
        checker.report.error(
            "E0350",
            "Nothing can be in this.",
            Label(e.right.at, f"this is {checker.say(right)}"),
            hint="`is in` wants a set, a list, a place, a range or Sides.",
        )
    elif member is not None and not comparable(left, member):
        checker.report.error(
            "E0349", f"{upper_first(checker.say(left))} can never be in {checker.say(right)}.", e.at
        )
    return TRUTH


def _of_a_type(e: tree.Compare, left: Type, right: Type) -> str:
    """What to write where something is compared with all pieces of a type: `w is Spice`."""
    one = left.of if isinstance(left, Maybe) else left
    if not (isinstance(one, Pieces) and isinstance(right, Many) and isinstance(e.right, tree.Name)):
        return ""
    asked = f"{'is' if e.op == '=' else 'is not'} a {e.right.id}"
    return f"Write `{asked}`." if isinstance(right.of, Pieces) else ""


_EMPTY: dict[type[Type], str] = {
    GridOf: "Ask `pieces(…) is empty`, or `gaps(…) is empty` for a full board.",
    Number: "Compare it: `… is 0`.",
}


def is_empty(checker: Inference, e: tree.IsEmpty, scope: Scope) -> Type:
    """The type of `is empty`."""
    t = checker.infer(e.of, scope)
    if not isinstance(t, (Maybe, Many, Sides, Unknown)):
        checker.report.error(
            "E0335",
            "Only a set, a list, a place that is no grid, or what may be none can be empty.",
            Label(e.of.at, f"this is {checker.say(t)}"),
            hint=_EMPTY.get(type(t), ""),
        )
    return TRUTH


def is_a(checker: Inference, e: tree.IsA, scope: Scope) -> Type:
    """The type of `is a`."""
    t = checker.infer(e.of, scope)
    bare = t.of if isinstance(t, Maybe) else t
    members = checker.world.members.get(e.type)
    if members is None and e.type not in ("Player", "Neutral"):
        known = [*checker.world.members, "Player", "Neutral"]
        checker.report.error(
            "E0301",
            f"There is no type `{e.type}`.",
            e.at,
            hint=did_you_mean(e.type, known) or "`is a T` asks for the type; `is` alone compares.",
        )
    elif not isinstance(bare, (Seat if members is None else Pieces, Unknown)):
        checker.report.error(
            "E0351",
            f"This can't be a `{e.type}`." if members is not None else f"This can't be a {e.type}.",
            Label(e.of.at, f"this is {checker.say(t)}"),
            hint="`is a` asks about pieces and players.",
        )
    elif isinstance(bare, Pieces) and bare.names and members and not bare.names & members:
        checker.report.error(
            "E0351",
            f"{upper_first(checker.say(t))} is never a `{e.type}`.",
            e.at,
            hint="Ask for a type that it may be of.",
        )
    return TRUTH


def narrowed(checker: Inference, e: tree.IsA) -> Type | None:
    """What is known of something where `is a` holds of it, if that is more than before."""
    t = checker.checked.types.get(e.of)
    bare = t.of if isinstance(t, Maybe) else t
    if isinstance(bare, Pieces) and e.type in checker.world.members:
        return Pieces(bare.names & checker.world.members[e.type])
    if isinstance(bare, Seat) and e.type in ("Player", "Neutral"):
        return Seat(e.type)
    return None


def where_fails(checker: Inference, e: tree.Expr, scope: Scope) -> Scope:
    """The scope in which a condition that has been checked does not hold."""
    match e:
        case tree.Or():
            for part in e.parts:
                scope = where_fails(checker, part, scope)
            return scope
        case tree.IsA(of=tree.Name(id=name)) if name in scope.names:
            t = narrowed(checker, e) if e.negated else _of_another_type(checker, e)
        case _:
            return scope
    return scope if t is None else scope.narrow(name, t)


def _of_another_type(checker: Inference, e: tree.IsA) -> Type | None:
    """What is known of something of which `is a` does not hold."""
    t = checker.checked.types.get(e.of)
    if not isinstance(t, Pieces):
        return None
    others = t.names - checker.world.members.get(e.type, frozenset())
    return Pieces(others) if others else None


def or_else(checker: Inference, e: tree.OrElse, scope: Scope, expect: Type | None) -> Type:
    """The type of `a otherwise b`."""
    t = checker.infer(e.of, scope, expect)
    if not isinstance(t, (Maybe, Unknown)):
        checker.report.error(
            "E0332",
            "This is always there, so `otherwise` has no use.",
            Label(e.of.at, f"this is {checker.say(t)}"),
            hint="Take it away.",
        )
    bare = t.of if isinstance(t, Maybe) else t
    default = checker.infer(e.default, scope, bare)
    if not comparable(bare, default):
        checker.report.error(
            "E0349",
            f"Both sides of `otherwise` must be alike: {checker.say(bare)} and"
            f" {checker.say(default)}.",
            e.at,
            hint=_SIDES,
        )
        return UNKNOWN
    return join((bare, default))


def if_else(
    checker: Inference, e: tree.IfElse, inner: Scope, scope: Scope, expect: Type | None
) -> Type:
    """The type of `a if c otherwise b`; the condition holds in `inner`, and not in `scope`."""
    then = checker.infer(e.then, inner, expect)
    default = checker.infer(e.default, scope, expect or then)
    if not alike(then, default):
        checker.report.error(
            "E0349",
            f"Both sides of `otherwise` must be alike: {checker.say(then)} and"
            f" {checker.say(default)}.",
            e.at,
            hint=_SIDES,
        )
        return UNKNOWN
    return join((then, default))


def arithmetic(checker: Inference, e: tree.Arithmetic, scope: Scope, expect: Type | None) -> Type:
    """The type of a sum, difference, product, quotient or rest, and of joined and parted sets."""
    left = checker.infer(e.left, scope, expect)
    if isinstance(left, Many) and e.op in "+-":
        right = checker.infer(e.right, scope, left)
        joined = e.op == "+" and isinstance(right, Many) and _both_pieces(left.of, right.of)
        if isinstance(right, Many) and (joined or comparable(left, right)):
            return Many(left.how, left.of) if e.op == "-" else join((left, right))
        checker.report.error(
            "E0352",
            f"`{e.op}` joins or parts two sets: {checker.say(left)} and {checker.say(right)} are"
            " not.",
            e.at,
            hint=advice(checker.world, left, right) or advice(checker.world, right, left),
        )
        return left
    if isinstance(left, Unknown):
        checker.infer(e.right, scope)
        return left
    whole = e.op in ("div", "mod")
    if not fits(left, NUMBER if whole else DECIMAL) or isinstance(left, Maybe):
        checker.want(e.left, scope, NUMBER, f"What stands before `{e.op}`")
    right = checker.infer(e.right, scope)
    if not fits(right, NUMBER if whole else DECIMAL) or isinstance(right, Maybe):
        right = checker.want(e.right, scope, NUMBER, f"What stands after `{e.op}`")
    decimal = not whole and DECIMAL in (left, right)
    return DECIMAL if decimal else bounds(e.op, left, right)


def _both_pieces(a: Type, b: Type) -> bool:
    """Whether both are pieces: such sets are joined, whatever the pieces are."""
    return isinstance(a, Pieces) and isinstance(b, Pieces)


def range_of(checker: Inference, e: tree.RangeOf, scope: Scope) -> Type:
    """The type of `a..b`."""
    low = checker.want(e.low, scope, NUMBER, "The start of a range")
    high = checker.want(e.high, scope, NUMBER, "The end of a range")
    return list_of(
        Number(
            low.low if isinstance(low, Number) else None,
            high.high if isinstance(high, Number) else None,
        )
    )
