"""Statements: from Lark's parse tree to ours."""

from __future__ import annotations

from typing import cast

from lark import Token, Tree

from alarife.syntax import tree
from alarife.syntax.build import (
    Branch,
    Builder,
    Maker,
    branch,
    branches,
    citations,
    names,
    sentence_in,
    title,
)
from alarife.syntax.expressions import expr, sources, where


def block(b: Builder, node: Branch) -> list[tree.Stmt]:
    """The statements of a block."""
    found: list[tree.Stmt] = []
    for child in cast(list[Branch], node.children):
        if child.data == "choose_together":
            found += _choose_together(b, child)
        else:
            found.append(statement(b, child))
    return found


def offering(body: list[tree.Stmt]) -> list[tree.Stmt]:
    """The body of an action: what an offer asks together is looked ahead anyway, so every part is
    asked of all its candidates, and rules say what refuses them."""
    for s in body:
        if isinstance(s, tree.Choose):
            s.source = s.plain or s.source
        elif not isinstance(s, tree.Let | tree.Require | tree.Sentence):
            break
    return body


def statement(b: Builder, node: Branch) -> tree.Stmt:
    """A statement."""
    b.deeper(node)
    made = _STATEMENTS[node.data](b, node)
    made.cites = citations(node)
    b.depth -= 1
    return made


def _parts(b: Builder, node: Branch) -> list[tree.Expr]:
    """The expressions among the children."""
    other = ("cites", "block", "title")
    kept = [c for c in node.children if isinstance(c, Tree) and c.data not in other]
    return [expr(b, c) for c in kept]


def _otherwise(b: Builder, node: Branch) -> list[tree.Stmt] | None:
    found = branch(node, "otherwise")
    return None if found is None else block(b, cast(Branch, found.children[0]))


def _body(b: Builder, node: Branch) -> list[tree.Stmt]:
    return block(b, cast(Branch, node.children[-1]))


def _call_of(b: Builder, node: Branch, what: str) -> tree.Name | tree.Call:
    """The name or call that a statement is about; something else can't be carried out."""
    made = _parts(b, node)[0]
    if isinstance(made, tree.Name | tree.Call):
        return made
    b.report.error("E0131", f"This is a value; {what} must stand here.", made.at)
    return tree.Name("", at=made.at)


# ----------------------------------------------------------------
# one line
def _call(b: Builder, node: Branch) -> tree.Do:
    return tree.Do(
        _call_of(b, node, "the name of a step, perhaps with what it needs in brackets,"),
        at=b.at(node),
    )


def _write(b: Builder, node: Branch) -> tree.Write:
    target, value = _parts(b, node)
    op = next(str(c) for c in node.children if isinstance(c, Token))
    return tree.Write(target, op, value, at=b.at(node))


def _let(b: Builder, node: Branch) -> tree.Let:
    return tree.Let(str(node.children[0]), _parts(b, node)[0], at=b.at(node))


def _move(b: Builder, node: Branch) -> tree.Move:
    what, to, *position = _parts(b, node)
    return tree.Move(what, to, position[0] if position else None, at=b.at(node))


def _move_under(b: Builder, node: Branch) -> tree.Move:
    what, to = _parts(b, node)
    return tree.Move(what, to, under=True, at=b.at(node))


def _draw(b: Builder, node: Branch) -> tree.Draw:
    return tree.Draw(*_parts(b, node), at=b.at(node))


def _pick(b: Builder, node: Branch) -> tree.Pick:
    return tree.Pick(str(node.children[0]), _parts(b, node)[0], at=b.at(node))


def _shuffle(b: Builder, node: Branch) -> tree.Shuffle:
    return tree.Shuffle(*_parts(b, node), at=b.at(node))


def _swap(b: Builder, node: Branch) -> tree.Swap:
    return tree.Swap(*_parts(b, node), at=b.at(node))


def _turn(b: Builder, node: Branch) -> tree.Turn:
    return tree.Turn(*_parts(b, node), face=_face(node), at=b.at(node))


def _roll(b: Builder, node: Branch) -> tree.Roll:
    return tree.Roll(*_parts(b, node), face=_face(node), at=b.at(node))


def _face(node: Branch) -> str | None:
    """The face that is named before `of`."""
    return next((str(c) for c in node.children if isinstance(c, Token)), None)


def _show(b: Builder, node: Branch) -> tree.Show:
    return tree.Show(*_parts(b, node), at=b.at(node))


def _inform(b: Builder, node: Branch) -> tree.Inform:
    to, what = _parts(b, node)
    whether = any(isinstance(c, Token) and str(c).startswith("whether") for c in node.children)
    return tree.Inform(to, whether, what, title(node), at=b.at(node))


def _raise(b: Builder, node: Branch) -> tree.Raise:
    return tree.Raise(
        _call_of(b, node, "the name of a moment, perhaps with its payload in brackets,"),
        at=b.at(node),
    )


def _require(b: Builder, node: Branch) -> tree.Require:
    return tree.Require(_parts(b, node)[0], at=b.at(node))


