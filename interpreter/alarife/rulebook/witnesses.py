"""Where a rule of a law is broken: for which cells, and which sides of them, what it says of every
cell is not so.

In: the table of an example that tries something in vain, the grid as it would lie then, and a rule.
Out: a `Witness`. What always holds: the engine evaluates the rule's own words; a rule that says
nothing of every cell, or that a module has changed, has no witness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING

from alarife.checking.scope import Local, Scope
from alarife.checking.types import SIDE, CellType, GridOf, Many, Type
from alarife.diagnostics import Report
from alarife.drawing.look import Look
from alarife.drawing.looks import Looks
from alarife.geometry.grid import Grid, cell, xy
from alarife.linking.walk import conjuncts
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.examples.setting import Setting

_LETTERS = "NESW"


@dataclass(frozen=True, slots=True)
class Witness:
    """Where a rule is broken: cells as (x, y); sides of cells, each with its letter."""

    cells: tuple[tuple[int, int], ...] = ()
    sides: tuple[tuple[tuple[int, int], str], ...] = ()


def witness(setting: Setting, rule: tree.Rule, grid: Grid) -> Witness | None:
    """Where a rule of a law is broken in a grid; None if its words don't tell."""
    checked = setting.evaluator.writer.checked
    law = checked.program.laws.get(rule.law or "")
    if law is None or len(rule.law_params) != 1 or rule.name in checked.program.changes:
        return None
    place = next((p for p in checked.world.places.values() if p.law == law.name), None)
    if place is None:
        return None
    local = Local(rule.law_params[0], GridOf(place.element), rule.at)
    for said in _every(rule.body):
        found = _where(setting, said, local, grid)
        if found is not None:
            return found
    return None


def _every(body: tree.Expr) -> Iterator[tree.Quantified]:
    for part in conjuncts(body):
        if isinstance(part, tree.Quantified) and part.kind in ("every", "no"):
            yield part


def _where(setting: Setting, said: tree.Quantified, local: Local, grid: Grid) -> Witness | None:
    """The cells, or sides, of which it is not so."""
    from alarife.examples.check import ExampleChecker

    checker = ExampleChecker(setting.evaluator.writer.checked, Report())
    asked: list[tuple[Type, tuple[int, ...]]] = []
    for source in said.sources.each:
        e = _exceptions(said, source.name)
        t = checker.infer(e, Scope(example=True).bind(local))
        if checker.report.errors or not isinstance(t, Many):
            return None
        asked.append(
            (t.of, setting.evaluator.value(e, setting.state, {**setting.values, local: grid}))
        )
    cells = next((found for t, found in asked if isinstance(t, CellType)), ())
    if not cells:
        return None
    spots = [xy(cell) for cell in cells]
    sides = next((found for t, found in asked if t == SIDE), ())
    return Witness(
        tuple(dict.fromkeys(spots)),
        tuple((spot, _LETTERS[side]) for spot, side in zip(spots, sides, strict=False)),
    )


def _exceptions(said: tree.Quantified, name: str) -> tree.ListFor:
    """`list c for c in S with s in T where W and not P`, from `every c in S with s in T where W:
    P`."""
    sources, body = deepcopy(said.sources), deepcopy(said.body)
    if said.kind == "every":
        body = tree.Not(body, at=said.at)
    sources.where = tree.And([*([sources.where] if sources.where else []), body], at=said.at)
    return tree.ListFor(tree.Name(name, at=said.at), sources, at=said.at)


def attempted(
    looks: Looks, held: Grid, attempt: Iterable[tuple[tuple[int, int], Look | None]]
) -> Grid | None:
    """A grid as it would lie after an attempt: for each cell the piece that would be laid there, or
    None if one is taken away; what is taken away may be laid on an empty cell that is named. None
    if there is no such piece left."""
    cells, taken = dict(held.cells), list[int]()
    for spot, look in attempt:
        here = cell(*spot)
        if look is not None:
            free = (
                x
                for x in range(looks.world.piece_count)
                if x not in cells.values() and looks.of(x) == look
            )
            piece = next(free, None)
            if piece is None:
                return None
            cells[here] = piece
        elif here in cells:
            taken.append(cells.pop(here))
        elif taken:
            cells[here] = taken.pop()
    return Grid(cells, held.bounds)
