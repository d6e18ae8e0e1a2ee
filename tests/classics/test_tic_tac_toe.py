"""Tic-tac-toe against its well-known numbers."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Hashable
from typing import Any

import pytest
from tests.classics.counting import Counter
from tests.classics.positions import on_board

import alarife


@pytest.fixture(scope="module")
def start() -> Any:
    return alarife.load("tic_tac_toe").start(seed=1)


def test_ways_to_make_so_many_moves(start: Any) -> None:
    """Games that are over after fewer moves are not counted."""
    counter = Counter(start.game, "Mark", "owner", lambda x, y: (4 - x, y), lambda x, y: (y, x))
    assert counter.ways(9) == [9, 72, 504, 3024, 15_120, 54_720, 148_176, 200_448, 127_872]


def test_all_complete_games(start: Any) -> None:
    """255,168 games: 131,184 won by the first player, 77,904 by the second, 46,080 drawn."""
    remembered: dict[Hashable, Tally[tuple[int, ...]]] = {}
    position = on_board("owner")

    def results(state: Any) -> Tally[tuple[int, ...]]:
        if state.is_over:
            return Tally({tuple(state.winners): 1})
        key = position(state)
        if key not in remembered:
            total: Tally[tuple[int, ...]] = Tally()
            for option in state.decision.options:
                total.update(results(state.play(option)))
            remembered[key] = total
        return remembered[key]

    found = results(start)
    assert found == {(1,): 131_184, (2,): 77_904, (): 46_080}
    assert sum(found.values()) == 255_168


def test_nobody_can_force_a_win(start: Any) -> None:
    """Played as well as can be, it is a draw, whatever comes first; whoever begins in a corner is
    answered in the middle."""
    counter = Counter(start.game, "Mark", "owner", lambda x, y: (4 - x, y), lambda x, y: (y, x))
    assert counter.value(counter.start) == 0
    assert set(counter.values_of_first_moves().values()) == {0}
    corner = next(counter.after_a_move(counter.start))
    answers = [counter.value(after) for after in counter.after_a_move(corner)]
    assert answers == [1, 1, 1, 0, 1, 1, 1, 1]
