"""Nodes of the syntax tree: what has a value."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.syntax.tree.nodes import Node


@dataclass(eq=False, slots=True, kw_only=True)
class Expr(Node):
    """What has a value. `brackets`: how many pairs of brackets the author put around it, for the
    formatter; they mean nothing else."""

    brackets: int = 0


@dataclass(eq=False, slots=True)
class Name(Expr):
    """`tile`"""

    id: str


@dataclass(eq=False, slots=True)
class Int(Expr):
    """`20`, `-1`, `6.5`"""

    value: int | float

    @property
    def whole(self) -> int | None:
        """The number, if it is a whole one."""
        return self.value if isinstance(self.value, int) else None


@dataclass(eq=False, slots=True)
class Truth(Expr):
    """`yes`, `no`"""

    value: bool


@dataclass(eq=False, slots=True)
class Nothing(Expr):
    """`none`"""


@dataclass(eq=False, slots=True)
class InPlay(Expr):
    """`module bazaars`: whether that module is in play"""

    module: str


@dataclass(eq=False, slots=True)
class Several(Expr):
    """`[a, b]`, `[]`"""

    items: list[Expr]


@dataclass(eq=False, slots=True)
class Pair(Expr):
    """`(c, a)`: two things or more taken as one"""

    parts: list[Expr]


@dataclass(eq=False, slots=True)
class Get(Expr):
    """`tile.price`"""

    of: Expr
    field: str


@dataclass(eq=False, slots=True)
class At(Expr):
    """`market[c]`, `area[column, n]`, `city[p][spot]`"""

    of: Expr
    keys: list[Expr]


@dataclass(eq=False, slots=True)
class Call(Expr):
    """`total(cards)`, `Tile(garden, 10)`"""

    name: str
    args: list[Expr]


@dataclass(eq=False, slots=True)
class Not(Expr):
    """`not a`"""

    of: Expr


@dataclass(eq=False, slots=True)
class Afterwards(Expr):
    """`afterwards r(x)` in the condition of a choice: r holds when what follows has been done"""

    of: Expr


@dataclass(eq=False, slots=True)
class And(Expr):
    """`a and b and c`"""

    parts: list[Expr]


@dataclass(eq=False, slots=True)
class Or(Expr):
    """`a or b or c`"""

    parts: list[Expr]


@dataclass(eq=False, slots=True)
class Compare(Expr):
    """`a = b`; op is one of `=` `differs from` `at least` `at most` `more than` `less than` `in`
    `not in`"""

    op: str
    left: Expr
    right: Expr


@dataclass(eq=False, slots=True)
class IsEmpty(Expr):
    """`a is empty`, `a is not empty`"""

    of: Expr
    negated: bool


@dataclass(eq=False, slots=True)
class IsSome(Expr):
    """`market[c] is some tile`: yes if there is one, and `tile` names it from here on"""

    of: Expr
    name: str


@dataclass(eq=False, slots=True)
class IsA(Expr):
    """`tile is a Bazaar`, `tile is not a Bazaar`"""

    of: Expr
    type: str
    negated: bool


@dataclass(eq=False, slots=True)
class RangeOf(Expr):
    """`1..5`"""

    low: Expr
    high: Expr


@dataclass(eq=False, slots=True)
class OrElse(Expr):
    """`first(row) otherwise tile`; with `best`, it is what `best 5 of cards by strength` means"""

    of: Expr
    default: Expr
    best: bool = False


@dataclass(eq=False, slots=True)
class IfElse(Expr):
    """`2 * tiles if is_city(f) otherwise tiles`"""

    then: Expr
    condition: Expr
    default: Expr


@dataclass(eq=False, slots=True)
class LetIn(Expr):
    """`let f = e` on a line above the meaning of a value or rule"""

    name: str
    value: Expr
    body: Expr


@dataclass(eq=False, slots=True)
class Arithmetic(Expr):
    """`a + b`; op is one of `+` `-` `*` `div` `mod`. `+` and `-` also join and part sets."""

    op: str
    left: Expr
    right: Expr


@dataclass(eq=False, slots=True)
class Can(Expr):
    """`can redesign`, `can settle(tile)`: whether an action of that menu could be carried out"""

    menu: str
    args: list[Expr]


@dataclass(eq=False, slots=True)
class Source(Node):
    """`x in S` of a long form or a loop"""

    name: str
    of: Expr


@dataclass(eq=False, slots=True)
class Sources(Node):
    """`x in S with y in T where c`"""

    each: list[Source]
    where: Expr | None


@dataclass(eq=False, slots=True)
class Quantified(Expr):
    """`every x in S: P`, `some …: P`, `no …: P`; kind is the word"""

    kind: str
    sources: Sources
    body: Expr


@dataclass(eq=False, slots=True)
class Count(Expr):
    """`count x in S where c`"""

    sources: Sources


@dataclass(eq=False, slots=True)
class Sum(Expr):
    """`sum e for x in S where c`"""

    of: Expr
    sources: Sources


@dataclass(eq=False, slots=True)
class ListFor(Expr):
    """`list e for x in S where c`"""

    of: Expr
    sources: Sources


@dataclass(eq=False, slots=True)
class Those(Expr):
    """`those x in S where c`"""

    sources: Sources


@dataclass(eq=False, slots=True)
class RankKey(Node):
    """`most e`, `least e`"""

    most: bool
    of: Expr


@dataclass(eq=False, slots=True)
class Rank(Expr):
    """`rank p in S where c by most e then least f`"""

    sources: Sources
    keys: list[RankKey]


LongForm = Quantified | Count | Sum | ListFor | Those | Rank
"""What goes over sources."""
