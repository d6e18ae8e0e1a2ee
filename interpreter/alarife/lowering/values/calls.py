"""Calls: of values, rules and graphs, of built-in functions, and literals of pieces.

What comes in: a checked call. What goes out: its node. A built-in function that needs no list of
its argument (`size(those …)`, `first(list …)`) goes over the members instead."""

from __future__ import annotations

from collections.abc import Sequence

from alarife.checking.build.spots import six_sides
from alarife.checking.builtins import BUILT_INS
from alarife.checking.types import CellType, GridOf, Many, Sides, Type
from alarife.checking.world import PieceInfo, PlaceInfo, World
from alarife.geometry import grid
from alarife.ir.nodes import Builtin, Call, Const, Expr, Field, Over, Tuple
from alarife.lowering.values.builder import Builder
from alarife.lowering.values.located import key_under
from alarife.lowering.values.loops import clauses, each_once, found_in, keeps_order
from alarife.lowering.values.operators import within
from alarife.syntax import tree


def call(build: Builder, e: tree.Call) -> Expr:
    """A call of a value, a rule, a graph or a built-in function, or a literal of a piece."""
    ref = build.checked.refs[e]
    match ref.kind:
        case "value" | "rule" | "graph":
            return _call_with(build, ref.kind, str(ref.target), e.args)
        case "piece":
            assert isinstance(ref.target, PieceInfo)
            return build.literal(ref.target, e)
        case _:
            return _built_in(build, e)


def _call_with(build: Builder, what: str, name: str, args: Sequence[tree.Expr]) -> Call:
    """A call with arguments as they are written."""
    wanted = build.checked.signatures.get(f"{what} {name}", [])
    return build.call(what, name, [build.as_type(a, t) for a, t in zip(args, wanted, strict=True)])


def _built_in(build: Builder, e: tree.Call) -> Expr:
    first = e.args[0]
    if e.name == "first" and isinstance(first, (tree.ListFor, tree.Those)):
        return found_in(build, "first", first)
    if e.name == "the" and isinstance(first, tree.Those):
        if (key := key_under(build, first.sources)) is not None:
            return key
        if each_once(build, first):
            return found_in(build, "only", first)
    if e.name == "size":
        return _size(build, first)
    if BUILT_INS[e.name].spots and len(e.args) > 1:
        return _spots(build, e, first)
    args = tuple(build.expr(a) for a in e.args)
    if e.name == "cell":
        return _cell(build, e, args)
    row, t = BUILT_INS[e.name], build.type(first)
    if row.besides is not None:
        args = (*args, Const(row.besides(build.world, t)))
    return Builtin(row.form(t)[0], args)


def _spots(build: Builder, e: tree.Call, board: tree.Expr) -> Expr:
    """What touches a spot of a grid, or the spot where cells meet. The shape of a declared
    board is known; another grid has its shape with it."""
    ref = build.checked.refs.get(board)
    info = ref.target if ref is not None else None
    grid_type = build.type(board)
    asked = ref is not None and ref.kind == "board"
    known = info if asked and isinstance(info, PlaceInfo) else None
    shape: Expr = (
        Const((known.bounds, known.hexagonal))
        if known is not None
        else Builtin("shape_of", (build.expr(board), Const(_six(build.world, grid_type))))
    )
    args = tuple(build.expr(a) for a in e.args[1:])
    if e.name == "between":
        return Builtin("between", (shape, Tuple(args)))
    t, found = build.type(e.args[1]), build.type(e)
    what = t.what if isinstance(t, CellType) else "Cell"
    wanted = found.of.what if isinstance(found, Many) and isinstance(found.of, CellType) else ""
    if known is not None and known.bounds is not None:
        return Field(f"NEAR·{known.name}·{what}·{wanted}", args)
    return Builtin("touching", (shape, Const(what), Const(wanted), *args))


def _cell(build: Builder, e: tree.Call, args: tuple[Expr, ...]) -> Expr:
    x, y = args
    if isinstance(x, Const) and isinstance(y, Const):
        near = [v for v in (x.value, y.value) if isinstance(v, int) and abs(v) <= grid.FAR]
        if len(near) == 2:
            return Const(grid.cell(*near))
    near_by_type = all(within(build.type(a), -grid.FAR, grid.FAR) for a in e.args)
    return Builtin("cell_near" if near_by_type else "cell", args)


def _size(build: Builder, e: tree.Expr) -> Expr:
    if isinstance(e, tree.Those) and len(e.sources.each) == 1 and keeps_order(build, e):
        return Over("count", clauses(build, e.sources))
    return Builtin("bits" if isinstance(build.type(e), Sides) else "size", (build.expr(e),))


def _six(world: World, t: Type) -> bool:
    return isinstance(t, GridOf) and bool(six_sides(world, t.of))
