"""Expressions: from Lark's parse tree to ours."""

from __future__ import annotations

from typing import cast

from lark import Token

from alarife.diagnostics import Label
from alarife.syntax import tree
from alarife.syntax.build import MOST_DIGITS, Branch, Builder, Child, Maker, branch, branches, names
from alarife.syntax.spell_expressions import WORDED


# ----------------------------------------------------------------
# entries
def expr(b: Builder, node: Child) -> tree.Expr:
    """An expression."""
    assert not isinstance(node, Token)
    b.deeper(node)
    made = _EXPRESSIONS[node.data](b, node)
    b.depth -= 1
    return made


def sources(b: Builder, node: Branch) -> tree.Sources:
    """`x in S with y in T where c`"""
    each = [
        tree.Source(names(s)[0], expr(b, s.children[1]), at=b.at(s))
        for s in branches(node, "source")
    ]
    return tree.Sources(each, where(b, node), at=b.at(node))


def where(b: Builder, node: Branch) -> tree.Expr | None:
    """The condition of a `where` under a node, if there is one."""
    found = branch(node, "where")
    return None if found is None else expr(b, found.children[0])


# ----------------------------------------------------------------
# helpers
def _all(b: Builder, nodes: list[Child]) -> list[tree.Expr]:
    return [expr(b, n) for n in nodes]


def _name(b: Builder, node: Branch) -> tree.Name:
    return tree.Name(one_blank(node.children[0]), at=b.at(node))


def one_blank(token: Child) -> str:
    """A name, or `Cell of board` with one blank between its words."""
    return " ".join(str(token).split())


def _int(b: Builder, node: Branch) -> tree.Int:
    return tree.Int(b.number(cast(Token, node.children[0])), at=b.at(node))


def _minus(b: Builder, node: Branch) -> tree.Int:
    return tree.Int(-b.number(cast(Token, node.children[0])), at=b.at(node))


def _decimal(b: Builder, node: Branch) -> tree.Int:
    """A number with a decimal point: halves and quarters, so that sums are exact."""
    token = cast(Token, node.children[0])
    value = float(token) if len(token) <= MOST_DIGITS else 0.5
    if value * 4 % 1 or len(token) > MOST_DIGITS:
        b.report.error(
            "E0143",
            "Behind the decimal point stands a half or a quarter.",
            b.at(node),
            hint="Write `.5`, `.25` or `.75`; or count in smaller parts.",
        )
    return tree.Int(int(value) if value % 1 == 0 else value, at=b.at(node))


def _in_play(b: Builder, node: Branch) -> tree.InPlay:
    return tree.InPlay(str(node.children[0]), at=b.at(node))


def _several(b: Builder, node: Branch) -> tree.Several:
    return tree.Several(_all(b, node.children), at=b.at(node))


def _group(b: Builder, node: Branch) -> tree.Expr:
    inner = expr(b, node.children[0])
    inner.brackets += 1
    inner.at = b.at(node)
    return inner


def _pair(b: Builder, node: Branch) -> tree.Pair:
    return tree.Pair(_all(b, node.children), at=b.at(node))


def _get(b: Builder, node: Branch) -> tree.Get:
    return tree.Get(expr(b, node.children[0]), str(node.children[1]), at=b.at(node))


def _at(b: Builder, node: Branch) -> tree.At:
    return tree.At(expr(b, node.children[0]), _all(b, node.children[1:]), at=b.at(node))


def _apply(b: Builder, node: Branch) -> tree.Call:
    name, args = str(node.children[0]), _all(b, node.children[1:])
    if name == "not":
        hint = "Put it in brackets with what it turns round, `(not …)`, or write `is not`."
        b.report.error("E0116", "`not` can't stand here.", b.at(node), hint=hint)
    if name != "only" or len(args) != 1:
        return tree.Call(name, args, at=b.at(node))
    if b.version > 1:
        old_form(b, "only(…)", "the x in S where …", b.at(node), "it is said with `the`")
    inner = args[0]
    if not isinstance(inner, tree.Those):
        each = [tree.Source("one", inner, at=inner.at)]
        inner = tree.Those(tree.Sources(each, None, at=inner.at), at=inner.at)
    return tree.Call("the", [inner], at=b.at(node))


def _not(b: Builder, node: Branch) -> tree.Not:
    return tree.Not(expr(b, node.children[0]), at=b.at(node))


def _afterwards(b: Builder, node: Branch) -> tree.Afterwards:
    return tree.Afterwards(expr(b, node.children[0]), at=b.at(node))


def _and(b: Builder, node: Branch) -> tree.And:
    return tree.And(_conditions(b, node, "and"), at=b.at(node))


