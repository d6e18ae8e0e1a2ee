"""Games are the same whatever optimisations are left out."""

from __future__ import annotations

import hashlib
import random
from functools import cache
from pathlib import Path

import pytest
from tests.ir.games import CONFIGURATIONS, stages_of

from alarife.engine.state import Game
from alarife.lowering.optimisations import OPTIMISATIONS

DECISIONS = 60
LANGUAGE = sorted((Path(__file__).parents[1] / "language").glob("*.alr"))


@cache
def played(configuration: str, without: tuple[str, ...] = ()) -> str:
    """The first decisions of a game played at random, and the state after them, as a digest."""
    state = Game(stages_of(configuration, without).lowered).start(seed=5)
    chance = random.Random(5)
    said = hashlib.sha256()
    for _ in range(DECISIONS):
        if state.is_over:
            break
        assert state.decision is not None
        options = state.decision.options
        said.update("".join(f"{option.key};" for option in options).encode())
        state = state.play(chance.randrange(len(options)))
    said.update(repr(state.dump()).encode())
    return said.hexdigest()


@pytest.mark.parametrize("game", LANGUAGE, ids=lambda path: path.stem)
def test_games_of_the_language_are_the_same_plainly(game: Path) -> None:
    assert played(str(game), tuple(OPTIMISATIONS)) == played(str(game))


@pytest.mark.parametrize("game", CONFIGURATIONS)
@pytest.mark.parametrize("without", [*((name,) for name in OPTIMISATIONS), tuple(OPTIMISATIONS)])
def test_games_are_the_same_without(game: str, without: tuple[str, ...]) -> None:
    assert played(game, without) == played(game)
