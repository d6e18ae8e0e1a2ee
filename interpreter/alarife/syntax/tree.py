"""The syntax tree of a rule file.

What comes out of parsing: plain records, one class a construct, each with the place in the text it came from (`at`). The tree
says what was written and nothing more: names are not looked up, types are not known, modules are not joined. The docstring of
each class shows its concrete syntax. Nodes compare by identity, so later stages may keep tables keyed by node.
"""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file: lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __reduce__(self) -> tuple[type[Span], tuple[str, int, int, int, int]]:
        # What dataclasses do for frozen ones with slots is slow, and a kept tree holds thousands of them.
        return Span, (self.file, self.line, self.column, self.end_line, self.end_column)


@dataclass(eq=False, slots=True, kw_only=True)
class Node:
    """Anything that stands somewhere in a text."""

    at: Span


# ---------------------------------------------------------------------------------------------------- small parts
@dataclass(eq=False, slots=True)
class Prose(Node):
    """`> A sentence.` Consecutive lines stay apart; a paragraph is a run of them. `text` is without the `> `."""

    text: str


@dataclass(eq=False, slots=True)
class Cell(Node):
    """One cell of a row between `|` and `|`; `text` is stripped, empty where nothing stands."""

    text: str


@dataclass(eq=False, slots=True)
class Row(Node):
    """`| pavilion | 2 | NEW |`"""

    cells: list[Cell]


@dataclass(eq=False, slots=True)
class Comment(Node):
    """`# to the end of a line`; `own_line` says that nothing stands before it."""

    text: str
    own_line: bool


# ---------------------------------------------------------------------------------------------------- types
@dataclass(eq=False, slots=True)
class TypeExpr(Node):
    """A type as written."""


@dataclass(eq=False, slots=True)
class NamedType(TypeExpr):
    """`Tile`, `number`, `text`, `Cell?` (optional), `place`"""

    name: str
    optional: bool = False


@dataclass(eq=False, slots=True)
class TruthType(TypeExpr):
    """`yes/no`"""


@dataclass(eq=False, slots=True)
class RangeType(TypeExpr):
    """`1..9`, `0..`, `0..last_field`: each bound a number or the name of a constant; no upper bound: None."""

    low: Int | Name
    high: Int | Name | None


@dataclass(eq=False, slots=True)
class ManyType(TypeExpr):
    """`set of T`, `list of T`, `ranking of T`, and as shapes of places `pile of T`, `row of T`, `bag of T`, `grid of T`"""

    how: str
    of: TypeExpr


@dataclass(eq=False, slots=True)
class BoardType(TypeExpr):
    """`grid 7 by 6 of Disc`: a board of fixed size; sides are numbers or names of constants."""

    width: Int | Name
    height: Int | Name
    of: TypeExpr


# ---------------------------------------------------------------------------------------------------- expressions
@dataclass(eq=False, slots=True)
class Expr(Node):
    """What has a value."""


@dataclass(eq=False, slots=True)
class Name(Expr):
    """`tile`"""

    id: str


@dataclass(eq=False, slots=True)
class Int(Expr):
    """`20`, `-1`"""

    value: int


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
class Group(Expr):
    """`(e)`: brackets are kept for the formatter; they mean nothing else"""

    inner: Expr


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
class And(Expr):
    """`a and b and c`"""

    parts: list[Expr]


@dataclass(eq=False, slots=True)
class Or(Expr):
    """`a or b or c`"""

    parts: list[Expr]


@dataclass(eq=False, slots=True)
class Compare(Expr):
    """`a = b`; op is one of `=` `differs from` `at least` `at most` `more than` `less than` `in` `not in`"""

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
    """`first(row) otherwise tile`"""

    of: Expr
    default: Expr


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


# ---------------------------------------------------------------------------------------------------- statements
@dataclass(eq=False, slots=True)
class Stmt(Node):
    """What is done. `cites` are paragraphs cited behind it."""

    cites: list[str] = field(default_factory=list, kw_only=True)


