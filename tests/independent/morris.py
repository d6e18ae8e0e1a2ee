"""Nine men's morris in plain Python, on coordinates: moves with what they take, and who has lost.
It shares nothing with the rule file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

Point = tuple[int, int]

POINTS: list[Point] = sorted(
    (4 + r * dx, 4 + r * dy)
    for r in (1, 2, 3)
    for dx in (-1, 0, 1)
    for dy in (-1, 0, 1)
    if (dx, dy) != (0, 0)
)


def _lines() -> list[tuple[Point, ...]]:
    found: list[tuple[Point, ...]] = []
    for axis in (0, 1):
        for at in range(1, 8):
            line = sorted(p for p in POINTS if p[axis] == at)
            found += [tuple(line)] if len(line) == 3 else [tuple(line[:3]), tuple(line[3:])]
    return found


LINES = _lines()
NEAR = {
    p: {q for line in LINES if p in line for q in line if abs(line.index(p) - line.index(q)) == 1}
    for p in POINTS
}


@dataclass
class Morris:
    """A position. Players are 1 and 2; `hand` and `lost` count men."""

    flying: bool = True
    men: dict[Point, int] = field(default_factory=dict)
    hand: dict[int, int] = field(default_factory=lambda: {1: 9, 2: 9})
    lost: dict[int, int] = field(default_factory=lambda: {1: 0, 2: 0})
    quiet: int = 0

    def closed(self, p: Point) -> bool:
        """Whether the man there stands in a row of its colour."""
        return any(
            p in line and all(self.men.get(q) == self.men[p] for q in line) for line in LINES
        )

    def steps(self, player: int) -> Iterator[tuple[Point | None, Point]]:
        """Where men may go, without what they take."""
        free = [p for p in POINTS if p not in self.men]
        if self.hand[player]:
            yield from ((None, p) for p in free)
            return
        own = [p for p in self.men if self.men[p] == player]
        anywhere = self.flying and len(own) == 3
        yield from ((a, b) for a in own for b in free if anywhere or b in NEAR[a])

    def step(self, player: int, source: Point | None, target: Point) -> Morris:
        """The position after a man went there, before anything is taken."""
        men, hand = dict(self.men), dict(self.hand)
        if source is None:
            hand[player] -= 1
        else:
            del men[source]
        men[target] = player
        quiet = 0 if source is None else self.quiet
        return Morris(self.flying, men, hand, dict(self.lost), quiet)

    def takes(self, target: Point) -> list[Point]:
        """The men that may be taken for the man who has just come there."""
        if not self.closed(target):
            return []
        theirs = [p for p in self.men if self.men[p] != self.men[target]]
        return [p for p in theirs if not self.closed(p)] or theirs

    def without(self, taken: Point) -> Morris:
        """The position without this man."""
        men = dict(self.men)
        owner = men.pop(taken)
        lost = {p: n + (p == owner) for p, n in self.lost.items()}
        return Morris(self.flying, men, dict(self.hand), lost, 0)

    def turn_over(self, player: int, patience: int) -> bool:
        """Count the turn. Whether the game is over with it."""
        self.quiet += 1
        return self.quiet >= patience or self.lost[3 - player] > 6

    def moves(self, player: int) -> list[Morris]:
        """The positions after each move, what it takes included."""
        found: list[Morris] = []
        for source, target in self.steps(player):
            after = self.step(player, source, target)
            found += [after.without(p) for p in after.takes(target)] or [after]
        return found

    def key(self) -> tuple[tuple[tuple[Point, int], ...], tuple[int, ...]]:
        """The position as something that can be compared."""
        return tuple(sorted(self.men.items())), (self.lost[1], self.lost[2])
