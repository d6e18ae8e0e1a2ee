"""Go against a second, plain calculation, and the numbers of legal positions that are known."""

from __future__ import annotations

import os
from itertools import product
from random import Random

import pytest
from tests.independent.go import Go, Point

import alarife
from alarife.engine.state import State

DEEP = int(os.environ.get("ALARIFE_DEEP", "0"))
GAMES = 2 * (DEEP or 1)
SEED = 1000
LEGAL = {(2, 1): 5, (3, 1): 15, (4, 1): 41, (2, 2): 57, (3, 2): 489}
"""Legal positions by size of the board (the sizes 2 by 2: OEIS A094777)."""


def _size(columns: int, rows: int, superko: bool = True) -> dict[str, object]:
    return {"go.columns": columns, "go.rows": rows, "go.superko": superko}


def stones_of(state: State) -> dict[Point, int]:
    """What lies on the board."""
    held = state.dump()["places"]["board"]
    return {tuple(e["at"]): e["piece"]["owner"] for e in held}


def offered(state: State) -> set[Point]:
    """Where a stone may be put, or nothing, if the player may only pass."""
    decision = state.decision
    assert decision is not None
    if not any(o.key == "put" for o in decision.options):
        return set()
    following = state.play("put").decision
    if following is None or following.site.name != "point" or following.player != decision.player:
        return {p for p in stones_of(state.play("put")) if p not in stones_of(state)}
    return {tuple(o.value["at"]) for o in following.options}


@pytest.mark.parametrize(("columns", "rows"), [(9, 9), (5, 5), (3, 3), (3, 2), (2, 2)])
def test_moves_and_points_are_those_of_the_second_calculation(columns: int, rows: int) -> None:
    game = alarife.load("go", options=_size(columns, rows))
    for seed in range(SEED, SEED + GAMES):
        lots, go, state = Random(seed), Go(columns, rows), game.start(seed=seed)
        go.earlier.add(frozenset())
        player = 1
        for _ in range(3 * columns * rows):
            if state.decision is None:
                break
            moves = go.moves(player)
            if state.decision.player != player:  # whoever can only pass is not asked
                assert not moves, seed
                player = 3 - player
                continue
            assert offered(state) == moves.keys(), (seed, go.stones)
            player = 3 - player
            if not moves or lots.random() < 0.03:
                state = state.play("pass_by")
                continue
            point = lots.choice(sorted(moves))
            state = state.play("put")
            if len(moves) > 1:
                state = state.play(f"{point[0]},{point[1]}")
            go.stones = moves[point]
            go.earlier.add(frozenset(go.stones.items()))
            assert stones_of(state) == go.stones, seed
        area = {1: go.area(1), 2: go.area(2) + 6.5}
        assert state.scores == area, seed


@pytest.mark.parametrize(("columns", "rows"), [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2)])
def test_as_many_positions_can_be_reached_as_are_legal(columns: int, rows: int) -> None:
    """Every legal position comes about in some game without superko, and no other."""
    points = Go(columns, rows).points()
    legal = {
        frozenset((p, o) for p, o in zip(points, owners, strict=True) if o)
        for owners in product((0, 1, 2), repeat=len(points))
    }
    legal = {one for one in legal if Go(columns, rows, dict(one)).legal()}
    assert len(legal) == LEGAL[columns, rows]
    first = alarife.load("go", options=_size(columns, rows, superko=False)).start(seed=1)
    reached = {(frozenset(), 1): first}
    waiting = [first]
    while waiting:
        state = waiting.pop()
        decision = state.decision
        assert decision is not None
        spots = sorted(offered(state))
        after = [
            state.play("put").play(f"{x},{y}") if len(spots) > 1 else state.play("put")
            for x, y in spots
        ]
        if state.dump()["notes"]["passes"] == 0:
            after.append(state.play("pass_by"))
        for other in after:
            if other.decision is None:
                continue
            key = (frozenset(stones_of(other).items()), other.decision.player)
            if key not in reached:
                reached[key] = other
                waiting.append(other)
    assert {stones for stones, _ in reached} == legal
