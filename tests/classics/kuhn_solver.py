"""An exact solver for small games of two players with hidden information.

What comes in: the states after each deal of the cards, all equally likely, of a game in which one's
gain is the other's loss. What goes out: the value for the first player, as a fraction. What a
player knows is what `state.view` shows, and nothing else: states with equal views are one
information set. A pure strategy chooses an option in every information set; the game of pure
strategies against each other is solved by the simplex method in exact fractions."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product
from typing import Any

Strategy = dict[str, int]


def information_set(state: Any) -> str:
    """What the player who is asked knows."""
    return json.dumps(state.view(state.decision.player), sort_keys=True)


def information_sets(deals: list[Any]) -> dict[int, dict[str, int]]:
    """For each player: every information set that can come, and how many options there are in
    it."""
    found: dict[int, dict[str, int]] = {1: {}, 2: {}}

    def visit(state: Any) -> None:
        if state.is_over:
            return
        options = list(state.decision.options)
        known = found[state.decision.player].setdefault(information_set(state), len(options))
        assert known == len(options), "the options differ where the player knows of no difference"
        for option in options:
            visit(state.play(option))

    for state in deals:
        visit(state)
    return found


def pure_strategies(sets: dict[str, int]) -> list[Strategy]:
    """Every way to choose an option in each information set."""
    return [
        dict(zip(sets, choice, strict=True))
        for choice in product(*(range(n) for n in sets.values()))
    ]


def outcomes(state: Any) -> list[tuple[list[tuple[int, str, int]], int]]:
    """Every way through the game: the choices as (player, information set, option), and what the
    first player gains."""
    if state.is_over:
        return [([], state.scores[1])]
    player, known = state.decision.player, information_set(state)
    return [
        ([(player, known, index), *path], gain)
        for index, option in enumerate(state.decision.options)
        for path, gain in outcomes(state.play(option))
    ]


def value_of(deals: list[Any]) -> Fraction:
    """What the first player gains in the mean if both play as well as can be."""
    sets = information_sets(deals)
    firsts, seconds = pure_strategies(sets[1]), pure_strategies(sets[2])
    matrix = [[Fraction(0)] * len(seconds) for _ in firsts]
    for state in deals:
        for path, gain in outcomes(state):
            rows = [i for i, s in enumerate(firsts) if all(s[k] == c for p, k, c in path if p == 1)]
            columns = [
                j for j, s in enumerate(seconds) if all(s[k] == c for p, k, c in path if p == 2)
            ]
            for i in rows:
                for j in columns:
                    matrix[i][j] += Fraction(gain, len(deals))
    return value_of_matrix(matrix)


def value_of_matrix(matrix: list[list[Fraction]]) -> Fraction:
    """The value of a game for the player who chooses the row and gains what stands there."""
    lift = 1 - min(min(row) for row in matrix)
    rows, columns = len(matrix), len(matrix[0])
    table = [
        [entry + lift for entry in row]
        + [Fraction(int(i == k)) for k in range(rows)]
        + [Fraction(1)]
        for i, row in enumerate(matrix)
    ]
    goal = [Fraction(-1)] * columns + [Fraction(0)] * (rows + 1)
    basis = list(range(columns, columns + rows))
    while any(g < 0 for g in goal[:-1]):
        enter = next(j for j, g in enumerate(goal) if g < 0)
        ratios = [
            (row[-1] / row[enter], basis[i], i) for i, row in enumerate(table) if row[enter] > 0
        ]
        leave = min(ratios)[2]
        pivot = table[leave][enter]
        table[leave] = [entry / pivot for entry in table[leave]]
        for line in [*(table[i] for i in range(rows) if i != leave), goal]:
            factor = line[enter]
            if factor:
                line[:] = [
                    entry - factor * other for entry, other in zip(line, table[leave], strict=True)
                ]
        basis[leave] = enter
    return 1 / goal[-1] - lift
