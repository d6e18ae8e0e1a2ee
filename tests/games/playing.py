"""Random games for tests: a small generator of our own, so that a seed in a message is enough to
play a game again."""

from __future__ import annotations

from collections.abc import Iterator

from alarife.engine.chance import below, outcome, spread
from alarife.engine.state import Game, State


class Dice:
    """Numbers from a seed."""

    def __init__(self, seed: int) -> None:
        self._seed, self._count = spread(seed), 0

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        self._count += 1
        return below(outcome(self._seed, 0, self._count), n)


def states(game: Game, seed: int, most: int = 10_000) -> Iterator[State]:
    """The states of a random game, from the first to the last."""
    dice = Dice(seed)
    state = game.start(seed)
    yield state
    for _ in range(most):
        if state.decision is None:
            return
        state = state.play(dice.below(len(state.decision.options)))
        yield state
