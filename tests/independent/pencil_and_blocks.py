"""Dots and boxes, and towers, in plain Python on coordinates. They share nothing with the rule files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache

Dot = tuple[int, int]
Line = frozenset[Dot]


def lines_of(columns: int, rows: int) -> set[Line]:
    """All lines between dots; dots are counted from 0."""
    dots = {(x, y) for x in range(columns + 1) for y in range(rows + 1)}
    found = {frozenset({(x, y), (x + 1, y)}) for x, y in dots if (x + 1, y) in dots}
    return found | {frozenset({(x, y), (x, y + 1)}) for x, y in dots if (x, y + 1) in dots}


def box_sides(x: int, y: int) -> list[Line]:
    """The sides of the box whose upper left dot this is."""
    corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
    return [frozenset({a, b}) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]


@dataclass
class Boxes:
    """A position of dots and boxes."""

    columns: int
    rows: int
    players: int
    drawn: set[Line] = field(default_factory=set[Line])
    owner: dict[Dot, int] = field(default_factory=dict[Dot, int])
    turn: int = 1

    def free(self) -> set[Line]:
        """The lines that may be drawn."""
        return lines_of(self.columns, self.rows) - self.drawn

    def draw(self, line: Line) -> None:
        """Draw a line; whoever closes a box goes on."""
        self.drawn.add(line)
        closed = [
            (x, y)
            for x in range(self.columns)
            for y in range(self.rows)
            if line in box_sides(x, y) and all(side in self.drawn for side in box_sides(x, y))
        ]
        for box in closed:
            self.owner[box] = self.turn
        if not closed:
            self.turn = self.turn % self.players + 1


def best(columns: int, rows: int) -> int:
    """How many boxes more the first of two players gets if both play as well as they can."""

    @cache
    def ahead(drawn: frozenset[Line]) -> int:
        free = lines_of(columns, rows) - drawn
        values: list[int] = []
        for line in free:
            game = Boxes(columns, rows, 2, set(drawn))
            game.draw(line)
            won, rest = len(game.owner), ahead(drawn | {line})
            values.append(won + rest if won else -rest)
        return max(values, default=0)

    return ahead(frozenset())


@dataclass
class Towers:
    """A position of towers: the blocks of each space, the lowest first."""

    size: int
    spaces: dict[Dot, list[int]] = field(default_factory=dict[Dot, list[int]])

    def begin(self) -> None:
        """Blocks of both players like the fields of a chessboard."""
        self.spaces = {
            (x, y): [(x + y) % 2 + 1]
            for x in range(1, self.size + 1)
            for y in range(1, self.size + 1)
        }

    def moves(self, player: int) -> Iterator[tuple[Dot, Dot]]:
        """From where to where this player may move."""
        for (x, y), tower in self.spaces.items():
            if tower[-1] != player:
                continue
            for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1)):
                target = (x + dx * len(tower), y + dy * len(tower))
                if target in self.spaces:
                    yield (x, y), target

    def move(self, source: Dot, target: Dot) -> None:
        """Move a tower onto another."""
        self.spaces[target] = self.spaces[target] + self.spaces.pop(source)

    def points(self, player: int) -> int:
        """The blocks in the towers of a player."""
        return sum(len(tower) for tower in self.spaces.values() if tower[-1] == player)
