"""Breakthrough against a plain generator of moves."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.classics.counting import Counter
from tests.classics.positions import board, turns

import alarife

Pawns = dict[tuple[int, int], str]


def plain_moves(pawns: Pawns, player: int) -> list[Pawns]:
    """Every position that a move of the player leads to."""
    army, ahead = (("white", -1), ("black", 1))[player - 1]
    found = []
    for (x, y), owner in pawns.items():
        if owner != army:
            continue
        for dx in (-1, 0, 1):
            target = (x + dx, y + ahead)
            if not (1 <= target[0] <= 8 and 1 <= target[1] <= 8) or pawns.get(target) == army:
                continue
            if dx == 0 and target in pawns:
                continue
            after = {c: p for c, p in pawns.items() if c != (x, y)}
            after[target] = army
            found.append(after)
    return found


def won(pawns: Pawns) -> list[int]:
    white = (
        any(p == "white" and y == 1 for (_, y), p in pawns.items()) or "black" not in pawns.values()
    )
    black = (
        any(p == "black" and y == 8 for (_, y), p in pawns.items()) or "white" not in pawns.values()
    )
    return [player for player, has in ((1, white), (2, black)) if has]


@pytest.fixture(scope="module")
def start() -> Any:
    return alarife.load("breakthrough").start(seed=1)


def plain_count(pawns: Pawns, player: int, moves: int) -> int:
    """In how many ways so many moves can be made, by the plain generator."""
    if won(pawns):
        return 0
    after = plain_moves(pawns, player)
    return len(after) if moves == 1 else sum(plain_count(p, 3 - player, moves - 1) for p in after)


def test_ways_to_make_so_many_moves(start: Any) -> None:
    pawns = board(start, "army")
    plain = [plain_count(pawns, 1, moves) for moves in (1, 2, 3)]
    assert (
        Counter(start.game, "Pawn", "army", lambda x, y: (9 - x, y)).ways(3)
        == plain
        == [22, 484, 11_132]
    )


@pytest.mark.parametrize("seed", range(2))
def test_moves_are_those_of_a_plain_generator(start: Any, seed: int) -> None:
    lot = random.Random(seed)
    state: Any = start
    while not state.is_over:
        pawns, player = board(state, "army"), state.decision.player
        found = [s for _, s in turns(state)]
        after = [board(s, "army") for s in found]
        expected = plain_moves(pawns, player)
        assert len(after) == len(expected)
        assert all(a in expected for a in after)
        state = lot.choice(found)
        assert bool(won(board(state, "army"))) == state.is_over
    assert state.winners == won(board(state, "army"))
