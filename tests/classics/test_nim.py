"""Nim: whoever is to move wins exactly if the heaps' sizes, joined by exclusive or, don't give
nothing."""

from __future__ import annotations

from collections.abc import Hashable
from functools import reduce
from operator import xor
from typing import Any

import pytest
from tests.classics.positions import place, turns

import alarife


def heaps(state: Any) -> tuple[int, ...]:
    return tuple(len(sticks) for sticks in place(state, "heap").values())


def solve(state: Any, solved: dict[Hashable, bool]) -> bool:
    """Whether the player who is asked wins; `solved` collects the verdict for every position with a
    choice."""
    key = tuple(sorted(heaps(state)))
    if key not in solved:
        player = state.decision.player
        solved[key] = False
        for _, after in turns(state):
            if after.winners == [player] if after.is_over else not solve(after, solved):
                solved[key] = True
    return solved[key]


@pytest.mark.parametrize("misere", [False, True])
def test_who_wins(misere: bool) -> None:
    solved: dict[Hashable, bool] = {}
    state: Any = alarife.load("nim", options={"nim.misere": misere}).start(seed=1)
    assert heaps(state) == (1, 3, 5, 7)
    assert solve(state, solved) is False
    assert len(solved) > 100
    for sizes, wins in solved.items():
        assert isinstance(sizes, tuple)
        single = misere and max(sizes) == 1
        assert wins == (reduce(xor, sizes) == 0 if single else reduce(xor, sizes) != 0), sizes
