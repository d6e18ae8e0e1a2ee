"""Go worked out plainly: chains, captures, superko and area.

Nothing of the package is used here. Whatever disagrees with this is wrong, here or there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Point = tuple[int, int]
Position = frozenset[tuple[Point, int]]


@dataclass
class Go:
    """A board of some size, and what has lain on it."""

    columns: int
    rows: int
    stones: dict[Point, int] = field(default_factory=dict[Point, int])
    earlier: set[Position] = field(default_factory=set[Position])

    def points(self) -> list[Point]:
        """All points, by rows."""
        return [(x, y) for y in range(1, self.rows + 1) for x in range(1, self.columns + 1)]

    def near(self, point: Point) -> Iterator[Point]:
        """The points beside a point."""
        x, y = point
        for a, b in ((x, y - 1), (x + 1, y), (x, y + 1), (x - 1, y)):
            if 1 <= a <= self.columns and 1 <= b <= self.rows:
                yield a, b

    def group(self, start: Point, stones: dict[Point, int]) -> set[Point]:
        """What hangs together with a point and looks like it."""
        found, waiting = {start}, [start]
        while waiting:
            for q in self.near(waiting.pop()):
                if q not in found and stones.get(q) == stones.get(start):
                    found.add(q)
                    waiting.append(q)
        return found

    def alive(self, start: Point, stones: dict[Point, int]) -> bool:
        """Whether a chain has a liberty."""
        return any(q not in stones for p in self.group(start, stones) for q in self.near(p))

    def after(self, player: int, point: Point) -> dict[Point, int] | None:
        """The stones after a move, or None if it is suicide."""
        stones = {**self.stones, point: player}
        for q in list(self.near(point)):
            if stones.get(q, player) != player and not self.alive(q, stones):
                for dead in self.group(q, stones):
                    del stones[dead]
        return stones if self.alive(point, stones) else None

    def moves(self, player: int, superko: bool = True) -> dict[Point, dict[Point, int]]:
        """The points where a stone may be put, and what lies there then."""
        found: dict[Point, dict[Point, int]] = {}
        for point in self.points():
            if point not in self.stones:
                stones = self.after(player, point)
                new = not superko or frozenset((stones or {}).items()) not in self.earlier
                if stones is not None and new:
                    found[point] = stones
        return found

    def legal(self) -> bool:
        """Whether every chain has a liberty."""
        return all(self.alive(p, self.stones) for p in self.stones)

    def area(self, player: int) -> int:
        """Stones and what only this player's stones surround."""
        n = sum(owner == player for owner in self.stones.values())
        left = {p for p in self.points() if p not in self.stones}
        while left:
            region = self.group(next(iter(left)), self.stones)
            left -= region
            seen = {self.stones[q] for p in region for q in self.near(p) if q in self.stones}
            n += len(region) if seen == {player} else 0
        return n
