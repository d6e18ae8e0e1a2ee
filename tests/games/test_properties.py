"""Properties of Alhambra over games that hypothesis makes up: players, seed and answers; a failing
game is made short."""

from __future__ import annotations

from collections import Counter
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.invariants import (
    check_imagined,
    check_options,
    check_pieces,
    check_restored,
    check_views,
)
from tests.games.test_alhambra import check_offers, loaded
from tests.independent.cities import city_of, lawful

from alarife.engine.state import Game, State

AGAIN = 4
"""So often the made-up answers are gone through, to get further into a game."""


@cache
def game_for(players: int) -> Game:
    return loaded((), players)


def look_at(state: State, seed: int) -> None:
    """Everything that must be true of a state."""
    game = state.game
    check_options(state)
    check_pieces(state)
    check_views(state)
    check_restored(state)
    check_imagined(state, seed)
    base = game.lowered.layout.places["city"].base
    for grid in state.slots[base : base + game.players]:
        assert lawful(city_of(game.words.grid(state.slots, grid)))


@settings(max_examples=40)
@given(
    players=st.integers(2, 6),
    seed=st.integers(0, (1 << 64) - 1),
    way=st.lists(st.integers(0, 9_999), min_size=1, max_size=60),
)
def test_whatever_is_answered_the_game_is_sound(players: int, seed: int, way: list[int]) -> None:
    game = game_for(players)
    state = game.start(seed)
    assert state.dump() == game.start(seed).dump()
    seen: Counter[str] = Counter()
    look_at(state, seed)
    for answer in way * AGAIN:
        if state.decision is None:
            break
        check_offers(state, seen)
        before, told = state, state.dump()
        state = state.play(answer % len(state.decision.options))
        assert before.dump() == told, "an old state has changed"
    look_at(state, seed)
