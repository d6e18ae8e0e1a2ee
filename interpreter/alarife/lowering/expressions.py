"""Expressions become Python expressions.

`code` gives the Python text of an expression that can stand anywhere in the function being written; names that a condition binds
become
assignment expressions. A long form (`every …`, `sum …`) becomes a function of its own with its loops written out, called with the
locals
it reads; where it is the whole body of a value, its loops stand in that function (`returning`).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from alarife.checking.constants import Constants, NotConstant
from alarife.checking.scope import Local, Ref
from alarife.checking.types import (
    PLACE,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Type,
)
from alarife.checking.world import Domain, NoteInfo, PieceInfo, PlaceInfo, TableInfo
from alarife.lowering.context import Context, Names
from alarife.lowering.effort import Effort
from alarife.lowering.inlining import Inlining
from alarife.lowering.layout import LOC, Layout, Slots
from alarife.lowering.located import Located, bare, located
from alarife.lowering.weights import MANY, Weights
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.checking.scope import Checked

COMPARISONS = {"=": "==", "differs from": "!=", "at least": ">=", "at most": "<=", "more than": ">", "less than": "<"}
FIXED = re.compile(r"s\[\d+\]")
"""A slot whose number is known."""
SHORT = 1_000
"""A range that is shorter than this needs no watching."""
NOWHERE = tree.Span("", 0, 0, 0, 0)
SMALL = 10**12
YOU_TYPE = Seat("Player")


class ExpressionWriter:
    """Writes expressions into the current context `cx`. `you` is the local that holds who is spoken to, `usual` the code of the
    original
    value inside a change."""

    def __init__(self, checked: Checked, layout: Layout) -> None:
        self.checked = checked
        self.world = checked.world
        self.program = checked.program
        self.layout = layout
        self.names = Names()
        self.cx = Context()
        self.you: Local | None = None
        self.usual: Callable[[], str] | None = None
        self.functions: list[str] = []
        self.constants = Constants(checked.world)
        self.weights = Weights(checked)
        self.effort = Effort(checked, self.weights)
        self.masks: dict[frozenset[str], str] = {}
        self.located: dict[str, PlaceInfo] = {}
        """Places of which the key is asked under which a piece lies."""
        self._constant_cache: dict[str, str | None] = {}

    # ------------------------------------------------------------------------------------------------ helpers
    def read(self, local: Local) -> str:
        """The Python name of a local, noted as read."""
        self.cx.use(local)
        return self.names.of(local)

    def bound(self, local: Local) -> str:
        """The Python name of a local, noted as bound here."""
        self.cx.bind(local)
        return self.names.of(local)

    def local_of(self, node: tree.Node) -> Local:
        """The local that a node binds."""
        target = self.checked.refs[node].target
        assert isinstance(target, Local)
        return target

    def you_code(self) -> str:
        """The code for who is spoken to."""
        assert self.you is not None
        return self.read(self.you)

    def call(self, function: str, owner: str, args: Sequence[str]) -> str:
        """A call of a generated function, with `you` if something below it speaks to somebody."""
        you = [self.you_code()] if owner in self.checked.you else []
        return f"{function}({', '.join(['s', *you, *args])})"

    def aside(self, name: str, write: Callable[[], None]) -> str:
        """Write a function of its own with the locals it reads as parameters; the code of a call of it."""
        function, used = self.apart(name, write)
        for local in used:
            self.cx.use(local)
        return f"{function}({', '.join(['s', *(self.names.of(local) for local in used)])})"

    def apart(self, name: str, write: Callable[[], None]) -> tuple[str, list[Local]]:
        """Write a function of its own; its name, and the locals it takes behind the state."""
        outer, self.cx = self.cx, Context(pure=True)
        write()
        inner, self.cx = self.cx, outer
        function = self.names.fresh(name)
        params = [self.names.of(local) for local in inner.uses]
        self.functions.append(f"def {function}({', '.join(['s', *params])}):\n{inner.text()}")
        return function, list(inner.uses)

    def type(self, e: tree.Expr) -> Type:
        """The type that checking found."""
        return self.checked.types[e]

    # ------------------------------------------------------------------------------------------------ the cases
    def code(self, e: tree.Expr) -> str:
        """The Python text of an expression."""
        match e:
            case tree.Int():
                return str(e.value) if e.value >= 0 else f"({e.value})"
            case tree.Truth():
                return str(e.value)
            case tree.Nothing():
                return "None"
            case tree.Group():
                return self.code(e.inner)
            case tree.Name() | tree.InPlay():
                return self._name(e)
            case tree.Several():
                return self._several(e)
            case tree.Get():
                return self._get(e)
            case tree.At():
                return self._at(e)
            case tree.Call():
                return self._call(e)
            case tree.Not():
                return f"(not {self.code(e.of)})"
            case tree.And():
                return "(" + " and ".join(self.code(p) for p in e.parts) + ")"
            case tree.Or():
                return "(" + " or ".join(self.code(p) for p in e.parts) + ")"
            case tree.Compare():
                return self._compare(e)
            case tree.IsEmpty():
                return self._is_empty(e)
            case tree.IsSome():
                value = self.code(e.of)
                return f"(({self.bound(self.local_of(e))} := {value}) is not None)"
            case tree.IsA():
                test = self._is_a(e)
                return f"(not {test})" if e.negated else test
            case tree.OrElse():
                held = self.names.fresh("held")
                return f"({self.code(e.default)} if ({held} := {self.code(e.of)}) is None else {held})"
            case tree.RangeOf():
                return f"tuple({self.iterable(e)})"
            case tree.Arithmetic():
                return self._arithmetic(e)
            case tree.Can():
                args = [self.code(a) for a in e.args]
                return f"exists_menu_{e.menu}({', '.join(['s', self.you_code(), *args])})"
            case _:
                return self.aside("each", lambda: self.returning(e))

    def place_number(self, e: tree.Expr) -> str:
        """The code of an expression that names a place: the number of the instance."""
        match e:
            case tree.Group():
                return self.place_number(e.inner)
            case tree.Name() | tree.At() if isinstance(self.checked.refs[e].target, PlaceInfo):
                place = self.checked.refs[e].target
                assert isinstance(place, PlaceInfo)
                return _plus(place.first, self._index(place.domains, e.keys if isinstance(e, tree.At) else []))
            case _:
                return self.code(e)

    def content(self, e: tree.Expr) -> str:
        """The code for what lies in a place that an expression names."""
        ref = self.checked.refs[e.inner if isinstance(e, tree.Group) else e]
        return self._slot(ref.target, e.keys if isinstance(e, tree.At) else [])

    # ------------------------------------------------------------------------------------------------ names
    def _name(self, e: tree.Expr) -> str:
        ref = self.checked.refs[e]
        match ref.kind:
            case "local":
                assert isinstance(ref.target, Local)
                return self.read(ref.target)
            case "you":
                return self.you_code()
            case "usual":
                assert self.usual is not None
                return self.usual()
            case "members":
                assert isinstance(ref.target, Type)
                return self._members(ref.target)
            case "note" | "place":
                if self.type(e) == PLACE:
                    return self.place_number(e)
                return self._slot(ref.target, [])
            case "value":
                return self.constant(str(ref.target)) or self.call(f"value_{ref.target}", f"value {ref.target}", [])
            case "rule":
                return self.call(f"rule_{ref.target}", f"rule {ref.target}", [])
            case _:
                return repr(ref.target)

    def constant(self, name: str) -> str | None:
        """The literal of a value that is known before play, else None."""
        if name not in self._constant_cache:
            self._constant_cache[name] = None
            cases = self.program.values.get(name, [])
            if len(cases) == 1 and not cases[0].params:
                try:
                    found = self.constants.named(cases[0].body, name)
                    self._constant_cache[name] = repr(found) if isinstance(found, (int, tuple, type(None))) else None
                except NotConstant:
                    pass
        return self._constant_cache[name]

    def _members(self, t: Type) -> str:
        match t:
            case KindOf():
                return repr(tuple(range(len(self.world.kinds[t.name].names))))
            case Seat():
                return f"tuple({self._seats(t)})"
            case Pieces():
                return f"tuple({self._ids(t)})"
            case _:
                return "()"

    def _seats(self, t: Seat) -> str:
        low = self.world.players if t.who == "Neutral" else 0
        high = self.world.players if t.who == "Player" else self.world.parties
        return f"range({low}, {high})"

    def _ids(self, t: Pieces) -> str:
        infos = [i for i in self.world.pieces.values() if i.name in t.names and i.count]
        if not infos:
            return "()"
        if all(a.first + a.count == b.first for a, b in itertools.pairwise(infos)):
            return f"range({infos[0].first}, {infos[-1].first + infos[-1].count})"
        return repr(tuple(i for info in infos for i in info.ids))

    def iterable(self, e: tree.Expr, ordered: bool = True) -> str:
        """The code of something to loop over; where the order can't matter, what is quickest."""
        match e:
            case tree.Group():
                return self.iterable(e.inner, ordered)
            case tree.RangeOf():
                low, high = self.code(e.low), self.code(e.high)
                if low.isdigit() and high.isdigit() and int(high) - int(low) < SHORT:
                    return f"range({low}, {int(high) + 1})"
                near = self.weights.size(e) <= MANY and self._is_bounded(e)
                return f"range({low}, {high} + 1)" if near else f"span({low}, {high})"
            case tree.Name() if self.checked.refs[e].kind == "members":
                t = self.checked.refs[e].target
                if isinstance(t, Pieces):
                    return self._ids(t)
                if isinstance(t, Seat):
                    return self._seats(t)
                if isinstance(t, KindOf):
                    return f"range({len(self.world.kinds[t.name].names)})"
            case tree.Call(name="cells", args=[g]) if not ordered:
                return f"{self.code(g)}.cells"
            case tree.Call(name="pieces", args=[g]) if not ordered:
                return f"{self.code(g)}.cells.values()"
            case tree.Call(name="reverse", args=[tree.RangeOf() as r]):
                if self._is_bounded(r):
                    return f"range({self.code(r.high)}, {self.code(r.low)} - 1, -1)"
                low, high = self.code(r.low), self.code(r.high)
                if low.isdigit() and high.isdigit() and int(high) - int(low) < SHORT:
                    return f"range({high}, {int(low) - 1}, -1)"
                return f"span({low}, {high})[::-1]"
            case _:
                pass
        t = self.type(e)
        if isinstance(t, Sides):
            return f"SIDES_OF[{self.code(e)}]"
        return f"one_or_none({self.code(e)})" if isinstance(t, Maybe) else self.code(e)

    def _several(self, e: tree.Several) -> str:
        parts = [self.code(item) for item in e.items]
        t = self.type(e)
        if isinstance(t, Many) and t.how == "ranking":
            return f"ranking_of(({', '.join(parts)}{',' if len(parts) == 1 else ''}))"
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    # ------------------------------------------------------------------------------------------------ parts
    def _get(self, e: tree.Get) -> str:
        t = self.type(e.of)
        of = self.code(e.of)
        match t:
            case KindOf():
                return f"({of} + 1)" if e.field == "index" else f"K_{t.name}_{e.field}[{of}]"
            case Pieces():
                return self._field(t, e.field, of)
            case Seat():
                n = self.world.players
                return {"left": f"(({of} + 1) % {n})", "right": f"(({of} - 1) % {n})", "seat": f"({of} + 1)"}[e.field]
            case _ if e.field in ("members", "places"):
                return f"{of}[{0 if e.field == 'places' else 1}]"
            case _:
                return {"x": f"(({of} & 255) - 128)", "y": f"(({of} >> 8) - 128)"}[e.field]

    def _field(self, t: Pieces, name: str, of: str) -> str:
        faces = [n for n in sorted(t.names) if self.world.pieces[n].face == name]
        if not faces:
            return f"F_{name}[{of}]"
        if len(t.names) == 1:
            slot = self._once(f"s[{self.layout.faces[faces[0]]}]", "")
            return f"{slot}[{minus(of, self.world.pieces[faces[0]].first)}]"
        return f"face_or_field(s, {of}, F_{name})"

    def _at(self, e: tree.At) -> str:
        ref = self.checked.refs[e]
        if isinstance(ref.target, (PlaceInfo, NoteInfo)) and ref.kind in ("place", "note"):
            return self.place_number(e) if self.type(e) == PLACE else self._slot(ref.target, e.keys)
        if isinstance(ref.target, TableInfo):
            table = f"T_{ref.target.name}"
            for domain, key in zip(ref.target.domains, e.keys, strict=True):
                table += f"[{self.key(domain, key)}]"
            return table
        of = self.code(e.of)
        if ref.kind == "cell":
            return f"{self._once(of, '.cells.get')}({self.code(e.keys[0])})"
        return f"nth({of}, {self.code(e.keys[0])})"

    def _once(self, of: str, attribute: str) -> str:
        """The code of something about a place of fixed number; where nothing changes, it is looked up at the beginning of the
        function."""
        if not self.cx.pure or not FIXED.fullmatch(of):
            return of + attribute
        if of + attribute not in self.cx.once:
            self.cx.once[of + attribute] = self.names.fresh("look")
        return self.cx.once[of + attribute]

    def key(self, domain: Domain, e: tree.Expr) -> str:
        """The code of a key as an index from 0; checked where the text doesn't show that it is in range."""
        t = self.type(e)
        if isinstance(t, Number):
            inside = t.low is not None and t.high is not None and domain.low <= t.low and t.high < domain.low + domain.size
            if not inside:
                return f"key({self.code(e)}, {domain.low}, {domain.size})"
        return _plus(-domain.low, self.code(e))

    def _index(self, domains: Sequence[Domain], keys: Sequence[tree.Expr]) -> str:
        index = "0"
        for domain, key in zip(domains, keys, strict=True):
            part = self.key(domain, key)
            index = part if index == "0" else f"({index}) * {domain.size} + {part}"
        return index

    def slots_of(self, target: object) -> tuple[Slots, list[Domain]]:
        """Where a note or place is kept."""
        if isinstance(target, NoteInfo):
            return self.layout.notes[target.name], target.domains
        assert isinstance(target, PlaceInfo)
        return self.layout.places[target.name], target.domains

    def _slot(self, target: object, keys: Sequence[tree.Expr]) -> str:
        if isinstance(target, PlaceInfo) and target.name == "box":
            return "box_content(s)"
        slots, domains = self.slots_of(target)
        if len(keys) < len(domains):
            return repr(tuple(range(target.count if isinstance(target, PlaceInfo) else 0)))
        if slots.packed:
            return f"s[{slots.base}][{self._index(domains, keys)}]"
        return f"s[{_plus(slots.base, self._index(domains, keys))}]"

    # ------------------------------------------------------------------------------------------------ calls
    def _call(self, e: tree.Call) -> str:
        ref = self.checked.refs[e]
        match ref.kind:
            case "value" | "rule":
                return self._declared_call(ref, e)
            case "graph":
                return self.call(f"graph_{ref.target}", f"graph {ref.target}", [self.code(a) for a in e.args])
            case "piece":
                assert isinstance(ref.target, PieceInfo)
                return self.literal(ref.target, e)
            case _:
                return self._built_in(e)

    inlining: Inlining
    alias: dict[Local, Callable[[], str]]

    def _declared_call(self, ref: Ref, e: tree.Call) -> str:
        name = str(ref.target)
        args = [self.code(a) for a in e.args]
        short = self.inlining.body_of(f"{ref.kind} {name}")
        if short is not None:
            body, params, reads = short
            if all(reads[p] < 2 or arg.replace("_", "").isalnum() for p, arg in zip(params, args, strict=False)):
                return self._written_out(body, params, args)
        return self.call(f"{ref.kind}_{name}", f"{ref.kind} {name}", args)

    def _written_out(self, body: tree.Expr, params: Sequence[Local], args: Sequence[str]) -> str:
        """The body of a short value in the place of its call."""
        before = self.alias
        self.alias = {**before, **{p: lambda arg=arg: arg for p, arg in zip(params, args, strict=True)}}
        code = self.code(body)
        self.alias = before
        return f"({code})"

    def literal(self, info: PieceInfo, e: tree.Call) -> str:
        """A literal of a piece: the one with these fields."""
        args = [self.code(a) for a in e.args]
        return f"piece(P_{info.name}, ({', '.join(args)}{',' if len(args) == 1 else ''}))"

    def _built_in(self, e: tree.Call) -> str:
        name = e.name
        first = e.args[0]
        if name == "first" and isinstance(first, (tree.ListFor, tree.Those)):
            return self.aside("first", lambda: self._first(first))
        if name == "only" and isinstance(first, tree.Those) and (key := self.key_of(first.sources)) is not None:
            return key
        if name == "only" and self._each_once(first):
            assert isinstance(first, tree.Those)
            return self.aside("only", lambda: self._only(first))
        if name == "size":
            return self._size(first)
        if name in (
            "reach",
            "left_end",
            "right_end",
            "beside",
            "around",
            "lines",
            "rays",
            "gaps",
            "pieces",
            "outside",
            "trail",
            "cells",
            "cell",
        ):
            return f"{name}({', '.join(self.code(a) for a in e.args)})"
        args = [self.code(a) for a in e.args]
        match name:
            case "toward":
                return f"({args[0]} + STEP[{args[1]}])"
            case "opposite":
                return f"({args[0]} ^ 2)"
            case "seat":
                return f"seat({args[0]})"
            case "first" | "top" if args[0].isidentifier():
                return f"({args[0]}[0] if {args[0]} else None)"
            case "players_from":
                return f"PLAYERS_FROM[{args[0]}]"
            case "reverse":
                return f"tuple({args[0]})[::-1]"
            case "onward":
                t = self.type(first)
                n = len(self.world.kinds[t.name].names) if isinstance(t, KindOf) else 1
                return f"(({args[0]} + {args[1]}) % {n})"
            case "height" | "knows":
                return f"{name}(s, {', '.join(args)})"
            case "highest" | "lowest":
                return f"{'max' if name == 'highest' else 'min'}({args[0]}, default=0)"
            case _:
                return f"{name}({', '.join(args)})"

    def key_of(self, sources: tree.Sources) -> str | None:
        """The code of the key under which a piece lies, or nothing, if a loop asks no more than that."""
        there = located(self.checked, sources)
        if there is None or there.others or there.within is not None or there.rest:
            return None
        return self._keys_of(there)

    def _keys_of(self, there: Located) -> str:
        """The code of the keys under which a piece lies in a place; None if it lies elsewhere."""
        self.located[there.place.name] = there.place
        return f"AT_{there.place.name}[s[{LOC}][{self.code(there.piece)}]]"

    def _size(self, e: tree.Expr) -> str:
        if isinstance(e, tree.Group):
            return self._size(e.inner)
        if isinstance(e, tree.Those):
            return self.aside("count", lambda: self._count(e.sources))
        t = self.type(e)
        if isinstance(t, Sides):
            return f"BITS[{self.code(e)}]"
        if isinstance(e, tree.Name) and self.checked.refs[e].kind == "members":
            return f"len({self.iterable(e)})"
        if isinstance(e, tree.Call) and e.name in ("cells", "pieces") and e.args:
            return f"len({self.code(e.args[0])}.cells)"
        return f"len({self.code(e)})"

    # ------------------------------------------------------------------------------------------------ operators
    def _compare(self, e: tree.Compare) -> str:
        if e.op in ("in", "not in"):
            test = self._in(e.left, e.right)
            return f"(not {test})" if e.op == "not in" else test
        if isinstance(e.left, tree.Nothing) or isinstance(e.right, tree.Nothing):
            other = e.right if isinstance(e.left, tree.Nothing) else e.left
            return f"({self.code(other)} is {'not ' if e.op != '=' else ''}None)"
        left, right = self.code(e.left), self.code(e.right)
        ranked = {t.how for t in (self.type(e.left), self.type(e.right)) if isinstance(t, Many)}
        if "set" in ranked and "list" in ranked:
            left, right = f"as_set({left})", f"as_set({right})"
        return f"({left} {COMPARISONS[e.op]} {right})"

    def _in(self, left: tree.Expr, right: tree.Expr) -> str:
        while isinstance(right, tree.Group):
            right = right.inner
        x = self.code(left)
        match right:
            case tree.RangeOf():
                if isinstance(self.type(left), Maybe):
                    return f"({x} in range({self.code(right.low)}, {self.code(right.high)} + 1))"
                return f"({self.code(right.low)} <= {x} <= {self.code(right.high)})"
            case tree.Call(name="cells", args=[g]):
                return f"({x} in {self.code(g)}.cells)"
            case tree.Call(name="gaps", args=[g]):
                return f"is_gap({self.code(g)}, {x})"
            case tree.Name() if self.checked.refs[right].kind == "members":
                return f"({x} in {self.iterable(right)})"
            case _:
                if isinstance(self.type(right), Sides):
                    return f"({self.code(right)} >> {x} & 1 == 1)"
                return f"({x} in {self.code(right)})"

    def _is_empty(self, e: tree.IsEmpty) -> str:
        of = e.of.inner if isinstance(e.of, tree.Group) else e.of
        t = self.type(of)
        if isinstance(t, Maybe):
            return f"({self.code(of)} is {'not ' if e.negated else ''}None)"
        if isinstance(of, (tree.Those, tree.ListFor)):
            there = self.aside("any", lambda: self._any(of.sources))
            return there if e.negated else f"(not {there})"
        if e.negated:
            return f"(len({self.code(of)}) > 0)" if not isinstance(t, Sides) else f"({self.code(of)} != 0)"
        return f"(not {self.code(of)})"

    def _is_a(self, e: tree.IsA) -> str:
        maybe = isinstance(self.type(e.of), Maybe)
        code = held = self.code(e.of)
        if maybe:
            held = self.names.fresh("held")
        if e.type in ("Player", "Neutral"):
            test = f"({held} < {self.world.players})" if e.type == "Player" else f"({held} >= {self.world.players})"
        else:
            test = self.type_test(self.world.members[e.type], held)
        return f"(({held} := {code}) is not None and {test})" if maybe else test

    def type_test(self, names: frozenset[str], code: str) -> str:
        """The code that asks whether a piece belongs to these types."""
        infos = [i for i in self.world.pieces.values() if i.name in names and i.count]
        if not infos:
            return "False"
        if all(a.first + a.count == b.first for a, b in itertools.pairwise(infos)):
            return f"({infos[0].first} <= {code} < {infos[-1].first + infos[-1].count})"
        mask = self.masks.setdefault(names, f"M_{len(self.masks)}")
        return f"({mask}[{code}] == 1)"

    def _arithmetic(self, e: tree.Arithmetic) -> str:
        left, right = self.code(e.left), self.code(e.right)
        t = self.type(e.left)
        if isinstance(t, Many):
            if e.op == "-":
                return f"minus_set({left}, {right})"
            return f"joined({left}, {right})" if t.how == "list" else f"union({left}, {right})"
        if e.op in ("div", "mod"):
            if isinstance(e.right, tree.Int) and e.right.value > 0:
                return f"({left} {'//' if e.op == 'div' else '%'} {right})"
            return f"{e.op}_({left}, {right})"
        if e.op == "*" and not is_small(self.type(e)):
            return f"times({left}, {right})"
        return f"({left} {e.op} {right})"

    def _is_bounded(self, e: tree.RangeOf) -> bool:
        """Whether the text shows that a range is not long."""
        t = self.type(e)
        return (
            isinstance(t, Many)
            and isinstance(t.of, Number)
            and t.of.low is not None
            and t.of.high is not None
            and t.of.high - t.of.low < MANY
        )

    # ------------------------------------------------------------------------------------------------ long forms
    def returning(self, e: tree.Expr) -> None:
        """Write the statements that return the value of an expression."""
        match e:
            case tree.Group():
                self.returning(e.inner)
            case tree.Quantified():
                self._quantified(e)
            case tree.Count():
                self._count(e.sources)
            case tree.Sum():
                self.cx.line("n = 0")
                self.loop(e.sources, lambda: self.cx.line(f"n += {self.code(e.of)}"), ordered=False)
                self.cx.line("return n")
            case tree.ListFor():
                self.cx.line("out = []")
                self.loop(e.sources, lambda: self.cx.line(f"out.append({self.code(e.of)})"))
                self.cx.line("return tuple(out)")
            case tree.Those():
                self._those(e)
            case tree.Rank():
                self._rank(e)
            case tree.Call(name="only", args=[tree.Those() as inner]) if self._each_once(inner) and not self.key_of(
                inner.sources
            ):
                self._only(inner)
            case tree.Call(name="first", args=[tree.ListFor() | tree.Those() as inner]):
                self._first(inner)
            case _:
                self.cx.line(f"return {self.code(e)}")

    def loop(self, sources: tree.Sources, body: Callable[[], None], ordered: bool = True, leaves: bool = False) -> None:
        """Write the loops of `x in S with y in T where c` round a body; `leaves` says that the body may break a loop."""
        before = self.cx.indent
        there = None if leaves else located(self.checked, sources)
        if there is not None:
            self._where_it_lies(there)
            body()
            self.cx.indent = before
            return
        for source in sources.each:
            self._over(source, ordered)
        if sources.where is not None:
            self._only_where(sources.where)
        body()
        self.cx.indent = before

    def _where_it_lies(self, there: Located) -> None:
        """Open what is carried out if a piece lies in a place, with the key bound."""
        single = len(there.place.domains) == 1
        keys = self._keys_of(there)
        at = self.bound(there.local) if single else self.names.fresh("at")
        tests = [f"({at} := {keys}) is not None"]
        key = at if single else f"{at}[{there.index}]"
        tests += [f"{at}[{i}] == {self.code(e)}" for i, e in there.others.items()]
        tests += self._key_tests(there, key)
        self.cx.line(f"if {' and '.join(tests)}:")
        self.cx.indent += 1
        if not single:
            self.cx.line(f"{self.bound(there.local)} = {key}")
        for e in there.rest:
            self.cx.line(f"if {self.code(e)}:")
            self.cx.indent += 1

    def _key_tests(self, there: Located, key: str) -> list[str]:
        """The tests whether the key that was looked for is among those that the loop goes over."""
        span = bare(there.within) if there.within is not None else None
        if not isinstance(span, tree.RangeOf):
            return []
        low, high = self.code(span.low), self.code(span.high)
        domain = there.place.domains[there.index]
        whole = (low, high) == (str(domain.low), str(domain.low + domain.size - 1))
        return [] if whole else [f"{low} <= {key} <= {high}"]

    def _over(self, source: tree.Source, ordered: bool) -> None:
        """Open the loop over one source; what may be there is asked, not looped over."""
        local = self.local_of(source)
        if isinstance(self.type(source.of), Maybe):
            what = self.code(source.of)
            self.cx.line(f"if ({self.bound(local)} := {what}) is not None:")
            self.cx.indent += 1
            return
        what = self.iterable(source.of, ordered)
        self.cx.line(f"for {self.bound(local)} in {what}:")
        self.cx.indent += 1
        if self.weights.heavy(source):
            self.cx.line("spend()")

    def _only_where(self, e: tree.Expr) -> None:
        """Open what is carried out where a condition holds; `every` and `no` become a loop that nothing must break."""
        while isinstance(e, tree.Group):
            e = e.inner
        if isinstance(e, tree.Quantified) and e.kind != "some" and self._is_one_loop(e):
            self.loop(e.sources, lambda: self.when(e.body, e.kind == "no", "break"), ordered=False, leaves=True)
            self.cx.line("else:")
        else:
            self.cx.line(f"if {self.code(e)}:")
        self.cx.indent += 1

    def _is_one_loop(self, e: tree.Quantified) -> bool:
        return len(e.sources.each) == 1 and not isinstance(self.type(e.sources.each[0].of), Maybe)

    def _quantified(self, e: tree.Quantified) -> None:
        found = e.kind == "some"
        self.loop(e.sources, lambda: self.when(e.body, e.kind != "every", f"return {found}"), ordered=False, leaves=True)
        self.cx.line(f"return {not found}")

    def when(self, e: tree.Expr, want: bool, act: str) -> None:
        """Write: if the condition is as wanted, `act` (a return, or the `break` of the loop whose round ends here). A quantifier
        in a
        quantifier becomes a loop in a loop."""
        while isinstance(e, tree.Group):
            e = e.inner
        if not isinstance(e, tree.Quantified) or not self._loops_inside(e, want, act):
            self.cx.line(f"if {'' if want else 'not '}{self.code(e)}:")
            self.cx.line(f"    {act}")
            return
        seek, found = e.kind != "every", e.kind == "some"
        if found == want and act != "break":
            self.loop(e.sources, lambda: self.when(e.body, seek, act), ordered=False, leaves=True)
            return
        self.loop(e.sources, lambda: self.when(e.body, seek, "break"), ordered=False, leaves=True)
        self.cx.line("else:")
        self.cx.line(f"    {'continue' if found == want else act}")
        if found == want:
            self.cx.line(act)

    def _loops_inside(self, e: tree.Quantified, want: bool, act: str) -> bool:
        """Whether a quantifier can be written as a loop in the loop that is being written: `break` leaves one loop only."""
        return self._is_one_loop(e) or (act != "break" and (e.kind == "some") == want)

    def _count(self, sources: tree.Sources) -> None:
        self.cx.line("n = 0")
        self.loop(sources, lambda: self.cx.line("n += 1"), ordered=False)
        self.cx.line("return n")

    def _any(self, sources: tree.Sources) -> None:
        self.loop(sources, lambda: self.cx.line("return True"), ordered=False)
        self.cx.line("return False")

    def _first(self, e: tree.ListFor | tree.Those) -> None:
        def found() -> None:
            value = self.code(e.of) if isinstance(e, tree.ListFor) else self.read(self.local_of(e.sources.each[0]))
            self.cx.line(f"return {value}")

        self.loop(e.sources, found)
        self.cx.line("return None")

    def _each_once(self, e: tree.Expr) -> bool:
        """Whether `those x in S …` goes through S alone, which holds nothing twice."""
        if not isinstance(e, tree.Those) or len(e.sources.each) != 1:
            return False
        source = e.sources.each[0].of
        ref, t = self.checked.refs.get(source), self.type(source)
        return (ref is not None and ref.kind == "members") or (isinstance(t, Many) and t.how == "set")

    def _counts_to_one(self, e: tree.Those) -> bool:
        """Whether `only` must go through the candidates to see that there is no second one."""
        return self._each_once(e) and self.key_of(e.sources) is None

    def _only(self, e: tree.Those) -> None:
        local = self.local_of(e.sources.each[0])

        def found() -> None:
            self.cx.line("if one is not None:")
            self.cx.line("    return None")
            self.cx.line(f"one = {self.read(local)}")

        self.cx.line("one = None")
        self.loop(e.sources, found)
        self.cx.line("return one")

    def _those(self, e: tree.Those) -> None:
        first = self.local_of(e.sources.each[0])
        self.cx.line("out = []")
        if len(e.sources.each) == 1:
            self.loop(e.sources, lambda: self.cx.line(f"out.append({self.read(first)})"))
        else:
            inner = tree.Sources(e.sources.each[1:], e.sources.where, at=e.at)
            outer = tree.Sources(e.sources.each[:1], None, at=e.at)

            def each() -> None:
                there = self.aside("any", lambda: self._any(inner))
                self.cx.line(f"if {there}:")
                self.cx.line(f"    out.append({self.read(first)})")

            self.loop(outer, each)
        t, source = self.type(e), self.type(e.sources.each[0].of)
        same = isinstance(t, Many) and isinstance(source, Many) and t.how == source.how
        self.cx.line("return tuple(out)" if same else "return as_set(out)")

    def _rank(self, e: tree.Rank) -> None:
        first = self.local_of(e.sources.each[0])
        self.cx.line("ties = {}")

        def each() -> None:
            keys = [f"{'-' if key.most else ''}{self.code(key.of)}" for key in e.keys]
            key = keys[0] if len(keys) == 1 else f"({', '.join(keys)})"
            self.cx.line(f"ties.setdefault({key}, []).append({self.read(first)})")

        self.loop(e.sources, each)
        self.cx.line("return ranked(ties)")


def is_small(t: Type) -> bool:
    """Whether the text shows that a number is not large."""
    return isinstance(t, Number) and t.low is not None and t.high is not None and t.low > -SMALL and t.high < SMALL


def minus(code: str, number: int) -> str:
    """`code - number`, folded where it can be."""
    return f"{code} - {number}" if number else code


def _plus(number: int, code: str) -> str:
    """`number + code`, folded where it can be."""
    if code.isdigit():
        return str(number + int(code))
    if not number:
        return code
    return f"{code} + {number}" if number > 0 else f"{code} - {-number}"
