"""Examples: from Lark's parse tree to ours."""

from __future__ import annotations

from lark import Token, Tree

from alarife.syntax import tree
from alarife.syntax.build import Branch, Builder, Child, branches, names, sentence_in
from alarife.syntax.expressions import compare, expr

Given = tree.Given | tree.GivenMap
Step = tree.When | tree.Then


def example(
    b: Builder, node: Branch
) -> tuple[list[Given], list[Step], list[tuple[int, tree.Prose]]]:
    """What an example supposes, what happens and must hold then, and what is said between."""
    given: list[Given] = []
    steps: list[Step] = []
    captions: list[tuple[int, tree.Prose]] = []
    for child in node.children:
        if isinstance(child, Token):
            continue
        if child.data == "given":
            given.append(tree.Given(_supposed(b, child.children[0]), at=b.at(child)))
        elif child.data == "given_map":
            given.append(_map(b, child))
        elif child.data in ("when", "when_player", "when_answers"):
            steps.append(_when(b, child))
        elif child.data in ("then", "then_refused"):
            steps.append(_then(b, child))
        elif child.data == "caption":
            captions.append((len(steps), tree.Prose(*sentence_in(b, child), at=b.at(child))))
    return given, steps, captions


def _supposed(b: Builder, node: Child) -> tree.Expr:
    """What is supposed: `place = [pieces]` says what is there and compares nothing."""
    assert isinstance(node, Tree)
    if node.data == "old_equal":
        return compare("=")(b, node)
    made = expr(b, node)
    if isinstance(made, tree.Compare) and made.op == "=":
        b.report.error(
            "E0121",
            "`given` says what is there; it asks nothing.",
            made.at,
            hint="Write `given place = …`, with `=`.",
        )
    return made


def _map(b: Builder, node: Branch) -> tree.GivenMap:
    rows = branches(node, "maprow")
    lines = [str(r.children[0]).rstrip() for r in rows]
    legend = [entry for row in branches(node, "legend") for entry in _legend(b, row.children)]
    line_at = [b.at(r) for r in rows]
    return tree.GivenMap(expr(b, node.children[0]), lines, line_at, legend, at=b.at(node))


def _legend(b: Builder, children: list[Child]) -> list[tuple[str, tree.Expr]]:
    return [
        (str(name), expr(b, what)) for name, what in zip(children[::2], children[1::2], strict=True)
    ]


def _when(b: Builder, node: Branch) -> tree.When:
    parts = [expr(b, c) for c in node.children if isinstance(c, Tree)]
    if node.data == "when_answers":
        return tree.When(names(node)[0], None, parts, at=b.at(node))
    player = names(node)[0] if node.data == "when_player" else None
    return tree.When(player, parts[0], None, at=b.at(node))


def _then(b: Builder, node: Branch) -> tree.Then:
    if node.data == "then_refused":
        return tree.Then(None, names(node), at=b.at(node))
    return tree.Then(expr(b, node.children[0]), None, at=b.at(node))