# ----------------------------------------------------------------
# with blocks
def _choose(b: Builder, node: Branch) -> tree.Choose:
    tokens = [c for c in node.children if isinstance(c, Token)]
    how = next((str(t) for t in tokens if t.type == "HOW_MANY"), None)
    source = next(c for c in node.children if isinstance(c, Tree))
    return tree.Choose(
        how,
        str(tokens[-1]),
        expr(b, source),
        where(b, node),
        title(node),
        _otherwise(b, node),
        at=b.at(node),
    )


def _choose_together(b: Builder, node: Branch) -> list[tree.Stmt]:
    """`choose x from S with y from T where r(x, y)`: first an x for which there is a y, then y."""
    asked, at = branches(node, "asked"), b.at(node)
    found: list[tree.Stmt] = []
    for i, one in enumerate(asked):
        last = i == len(asked) - 1
        source = plain = expr(b, one.children[1])
        if not last:
            each = [tree.Source(names(o)[0], expr(b, o.children[1]), at=at) for o in asked[i + 1 :]]
            some = tree.Quantified(
                "some", tree.Sources(each, None, at=at), where(b, node) or tree.Truth(True, at=at),
                at=at,
            )  # fmt: skip
            each = [tree.Source(names(one)[0], expr(b, one.children[1]), at=at)]
            source = tree.Those(tree.Sources(each, some, at=at), at=at)
        made = tree.Choose(
            None,
            names(one)[0],
            source,
            where(b, node) if last else None,
            title(node),
            None if i else _otherwise(b, node),
            (i, len(asked)),
            plain,
            at=at,
        )
        made.cites = citations(node)
        found.append(made)
    return found


def _choose_from(b: Builder, node: Branch) -> tree.ChooseFrom:
    chosen = expr(b, node.children[0])
    otherwise = _otherwise(b, node)
    if isinstance(chosen, tree.Name):
        return tree.ChooseFrom(chosen.id, [], otherwise, at=b.at(node))
    if isinstance(chosen, tree.Call):
        return tree.ChooseFrom(chosen.name, chosen.args, otherwise, at=b.at(node))
    hint = "To choose a thing, write `choose x from …`."
    b.report.error(
        "E0131", "After `choose from` must come the name of a menu.", chosen.at, hint=hint
    )
    return tree.ChooseFrom("", [], otherwise, at=b.at(node))


def _may(b: Builder, node: Branch) -> tree.May:
    body = block(b, cast(Branch, branch(node, "block")))
    return tree.May(title(node), body, _otherwise(b, node), at=b.at(node))


def _if(b: Builder, node: Branch) -> tree.If:
    written = (node, *branches(node, "else_if"))
    arms = [(expr(b, arm.children[0]), block(b, cast(Branch, arm.children[1]))) for arm in written]
    return tree.If(arms, _otherwise(b, node), at=b.at(node))


def _for_each(b: Builder, node: Branch) -> tree.ForEach:
    return tree.ForEach(sources(b, cast(Branch, node.children[0])), _body(b, node), at=b.at(node))


def _repeat(b: Builder, node: Branch) -> tree.Repeat:
    return tree.Repeat(str(node.children[0]), _parts(b, node)[0], _body(b, node), at=b.at(node))


def _repeat_times(b: Builder, node: Branch) -> tree.RepeatTimes:
    return tree.RepeatTimes(_parts(b, node)[0], _body(b, node), False, at=b.at(node))


def _repeat_up_to(b: Builder, node: Branch) -> tree.RepeatTimes:
    at = b.at(node)
    asked = tree.May(title(node), _body(b, node), [tree.Stop(at=at)], at=at)
    return tree.RepeatTimes(expr(b, node.children[0]), [asked], True, at=at)


def _as(b: Builder, node: Branch) -> tree.As:
    return tree.As(_parts(b, node)[0], _body(b, node), at=b.at(node))


def _as_each(b: Builder, node: Branch) -> tree.AsEach:
    at_once = any(isinstance(c, Token) and c.type == "AT_ONCE" for c in node.children)
    return tree.AsEach(
        sources(b, cast(Branch, node.children[0])), at_once, _body(b, node), at=b.at(node)
    )


_STATEMENTS: dict[str, Maker[tree.Stmt]] = {
    "prose": lambda b, node: tree.Sentence(*sentence_in(b, node), at=b.at(node)),
    "pass": lambda b, node: tree.Pass(at=b.at(node)),
    "never": lambda b, node: tree.Never(title(node) or "", at=b.at(node)),
    "stop": lambda b, node: tree.Stop(at=b.at(node)),
    "end_game": lambda b, node: tree.EndGame(at=b.at(node)),
    "call": _call,
    "write": _write,
    "let": _let,
    "move": _move,
    "move_at": _move,
    "move_under": _move_under,
    "draw": _draw,
    "pick": _pick,
    "shuffle": _shuffle,
    "swap": _swap,
    "turn": _turn,
    "roll": _roll,
    "show": _show,
    "inform": _inform,
    "together": lambda b, node: tree.Together(_body(b, node), at=b.at(node)),
    "raise_": _raise,
    "require": _require,
    "choose": _choose,
    "choose_from": _choose_from,
    "may": _may,
    "if_": _if,
    "for_each": _for_each,
    "repeat": _repeat,
    "repeat_times": _repeat_times,
    "repeat_up_to": _repeat_up_to,
    "as_": _as,
    "as_each": _as_each,
}
