"""In how many ways so many moves can be made, and who wins if both play as well as can be: deep
enough for what is published.

What comes in: a game whose pieces lie on a place called `board`, and the field that tells them
apart. What goes out: for each number of moves from 1 the number of ways to make them; or the value
of a position. What always holds: positions that are the same (or the same when mirrored, if that is
said) are looked at once, and each counts as often as it is reached.

A move is all that is chosen until the question that the game began with is put again, or nothing
more is asked. It is counted without states of the public sort, which are made for people and not
for hundreds of thousands of positions; that both offer the same is tested elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from alarife.engine.machine import Machine
from alarife.geometry.grid import xy
from alarife.lowering.layout import DECISION, Slots, standing

Mirror = Callable[[int, int], tuple[int, int]]


class Counter:
    """Counts the moves of a game, and solves it. Nothing is carried out by itself: a single option
    is a choice as well."""

    def __init__(self, game: Any, piece: str, field: str, *mirrors: Mirror) -> None:
        self.game = game
        self.machine = Machine(game.lowered, auto=False)
        self.board: int = game.lowered.layout.places["board"].base
        world = game.lowered.checked.world
        self.values: tuple[int, ...] = world.pieces[piece].fields.get(field, ())
        self.face: int | None = game.lowered.layout.faces.get(piece)
        self.first: int = world.pieces[piece].first
        self.mirrors = (lambda x, y: (x, y), *mirrors)
        self.start = self.machine.start(1, log=False)
        self.solved: dict[object, int] = {}

    def ways(self, moves: int) -> list[int]:
        """The ways to make one move, two, and so on."""
        layer: dict[object, tuple[int, Slots]] = {None: (1, self.start)}
        found: list[int] = []
        for _ in range(moves - 1):
            below: dict[object, tuple[int, Slots]] = {}
            for often, s in layer.values():
                for after in self.after_a_move(s):
                    key = self.position(after)
                    before, kept = below.get(key, (0, after))
                    below[key] = before + often, kept
            layer = below
            found.append(sum(often for often, _ in layer.values()))
        return [*found, sum(often * self.count(s) for often, s in layer.values())]

    def after_a_move(self, s: Slots) -> Iterator[Slots]:
        """The states after each move of the player who is asked."""
        for option in standing(s)[2] if s[DECISION] else ():
            after = self.machine.copy(s)
            self.machine.advance(after, option)
            if self.is_between_moves(after):
                yield after
            else:
                yield from self.after_a_move(after)

    def is_between_moves(self, s: Slots) -> bool:
        """Whether a move has been made, and the next one not yet begun."""
        return s[DECISION] is None or standing(s)[0] == standing(self.start)[0]

    def count(self, s: Slots) -> int:
        """How many moves there are. Where the last question of a move is asked, its options are
        counted instead of played."""
        if s[DECISION] is None:
            return 0
        options = standing(s)[2]
        found = 0
        for option in options:
            after = self.machine.copy(s)
            self.machine.advance(after, option)
            if self.is_between_moves(after):
                return len(options)
            found += self.count(after)
        return found

    def position(self, s: Slots) -> object:
        """What a position is known by: what lies on the board, and who is asked; of mirrored ones,
        the first."""
        spots = self.spots(s)
        turned = (
            tuple(sorted((*mirror(x, y), value) for x, y, value in spots))
            for mirror in self.mirrors
        )
        return s[DECISION] and standing(s)[1], min(turned)

    def spots(self, s: Slots) -> list[tuple[int, int, int]]:
        """Of each piece on the board: its cell, and the number of the value by which it is told
        from others."""
        values = s[self.face] if self.face is not None else self.values
        return [
            (*xy(cell), values[piece - self.first]) for cell, piece in s[self.board].cells.items()
        ]

    def gain(self, s: Slots) -> int:
        """What the first of two players has gained in the end, and the second lost: 1 who wins, 0
        if nobody or both do."""
        winners = self.game.winners(s)
        return (1 in winners) - (2 in winners)

    def value(self, s: Slots) -> int:
        """What the first of two players gains, if both play as well as can be."""
        if s[DECISION] is None:
            return self.gain(s)
        key = self.position(s)
        if key not in self.solved:
            best = max if standing(s)[1] == 0 else min
            self.solved[key] = best(self.value(after) for after in self.after_a_move(s))
        return self.solved[key]

    def values_of_first_moves(self) -> dict[tuple[int, int], int]:
        """The value of each first move, where it brings a first piece to the board: by its cell."""
        found: dict[tuple[int, int], int] = {}
        for after in self.after_a_move(self.start):
            (spot,) = after[self.board].cells
            found[xy(spot)] = self.value(after)
        return found
