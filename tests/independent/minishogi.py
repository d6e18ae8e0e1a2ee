"""Small shogi in plain Python, on numbered squares: every legal move, by making it and looking
whether the king could be taken. It shares nothing with the rule file."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

STEPS = {
    "K": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)],
    "G": [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (0, 1)],
    "S": [(-1, -1), (0, -1), (1, -1), (-1, 1), (1, 1)],
    "P": [(0, -1)],
    "B": [],
    "R": [],
}
SLIDES = {"B": [(-1, -1), (1, -1), (-1, 1), (1, 1)], "R": [(0, -1), (-1, 0), (1, 0), (0, 1)]}


class Move(NamedTuple):
    """A move: from a square, or a letter out of the hand; to a square; whether it is promoted."""

    begin: tuple[int, int] | str
    to: tuple[int, int]
    promoted: bool


class Shogi:
    """A position. `men`: square to (letter, player, promoted); `hands`: letters of each player."""

    def __init__(self) -> None:
        self.men: dict[tuple[int, int], tuple[str, int, bool]] = {}
        self.hands: dict[int, list[str]] = {1: [], 2: []}
        for i, letter in enumerate("KGSBR"):
            self.men[i + 1, 5] = (letter, 1, False)
            self.men[5 - i, 1] = (letter, 2, False)
        self.men[1, 4] = ("P", 1, False)
        self.men[5, 2] = ("P", 2, False)

    def copy(self) -> Shogi:
        """The same again."""
        other = Shogi()
        other.men = dict(self.men)
        other.hands = {p: list(held) for p, held in self.hands.items()}
        return other

    def key(self) -> tuple[object, ...]:
        """What tells positions apart."""
        return tuple(sorted(self.men.items())), *(tuple(sorted(self.hands[p])) for p in (1, 2))

    def targets(self, at: tuple[int, int]) -> Iterator[tuple[int, int]]:
        """Where a man can go or capture, its own men in the way included."""
        letter, player, promoted = self.men[at]
        sign = 1 if player == 1 else -1
        steps = list(STEPS[letter])
        if promoted:
            steps = STEPS["G"] if letter in "SP" else STEPS["K"]
        for dx, dy in steps:
            to = at[0] + sign * dx, at[1] + sign * dy
            if 1 <= to[0] <= 5 and 1 <= to[1] <= 5:
                yield to
        for dx, dy in SLIDES.get(letter, []):
            x, y = at[0] + dx, at[1] + dy
            while 1 <= x <= 5 and 1 <= y <= 5:
                yield x, y
                if (x, y) in self.men:
                    break
                x, y = x + dx, y + dy

    def checked(self, player: int) -> bool:
        """Whether the king of a player could be taken."""
        king = next(at for at, man in self.men.items() if man[:2] == ("K", player))
        return any(king in self.targets(at) for at, man in self.men.items() if man[1] != player)

    def after(self, player: int, move: Move) -> Shogi:
        """The position after a move."""
        new = self.copy()
        if isinstance(move.begin, str):
            new.hands[player].remove(move.begin)
            new.men[move.to] = (move.begin, player, False)
            return new
        letter, _, _ = new.men.pop(move.begin)
        if move.to in new.men:
            new.hands[player].append(new.men[move.to][0])
        new.men[move.to] = (letter, player, move.promoted)
        return new

    def moves(self, player: int, mating: bool = True) -> set[Move]:
        """All legal moves. `mating`: a pawn may be dropped for mate (which is looked at no
        further)."""
        found: set[Move] = set()
        for move in self._pseudo(player):
            new = self.after(player, move)
            if new.checked(player):
                continue
            dropped = move.begin == "P"
            if dropped and not mating and new.checked(3 - player) and not new.moves(3 - player):
                continue
            found.add(move)
        return found

    def _pseudo(self, player: int) -> Iterator[Move]:
        last = 1 if player == 1 else 5
        for at, (letter, owner, promoted) in self.men.items():
            if owner != player:
                continue
            for to in self.targets(at):
                if to in self.men and self.men[to][1] == player:
                    continue
                zone = last in (at[1], to[1]) and letter not in "KG"
                if promoted or not (letter == "P" and to[1] == last):
                    yield Move(at, to, promoted)
                if zone and not promoted:
                    yield Move(at, to, True)
        free = [(x, y) for x in range(1, 6) for y in range(1, 6) if (x, y) not in self.men]
        for letter in set(self.hands[player]):
            for to in free:
                columns = {at[0] for at, man in self.men.items() if man == ("P", player, False)}
                if letter != "P" or (to[1] != last and to[0] not in columns):
                    yield Move(letter, to, False)
