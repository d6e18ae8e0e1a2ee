"""Games at a known moment, for the tests of this folder: played by a fixed lot, so that they are
the same everywhere."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import alarife
from alarife import Game, State
from alarife.bots import Generator


@cache
def game(name: str, players: int, modules: tuple[str, ...] = ()) -> Game:
    """A game, loaded once."""
    return alarife.load(name, list(modules), players=players)


def played(of: Game, steps: int, seed: int = 7) -> State:
    """The state after so many answers drawn by lot."""
    lot = Generator(seed)
    state = of.start(seed)
    for _ in range(steps):
        if state.decision is None:
            break
        state = state.play(lot.below(len(state.decision.options)))
    return state


def until(state: State, wanted: Callable[[State], bool], most: int = 600, seed: int = 7) -> State:
    """Play on by lot until something is so."""
    lot = Generator(seed)
    for _ in range(most):
        if state.decision is None or wanted(state):
            return state
        state = state.play(lot.below(len(state.decision.options)))
    return state