def _or(b: Builder, node: Branch) -> tree.Or:
    return tree.Or(_conditions(b, node, "or"), at=b.at(node))


def _conditions(b: Builder, node: Branch, word: str) -> list[tree.Expr]:
    """What `and` or `or` joins. A value with `otherwise` among it needs brackets: both ways to read
    it are natural."""
    found = _all(b, node.children)
    for e in found:
        if isinstance(e, tree.IfElse | tree.OrElse) and not e.brackets and b.version > 1:
            b.report.error(
                "E0114",
                f"An `otherwise` beside an `{word}` needs brackets, to say which belongs together.",
                Label(e.at, f"this stands beside an `{word}`"),
                hint=f"Write `(a otherwise b) {word} c`, or `a otherwise (b {word} c)`.",
            )
    return found


def compare(op: str) -> Maker[tree.Compare]:
    """The maker of a comparison."""

    def make(b: Builder, node: Branch) -> tree.Compare:
        return tree.Compare(op, expr(b, node.children[0]), expr(b, node.children[1]), at=b.at(node))

    return make


def _compare_as_before(op: str) -> Maker[tree.Compare]:
    """A comparison of version 1 of the language; a mistake in later ones."""
    make = compare(op)

    def old(b: Builder, node: Branch) -> tree.Compare:
        made = make(b, node)
        if b.version > 1:
            old_form(b, op, WORDED[op], _between(made))
        return made

    return old


def _between(e: tree.Compare) -> tree.Span:
    """Where the words of a comparison stand, if it is in one line; else, where all of it does."""
    left, right = e.left.at, e.right.at
    if left.end_line != right.line or left.end_column + 2 > right.column - 1:
        return e.at
    return tree.Span(left.file, left.end_line, left.end_column + 1, right.line, right.column - 1)


IN_WORDS = "comparisons are written in words"


def old_form(b: Builder, old: str, new: str, at: tree.Span, why: str = IN_WORDS) -> None:
    """Report a form that only version 1 of the language has."""
    b.report.error(
        "E0121",
        f"`{old}` is not written here: {why}.",
        at,
        hint=f"Write `{new}`. `alarife format --upgrade` rewrites a file of version 1.",
    )


def _is_empty(negated: bool) -> Maker[tree.IsEmpty]:
    def make(b: Builder, node: Branch) -> tree.IsEmpty:
        return tree.IsEmpty(expr(b, node.children[0]), negated, at=b.at(node))

    return make


def _is_some(b: Builder, node: Branch) -> tree.IsSome:
    return tree.IsSome(expr(b, node.children[0]), str(node.children[1]), at=b.at(node))


def _is_a(negated: bool) -> Maker[tree.IsA]:
    def make(b: Builder, node: Branch) -> tree.IsA:
        return tree.IsA(expr(b, node.children[0]), str(node.children[1]), negated, at=b.at(node))

    return make


def _range_of(b: Builder, node: Branch) -> tree.RangeOf:
    return tree.RangeOf(expr(b, node.children[0]), expr(b, node.children[1]), at=b.at(node))


def _or_else(b: Builder, node: Branch) -> tree.OrElse:
    """`a otherwise b`. Where b is `b if c otherwise d`, it needs brackets: it can be read as `(a
    otherwise b) if c otherwise d`, too."""
    made = tree.OrElse(expr(b, node.children[0]), expr(b, node.children[1]), at=b.at(node))
    default = made.default
    if isinstance(default, tree.IfElse) and not default.brackets and b.version > 1:
        b.report.error(
            "E0114",
            "An `otherwise` before an `if … otherwise` needs brackets, to say which belongs"
            " together.",
            Label(default.at, "this stands after an `otherwise`"),
            hint="Write `(a otherwise b) if c otherwise d`, or `a otherwise (b if c otherwise d)`.",
        )
    return made


def _if_else(b: Builder, node: Branch) -> tree.IfElse:
    then, condition, default = _all(b, node.children)
    return tree.IfElse(then, condition, default, at=b.at(node))


def _let_in(b: Builder, node: Branch) -> tree.LetIn:
    name, value, body = node.children
    return tree.LetIn(str(name), expr(b, value), expr(b, body), at=b.at(node))


def _arithmetic(b: Builder, node: Branch) -> tree.Arithmetic:
    left, op, right = node.children
    return tree.Arithmetic(str(op), expr(b, left), expr(b, right), at=b.at(node))


def _can(b: Builder, node: Branch) -> tree.Expr:
    called = expr(b, node.children[0])
    if isinstance(called, tree.Name):
        return tree.Can(called.id, [], at=b.at(node))
    if isinstance(called, tree.Call):
        return tree.Can(called.name, called.args, at=b.at(node))
    b.report.error(
        "E0132",
        "After `can` must come the name of a menu.",
        called.at,
        hint="Write `can settle(tile)`.",
    )
    return tree.Truth(False, at=b.at(node))


