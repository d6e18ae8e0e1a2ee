"""Connect four against its well-known numbers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import pytest
from tests.classics.counting import Counter
from tests.classics.positions import board, on_board, random_game

import alarife


@pytest.fixture(scope="module")
def start() -> Any:
    return alarife.load("connect_four").start(seed=1)


def test_ways_to_make_so_many_moves(start: Any) -> None:
    """The seventh disc is the first that may find its column full or end the game: seven sequences
    of 7 to the seventh fall away."""
    ways = Counter(start.game, "Disc", "owner", lambda x, y: (8 - x, y)).ways(8)
    assert ways == [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234]


def test_a_full_column_takes_no_seventh_disc(start: Any) -> None:
    column = start.decision.options[0].value
    state: Any = start
    for _ in range(6):
        (option,) = [o for o in state.decision.options if o.value == column]
        state = state.play(option)
    assert len(state.decision.options) == 6


def test_different_positions_after_so_many_moves(start: Any) -> None:
    position = on_board("owner")
    layer: dict[Hashable, Any] = {position(start): start}
    sizes = []
    for _ in range(4):
        layer = {
            position(after): after
            for s in layer.values()
            for o in s.decision.options
            for after in [s.play(o)]
        }
        sizes.append(len(layer))
    assert sizes == [7, 49, 238, 1120]


def has_line(cells: set[tuple[int, int]]) -> bool:
    return any(
        all((x + i * dx, y + i * dy) in cells for i in range(4))
        for x, y in cells
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
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
