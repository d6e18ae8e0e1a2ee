"""Cells at constant offsets from others: what built-in functions on cells give, and what touches a
cell of a grid.

Off a board no cell touches another, so `beside(board, c)` has fewer members at the margin. Windows
can't see that: it is allowed where a condition follows that no cell off the board can meet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alarife.checking.build.spots import six_sides
from alarife.checking.builtins import BUILT_INS
from alarife.checking.scope import Checked
from alarife.checking.types import GridOf
from alarife.checking.world import PlaceInfo
from alarife.geometry import grid
from alarife.linking.walk import conjuncts
from alarife.lowering.laws.read_sets import Fixed, Items, Known, Meaning, Off, known, moved
from alarife.meanings import is_many
from alarife.syntax import tree

IsGrid = Callable[[tree.Expr], bool]


def six_sides_of(checked: Checked, e: tree.Expr, the_grid: bool, wide: bool) -> bool | None:
    """Whether the cells of a grid have six sides. None if it is another than the grid that is asked
    about (where more than is read may count: than a declared board), or if the text does not show
    it."""
    ref, t = checked.refs.get(e), checked.types.get(e)
    board = ref.target if ref is not None and ref.kind == "board" else None
    if wide and isinstance(board, PlaceInfo):
        return board.hexagonal
    return six_sides(checked.world, t.of) if the_grid and isinstance(t, GridOf) else None


def sheltered(
    checked: Checked, sources: tree.Sources, body: tree.Expr | None, is_grid: IsGrid
) -> set[tree.Expr]:
    """What is gone through of which a condition says that something lies on the cell, or that it is
    free: what is no cell of the board never meets it. `body`: what must hold besides `where`."""
    conditions = conjuncts(sources.where) + conjuncts(body)
    found: set[tree.Expr] = set()
    for source in sources.each:
        named = checked.refs[source].target
        for part in conditions:
            asked = _asked(part)
            if asked is not None and isinstance(asked[1], tree.Name):
                g, cell = asked
                if checked.refs[cell].target is named and is_grid(g):
                    found.add(source.of)
    return found


def _asked(e: tree.Expr) -> tuple[tree.Expr, tree.Expr] | None:
    """The grid and the cell of which a condition says that it is occupied, or free."""
    match e:
        case tree.Compare(op="in", left=cell, right=tree.Call(name="cells" | "gaps", args=[g])):
            return g, cell
        case (
            tree.IsSome(of=tree.At(of=g, keys=[cell]))
            | tree.IsEmpty(of=tree.At(of=g, keys=[cell]), negated=True)
        ):
            return g, cell
        case _:
            return None


def shifted(name: str, args: Sequence[Meaning]) -> Meaning | None:
    """The result of a built-in function on cells and known values, where the text shows it."""
    built_in, rest = BUILT_INS.get(name), [known(a) for a in args[1:]]
    if built_in is None or built_in.meaning is None or None in rest:
        return None
    match name, args[0]:
        case _, (Off() | Fixed()) as c if built_in.shifts:
            found: Any = built_in.meaning(0, *rest)
            several = is_many(found)
            return Items(tuple(moved(c, o) for o in found)) if several else moved(c, found)
        case "cell", Known(value=int() as x) if rest[0] is not None:
            return Fixed(grid.cell(x, rest[0])) if max(abs(x), abs(rest[0])) <= grid.FAR else None
        case "reverse", Items() as items:
            return Items(items.members[::-1])
        case "opposite" | "next_to", Known(value=int() as side):
            found = built_in.meaning(side)
            return Items(tuple(map(Known, found))) if is_many(found) else Known(found)
        case _:
            return None
