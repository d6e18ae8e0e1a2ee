"""Reversi against its well-known numbers, and against a plain calculation of what is turned
over."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.classics.counting import Counter, Slots
from tests.classics.positions import board

import alarife

DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
Board = dict[tuple[int, int], int]


@pytest.fixture(scope="module")
def start() -> Any:
    return alarife.load("reversi").start(seed=1)


def test_ways_to_make_so_many_moves(start: Any) -> None:
    """Nobody has to pass before the ninth move. The opening looks the same from either corner and
    from behind."""
    counter = Counter(
        start.game,
        "Disc",
        "owner",
        lambda x, y: (y, x),
        lambda x, y: (9 - x, 9 - y),
        lambda x, y: (9 - y, 9 - x),
    )
    assert counter.ways(7) == [4, 12, 56, 244, 1396, 8200, 55_092]


class ByDiscs(Counter):
    """Who has more discs in the end, gains the difference."""

    def gain(self, s: Slots) -> int:
        owners = [owner for _, _, owner in self.spots(s)]
        return owners.count(0) - owners.count(1)


def test_the_second_player_wins_on_a_small_board(tmp_path: Path) -> None:
    """On four rows of four, the second player wins with eight discs more if both play as well as
    can be."""
    text = (Path(__file__).parents[2] / "rules" / "classics" / "reversi.alr").read_text(
        encoding="utf-8"
    )
    assert "number = 8" in text
    path = tmp_path / "reversi.alr"
    path.write_text(text.replace("number = 8", "number = 4", 1), encoding="utf-8")
    mirrors = (lambda x, y: (y, x), lambda x, y: (5 - x, 5 - y), lambda x, y: (5 - y, 5 - x))
    counter = ByDiscs(alarife.load(str(path)), "Disc", "owner", *mirrors)
    assert counter.value(counter.start) == -8


def turned(discs: Board, spot: tuple[int, int], player: int) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for dx, dy in DIRECTIONS:
        run = []
        x, y = spot[0] + dx, spot[1] + dy
        while discs.get((x, y)) == 3 - player:
            run.append((x, y))
            x, y = x + dx, y + dy
        if discs.get((x, y)) == player:
            found.update(run)
    return found


def moves(discs: Board, player: int) -> set[tuple[int, int]]:
    spots = {(x, y) for x in range(1, 9) for y in range(1, 9)} - set(discs)
    return {spot for spot in spots if turned(discs, spot, player)}


def lay(discs: Board, spot: tuple[int, int], player: int) -> Board:
    return {**discs, **dict.fromkeys(turned(discs, spot, player), player), spot: player}


def forced(discs: Board, player: int) -> tuple[Board, int | None]:
    """Carry on as the engine does: pass where nothing can be laid, lay where there is a single
    space; None at the end."""
    while True:
        here = moves(discs, player)
        if not here and not moves(discs, 3 - player):
            return discs, None
        if len(here) > 1:
            return discs, player
        if here:
            discs = lay(discs, next(iter(here)), player)
        player = 3 - player


@pytest.mark.parametrize("seed", range(4))
def test_games_are_those_of_a_plain_calculation(start: Any, seed: int) -> None:
    lot = random.Random(seed)
    state: Any = start
    discs: Board = {(5, 4): 1, (4, 5): 1, (4, 4): 2, (5, 5): 2}
    player: int | None = 1
    while player is not None:
        assert state.decision.player == player
        offered = {tuple(o.value["at"]): o for o in state.decision.options}
        assert set(offered) == moves(discs, player)
        spot = lot.choice(sorted(offered))
        state = state.play(offered[spot])
        discs, player = forced(lay(discs, spot, player), 3 - player)
        assert board(state) == discs
    assert state.is_over
    first, second = (sum(owner == p for owner in discs.values()) for p in (1, 2))
    assert state.winners == [p for p, n in ((1, first), (2, second)) if n == max(first, second)]
