"""Nodes of the syntax tree: examples, and what is given, happens and follows in them."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.syntax.tree.declarations import Decl
from alarife.syntax.tree.expressions import Expr
from alarife.syntax.tree.nodes import Node, Prose, Span


@dataclass(eq=False, slots=True)
class Given(Node):
    """`given display = [Money(denar, 1)]`"""

    condition: Expr


@dataclass(eq=False, slots=True)
class GivenMap(Node):
    """`given map city[ann]` + drawing + legend. `lines` are the drawn lines as written (stripped),
    `line_at` where they stand; legend: letter → expression"""

    place: Expr
    lines: list[str]
    line_at: list[Span]
    legend: list[tuple[str, Expr]]


@dataclass(eq=False, slots=True)
class When(Node):
    """`when scoring(B)` (player None) · `when ann: buy(tile, [cards])` · `when ann answers yes, x`
    (call None, answers set)"""

    player: str | None
    call: Expr | None
    answers: list[Expr] | None


@dataclass(eq=False, slots=True)
class Then(Node):
    """`then score[ann] = 5` · `then refused by matching, walkable` (refused_by set, condition
    None)"""

    condition: Expr | None
    refused_by: list[str] | None


@dataclass(eq=False, slots=True, kw_only=True)
class Example(Decl):
    """`example "One big one, but not two" [BASE-16]` + sentences, givens, whens, thens. `steps`
    keeps the written order of `when` and `then`. `shows` is the name of the declaration it stands
    under. `captions` are the sentences between the steps, each with the number of steps before
    it. `question "Do I get change?"` is one too: its sentences are the answer, and it need not try
    anything."""

    given: list[Given | GivenMap]
    steps: list[When | Then]
    captions: list[tuple[int, Prose]]
    question: bool = False
    shows: str = ""