@dataclass(eq=False, slots=True)
class Sentence(Stmt):
    """`> A sentence that prints at this point.`"""

    text: str


@dataclass(eq=False, slots=True)
class Pass(Stmt):
    """`pass`"""


@dataclass(eq=False, slots=True)
class Never(Stmt):
    """`never "because …"`: this cannot be reached; reaching it is a fault that says why it was thought so"""

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
    """`move tile to city[you][spot]`"""

    what: Expr
    to: Expr


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
class Turn(Stmt):
    """`turn disc to you`: give the face of a piece another value (of each piece, for a set)"""

    what: Expr
    to: Expr


@dataclass(eq=False, slots=True)
class Roll(Stmt):
    """`roll dice`: each piece of the set shows a face at random"""

    what: Expr


@dataclass(eq=False, slots=True)
class Show(Stmt):
    """`show card to you`"""

    what: Expr
    to: Expr


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
    """`require rolls_left`"""

    condition: Expr


@dataclass(eq=False, slots=True)
class Choose(Stmt):
    """`choose [some|any] x from S where r(x) "Prompt"`; how is None (one), `some` or `any`"""

    how: str | None
    name: str
    source: Expr
    where: Expr | None
    prompt: str | None
    otherwise: list[Stmt] | None


@dataclass(eq=False, slots=True)
class ChooseFrom(Stmt):
    """`choose from menu(x)`"""

    menu: str
    args: list[Expr]
    otherwise: list[Stmt] | None


@dataclass(eq=False, slots=True)
class May(Stmt):
    """`may "Prompt"` + block: an alternative that can be declined"""

    prompt: str | None
    body: list[Stmt]


@dataclass(eq=False, slots=True)
class If(Stmt):
    """`if c` + block, `otherwise if c` + block …, `otherwise` + block; arms hold (condition, block)"""

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
    """`repeat n times`"""

    times: Expr
    body: list[Stmt]


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


# ---------------------------------------------------------------------------------------------------- declarations
@dataclass(eq=False, slots=True)
class Field(Node):
    """`walls: Sides = nowhere` of a piece, type, kind or parameter list; `face owner: Player` may turn. A bare name has no type
    (its type comes from elsewhere: a law, a step that is filled or amended)."""

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
    """`WORD name(parameters) "Title" [CITATIONS] meaning`, its sentences. `module` is the name in the head of its file,
    `when` the conditions of the blocks it stands in, outermost first. `head` is the span of its first line."""

    head: Span
    name: str = ""
    title: str | None = None
    cites: list[str] = field(default_factory=list)
    prose: list[Prose] = field(default_factory=list)
    module: str = ""
    when: list[Expr] = field(default_factory=list)


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
    """Of a place: kind `seen` (by `who`, when `guard`), `top seen`, `under` (law `name`), `starting` (with `value`, at `cell`)"""

    kind: str
    who: Expr | None = None
    guard: Expr | None = None
    law: str | None = None
    value: Expr | None = None
    cell: Expr | None = None


@dataclass(eq=False, slots=True, kw_only=True)
class Place(Decl):
    """`place city[p: Player] "Alhambra": grid of AnyTile, under lawful, starting with Fountain(p) at home`"""

    keys: list[Key]
    shape: TypeExpr
    traits: list[Trait]


@dataclass(eq=False, slots=True, kw_only=True)
class Note(Decl):
    """`note score[Party] "points": 0.. = 0`"""

    keys: list[Key]
    type: TypeExpr
    value: Expr


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
    """`rule small(cards: set of Cash) "…"` + sentences + condition; `rule matching in lawful(g)`: `law` is the law's name and
    `law_params` the names given to its parameters"""

    params: list[Field]
    law: str | None
    law_params: list[str]
    body: Expr


@dataclass(eq=False, slots=True, kw_only=True)
class Law(Decl):
    """`law lawful(g: grid of AnyTile) "Building rules"`"""

    params: list[Field]


