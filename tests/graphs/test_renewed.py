"""A graph over the cells of a board with fences on corners is renewed where what it reads has
changed. In random games it equals what a few lines of plain Python make of the state's dump,
whichever state is asked about next."""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from tests.ir.test_playing import played

import alarife
from alarife.engine.machine import Machine
from alarife.engine.state import Game, State
from alarife.geometry.grid import xy
from alarife.lowering.laws.keeping import kept_results
from alarife.lowering.layout import DECISION, Slots, standing
from alarife.lowering.optimisations import OPTIMISATIONS

FOLDER = Path(__file__).parent
GAME = str(FOLDER / "barricades.alr")
SIZE = 9
Steps = set[tuple[tuple[int, int], tuple[int, int]]]


def by_hand(dump: dict[str, Any], free: bool) -> Steps:
    """All steps in both directions; to free fields alone. A corner is named by the field to its
    south-east."""
    taken = {tuple(one["at"]) for one in dump["places"]["board"]} if free else set[Any]()
    shut: Steps = set()
    for at, way in dump["notes"]["way"].items():
        x, y = map(int, at.split(","))
        for i in (x - 1, x) if way == "across" else ():
            shut |= {((i, y - 1), (i, y)), ((i, y), (i, y - 1))}
        for j in (y - 1, y) if way == "along" else ():
            shut |= {((x - 1, j), (x, j)), ((x, j), (x - 1, j))}
    fields = set(product(range(1, SIZE + 1), repeat=2))
    found: Steps = set()
    for x, y in fields:
        for there in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            if there in fields and there not in taken:
                found.add(((x, y), there))
    return found - shut


def steps(machine: Machine, graph: str, s: Slots) -> Steps:
    """The steps of a declared graph."""
    rows = machine.names[f"graph·{graph}"](s).neighbours()
    return {(xy(a), xy(b)) for a, row in rows.items() for b in row}


def compare(game: Game, machine: Machine, s: Slots) -> None:
    dump = State(game, machine.copy(s)).dump()
    assert steps(machine, "steps", s) == by_hand(dump, free=False)
    assert steps(machine, "free_steps", s) == by_hand(dump, free=True)


@pytest.mark.parametrize("way", ["machine", "playouts"])
def test_renewed_graphs_are_those_made_by_hand(way: str) -> None:
    game = alarife.load(GAME)
    machine: Machine = game.machine if way == "machine" else game.machine.playouts
    rng = random.Random(7)
    states = [machine.start(seed, log=False) for seed in range(3)]
    for n in range(450):
        s = states[rng.randrange(len(states)) if n % 50 > 9 else 0]
        if s[DECISION] is None:
            continue
        options = standing(s)[2]
        machine.advance(s, options[rng.randrange(len(options))])
        if n % 3 == 0:
            compare(game, machine, s)
    put_up = [len(State(game, s).dump()["places"]["post"]) for s in states]
    assert min(put_up) > 5, put_up


def test_the_report_says_how_it_is_kept() -> None:
    told = kept_results(alarife.load(GAME).lowered.checked)
    assert told["graph steps"].startswith("kept, and renewed where what it reads has changed")
    assert told["graph free_steps"].startswith("kept, and renewed where what it reads has changed")


def test_a_graph_about_a_piece_is_kept() -> None:
    told = kept_results(alarife.load(str(FOLDER / "swarm.alr")).lowered.checked)
    assert told["graph rim"].startswith("kept while what it reads is the same")
    assert told["graph without"].startswith("kept with its grid")


@pytest.mark.parametrize("name", ["barricades", "swarm"])
def test_games_are_the_same_plainly(name: str) -> None:
    game = str(FOLDER / f"{name}.alr")
    assert played(game, tuple(OPTIMISATIONS)) == played(game)


def test_nobody_is_shut_in() -> None:
    """Every fence that is offered leaves both a way, by a flood of the test's own."""
    game = alarife.load(GAME)
    state = game.start(5)
    rng = random.Random(5)
    for _ in range(240):
        if state.decision is None:
            break
        ways = by_hand(state.dump(), free=False)
        for one in state.dump()["places"]["board"]:
            goal = 1 if one["piece"]["owner"] == 1 else SIZE
            seen, new = {tuple(one["at"])}, {tuple(one["at"])}
            while new:
                new = {b for a, b in ways if a in new} - seen
                seen |= new
            assert any(y == goal for _, y in seen)
        state = state.play(rng.choice(state.decision.options))
