"""What is printed on the cells of a board: `printed colour_of`.

In: the value that such a trait names, which is asked of every cell before play. Out: what it says,
kept in the world. E0324 where it can't be asked, or hangs on play."""

from __future__ import annotations

from alarife.checking.constants import Constants
from alarife.checking.scope import Checked
from alarife.checking.types import CellType, KindOf, Maybe, Number, Text, Type
from alarife.checking.world import PlaceInfo
from alarife.diagnostics import Report
from alarife.geometry.spots import all_spots
from alarife.linking.evaluate import Evaluator, NotKnown
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree


def find_printed(checked: Checked, report: Report) -> None:
    """Ask for what is printed on all boards."""
    for place in checked.world.places.values():
        for trait in place.decl.traits if place.decl else []:
            if trait.kind == "printed" and trait.shows is not None:
                _print(checked, report, place, trait, trait.shows)


def _print(
    checked: Checked, report: Report, place: PlaceInfo, trait: tree.Trait, name: str
) -> None:
    def wrong(message: str, hint: str) -> None:
        report.error("E0324", message, trait.at, hint=hint)

    form = f'Write `value {name}(c: Cell) "…": Colour? = …`.'
    if place.bounds is None:
        wrong("Something is printed on the cells of boards only.", "Give the grid a size.")
        return
    cases = checked.program.values.get(name)
    if not cases:
        known = list(checked.program.values)
        wrong(f"There is no value `{name}`.", did_you_mean(name, known) or form)
        return
    signature, t = checked.signatures[f"value {name}"], checked.results[f"value {name}"]
    if len(cases) != 1 or not (len(signature) == 1 and _is_cell(signature[0])) or not _shown(t):
        wrong("What is printed is asked of a cell: a value of a kind, a number or a text.", form)
        return
    try:
        found = {
            code: _of_cell(checked, cases[0], code)
            for code in all_spots("Cell", place.bounds, place.hexagonal)
        }
    except NotKnown:
        wrong(f"`{name}` hangs on what happens in play.", "What is printed never changes.")
        return
    bare = t.of if isinstance(t, Maybe) else t
    checked.world.printed[place.name] = {
        code: (bare, value) for code, value in found.items() if value is not None
    }


def _of_cell(checked: Checked, case: tree.Value, code: int) -> object:
    names = {case.params[0].name: code}
    return Evaluator(Constants(checked.world, checked), names).value(case.body)


def _is_cell(t: Type) -> bool:
    return isinstance(t, CellType) and t.what == "Cell"


def _shown(t: Type) -> bool:
    bare = t.of if isinstance(t, Maybe) else t
    return isinstance(bare, (KindOf, Number, Text))
