"""Kuhn poker: its value is known exactly, and so is what each player may know."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from tests.classics.kuhn_solver import information_sets, value_of, value_of_matrix
from tests.classics.positions import place

import alarife


def ranks(state: Any) -> tuple[str, ...]:
    return tuple(card["rank"] for card in place(state, "hand").values())


@pytest.fixture(scope="module")
def deals() -> list[Any]:
    """A state for each way to deal two of the three cards."""
    game: Any = alarife.load("kuhn_poker")
    found: dict[tuple[str, ...], Any] = {}
    for seed in range(500):
        state: Any = game.start(seed=seed)
        found.setdefault(ranks(state), state)
        if len(found) == 6:
            return list(found.values())
    raise AssertionError(f"only these deals turned up: {sorted(found)}")


def test_the_solver_solves_small_games() -> None:
    stone_paper_scissors = [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]
    assert value_of_matrix([[Fraction(x) for x in row] for row in stone_paper_scissors]) == 0
    assert value_of_matrix([[Fraction(3), Fraction(-1)], [Fraction(-2), Fraction(1)]]) == Fraction(
        1, 7
    )


def test_nobody_knows_more_than_the_own_card(deals: list[Any]) -> None:
    """Three cards and two situations each: to begin and after a check and a bet; after a check and
    after a bet."""
    found = information_sets(deals)
    assert {player: len(sets) for player, sets in found.items()} == {1: 6, 2: 6}


def test_the_value(deals: list[Any]) -> None:
    assert value_of(deals) == Fraction(-1, 18)


def test_gains_and_losses_are_equal(deals: list[Any]) -> None:
    def visit(state: Any) -> None:
        if state.is_over:
            assert state.scores[1] == -state.scores[2] != 0
            return
        for option in state.decision.options:
            visit(state.play(option))

    for state in deals:
        visit(state)
