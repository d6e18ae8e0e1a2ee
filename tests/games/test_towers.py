"""Towers against a second game in plain Python: every tower that may move, where to, and the points."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.independent.pencil_and_blocks import Dot, Towers

import alarife

GAMES = 25 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SEED = 77


def spaces(state: alarife.State) -> dict[Dot, list[int]]:
    """The towers, the lowest block first."""
    return {
        at: [block["owner"] for block in pile][::-1]
        for at, pile in state.place("board").items()
        if pile
    }


def settled(game: Towers, turn: int) -> int:
    """Play what needs no question. Whose turn it is then; 0 when nobody can move."""
    while True:
        moves = list(game.moves(turn)) or list(game.moves(turn := 3 - turn))
        if len(moves) != 1:
            return turn if moves else 0
        game.move(*moves[0])
        turn = 3 - turn


def offered(state: alarife.State) -> dict[Dot, alarife.Option]:
    """The options by their spaces."""
    assert state.decision is not None
    return {(o.value["at"][0], o.value["at"][1]): o for o in state.decision.options}


@pytest.mark.parametrize("size", [3, 5, 6])
def test_every_move_agrees(size: int) -> None:
    game = alarife.load("towers", options={"towers.across": size})
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        lots, state, ours = Random(seed), game.start(seed=seed), Towers(size)
        ours.begin()
        turn = settled(ours, 1)
        while state.decision is not None:
            moves = list(ours.moves(turn))
            assert state.decision.player == turn
            assert spaces(state) == ours.spaces
            source = moves[0][0]
            if state.decision.site.name == "from_cell":
                assert offered(state).keys() == {a for a, _ in moves}
                source = lots.choice(sorted(offered(state)))
                state = state.play(offered(state)[source])
            targets = {b for a, b in moves if a == source}
            target = min(targets)
            if len(targets) > 1:
                assert offered(state).keys() == targets
                target = lots.choice(sorted(targets))
                state = state.play(offered(state)[target])
            ours.move(source, target)
            turn = settled(ours, 3 - turn)
        assert turn == 0
        assert spaces(state) == ours.spaces
        points = [ours.points(1), ours.points(2)]
        assert list(state.scores.values()) == points
        assert state.winners == [p for p, n in enumerate(points, 1) if n > min(points)]
