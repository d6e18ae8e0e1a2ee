"""Expressions of the checked tree as nodes of the IR.

Everything that the checker knows is used here: what a name refers to, where a type proves that a
key is in range or a number small, whether a set holds nothing twice. So nodes need no types."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.bodies import bodies, statements
from alarife.checking.build.spots import six_sides
from alarife.checking.builtins import BUILT_INS
from alarife.checking.constants import Constants
from alarife.checking.scope import Checked, Local
from alarife.checking.types import (
    PLACE,
    UNKNOWN,
    CellType,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Truth,
    Type,
    meeting,
)
from alarife.checking.world import Domain, NoteInfo, PieceInfo, PlaceInfo, TableInfo, World
from alarife.geometry import grid
from alarife.ir.nodes import (
    At,
    Bind,
    Builtin,
    Call,
    Clause,
    Const,
    Expr,
    Field,
    Given,
    If,
    IsA,
    Let,
    Op,
    Over,
    PlaceOf,
    Read,
    Some,
    Table,
    Tuple,
    Use,
    Where,
)
from alarife.ir.passes.fold import add
from alarife.ir.switches import Switches
from alarife.linking.evaluate import NotKnown
from alarife.lowering.cost.weights import MANY
from alarife.lowering.values.located import Located, located
from alarife.meanings import is_many
from alarife.syntax import tree

COMPARISONS = {
    "=": "==",
    "differs from": "!=",
    "at least": ">=",
    "at most": "<=",
    "more than": ">",
    "less than": "<",
}
ARITHMETIC = {"+": "+", "-": "-", "*": "*", "div": "//", "mod": "%"}
SMALL = 10**12
SHORT = 1_000
"""A range that is shorter than this needs no watching."""


def _six(world: World, t: Type) -> bool:
    return isinstance(t, GridOf) and bool(six_sides(world, t.of))


def spots_table(t: CellType) -> str:
    """The table of all spots of a board."""
    return f"S·{t.what}·{t.board}"


def index_table(t: CellType) -> str:
    """The table that gives the index of each spot of a board."""
    return f"D·{t.what}·{t.board}"


def key_index(domain: Domain, key: Expr) -> Expr:
    """The index of a key that is one of its domain; a spot is looked for on its board."""
    if isinstance(domain.type, CellType):
        return Builtin("spot", (Table(index_table(domain.type)), key))
    return add(key, -domain.low)


def _written_together(checked: Checked) -> bool:
    """Whether something is written within `together`."""
    return any(
        isinstance(inner, tree.Write)
        for body in bodies(checked)
        for s in statements(body.block)
        if isinstance(s, tree.Together)
        for inner in statements(s.body)
    )


class ExpressionBuilder:
    """Builds expressions. `you` is the local that holds who is spoken to; `usual` gives the
    original value inside a change; `alias` says what locals stand for."""

    def __init__(
        self, checked: Checked, work: Callable[[tree.Source], int], switches: Switches
    ) -> None:
        self.checked = checked
        self.switches = switches
        self.world = checked.world
        self.work = work
        self.you: Local | None = None
        self.usual: Callable[[], Expr] | None = None
        self.alias: dict[Local, Expr] = {}
        self.size: Callable[[tree.Expr], int] = lambda _: MANY
        self._constants = Constants(checked.world, checked)
        self._known: dict[str, Const | None] = {}
        self._spans: dict[Local, tuple[int, int]] = {}
        """From where to where the local of a loop goes, where that is known."""
        self._loose = _written_together(checked)

    def expr(self, e: tree.Expr) -> Expr:
        """The node of an expression; checked in play where a range is wanted of it that its type
        does not prove."""
        found = self._bare(e)
        wanted = self.checked.unproved.get(e)
        while isinstance(wanted, (Many, Maybe)):
            wanted = wanted.of
        if isinstance(wanted, Number):
            return Builtin("within", (found, Const(wanted.low), Const(wanted.high)))
        return found

    def _bare(self, e: tree.Expr) -> Expr:
        match e:
            case tree.Int() | tree.Truth():
                return Const(e.value)
            case tree.Nothing():
                return Const(None)
            case tree.Name() | tree.InPlay():
                return self.name(e)
            case tree.Several():
                return self._several(e)
            case tree.Pair():
                return Tuple(tuple(self.expr(part) for part in e.parts))
            case tree.Get():
                return self._get(e)
            case tree.At():
                return self._at(e)
            case tree.Call():
                return self._call(e)
            case tree.Not():
                return Op("not", (self.expr(e.of),))
            case tree.Afterwards():
                return Const(True)  # asked of the effect: see `Lawful`
            case tree.And() | tree.Or():
                op = "and" if isinstance(e, tree.And) else "or"
                return Op(op, tuple(self.expr(p) for p in e.parts))
            case tree.Compare():
                return self.compare(e)
            case tree.IsEmpty():
                return self._is_empty(e)
            case tree.IsSome():
                return Some(self.local_of(e), self.expr(e.of))
            case tree.IsA():
                test = self._is_a(e)
                return Op("not", (test,)) if e.negated else test
            case tree.OrElse():
                t = self.type(e)
                return Op("otherwise", (self.as_type(e.of, t), self.as_type(e.default, t)))
            case tree.IfElse():
                return self._if_else(e, self.type(e))
            case tree.LetIn():
                return self._let_in(e, self.type(e))
            case tree.RangeOf():
                return self._range(e)
            case tree.Arithmetic():
                return self._arithmetic(e)
            case tree.Can():
                you = self.spoken_to()
                wanted = self.checked.signatures.get(f"menu {e.menu}", [])
                args = [self.as_type(a, t) for a, t in zip(e.args, wanted, strict=True)]
                return Call(f"exists_menu·{e.menu}", (you, *args))
            case _:
                return self._long_form(e)

    # ----------------------------------------------------------------
    # names
    def type(self, e: tree.Expr) -> Type:
        """The type that checking found."""
        return self.checked.types[e]

    def local_of(self, node: tree.Node) -> Local:
        """The local that a node binds."""
        target = self.checked.refs[node].target
        assert isinstance(target, Local)
        return target

    def use(self, local: Local) -> Expr:
        """The value of a local, or what stands for it."""
        return self.alias.get(local) or Use(local)

    def spoken_to(self) -> Expr:
        """Who is spoken to."""
        assert self.you is not None
        return self.use(self.you)

    def name(self, e: tree.Name | tree.InPlay) -> Expr:
        """What a name stands for."""
        ref = self.checked.refs[e]
        match ref.kind:
            case "local":
                assert isinstance(ref.target, Local)
                return self.use(ref.target)
            case "you":
                return self.spoken_to()
            case "usual":
                assert self.usual is not None
                return self.usual()
            case "members":
                assert isinstance(ref.target, Type)
                return self.members(ref.target)
            case "note" | "place":
                return self.place(e) if self.type(e) == PLACE else self._slot(ref.target, [])
            case "value":
                return self._constant(str(ref.target)) or self.call("value", str(ref.target), [])
            case "rule" | "graph":
                return self.call(ref.kind, str(ref.target), [])
            case _:
                return Const(ref.target)

    def _constant(self, name: str) -> Expr | None:
        """A value that is known before play, else None."""
        if name not in self._known:
            self._known[name] = None
            cases = self.checked.program.values.get(name, [])
            if len(cases) == 1 and not cases[0].params:
                try:
                    found = self._constants.named(cases[0].body, name)
                    plain = found is None or isinstance(found, int) or is_many(found)
                    self._known[name] = Const(found) if plain else None
                except NotKnown:
                    pass
        return self._known[name]

    def as_type(self, e: tree.Expr, wanted: Type) -> Expr:
        """An expression where a type is declared: a list becomes a set there, in order and each
        member once, and so do lists within it."""
        return self.settled(self.expr(e), self.type(e), wanted, e)

    def _if_else(self, e: tree.IfElse, wanted: Type) -> Expr:
        """The condition first: it binds names for what it guards."""
        test = self.expr(e.condition)
        return If(test, self.as_type(e.then, wanted), self.as_type(e.default, wanted))

    def _let_in(self, e: tree.LetIn, wanted: Type) -> Expr:
        """A name for what follows: a step of going over one thing."""
        clause = Let(self.local_of(e), self.expr(e.value))
        body = self.as_type(e.body, wanted)
        if isinstance(self.type(e.body), Truth):
            return Over("some", (clause, Where(body)))
        return Over("first", (clause,), body)

    def settled(self, found: Expr, given: Type, wanted: Type, e: tree.Expr | None = None) -> Expr:
        """The same of nodes that have a type."""
        shape = _shape(given, wanted)
        if shape is None:
            return found
        if shape != ("set", None):
            return Builtin("settled", (found, Const(shape)))
        e = e if e is not None else None
        if isinstance(e, tree.Those) and isinstance(e.sources.each[0].of, tree.RangeOf):
            return found
        return found if isinstance(e, tree.RangeOf) else Builtin("as_set", (found,))

    def call_with(self, what: str, name: str, args: Sequence[tree.Expr]) -> Call:
        """A call with arguments as they are written."""
        wanted = self.checked.signatures.get(f"{what} {name}", [])
        return self.call(
            what, name, [self.as_type(a, t) for a, t in zip(args, wanted, strict=True)]
        )

    def call(self, what: str, name: str, args: Sequence[Expr]) -> Call:
        """A call of a value, rule or graph, with `you` if something below it speaks to somebody."""
        you = [self.spoken_to()] if f"{what} {name}" in self.checked.you else []
        return Call(f"{what}·{name}", (*you, *args))

    def members(self, t: Type) -> Expr:
        """All there are of a type, in order."""
        match t:
            case KindOf():
                return _range_of(0, len(self.world.kinds[t.name].names))
            case Seat():
                low = self.world.players if t.who == "Neutral" else 0
                high = self.world.players if t.who == "Player" else self.world.parties
                return _range_of(low, high)
            case Pieces():
                ids = [
                    i for info in self.world.pieces.values() if info.name in t.names
                    for i in info.ids
                ]  # fmt: skip
                whole = ids and ids[-1] - ids[0] == len(ids) - 1
                return _range_of(ids[0], ids[-1] + 1) if whole else Const(tuple(ids))
            case CellType(board=str()):
                return Table(spots_table(t))
            case _:
                return Const(())

    # ----------------------------------------------------------------
    # places, notes, tables
    def place(self, e: tree.Expr) -> Expr:
        """The number of the place that an expression names."""
        ref = self.checked.refs.get(e)
        if isinstance(e, (tree.Name, tree.At)) and ref is not None:
            target = ref.target
            if isinstance(target, PlaceInfo):
                keys = e.keys if isinstance(e, tree.At) else []
                return PlaceOf(target.name, self.index(target.domains, keys))
        return self.expr(e)

    def content(self, e: tree.Expr) -> Expr:
        """What lies in a place that an expression names."""
        return self._slot(self.checked.refs[e].target, e.keys if isinstance(e, tree.At) else [])

    def _slot(self, target: object, keys: Sequence[tree.Expr]) -> Expr:
        assert isinstance(target, (NoteInfo, PlaceInfo))
        if isinstance(target, PlaceInfo) and target.name == "box":
            return Builtin("box_content", ())
        if len(keys) < len(target.domains):
            return Const(tuple(range(target.count if isinstance(target, PlaceInfo) else 0)))
        shelf = "place" if isinstance(target, PlaceInfo) else "note"
        return Read(shelf, target.name, self.index(target.domains, keys))

    def index(self, domains: Sequence[Domain], keys: Sequence[tree.Expr]) -> Expr | None:
        """Which of the instances these keys name, from 0; None where there is only one."""
        index: Expr | None = None
        for domain, key in zip(domains, keys, strict=True):
            part = self.key(domain, key)
            outer = None if index is None else Op("*", (index, Const(domain.size)))
            index = part if outer is None else Op("+", (outer, part))
        return index

    def key(self, domain: Domain, e: tree.Expr) -> Expr:
        """A key as an index from 0; checked in play where its type does not prove that it is in
        range."""
        t = self.type(e)
        if isinstance(domain.type, CellType):
            return key_index(domain, self._bare(e))
        if isinstance(t, Number):
            ref = self.checked.refs.get(e)
            local = ref.target if ref is not None else None
            looped = self._spans.get(local) if isinstance(local, Local) else None
            low, high = looped or (t.low, t.high)
            if looped is None and self._is_loose(e):
                low = None
            last = domain.low + domain.size - 1
            if low is None or high is None or low < domain.low or high > last:
                return Builtin("key", (self._bare(e), Const(domain.low), Const(domain.size)))
        return add(self._bare(e), -domain.low)

    def _is_loose(self, e: tree.Expr) -> bool:
        """Whether a key may hang on a note that is kept in its range only at the end of a
        `together`."""
        return bool(self._loose) and not isinstance(e, tree.Int)

    # ----------------------------------------------------------------
    # parts
    def _several(self, e: tree.Several) -> Expr:
        t = self.type(e)
        member = t.of if isinstance(t, Many) and t.how != "ranking" else UNKNOWN
        items = Tuple(tuple(self.as_type(item, member) for item in e.items))
        ranking = isinstance(t, Many) and t.how == "ranking"
        if ranking:
            return Builtin("ranking_of", (items,))
        nested = isinstance(t, Many) and isinstance(t.of, Many)
        return Builtin("measured", (items,)) if nested else items

    def _get(self, e: tree.Get) -> Expr:
        t = self.type(e.of)
        of = self.expr(e.of)
        match t:
            case KindOf():
                return add(of, 1) if e.field == "index" else Field(f"K·{t.name}·{e.field}", (of,))
            case Pieces():
                return self._field(t, e.field, of)
            case Seat():
                if e.field == "seat":
                    return add(of, 1)
                next_to = add(of, 1 if e.field == "left" else -1)
                return Op("%", (next_to, Const(self.world.players)))
            case _ if e.field in ("members", "places"):
                return Builtin("item", (of, Const(0 if e.field == "places" else 1)))
            case _:
                return Builtin(e.field, (of,))

    def _field(self, t: Pieces, name: str, of: Expr) -> Expr:
        faces = [n for n in sorted(t.names) if self.world.pieces[n].face == name]
        if not faces:
            return Field(f"F·{name}", (of,))
        if len(t.names) == 1:
            return Read("face", faces[0], of)
        return Builtin("face_or_field", (of, Table(f"F·{name}")))

    def _at(self, e: tree.At) -> Expr:
        ref = self.checked.refs[e]
        target = ref.target
        if isinstance(target, (PlaceInfo, NoteInfo)) and ref.kind in ("place", "note"):
            return self.place(e) if self.type(e) == PLACE else self._slot(target, e.keys)
        if isinstance(target, TableInfo):
            pairs = zip(target.domains, e.keys, strict=True)
            return Field(f"T·{target.name}", tuple(self.key(domain, key) for domain, key in pairs))
        of, key = self.expr(e.of), self.expr(e.keys[0])
        return At(of, key) if ref.kind == "cell" else Builtin("nth", (of, key))

    # ----------------------------------------------------------------
    # calls
    def _call(self, e: tree.Call) -> Expr:
        ref = self.checked.refs[e]
        match ref.kind:
            case "value" | "rule" | "graph":
                return self.call_with(ref.kind, str(ref.target), e.args)
            case "piece":
                assert isinstance(ref.target, PieceInfo)
                return self.literal(ref.target, e)
            case _:
                return self._built_in(e)

    def literal(self, info: PieceInfo, e: tree.Call) -> Expr:
        """A literal of a piece: the one with these fields."""
        fields = Tuple(tuple(self.expr(a) for a in e.args))
        return Builtin("piece", (Table(f"P·{info.name}"), fields))

    def _built_in(self, e: tree.Call) -> Expr:
        first = e.args[0]
        if e.name == "first" and isinstance(first, (tree.ListFor, tree.Those)):
            return self._found("first", first)
        if e.name == "the" and isinstance(first, tree.Those):
            if (key := self.key_under(first.sources)) is not None:
                return key
            if self._each_once(first):
                return self._found("only", first)
        if e.name == "size":
            return self._size(first)
        if BUILT_INS[e.name].spots and len(e.args) > 1:
            return self._spots(e, first)
        args = tuple(self.expr(a) for a in e.args)
        if e.name == "cell":
            return self._cell(e, args)
        row, t = BUILT_INS[e.name], self.type(first)
        if row.besides is not None:
            args = (*args, Const(row.besides(self.world, t)))
        return Builtin(row.form(t)[0], args)

    def _spots(self, e: tree.Call, board: tree.Expr) -> Expr:
        """What touches a spot of a grid, or the spot where cells meet. The shape of a declared
        board is known; another grid has its shape with it."""
        ref = self.checked.refs.get(board)
        info = ref.target if ref is not None else None
        grid_type = self.type(board)
        asked = ref is not None and ref.kind == "board"
        known = info if asked and isinstance(info, PlaceInfo) else None
        shape: Expr = (
            Const((known.bounds, known.hexagonal))
            if known is not None
            else Builtin("shape_of", (self.expr(board), Const(_six(self.world, grid_type))))
        )
        args = tuple(self.expr(a) for a in e.args[1:])
        if e.name == "between":
            return Builtin("between", (shape, Tuple(args)))
        t, found = self.type(e.args[1]), self.type(e)
        what = t.what if isinstance(t, CellType) else "Cell"
        wanted = found.of.what if isinstance(found, Many) and isinstance(found.of, CellType) else ""
        if known is not None and known.bounds is not None:
            return Field(f"NEAR·{known.name}·{what}·{wanted}", args)
        return Builtin("touching", (shape, Const(what), Const(wanted), *args))

    def _cell(self, e: tree.Call, args: tuple[Expr, ...]) -> Expr:
        x, y = args
        if isinstance(x, Const) and isinstance(y, Const):
            near = [v for v in (x.value, y.value) if isinstance(v, int) and abs(v) <= grid.FAR]
            if len(near) == 2:
                return Const(grid.cell(*near))
        near_by_type = all(_within(self.type(a), -grid.FAR, grid.FAR) for a in e.args)
        return Builtin("cell_near" if near_by_type else "cell", args)

    def _size(self, e: tree.Expr) -> Expr:
        if isinstance(e, tree.Those) and len(e.sources.each) == 1 and self._keeps_order(e):
            return Over("count", self.clauses(e.sources))
        return Builtin("bits" if isinstance(self.type(e), Sides) else "size", (self.expr(e),))

    # ----------------------------------------------------------------
    # operators
    def compare(self, e: tree.Compare) -> Expr:
        """A comparison."""
        if e.op in ("in", "not in"):
            test = self._in(e.left, e.right)
            return Op("not", (test,)) if e.op == "not in" else test
        if isinstance(e.left, tree.Nothing) or isinstance(e.right, tree.Nothing):
            other = e.right if isinstance(e.left, tree.Nothing) else e.left
            return Op("is none" if e.op == "=" else "is some", (self.expr(other),))
        both = meeting(self.type(e.left), self.type(e.right))
        sides = (self.as_type(e.left, both), self.as_type(e.right, both))
        return Op(COMPARISONS[e.op], sides)

    def _in(self, left: tree.Expr, right: tree.Expr) -> Expr:
        many = self.type(right)
        member = many.of if isinstance(many, Many) and many.how != "ranking" else UNKNOWN
        member = meeting(self.type(left), member)
        x = self.as_type(left, member)
        match right:
            case tree.RangeOf():
                low, high = self.expr(right.low), self.expr(right.high)
                if isinstance(self.type(left), Maybe):
                    return Op("in", (x, Builtin("numbers", (low, high))))
                return Op("between", (low, x, high))
            case tree.Call(name="cells", args=[g]):
                return Op("in", (x, Builtin("cells_of", (self.expr(g),))))
            case tree.Call(name="gaps", args=[g]):
                return Builtin("is_gap", (self.expr(g), x))
            case tree.Call(name="reach") if self.checked.refs[right].kind == "builtin":
                return Op("in", (x, Builtin("reached", tuple(map(self.expr, right.args)))))
            case tree.Name(id="box") if isinstance(self.type(left), Pieces):
                return Op("==", (Builtin("location", (x,)), Const(0)))
            case _:
                if isinstance(self.type(right), Sides):
                    return Op("bit", (self.expr(right), x))
                if isinstance(many, Many) and many.how != "ranking":
                    return Op("in", (x, self.as_type(right, Many(many.how, member))))
                return Op("in", (x, self.expr(right)))

    def _is_empty(self, e: tree.IsEmpty) -> Expr:
        of = e.of
        t = self.type(of)
        if isinstance(t, Maybe):
            return Op("is some" if e.negated else "is none", (self.expr(of),))
        if isinstance(of, (tree.Those, tree.ListFor)):
            there = Over("some", self.clauses(of.sources))
            return there if e.negated else Op("not", (there,))
        if not e.negated:
            return Op("empty", (self.expr(of),))
        if isinstance(t, Sides):
            return Op("!=", (self.expr(of), Const(0)))
        return Op(">", (Builtin("size", (self.expr(of),)), Const(0)))

    def _is_a(self, e: tree.IsA) -> Expr:
        of = self.expr(e.of)
        given: list[Expr] = []
        if isinstance(self.type(e.of), Maybe):
            held = Local("held", UNKNOWN, e.at)
            given.append(Some(held, of))
            of = Use(held)
        if e.type in ("Player", "Neutral"):
            test = self.seat_test(e.type, of)
        else:
            test = self.type_test(self.world.members[e.type], of)
        return Op("and", (*given, test)) if given else test

    def seat_test(self, who: str, of: Expr) -> Expr:
        """Whether a party is a player, or a neutral one."""
        return Op("<" if who == "Player" else ">=", (of, Const(self.world.players)))

    def type_test(self, names: frozenset[str], of: Expr) -> Expr:
        """Whether a piece is of one of these types."""
        return IsA(of, tuple(sorted(names)))

    def _arithmetic(self, e: tree.Arithmetic) -> Expr:
        t, right = self.type(e.left), self.type(e.right)
        if isinstance(t, Many) and isinstance(right, Many):
            both = meeting(t.of, right.of)
            sides = (
                self.as_type(e.left, Many(t.how, both)),
                self.as_type(e.right, Many(right.how, both)),
            )
            if e.op == "-":
                return Builtin("minus_set", sides)
            name = "joined" if t.how == right.how == "list" else "union"
            made = Builtin(name, sides)
            return Builtin("measured", (made,)) if isinstance(both, Many) else made
        sides = (self.expr(e.left), self.expr(e.right))
        if e.op in ("div", "mod") and not (
            isinstance(sides[1], Const) and isinstance(sides[1].value, int) and sides[1].value > 0
        ):
            return Builtin(f"{e.op}_", sides)
        if e.op == "*" and not is_small(self.type(e)):
            return Builtin("times", sides)
        return Op(ARITHMETIC[e.op], sides)

    # ----------------------------------------------------------------
    # going over something
    def _long_form(self, e: tree.Expr) -> Expr:
        match e:
            case tree.Quantified():
                body = self.clauses(e.sources)
                test = self.expr(e.body)
                if e.kind == "every":
                    test = Op("not", (test,))
                found = Over("some", (*body, Where(test)))
                return found if e.kind == "some" else Op("not", (found,))
            case tree.Count():
                return Over("count", self.clauses(e.sources))
            case tree.Sum():
                return Over("sum", self.clauses(e.sources), self.expr(e.of))
            case tree.ListFor():
                return self._list(e)
            case tree.Those():
                return self._those(e)
            case tree.Rank():
                return self._rank(e)
            case _:
                raise AssertionError(type(e).__name__)

    def _list(self, e: tree.ListFor) -> Expr:
        """A list; one of lists may be as long as any, with all that is in them."""
        clauses, result = self.clauses(e.sources), self.expr(e.of)
        if not isinstance(self.type(e.of), Many):
            return Over("list", clauses, result)
        return Builtin("measured", (Over("list", clauses, Builtin("weighed", (result,))),))

    def clauses(self, sources: tree.Sources) -> tuple[Clause, ...]:
        """The clauses of `x in S with y in T where c`."""
        there = self._located(sources)
        if there is not None:
            return self._where_it_lies(there)
        found: list[Clause] = [self.bind(source) for source in sources.each]
        if sources.where is not None:
            found.append(Where(self.expr(sources.where)))
        return tuple(found)

    def bind(self, source: tree.Source) -> Clause:
        """The clause of one source; what may be there is asked, not looped over."""
        local = self.local_of(source)
        if isinstance(self.type(source.of), Maybe):
            return Given(local, self.expr(source.of))
        many = self.many(source.of)
        if isinstance(many, Builtin) and many.name == "range":
            low, high = many.args
            if isinstance(low, Const) and isinstance(high, Const):
                self._spans[local] = (low.value, high.value)  # type: ignore[assignment]
        return Bind(local, many, self.work(source))

    def many(self, e: tree.Expr) -> Expr:
        """Something to go over."""
        t = self.type(e)
        if isinstance(t, Sides):
            return Builtin("sides", (self.expr(e),))
        return Builtin("one_or_none", (self.expr(e),)) if isinstance(t, Maybe) else self.expr(e)

    def _range(self, e: tree.RangeOf) -> Expr:
        low, high = self.expr(e.low), self.expr(e.high)
        t = self.type(e)
        if isinstance(low, Const) and isinstance(high, Const):
            short = high.value - low.value < SHORT  # type: ignore[operator]
        else:
            n = t.of if isinstance(t, Many) and isinstance(t.of, Number) else Number(None, None)
            short = n.low is not None and n.high is not None and n.high - n.low < MANY
        return Builtin("range" if short else "span", (low, high))

    def _keeps_order(self, e: tree.Those) -> bool:
        """Whether `those x in S` has what it has in the order of S, and as often."""
        t, source = self.type(e), self.type(e.sources.each[0].of)
        same = isinstance(t, Many) and isinstance(source, Many) and t.how == source.how
        return same or isinstance(e.sources.each[0].of, tree.RangeOf)

    def _those(self, e: tree.Those) -> Expr:
        first = Use(self.local_of(e.sources.each[0]))
        if len(e.sources.each) == 1:
            found = Over("list", self.clauses(e.sources), first)
        else:
            inner = tree.Sources(e.sources.each[1:], e.sources.where, at=e.at)
            outer = self.bind(e.sources.each[0])
            found = Over("list", (outer, Where(Over("some", self.clauses(inner)))), first)
        return found if self._keeps_order(e) else Builtin("as_set", (found,))

    def _found(self, kind: str, e: tree.ListFor | tree.Those) -> Expr:
        clauses = self.clauses(e.sources)
        is_list = isinstance(e, tree.ListFor)
        result = self.expr(e.of) if is_list else Use(self.local_of(e.sources.each[0]))
        return Over(kind, clauses, result)

    def _rank(self, e: tree.Rank) -> Expr:
        clauses = self.clauses(e.sources)
        keys = [Op("neg", (self.expr(k.of),)) if k.most else self.expr(k.of) for k in e.keys]
        key = keys[0] if len(keys) == 1 else Tuple(tuple(keys))
        return Over("rank", clauses, Tuple((key, Use(self.local_of(e.sources.each[0])))))

    def _each_once(self, e: tree.Those) -> bool:
        """Whether `those x in S …` goes through S alone, which holds nothing twice."""
        if len(e.sources.each) != 1:
            return False
        source = e.sources.each[0].of
        ref, t = self.checked.refs.get(source), self.type(source)
        return (ref is not None and ref.kind == "members") or (
            isinstance(t, Many) and t.how == "set"
        )

    # ----------------------------------------------------------------
    # where a piece lies
    def key_under(self, sources: tree.Sources) -> Expr | None:
        """The key under which a piece lies, or nothing, if a loop asks no more than that."""
        there = self._located(sources)
        if there is None or there.others or there.within is not None or there.rest:
            return None
        return self._keys_of(there)

    def _located(self, sources: tree.Sources) -> Located | None:
        """What a loop asks, if it is where a piece lies."""
        there = located(self.checked, sources) if self.switches.on("located") else None
        if there is not None:
            self.switches.applied("located")
        return there

    def _keys_of(self, there: Located) -> Expr:
        piece = Builtin("location", (self.expr(there.piece),))
        return Field(f"AT·{there.place.name}", (piece,))

    def _where_it_lies(self, there: Located) -> tuple[Clause, ...]:
        """The clauses of a loop that asks where a piece lies: a look at a table instead."""
        keys = self._keys_of(there)
        found: list[Clause]
        if len(there.place.domains) == 1:
            found = [Given(there.local, keys)]
        else:
            at = Local("at", UNKNOWN, tree.NOWHERE)
            found = [Given(at, keys)]
            for i, e in there.others.items():
                same = Op("==", (Builtin("item", (Use(at), Const(i))), self.expr(e)))
                found.append(Where(same))
            found.append(Let(there.local, Builtin("item", (Use(at), Const(there.index)))))
        span = there.within if there.within is not None else None
        if isinstance(span, tree.RangeOf):
            found.append(
                Where(Op("between", (self.expr(span.low), Use(there.local), self.expr(span.high))))
            )
        return (*found, *(Where(self.expr(e)) for e in there.rest))


def _range_of(low: int, high: int) -> Expr:
    return Builtin("range", (Const(low), Const(high - 1))) if low < high else Const(())


def _within(t: Type, low: int, high: int) -> bool:
    return (
        isinstance(t, Number)
        and t.low is not None
        and t.high is not None
        and low <= t.low <= t.high <= high
    )


def is_small(t: Type) -> bool:
    """Whether the text shows that a number is not large."""
    return _within(t, 1 - SMALL, SMALL - 1)


Shape = tuple[str, object] | None


def _shape(given: Type, wanted: Type) -> Shape:
    """Where in a value a list has to become a set: `("set", inner)` or `("list", inner)`; None if
    nowhere."""
    if isinstance(wanted, Maybe):
        return _shape(given.of if isinstance(given, Maybe) else given, wanted.of)
    if not isinstance(wanted, Many) or not isinstance(given, Many):
        return None
    if "ranking" in (wanted.how, given.how):
        return None
    inner = _shape(given.of, wanted.of)
    if wanted.how == "set" and (given.how == "list" or inner is not None):
        return "set", inner
    return ("list", inner) if inner is not None else None
