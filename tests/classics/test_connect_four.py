"""Connect four against its well-known numbers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from tests.classics.positions import board, count_moves, on_board, random_game

import alarife


@pytest.fixture(scope="module")
def start() -> Any:
    return alarife.load("connect_four").start(seed=1)


def discs(state: Any) -> int:
    return len(board(state))


def either_way(state: Any) -> Hashable:
    """A position and its mirror image are one."""
    discs = board(state).items()
    return tuple(min(sorted(discs), sorted(((8 - x, y), owner) for (x, y), owner in discs)))


@pytest.mark.parametrize(("plies", "ways"), [(1, 7), (2, 49), (3, 343), (4, 2401), (5, 16_807), (6, 117_649)])
def test_ways_to_make_so_many_moves(start: Any, plies: int, ways: int) -> None:
    assert count_moves(start, plies, either_way, discs) == ways


def test_a_full_column_takes_no_seventh_disc(start: Any) -> None:
    """Of the seven to the seventh sequences, those are missing that put all discs into one column."""
    column = start.decision.options[0].value
    state: Any = start
    for _ in range(6):
        (option,) = [o for o in state.decision.options if o.value == column]
        state = state.play(option)
    assert len(state.decision.options) == 6
    assert 7**7 - 7 == 823_536


def test_different_positions_after_so_many_moves(start: Any) -> None:
    position = on_board("owner")
    layer: dict[Hashable, Any] = {position(start): start}
    sizes = []
    for _ in range(4):
        layer = {position(after): after for s in layer.values() for o in s.decision.options for after in [s.play(o)]}
        sizes.append(len(layer))
    assert sizes == [7, 49, 238, 1120]


def has_line(cells: set[tuple[int, int]]) -> bool:
    return any(
        all((x + i * dx, y + i * dy) in cells for i in range(4)) for x, y in cells for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


@pytest.mark.parametrize("seed", range(10))
def test_a_game_ends_with_the_first_line(start: Any, seed: int) -> None:
    for state in random_game(start, seed):
        owners = board(state)
        lined = [p for p in (1, 2) if has_line({c for c, owner in owners.items() if owner == p})]
        assert state.is_over == (bool(lined) or len(owners) == 42)
        if state.is_over:
            assert state.winners == lined
        for x, y in owners:
            assert y == 6 or (x, y + 1) in owners, "a disc hangs in the air"