# ----------------------------------------------------------------
# the long forms
def _quantified(kind: str) -> Maker[tree.Quantified]:
    def make(b: Builder, node: Branch) -> tree.Quantified:
        given, body = cast(list[Branch], node.children)
        return tree.Quantified(kind, sources(b, given), expr(b, body), at=b.at(node))

    return make


def _count(b: Builder, node: Branch) -> tree.Count:
    return tree.Count(sources(b, cast(Branch, node.children[0])), at=b.at(node))


def _those(b: Builder, node: Branch) -> tree.Those:
    return tree.Those(sources(b, cast(Branch, node.children[0])), at=b.at(node))


def _the(b: Builder, node: Branch) -> tree.Call:
    return tree.Call("the", [_those(b, node)], at=b.at(node))


def _sum(b: Builder, node: Branch) -> tree.Sum:
    return tree.Sum(
        expr(b, node.children[0]), sources(b, cast(Branch, node.children[1])), at=b.at(node)
    )


def _list_for(b: Builder, node: Branch) -> tree.ListFor:
    return tree.ListFor(
        expr(b, node.children[0]), sources(b, cast(Branch, node.children[1])), at=b.at(node)
    )


def _rank(b: Builder, node: Branch) -> tree.Rank:
    keys = [
        tree.RankKey(str(k.children[0]) == "most", expr(b, k.children[1]), at=b.at(k))
        for k in branches(node, "rank_key")
    ]
    return tree.Rank(sources(b, cast(Branch, node.children[0])), keys, at=b.at(node))


def _best(b: Builder, node: Branch) -> tree.OrElse:
    """`best 5 of cards by strength`: the first of the strongest sets of five; all, if there are no
    more."""
    at = b.at(node)
    count, many = (c for c in node.children if not isinstance(c, Token))
    member = tree.Name("_best_", at=at)
    sets = tree.Call("subsets", [expr(b, many), expr(b, count)], at=at)
    keys = [
        tree.RankKey(True, tree.Call(name, [tree.Name(member.id, at=at)], at=at), at=at)
        for name in names(node)
    ]
    each = [tree.Source(member.id, sets, at=at)]
    ranking = tree.Rank(tree.Sources(each, None, at=at), keys, at=at)
    first = tree.Call("first", [tree.Call("leaders", [ranking], at=at)], at=at)
    return tree.OrElse(first, expr(b, many), True, at=at)


_EXPRESSIONS: dict[str, Maker[tree.Expr]] = {
    "name": _name,
    "int": _int,
    "minus": _minus,
    "decimal": _decimal,
    "yes": lambda b, node: tree.Truth(True, at=b.at(node)),
    "no": lambda b, node: tree.Truth(False, at=b.at(node)),
    "none": lambda b, node: tree.Nothing(at=b.at(node)),
    "in_play": _in_play,
    "several": _several,
    "group": _group,
    "pair": _pair,
    "get": _get,
    "at": _at,
    "apply": _apply,
    "not_": _not,
    "afterwards": _afterwards,
    "and_": _and,
    "or_": _or,
    "is_": compare("="),
    "old_equal": _compare_as_before("="),
    "is_not": compare("differs from"),
    "old_differs": _compare_as_before("differs from"),
    "is_at_least": compare("at least"),
    "old_at_least": _compare_as_before("at least"),
    "is_at_most": compare("at most"),
    "old_at_most": _compare_as_before("at most"),
    "is_more_than": compare("more than"),
    "old_more_than": _compare_as_before("more than"),
    "is_less_than": compare("less than"),
    "old_less_than": _compare_as_before("less than"),
    "is_in": compare("in"),
    "old_in_": _compare_as_before("in"),
    "is_not_in": compare("not in"),
    "old_not_in": _compare_as_before("not in"),
    "is_empty": _is_empty(False),
    "is_not_empty": _is_empty(True),
    "is_some": _is_some,
    "is_a_type": _is_a(False),
    "is_not_a_type": _is_a(True),
    "range_of": _range_of,
    "or_else": _or_else,
    "if_else": _if_else,
    "let_in": _let_in,
    "add": _arithmetic,
    "multiply": _arithmetic,
    "can": _can,
    "every": _quantified("every"),
    "some": _quantified("some"),
    "no_": _quantified("no"),
    "count": _count,
    "those": _those,
    "the": _the,
    "total": _sum,
    "list_for": _list_for,
    "rank": _rank,
    "best": _best,
}
