"""Nodes of the syntax tree: what is declared, by a game or by a module that amends it."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.syntax.tree.expressions import Expr, Sources
from alarife.syntax.tree.nodes import Node, Prose, Row, Span
from alarife.syntax.tree.statements import Stmt
from alarife.syntax.tree.types import TypeExpr


@dataclass(eq=False, slots=True)
class Field(Node):
    """`walls: Sides = nowhere` of a piece, type, kind or parameter list; `face owner: Player` may
    turn. A bare name has no type (its type comes from elsewhere: a law, a step that is filled or
    amended)."""

    name: str
    type: TypeExpr | None
    default: Expr | None
    face: bool = False


@dataclass(eq=False, slots=True)
class Key(Node):
    """`p: Player`, `1..5` between the square brackets of a place, note or table"""

    name: str | None
    type: TypeExpr


@dataclass(eq=False, slots=True, kw_only=True)
class Decl(Node):
    """`WORD name(parameters) "Title" [CITATIONS] meaning`, its sentences. `module` is the name in
    the head of its file, `when` the conditions of the blocks it stands in, outermost first. `head`
    is the span of its first line. `asides` are reasons, tips and remarks, which are no rules."""

    head: Span
    name: str = ""
    title: str | None = None
    cites: list[str] = field(default_factory=list[str])
    prose: list[Prose] = field(default_factory=list[Prose])
    asides: list[Prose] = field(default_factory=list[Prose])
    module: str = ""
    when: list[Expr] = field(default_factory=list[Expr])


@dataclass(eq=False, slots=True)
class Chapter(Decl):
    """`chapter id "T"`; without title: go on there"""


@dataclass(eq=False, slots=True)
class Section(Decl):
    """`section id "T"`; without title: go on there"""


@dataclass(eq=False, slots=True, kw_only=True)
class Kind(Decl):
    """`kind Building(sign: text) "building"` + rows, the first of which names the columns"""

    fields: list[Field]
    rows: list[Row]


@dataclass(eq=False, slots=True, kw_only=True)
class Type(Decl):
    """`type Ware(fields) "tile to be won" is AnyTile`"""

    fields: list[Field]
    is_a: list[str]


@dataclass(eq=False, slots=True, kw_only=True)
class Piece(Decl):
    """`piece Tile(fields) "building tile" is Ware` + rows, or `n of each`"""

    fields: list[Field]
    is_a: list[str]
    each: Expr | None
    rows: list[Row]


@dataclass(eq=False, slots=True)
class Neutral(Decl):
    """`neutral dirk "Dirk"`"""


@dataclass(eq=False, slots=True)
class Trait(Node):
    """Of a place: kind `seen` (by `who`, when `guard`), `top seen`, `under` (law `name`),
    `starting` (with `value`, at `cell`), `hexagonal`, `printed` (`shows` is the name of a value)"""

    kind: str
    who: Expr | None = None
    guard: Expr | None = None
    law: str | None = None
    shows: str | None = None
    value: Expr | None = None
    cell: Expr | None = None


@dataclass(eq=False, slots=True, kw_only=True)
class Place(Decl):
    """`place city[p: Player] "Alhambra": grid of AnyTile, under lawful, starting with Fountain(p)
    at home`"""

    keys: list[Key]
    shape: TypeExpr
    traits: list[Trait]


@dataclass(eq=False, slots=True, kw_only=True)
class Note(Decl):
    """`note score[Party] "points": 0.. = 0`; `shown` is False with `, not shown`, and
    `drawn` is the form in `, drawn as arch`; `seen` is the name in `, seen by p`: the key whose
    player alone sees it, or `nobody`"""

    keys: list[Key]
    type: TypeExpr
    value: Expr
    shown: bool
    drawn: str
    seen: str = ""


@dataclass(eq=False, slots=True, kw_only=True)
class Table(Decl):
    """`table majority[building: Building, round: Round] "Points": list of number` + rows"""

    keys: list[Key]
    type: TypeExpr
    rows: list[Row]


@dataclass(eq=False, slots=True, kw_only=True)
class Value(Decl):
    """`value total(cards: set of Cash) "Worth": number = e`"""

    params: list[Field]
    type: TypeExpr
    body: Expr


@dataclass(eq=False, slots=True, kw_only=True)
class Rule(Decl):
    """`rule small(cards: set of Cash) "…"` + sentences + condition; `rule matching in lawful(g)`:
    `law` is the law's name and `law_params` the names given to its parameters. `forbid keep as
    late "…" when c` is the rule that c does not hold, in the action or menu that it `forbids`
    something in"""

    params: list[Field]
    law: str | None
    law_params: list[str]
    body: Expr
    forbids: str = ""


@dataclass(eq=False, slots=True, kw_only=True)
class Law(Decl):
    """`law lawful(g: grid of AnyTile) "Building rules"`"""

    params: list[Field]


@dataclass(eq=False, slots=True, kw_only=True)
class Graph(Decl):
    """`graph paths(g: grid of AnyTile) "footpaths"` + `join a and b for …`, or `lead a to b for …`
    (directed)"""

    params: list[Field]
    directed: bool
    a: Expr
    b: Expr
    sources: Sources


@dataclass(eq=False, slots=True, kw_only=True)
class Moment(Decl):
    """`moment paid(tile: Ware, payment: set of Cash, price: number) "…"`"""

    params: list[Field]


@dataclass(eq=False, slots=True, kw_only=True)
class Step(Decl):
    """`step fill_space(c: Currency) "…"` + block; with sentences only it is open (`body` is None)
    and some file must fill it. One that is done `once` for each of what it is handed may lead to
    itself"""

    params: list[Field]
    body: list[Stmt] | None
    once: bool = False


@dataclass(eq=False, slots=True, kw_only=True)
class Menu(Decl):
    """`menu settle(tile: Ware) "Place a tile"`"""

    params: list[Field]


@dataclass(eq=False, slots=True, kw_only=True)
class Action(Decl):
    """`action build in settle(tile) "…"` + block; `of_others` is its title when somebody else does
    it, in languages that have another one then"""

    menu: str
    menu_params: list[str]
    body: list[Stmt]
    of_others: str = ""


@dataclass(eq=False, slots=True, kw_only=True)
class Option(Decl):
    """`option open "…": yes/no = no`"""

    type: TypeExpr
    default: Expr


@dataclass(eq=False, slots=True, kw_only=True)
class Ruling(Decl):
    """`ruling further_action "…?" = optional` + rows (choice, title, meaning, source), the first of
    which names the columns"""

    default: str
    rows: list[Row]


@dataclass(eq=False, slots=True, kw_only=True)
class Change(Decl):
    """`change few as six_is_fine "…" when c to 6`: `name` is the label ("" if none was written),
    `target` what is changed"""

    target: str
    pattern: list[Field]
    guard: Expr | None
    body: Expr


@dataclass(eq=False, slots=True, kw_only=True)
class Hook(Decl):
    """`before / after / instead of s(pattern) as label "…" when c` + block; how is `before`,
    `after` or `instead`"""

    how: str
    target: str
    pattern: list[Field]
    guard: Expr | None
    body: list[Stmt]


@dataclass(eq=False, slots=True, kw_only=True)
class Whenever(Decl):
    """`whenever tile: Tile leaves city[p] as label "…" when c` + block"""

    piece: str
    type: TypeExpr
    crosses: str
    place: str
    place_keys: list[str]
    guard: Expr | None
    body: list[Stmt]


@dataclass(eq=False, slots=True, kw_only=True)
class Fill(Decl):
    """`fill prepare(params) "…"` + block: the body of the open step `name`"""

    pattern: list[Field]
    body: list[Stmt]


@dataclass(eq=False, slots=True, kw_only=True)
class More(Decl):
    """`more Tile "…"` + rows, the first of which names the columns: further rows of a piece, kind
    or table. `only Tile "…"`: rows in the place of those that its own file gives it"""

    rows: list[Row]
    only: bool = False


@dataclass(eq=False, slots=True, kw_only=True)
class Order(Decl):
    """`order a before b`; `name` is empty"""

    first: str
    second: str


@dataclass(eq=False, slots=True, kw_only=True)
class Formerly(Decl):
    """`formerly old now new`; `name` is the new name"""

    old: str
