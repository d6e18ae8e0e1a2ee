"""Rules that changes make truer: `change connected(g) to usual or φ(g)`.

Such a rule is answered by the form of what it usually says. Only where that says no, and φ may say
yes, the whole law is asked. The first conditions of φ that look at nothing of the grid but cells
that never change show beforehand whether φ may say yes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from alarife.checking.scope import Checked
from alarife.checking.types import GridOf
from alarife.linking.walk import below
from alarife.lowering.laws.bodies import only_body
from alarife.lowering.laws.forms import Relaxation
from alarife.lowering.laws.keeping import Keeping
from alarife.lowering.laws.offsets import OffsetAnalysis
from alarife.lowering.laws.read_sets import Env, Fixed, NotLocal, TheGrid
from alarife.lowering.layout import Layout
from alarife.lowering.reading import Purity
from alarife.syntax import tree


def relaxation(
    checked: Checked, name: str, outcome: Mapping[tree.Change, bool], layout: Layout
) -> Relaxation | None:
    """How a rule is made truer, if all its changes do no more."""
    changes = [c for c in checked.program.changes.get(name, []) if outcome.get(c, True)]
    found = Relaxation(changes, slots=_slots(checked, name, layout))
    for change in changes:
        others = _besides_usual(checked, change)
        if others is None:
            return None
        tests: list[tree.Expr] = []
        for other in others:
            test = _beforehand(checked, change, other, found.fixed)
            if test is not None:
                tests.append(test)
        if len(tests) < len(others):
            tests = []
        found.tests.append(tests)
        found.others.append(others)
    return found if changes else None


def _besides_usual(checked: Checked, change: tree.Change) -> list[tree.Expr] | None:
    """What may be true instead of what a rule usually says; None if a change has another form."""
    guarding = below(change.guard or ())
    if (
        checked.program.changes.get(change.name or "")
        or any(t is not None for t in checked.pattern_types.get(change, []))
        or any(isinstance(n, tree.IsSome) for n in guarding)
    ):
        return None
    parts = list(either(change.body))
    others = [part for part in parts if not _is_usual(checked, part)]
    again = any(_is_usual(checked, node) for node in below(others))
    return None if again or len(others) != len(parts) - 1 else others


def _is_usual(checked: Checked, e: tree.Node) -> bool:
    ref = checked.refs.get(e)
    return ref is not None and ref.kind == "usual"


def either(e: tree.Expr) -> Iterator[tree.Expr]:
    """What is joined by `or`."""
    match e:
        case tree.Or():
            for part in e.parts:
                yield from either(part)
        case _:
            yield e


def _beforehand(
    checked: Checked, change: tree.Change, e: tree.Expr, fixed: set[int]
) -> tree.Expr | None:
    """The first conditions of what is joined by `and` that show beforehand that it is wrong; None
    if there are none. The cells they look at come to `fixed`."""
    parts = e.parts if isinstance(e, tree.And) else [e]
    grids = {p: TheGrid() for p in checked.params[change] if isinstance(p.type, GridOf)}
    first: list[tree.Expr] = []
    for part in ([] if change.guard is None else [change.guard]) + parts:
        cells: set[int] = set()
        try:
            _only_fixed(checked, part, dict(grids), cells)
        except NotLocal:
            break
        first.append(part)
        fixed |= cells
    return tree.And(parts=first, at=e.at) if len(first) > 1 else first[0] if first else None


def _only_fixed(checked: Checked, here: object, env: Env, cells: set[int]) -> None:
    """Go through something that may look at nothing of the grid but cells that never change."""
    match here:
        case tree.Can():
            raise NotLocal("it asks for offers", here.at)
        case tree.Name():
            if _grid(checked, here, env):
                raise NotLocal("it asks the grid", here.at)
        case tree.At() if checked.refs[here].kind == "cell" and _grid(checked, here.of, env):
            cell = OffsetAnalysis(checked).value(here.keys[0], env)
            if not isinstance(cell, Fixed):
                raise NotLocal("it looks at a cell that the text does not show", here.at)
            cells.add(cell.cell)
        case tree.Call() if any(_grid(checked, arg, env) for arg in here.args):
            decl, body = only_body(checked, here)
            inner: Env = {
                p: TheGrid()
                for p, arg in zip(checked.params[decl], here.args, strict=False)
                if _grid(checked, arg, env)
            }
            _only_fixed(checked, [a for a in here.args if not _grid(checked, a, env)], env, cells)
            _only_fixed(checked, body, inner, cells)
        case tree.Node():
            for cls in type(here).__mro__:
                for name in getattr(cls, "__slots__", ()):
                    if name != "at":
                        _only_fixed(checked, getattr(here, name), env, cells)
        case list() | tuple():
            for one in cast("list[object]", here):
                _only_fixed(checked, one, env, cells)
        case _:
            pass


def _grid(checked: Checked, e: tree.Expr, env: Env) -> bool:
    local = checked.local(e) if isinstance(e, tree.Name) else None
    return local is not None and isinstance(env.get(local), TheGrid)


def _slots(checked: Checked, name: str, layout: Layout) -> tuple[int, ...] | None:
    """The slots that the rule reads besides the grid; None where they don't show all it reads."""
    found = Keeping(checked, Purity(checked), layout).slots(f"rule {name}")
    grids = {
        slot
        for place in checked.world.places.values()
        if place.shape in ("grid", "board") and place.name in layout.places
        for slot in range(
            layout.places[place.name].base, layout.places[place.name].base + place.count
        )
    }
    return None if found is None or found & grids else tuple(sorted(found))
