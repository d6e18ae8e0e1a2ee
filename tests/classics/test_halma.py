"""Halma on six sides against a second game in plain Python, step by step and jump by jump."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.independent.halma import Halma, Spot

import alarife

GAMES = 4 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SEED = 606


def offered(state: alarife.State) -> dict[Spot, alarife.Option]:
    """The options by their spaces."""
    assert state.decision is not None
    return {(o.value["at"][0], o.value["at"][1]): o for o in state.decision.options}


def toward(player: int, lots: Random, spots: list[Spot]) -> Spot:
    """A random space, mostly one of those that are farthest on the way."""
    way = 1 if player == 1 else -1
    best = max(way * (x + y) for x, y in spots)
    return lots.choice(
        [s for s in spots if way * (s[0] + s[1]) == best or lots.random() < 0.25] or spots
    )


@pytest.mark.parametrize(("size", "rows"), [(5, 2), (8, 3)])
def test_every_move_agrees(size: int, rows: int) -> None:
    options = {"halma.size": size, "halma.camp_rows": rows, "halma.patience": 120}
    game = alarife.load("halma", options=options)
    jumps, ended = 0, 0
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        lots, state, ours = Random(seed), game.start(seed=seed), Halma(size, rows)
        ours.begin()
        while state.decision is not None:
            player = state.decision.player
            held = {(e["at"][0], e["at"][1]): e["piece"]["owner"] for e in state.place("board")}
            assert held == ours.men
            moves = ours.moves(player)
            source = min(moves)
            if state.decision.site.name == "from_cell":
                assert offered(state).keys() == moves.keys()
                source = lots.choice(sorted(moves))
                state = state.play(offered(state)[source])
            target = min(moves[source])
            if len(moves[source]) > 1:
                assert offered(state).keys() == moves[source]
                target = toward(player, lots, sorted(moves[source]))
                state = state.play(offered(state)[target])
            jumps += abs(target[0] - source[0]) + abs(target[1] - source[1]) > 2
            ours.men[target] = ours.men.pop(source)
            while (
                state.decision
                and len(m := ours.moves(3 - player)) == 1
                and len(next(iter(m.values()))) == 1
            ):
                (source, targets), player = next(iter(m.items())), 3 - player
                ours.men[targets.pop()] = ours.men.pop(source)
        winners = [p for p in (1, 2) if ours.arrived(p)]
        assert state.winners == winners
        ended += len(winners)
    assert jumps > GAMES
    assert ended or size == 8
