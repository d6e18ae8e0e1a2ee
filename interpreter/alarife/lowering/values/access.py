"""What is read by a key or a field: places, notes, tables, cells, fields of pieces.

What comes in: a checked expression. What goes out: the node that reads it; keys are indices from 0,
checked in play where their type does not prove that they are in range."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.scope import Local
from alarife.checking.types import PLACE, CellType, KindOf, Number, Pieces, Seat
from alarife.checking.world import Domain, NoteInfo, PlaceInfo, TableInfo
from alarife.ir.nodes import At, Builtin, Const, Expr, Field, Op, PlaceOf, Read, Table
from alarife.ir.passes.fold import add
from alarife.lowering.values.builder import Builder
from alarife.syntax import tree


def place(build: Builder, e: tree.Expr) -> Expr:
    """The number of the place that an expression names."""
    ref = build.checked.refs.get(e)
    if isinstance(e, (tree.Name, tree.At)) and ref is not None:
        target = ref.target
        if isinstance(target, PlaceInfo):
            keys = e.keys if isinstance(e, tree.At) else []
            return PlaceOf(target.name, index(build, target.domains, keys))
    return build.expr(e)


def content(build: Builder, e: tree.Expr) -> Expr:
    """What lies in a place that an expression names."""
    return slot(build, build.checked.refs[e].target, e.keys if isinstance(e, tree.At) else [])


def slot(build: Builder, target: object, keys: Sequence[tree.Expr]) -> Expr:
    """What a note says, or what lies in a place; without keys, all instances by number."""
    assert isinstance(target, (NoteInfo, PlaceInfo))
    if isinstance(target, PlaceInfo) and target.name == "box":
        return Builtin("box_content", ())
    if len(keys) < len(target.domains):
        return Const(tuple(range(target.count if isinstance(target, PlaceInfo) else 0)))
    shelf = "place" if isinstance(target, PlaceInfo) else "note"
    return Read(shelf, target.name, index(build, target.domains, keys))


def index(build: Builder, domains: Sequence[Domain], keys: Sequence[tree.Expr]) -> Expr | None:
    """Which of the instances these keys name, from 0; None where there is only one."""
    found: Expr | None = None
    for domain, e in zip(domains, keys, strict=True):
        part = key(build, domain, e)
        outer = None if found is None else Op("*", (found, Const(domain.size)))
        found = part if outer is None else Op("+", (outer, part))
    return found


def key(build: Builder, domain: Domain, e: tree.Expr) -> Expr:
    """A key as an index from 0; checked in play where its type does not prove that it is in
    range."""
    t = build.type(e)
    if isinstance(domain.type, CellType):
        return key_index(domain, build.unchecked(e))
    if isinstance(t, Number):
        ref = build.checked.refs.get(e)
        local = ref.target if ref is not None else None
        looped = build.spans.get(local) if isinstance(local, Local) else None
        low, high = looped or (t.low, t.high)
        if looped is None and build.is_loose and not isinstance(e, tree.Int):
            low = None
        last = domain.low + domain.size - 1
        if low is None or high is None or low < domain.low or high > last:
            return Builtin("key", (build.unchecked(e), Const(domain.low), Const(domain.size)))
    return add(build.unchecked(e), -domain.low)


def get(build: Builder, e: tree.Get) -> Expr:
    """A field: of a piece, of a value of a kind, of a seat, of what a built-in function gave."""
    t = build.type(e.of)
    of = build.expr(e.of)
    match t:
        case KindOf():
            return add(of, 1) if e.field == "index" else Field(f"K·{t.name}·{e.field}", (of,))
        case Pieces():
            return _field(build, t, e.field, of)
        case Seat():
            if e.field == "seat":
                return add(of, 1)
            next_to = add(of, 1 if e.field == "left" else -1)
            return Op("%", (next_to, Const(build.world.players)))
        case _ if e.field in ("members", "places"):
            return Builtin("item", (of, Const(0 if e.field == "places" else 1)))
        case _:
            return Builtin(e.field, (of,))


def _field(build: Builder, t: Pieces, name: str, of: Expr) -> Expr:
    faces = [n for n in sorted(t.names) if name in build.world.pieces[n].faces]
    if not faces:
        return Field(f"F·{name}", (of,))
    if len(t.names) > 1:
        return Builtin("face_or_field", (of, Table(f"F·{name}"), Table(f"SHOWN·{name}")))
    code = Read("face", faces[0], of)
    if len(build.world.pieces[faces[0]].faces) == 1:
        return code
    return Field(f"SHOWN·{faces[0]}·{name}", (code,))


def at(build: Builder, e: tree.At) -> Expr:
    """What stands under keys: in a place, a note, a table, on a cell of a grid, in a list."""
    ref = build.checked.refs[e]
    target = ref.target
    if isinstance(target, (PlaceInfo, NoteInfo)) and ref.kind in ("place", "note"):
        return place(build, e) if build.type(e) == PLACE else slot(build, target, e.keys)
    if isinstance(target, TableInfo):
        pairs = zip(target.domains, e.keys, strict=True)
        return Field(f"T·{target.name}", tuple(key(build, domain, k) for domain, k in pairs))
    of, where = build.expr(e.of), build.expr(e.keys[0])
    return At(of, where) if ref.kind == "cell" else Builtin("nth", (of, where))


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
