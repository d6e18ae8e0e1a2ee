"""The nodes of the intermediate representation (IR): what stands between a checked tree and code.

Nodes are frozen and compare by identity. Names of the rule files have been looked up: a local is
the `Local` that checking made, a note, place or table is named by symbol, and numbered only when
code is printed. An expression reads the state and its locals and changes nothing. What looping
means is said once, by `Over` and its clauses: existence, counting, sums and lists differ only in
`kind`."""

from __future__ import annotations

from dataclasses import dataclass

from alarife.checking.scope import Local
from alarife.syntax.tree import Span


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """Any node."""


@dataclass(frozen=True, slots=True, eq=False)
class Expr(Node):
    """What has a value."""


@dataclass(frozen=True, slots=True, eq=False)
class Const(Expr):
    """A number, a truth value, nothing (`None`), or a tuple of constants."""

    value: object


@dataclass(frozen=True, slots=True, eq=False)
class Use(Expr):
    """The value of a local."""

    local: Local


@dataclass(frozen=True, slots=True, eq=False)
class Read(Expr):
    """What a slot of the state holds. `shelf` is `note`, `place` or `face` (the faces of a type of
    pieces); `index` is the position among its instances, None where there is only one."""

    shelf: str
    name: str
    index: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class PlaceOf(Expr):
    """The number of an instance of a place, for what works on places themselves."""

    name: str
    index: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class Table(Expr):
    """A table of constants, or a function that is handed over, by its name in generated code."""

    name: str


@dataclass(frozen=True, slots=True, eq=False)
class Field(Expr):
    """An entry of a table of constants: a field of a piece or of a kind, or a declared table."""

    table: str
    keys: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Op(Expr):
    """An operator of the closed list in `ops`. `and` and `or` take any number of arguments and stop
    at the first that decides."""

    op: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class If(Expr):
    """`then` if `test` holds, else `other`."""

    test: Expr
    then: Expr
    other: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Some(Expr):
    """Whether `of` is not nothing. Where it holds, `local` names it: in the later arguments of the
    `and` it stands in, and in whatever that condition guards."""

    local: Local
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class IsA(Expr):
    """Whether a piece is of one of these types."""

    of: Expr
    types: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Tuple(Expr):
    """A tuple of values."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Call(Expr):
    """A call of a function of the program, or of one generated later (`exists_menu·m`)."""

    function: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Builtin(Expr):
    """A call of a function of the engine."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class At(Expr):
    """The piece on a cell of a grid, or nothing."""

    grid: Expr
    cell: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Once(Expr):
    """The value of `of`, worked out when first needed and kept under `local` while the function
    runs."""

    local: Local
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Holding(Expr):
    """The numbers, from 0, of the tests that hold. It is all of a function's body."""

    tests: tuple[Expr, ...]


# ----------------------------------------------------------------
# going over something
@dataclass(frozen=True, slots=True, eq=False)
class Clause(Node):
    """A step of going over something. A clause sees the locals of those before it."""


@dataclass(frozen=True, slots=True, eq=False)
class Bind(Clause):
    """`local` is one member of `source` after the other. `counted`: the loop may be long, so each
    round counts against the budget, with so much work; 0 if it need not."""

    local: Local
    source: Expr
    counted: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Given(Clause):
    """If `source` is not nothing, `local` is it: a loop of one round at most."""

    local: Local
    source: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Let(Clause):
    """`local` is `value`."""

    local: Local
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Where(Clause):
    """Only where this holds."""

    test: Expr


KINDS = ("some", "count", "sum", "list", "bag", "first", "only", "rank", "reach")
UNORDERED = frozenset(("some", "count", "sum", "bag"))
"""Kinds whose value does not depend on the order in which members come."""


@dataclass(frozen=True, slots=True, eq=False)
class Over(Expr):
    """Every comprehension. By `kind`: `some`: whether the clauses can all be met (no result);
    `count`: how often; `sum` of the results; the `list` of them, or a `bag` in any order; the
    `first`, or nothing; the `only` one, or nothing; `rank`: the result is a pair of a key and a
    member; `reach`: a pair of an amount and a bound, and the value is whether the amounts so far
    add up to the bound in some round."""

    kind: str
    clauses: tuple[Clause, ...]
    result: Expr | None = None


# ----------------------------------------------------------------
# declarations
@dataclass(frozen=True, slots=True, eq=False)
class Function(Node):
    """A function that has a value. `counted`: a call counts against the budget, with so much work.
    `kept`: results are kept from call to call. `replaceable`: something may be put in its place by
    name, so calls of it stay calls."""

    name: str
    params: tuple[Local, ...]
    body: Expr
    counted: int = 0
    kept: bool = False
    replaceable: bool = False
    origin: Span | None = None
