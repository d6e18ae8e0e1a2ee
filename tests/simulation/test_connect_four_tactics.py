"""Connect four: no bot that thinks misses a win in one, or walks into a loss in two. What is a win
is found by a plain board here, which shares nothing with the engine."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from tests.simulation.searching import answer

import alarife
from alarife.bots import make_bot

WIDTH, HEIGHT = 7, 6
LAST = 8
"""So many free spaces before the end, a board is played out here."""
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


class Board:
    """Discs by column, from below: 1 and 2."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(WIDTH)]

    def free(self) -> list[int]:
        return [x for x, column in enumerate(self.columns) if len(column) < HEIGHT]

    def at(self, x: int, y: int) -> int:
        return self.columns[x][y] if 0 <= x < WIDTH and 0 <= y < len(self.columns[x]) else 0

    def wins(self, x: int, seat: int) -> bool:
        """Whether this seat's disc in a column makes four in a line."""
        y = len(self.columns[x])
        return any(
            1 + self.run(x, y, dx, dy, seat) + self.run(x, y, -dx, -dy, seat) >= 4
            for dx, dy in DIRECTIONS
        )

    def run(self, x: int, y: int, dx: int, dy: int, seat: int) -> int:
        """How many discs of a seat follow one another from beside a space."""
        many = 0
        while self.at(x + dx * (many + 1), y + dy * (many + 1)) == seat:
            many += 1
        return many

    def winning(self, seat: int) -> set[int]:
        return {x for x in self.free() if self.wins(x, seat)}

    def holding(self, seat: int) -> set[int]:
        """The columns after which the other can't win at once."""
        found: set[int] = set()
        for x in self.free():
            self.columns[x].append(seat)
            if not self.winning(3 - seat):
                found.add(x)
            self.columns[x].pop()
        return found

    def is_lost(self, seat: int) -> bool:
        """Whether all is lost for the seat that moves, whatever it does; to the end."""
        free = self.free()
        if not free or self.winning(seat):
            return False
        for x in free:
            self.columns[x].append(seat)
            lost = bool(self.winning(3 - seat)) or self._loses_later(3 - seat)
            self.columns[x].pop()
            if not lost:
                return False
        return True

    def _loses_later(self, other: int) -> bool:
        """Whether the other has a move after which all is lost for this seat."""
        for x in self.free():
            self.columns[x].append(other)
            lost = self.is_lost(3 - other)
            self.columns[x].pop()
            if lost:
                return True
        return False

    def winning_later(self, seat: int) -> set[int]:
        """The columns after which all is lost for the other."""
        found: set[int] = set()
        for x in self.free():
            self.columns[x].append(seat)
            if not self.winning(3 - seat) and self.is_lost(3 - seat):
                found.add(x)
            self.columns[x].pop()
        return found


def positions(chance: random.Random) -> Iterator[tuple[Any, set[int], set[int], list[int]]]:
    """Random positions in which there is a win to take, or a loss to avoid: the state, the columns
    that win, those that lose nothing, and how it came about."""
    game = alarife.load("connect_four")
    while True:
        state: Any = game.start(log=False)
        board, seat, made = Board(), 1, list[int]()
        while len(free := board.free()) > 1:  # a question with one answer is not put
            assert [o.key for o in state.decision.options] == [str(x + 1) for x in free]
            wins = board.winning(seat)
            holding = set() if wins else board.holding(seat)
            left = WIDTH * HEIGHT - len(made)
            later = set[int]()
            if left <= LAST:  # bots see further than two moves here: they may give up, or wait
                holding = set() if board.is_lost(seat) else holding
                later = board.winning_later(seat) if wins else later
            if wins or 0 < len(holding) < len(free):
                yield state, wins | later, holding, list(made)
            x = chance.choice(free)
            state = state.play(str(x + 1))
            made.append(x + 1)
            if x in wins:
                assert state.winners == [seat], made
                break
            board.columns[x].append(seat)
            assert not state.is_over or len(board.free()) < 2, made
            seat = 3 - seat


@pytest.mark.parametrize(
    ("name", "each"),
    [("mcts:8", 400), ("greedy", 400), ("easy", 100), ("hard", 20)],
)
def test_a_win_in_one_and_a_loss_in_two_are_never_missed(name: str, each: int) -> None:
    seed = random.randrange(10**6)
    bot: Any = make_bot(name)
    taken = met = 0
    for state, wins, holding, made in positions(random.Random(seed)):
        if (wins and taken == each) or (not wins and met == each):
            continue
        given = int(answer(state, bot, seed=taken + met)) - 1
        assert given in (wins or holding), (name, seed, made, given + 1)
        taken += bool(wins)
        met += not wins
        if taken == met == each:
            return
