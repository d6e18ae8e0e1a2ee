"""How many there are of each thing: with this number of players, and with every other one.

In: a checked program. Out: counts by the names of pieces and of things in the box, and the numbers
that the rules name. What the box holds is the most that any number of players uses, or what a `box`
says, if that is more."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.checking.build.world import build_world
from alarife.checking.constants import Constants
from alarife.checking.scope import Checked
from alarife.checking.world import World
from alarife.diagnostics import Report
from alarife.library import Library
from alarife.linking.configure import allowed_players
from alarife.linking.link import link
from alarife.linking.numbers import constant_of
from alarife.linking.program import Program


@dataclass(slots=True)
class Supply:
    """What is used with one number of players, and the constants of the rules."""

    used: dict[str, int] = field(default_factory=dict)
    constants: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Supplies:
    """`here` is what is used with these players, `seats` with each number of players; `box` is what
    lies in the box."""

    here: Supply
    seats: dict[int, Supply]
    box: dict[str, int]


def supply(checked: Checked) -> Supplies:
    """The supplies as far as one number of players tells."""
    here = _supply(checked.program, checked.world)
    return _together(checked, here, {checked.world.players: here})


def supplies(checked: Checked, library: Library) -> Supplies:
    """The supplies for every number of players."""
    here = _supply(checked.program, checked.world)
    seats: dict[int, Supply] = {}
    low, high = seats_of(checked.program)
    for players in range(low, high + 1):
        if players == checked.world.players:
            seats[players] = here
        elif (program := _linked(checked, players, library)) is not None:
            report = Report()
            world = build_world(program, report).world
            if not report.errors:
                seats[players] = _supply(program, world)
    return _together(checked, here, seats)


def seats_of(program: Program) -> tuple[int, int]:
    """For how many players the game is, with these modules."""
    if not any(file.what == "game" and file.players is not None for file in program.files):
        return program.configuration.players, program.configuration.players
    allowed = allowed_players([file for file in program.files if file.what != "library"])
    return min(allowed), max(allowed)


def _linked(checked: Checked, players: int, library: Library) -> Program | None:
    program = checked.program
    game = next(file for file in program.files if file.what == "game")
    modules = [file.path for file in program.files if file.what == "module"]
    declared = (*program.options.values(), *program.rulings.values())
    conditional = {f"{decl.module}.{decl.name}" for decl in declared if decl.when}
    settings = {n: v for n, v in program.configuration.settings if n not in conditional}
    report = Report()
    made = link(game.path, modules, settings, players, library, report)
    return None if report.errors else made


def _supply(program: Program, world: World) -> Supply:
    made = Supply({info.name: info.count for info in world.pieces.values() if info.decl.title})
    constants = Constants(world)
    for box in program.boxes.values():
        made.used[box.name] = constants.number(box.used if box.used is not None else box.number)
    for name, cases in program.values.items():
        number = constant_of(name, program) if cases[0].title and not cases[0].params else None
        if number is not None:
            made.constants[name] = number
    return made


def _together(checked: Checked, here: Supply, seats: dict[int, Supply]) -> Supplies:
    constants = Constants(checked.world, checked)
    names = {name: None for one in (here, *seats.values()) for name in one.used}
    box = {name: max(one.used.get(name, 0) for one in (here, *seats.values())) for name in names}
    for declared in (*checked.program.boxes.values(), *checked.program.boxed.values()):
        number = constants.number(declared.number)
        box[declared.name] = max(number, box.get(declared.name, 0))
    return Supplies(here, seats, box)
