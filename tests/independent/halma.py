"""Halma on six sides in plain Python, on axial coordinates. It shares nothing with the rule file."""

from __future__ import annotations

from dataclasses import dataclass, field

Spot = tuple[int, int]
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@dataclass
class Halma:
    """A position: whose piece is on which space."""

    size: int
    rows: int
    men: dict[Spot, int] = field(default_factory=dict[Spot, int])

    def begin(self) -> None:
        """All pieces in their camps."""
        self.men = {s: p for p in (1, 2) for s in self.camp(p)}

    def camp(self, player: int) -> set[Spot]:
        """The camp of a player, row by row from its corner."""
        found = {(1 + i, 1 + j) for i in range(self.rows) for j in range(self.rows - i)}
        n = self.size + 1
        return found if player == 1 else {(n - x, n - y) for x, y in found}

    def free(self, s: Spot) -> bool:
        """Whether a space is on the board and free."""
        return 1 <= s[0] <= self.size and 1 <= s[1] <= self.size and s not in self.men

    def targets(self, source: Spot) -> set[Spot]:
        """Where the piece there may go."""
        player = self.men.pop(source)
        x, y = source
        found = {(x + i, y + j) for i, j in WAYS if self.free((x + i, y + j))}
        landed, waiting = {source}, [source]
        while waiting:
            a, b = waiting.pop()
            for i, j in WAYS:
                to = (a + 2 * i, b + 2 * j)
                if (a + i, b + j) in self.men and self.free(to) and to not in landed:
                    landed.add(to)
                    waiting.append(to)
        self.men[source] = player
        goal = self.camp(3 - player)
        found |= landed - {source}
        return found & goal if source in goal else found

    def moves(self, player: int) -> dict[Spot, set[Spot]]:
        """The pieces that can move, and where to."""
        found = {s: self.targets(s) for s, p in list(self.men.items()) if p == player}
        return {s: to for s, to in found.items() if to}

    def arrived(self, player: int) -> bool:
        """Whether all of a player's pieces have arrived."""
        return all(self.men.get(s) == player for s in self.camp(3 - player))
