"""What expressions refer to: names, fields, places, notes and tables, and what can be gone over.

What comes in: an expression that names something. What goes out: Python code that reads it from the
state, the tables or a local."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

from alarife.checking.constants import NotConstant
from alarife.checking.scope import Local
from alarife.checking.types import PLACE, KindOf, Many, Maybe, Number, Pieces, Seat, Sides, Type
from alarife.checking.world import Domain, NoteInfo, PlaceInfo, TableInfo
from alarife.lowering.layout import Slots
from alarife.lowering.weights import MANY
from alarife.lowering.writing import Writer
from alarife.syntax import tree

SHORT = 1_000
"""A range that is shorter than this needs no watching."""


class ReferenceWriter(Writer):
    """Writes what expressions refer to."""

    def place_number(self, e: tree.Expr) -> str:
        """The code of an expression that names a place: the number of the instance."""
        match e:
            case tree.Group():
                return self.place_number(e.inner)
            case tree.Name() | tree.At() if isinstance(self.checked.refs[e].target, PlaceInfo):
                place = self.checked.refs[e].target
                assert isinstance(place, PlaceInfo)
                return plus(
                    place.first,
                    self._index(place.domains, e.keys if isinstance(e, tree.At) else []),
                )
            case _:
                return self.code(e)

    def content(self, e: tree.Expr) -> str:
        """The code for what lies in a place that an expression names."""
        ref = self.checked.refs[e.inner if isinstance(e, tree.Group) else e]
        return self._slot(ref.target, e.keys if isinstance(e, tree.At) else [])

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
                return self.constant(str(ref.target)) or self.call(
                    f"value_{ref.target}", f"value {ref.target}", []
                )
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
                    self._constant_cache[name] = (
                        repr(found) if isinstance(found, (int, tuple, type(None))) else None
                    )
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
            case tree.Call(name="reach") if not ordered and self._is_built_in(e):
                return f"reached({', '.join(self.code(a) for a in e.args)})"
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

    def _is_built_in(self, e: tree.Expr) -> bool:
        return self.checked.refs[e].kind == "builtin"

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

    def _several(self, e: tree.Several) -> str:
        parts = [self.code(item) for item in e.items]
        t = self.type(e)
        if isinstance(t, Many) and t.how == "ranking":
            return f"ranking_of(({', '.join(parts)}{',' if len(parts) == 1 else ''}))"
        return f"({', '.join(parts)}{',' if len(parts) == 1 else ''})"

    # ----------------------------------------------------------------
    # parts
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
                return {
                    "left": f"(({of} + 1) % {n})",
                    "right": f"(({of} - 1) % {n})",
                    "seat": f"({of} + 1)",
                }[e.field]
            case _ if e.field in ("members", "places"):
                return f"{of}[{0 if e.field == 'places' else 1}]"
            case _:
                return {"x": f"(({of} & 255) - 128)", "y": f"(({of} >> 8) - 128)"}[e.field]

    def _field(self, t: Pieces, name: str, of: str) -> str:
        faces = [n for n in sorted(t.names) if self.world.pieces[n].face == name]
        if not faces:
            return f"F_{name}[{of}]"
        if len(t.names) == 1:
            slot = self.once(f"s[{self.layout.faces[faces[0]]}]", "")
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
            return f"{self.once(of, '.cells.get')}({self.code(e.keys[0])})"
        return f"nth({of}, {self.code(e.keys[0])})"

    def key(self, domain: Domain, e: tree.Expr) -> str:
        """The code of a key as an index from 0; checked where the text doesn't show that it is in
        range."""
        t = self.type(e)
        if isinstance(t, Number):
            ref = self.checked.refs.get(e)
            looped = (
                self.spans.get(ref.target)
                if ref is not None and isinstance(ref.target, Local)
                else None
            )
            low, high = looped or (t.low, t.high)
            inside = (
                low is not None
                and high is not None
                and domain.low <= low
                and high < domain.low + domain.size
            )
            if not inside:
                return f"key({self.code(e)}, {domain.low}, {domain.size})"
        return plus(-domain.low, self.code(e))

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
        return f"s[{plus(slots.base, self._index(domains, keys))}]"

    def type_test(self, names: frozenset[str], code: str) -> str:
        """The code that asks whether a piece belongs to these types."""
        infos = [i for i in self.world.pieces.values() if i.name in names and i.count]
        if not infos:
            return "False"
        if all(a.first + a.count == b.first for a, b in itertools.pairwise(infos)):
            return f"({infos[0].first} <= {code} < {infos[-1].first + infos[-1].count})"
        mask = self.masks.setdefault(names, f"M_{len(self.masks)}")
        return f"({mask}[{code}] == 1)"


def minus(code: str, number: int) -> str:
    """`code - number`, folded where it can be."""
    return f"{code} - {number}" if number else code


def plus(number: int, code: str) -> str:
    """`number + code`, folded where it can be."""
    if code.isdigit():
        return str(number + int(code))
    if not number:
        return code
    return f"{code} + {number}" if number > 0 else f"{code} - {-number}"
