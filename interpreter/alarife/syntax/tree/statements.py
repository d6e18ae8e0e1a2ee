"""Nodes of the syntax tree: what is done."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.syntax.tree.expressions import Expr, Sources
from alarife.syntax.tree.nodes import Node


@dataclass(eq=False, slots=True)
class Stmt(Node):
    """What is done. `cites` are paragraphs cited behind it."""

    cites: list[str] = field(default_factory=list[str], kw_only=True)


@dataclass(eq=False, slots=True)
class Sentence(Stmt):
    """`> A sentence that prints at this point.` `tone` is as in `Prose`."""

    text: str
    tone: str = ""
    written: str = ""


@dataclass(eq=False, slots=True)
class Pass(Stmt):
    """`pass`"""


@dataclass(eq=False, slots=True)
class Never(Stmt):
    """`never "because …"`: this cannot be reached; reaching it is a fault that says why it was
    thought so"""

    because: str


@dataclass(eq=False, slots=True)
class Do(Stmt):
    """`fill_market`, `scoring(C)`, `usual`: carry out a step; `usual` is the call named `usual`"""

    call: Expr


@dataclass(eq=False, slots=True)
class Write(Stmt):
    """`score[p] += 3`; op is `:=`, `+=` or `-=`"""

    target: Expr
    op: str
    value: Expr


@dataclass(eq=False, slots=True)
class Let(Stmt):
    """`let price = cost(tile)`"""

    name: str
    value: Expr


@dataclass(eq=False, slots=True)
class Move(Stmt):
    """`move tile to city[you][spot]`, `move card to queue at 2`, `move card under deck`"""

    what: Expr
    to: Expr
    position: Expr | None = None
    under: bool = False


@dataclass(eq=False, slots=True)
class Draw(Stmt):
    """`draw 2 from bag to hand[p]`"""

    count: Expr
    source: Expr
    to: Expr


@dataclass(eq=False, slots=True)
class Pick(Stmt):
    """`pick b from Building at random`"""

    name: str
    source: Expr


@dataclass(eq=False, slots=True)
class Shuffle(Stmt):
    """`shuffle deck`"""

    place: Expr


@dataclass(eq=False, slots=True)
class Swap(Stmt):
    """`swap old with new`"""

    left: Expr
    right: Expr


@dataclass(eq=False, slots=True)
class Stop(Stmt):
    """`stop`: the loop around it is left"""


@dataclass(eq=False, slots=True)
class EndGame(Stmt):
    """`end the game`: nothing more is done"""


@dataclass(eq=False, slots=True)
class Turn(Stmt):
    """`turn disc to you`, `turn heading of beetle to N`: give a face of a piece another value (of
    each piece, for a set)"""

    what: Expr
    to: Expr
    face: str | None = None


@dataclass(eq=False, slots=True)
class Roll(Stmt):
    """`roll dice`, `roll pips of dice`: each piece of the set shows a face at random"""

    what: Expr
    face: str | None = None


@dataclass(eq=False, slots=True)
class Show(Stmt):
    """`show card to you`"""

    what: Expr
    to: Expr


@dataclass(eq=False, slots=True)
class Inform(Stmt):
    """`tell you whether holds(q, guess) "…"`, `tell p what hits(q, guess)`: a fact about what they
    may not see"""

    to: Expr
    whether: bool
    what: Expr
    title: str | None


@dataclass(eq=False, slots=True)
class Together(Stmt):
    """`together` + block: several changes judged as one"""

    body: list[Stmt]


@dataclass(eq=False, slots=True)
class Raise(Stmt):
    """`raise paid(tile, payment, price)`"""

    call: Expr


@dataclass(eq=False, slots=True)
class Require(Stmt):
    """`require rolls_left`; with `by_type`, an action is for arguments of that type only:
    `action cut in care(t: Tree)`"""

    condition: Expr
    by_type: bool = False


@dataclass(eq=False, slots=True)
class Choose(Stmt):
    """`choose [some|any] x from S where r(x) "Prompt"`; how is None (one), `some` or `any`. Of
    `choose x from S with y from T` there is one for each, and `together` says of which it is:
    (0, 2), (1, 2). Then `plain` is the source as it was written."""

    how: str | None
    name: str
    source: Expr
    where: Expr | None
    prompt: str | None
    otherwise: list[Stmt] | None
    together: tuple[int, int] = (0, 1)
    plain: Expr | None = None


@dataclass(eq=False, slots=True)
class ChooseFrom(Stmt):
    """`choose from menu(x)`"""

    menu: str
    args: list[Expr]
    otherwise: list[Stmt] | None


@dataclass(eq=False, slots=True)
class May(Stmt):
    """`may "Prompt"` + block: an alternative that can be declined; `otherwise` + block: what is
    done if it is declined or can't be done"""

    prompt: str | None
    body: list[Stmt]
    otherwise: list[Stmt] | None


@dataclass(eq=False, slots=True)
class If(Stmt):
    """`if c` + block, `otherwise if c` + block …, `otherwise` + block; arms hold (condition,
    block)"""

    arms: list[tuple[Expr, list[Stmt]]]
    otherwise: list[Stmt] | None


@dataclass(eq=False, slots=True)
class ForEach(Stmt):
    """`for each x in S with y in T where c` + block"""

    sources: Sources
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class Repeat(Stmt):
    """`repeat while c`, `repeat until c`; how is the word"""

    how: str
    condition: Expr
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class RepeatTimes(Stmt):
    """`repeat n times`; `repeat up to n times "Prompt"` is a `may` in it that otherwise stops"""

    times: Expr
    body: list[Stmt]
    up_to: bool


@dataclass(eq=False, slots=True)
class As(Stmt):
    """`as p` + block"""

    who: Expr
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class AsEach(Stmt):
    """`as each p in S [at once]` + block"""

    sources: Sources
    at_once: bool
    body: list[Stmt]
