"""Tic-tac-toe against its well-known numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from typing import Any

import pytest
from tests.classics.positions import board, count_moves, on_board

import alarife


@pytest.fixture(scope="module")
def start() -> Any:
    return alarife.load("tic_tac_toe").start(seed=1)


def marks(state: Any) -> int:
    return len(board(state))


@pytest.mark.parametrize(("plies", "ways"), [(1, 9), (2, 72), (3, 504), (4, 3024), (5, 15120), (6, 54720)])
def test_ways_to_make_so_many_moves(start: Any, plies: int, ways: int) -> None:
    assert count_moves(start, plies, on_board("owner"), marks) == ways


def test_all_complete_games(start: Any) -> None:
    """255,168 games: 131,184 won by the first player, 77,904 by the second, 46,080 drawn."""
    remembered: dict[Hashable, Counter[tuple[int, ...]]] = {}
    position = on_board("owner")

    def results(state: Any) -> Counter[tuple[int, ...]]:
        if state.is_over:
            return Counter({tuple(state.winners): 1})
        key = position(state)
        if key not in remembered:
            total: Counter[tuple[int, ...]] = Counter()
            for option in state.decision.options:
                total.update(results(state.play(option)))
            remembered[key] = total
        return remembered[key]

    found = results(start)
    assert found == {(1,): 131_184, (2,): 77_904, (): 46_080}
    assert sum(found.values()) == 255_168