@dataclass(eq=False, slots=True, kw_only=True)
class Graph(Decl):
    """`graph paths(g: grid of AnyTile) "footpaths"` + `join a and b for …`, or `lead a to b for …` (directed)"""

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
    """`step fill_space(c: Currency) "…"` + block; with sentences only it is open (`body` is None) and some file must fill it"""

    params: list[Field]
    body: list[Stmt] | None


@dataclass(eq=False, slots=True, kw_only=True)
class Menu(Decl):
    """`menu settle(tile: Ware) "Place a tile"`"""

    params: list[Field]


@dataclass(eq=False, slots=True, kw_only=True)
class Action(Decl):
    """`action build in settle(tile) "…"` + block"""

    menu: str
    menu_params: list[str]
    body: list[Stmt]


@dataclass(eq=False, slots=True, kw_only=True)
class Option(Decl):
    """`option open "…": yes/no = no`"""

    type: TypeExpr
    default: Expr


@dataclass(eq=False, slots=True, kw_only=True)
class Ruling(Decl):
    """`ruling further_action "…?" = optional` + rows (choice, title, meaning, source), the first of which names the columns"""

    default: str
    rows: list[Row]


@dataclass(eq=False, slots=True, kw_only=True)
class Change(Decl):
    """`change few as six_is_fine "…" when c to 6`: `name` is the label ("" if none was written), `target` what is changed"""

    target: str
    pattern: list[Field]
    guard: Expr | None
    body: Expr


@dataclass(eq=False, slots=True, kw_only=True)
class Hook(Decl):
    """`before / after / instead of s(pattern) as label "…" when c` + block; how is `before`, `after` or `instead`"""

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
    """`more Tile "…"` + rows, the first of which names the columns: further rows of a piece, kind or table"""

    rows: list[Row]


@dataclass(eq=False, slots=True, kw_only=True)
class Order(Decl):
    """`order a before b`; `name` is empty"""

    first: str
    second: str


@dataclass(eq=False, slots=True, kw_only=True)
class Formerly(Decl):
    """`formerly old now new`; `name` is the new name"""

    old: str


# ---------------------------------------------------------------------------------------------------- examples
@dataclass(eq=False, slots=True)
class Given(Node):
    """`given display = [Money(denar, 1)]`"""

    condition: Expr


@dataclass(eq=False, slots=True)
class GivenMap(Node):
    """`given map city[ann]` + drawing + legend. `lines` are the drawn lines as written (stripped); legend: letter → expression"""

    place: Expr
    lines: list[str]
    legend: list[tuple[str, Expr]]


@dataclass(eq=False, slots=True)
class When(Node):
    """`when scoring(B)` (player None) · `when ann: buy(tile, [cards])` · `when ann answers yes, x` (call None, answers set)"""

    player: str | None
    call: Expr | None
    answers: list[Expr] | None


@dataclass(eq=False, slots=True)
class Then(Node):
    """`then score[ann] = 5` · `then refused by matching, walkable` (refused_by set, condition None)"""

    condition: Expr | None
    refused_by: list[str] | None


@dataclass(eq=False, slots=True, kw_only=True)
class Example(Decl):
    """`example "One big one, but not two" [BASE-16]` + sentences, givens, whens, thens. `steps` keeps the written order of
    `when` and `then`. `shows` is the name of the declaration it stands under."""

    given: list[Given | GivenMap]
    steps: list[When | Then]
    shows: str = ""


# ---------------------------------------------------------------------------------------------------- files
@dataclass(eq=False, slots=True, kw_only=True)
class File(Node):
    """A whole rule file. `what` is `game`, `library`, `module` or `preset`; `target` the game a module or preset is for.
    `decls` are flat: those of `when` blocks carry the block's condition in `.when`. `sets` are (dotted name, expression)."""

    path: str
    version: int
    what: str
    name: str
    title: str | None
    cites: list[str]
    target: str | None
    prose: list[Prose]
    players: RangeType | None
    uses: list[str]
    needs: list[str]
    excludes: list[str]
    with_modules: list[str]
    sets: list[tuple[str, Expr, Span]]
    decls: list[Decl]
    comments: list[Comment]
    source: str
