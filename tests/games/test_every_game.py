"""Every game, every module, every option: random games under all invariants. `ALARIFE_DEEP=n` plays
n times as many and to the end."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.games.configurations import (
    Wish,
    everything,
    larger,
    loaded,
    pairs,
    random_wish,
    sampled,
    singles,
)
from tests.games.invariants import (
    check_imagined,
    check_options,
    check_pieces,
    check_restored,
    check_views,
)
from tests.games.playing import Dice, states

from alarife.engine.state import Game

DEEP = int(os.environ.get("ALARIFE_DEEP", "0"))
MOST = 100_000 if DEEP else 160


def look(game: Game, seed: int, most: int, every: int) -> int:
    """Play a random game; look at each state a little, at some closely."""
    n = 0
    for n, state in enumerate(states(game, seed, most)):
        check_options(state)
        if n % every == 0:
            check_pieces(state)
            check_views(state)
            check_restored(state)
            check_imagined(state, seed + n)
    return n


@pytest.mark.parametrize("seed", range(20 * (DEEP or 1)))
def test_random_configurations(seed: int) -> None:
    game = loaded(random_wish(seed))
    if game is not None:
        look(game, seed, MOST, 37 if not DEEP else 11)


@pytest.mark.parametrize("wish", singles(), ids=str)
def test_every_value_of_every_option(wish: Wish) -> None:
    game = loaded(wish)
    assert game is not None, f"{wish} is refused"
    look(game, 1, MOST // 2, 45)


@pytest.mark.parametrize("wish", sampled(pairs()), ids=str)
def test_every_pair_of_modules(wish: Wish) -> None:
    game = loaded(wish)
    assert game is not None, f"{wish} is refused"
    look(game, 2, MOST // 2, 60)


@pytest.mark.parametrize("seed", range(3))
def test_many_modules_at_once(seed: int) -> None:
    """`python -m tests.games.combinations` plays hundreds of these, to the end."""
    game = loaded(larger(seed))
    assert game is not None, f"{larger(seed)} is refused"
    look(game, seed, MOST, 60)


@pytest.mark.parametrize("name", sorted(everything()))
def test_random_games_end(name: str) -> None:
    game = loaded(Wish(name))
    assert game is not None
    last = None
    for state in states(game, 11):
        last = state
    assert last is not None
    assert last.is_over
    assert set(last.winners) <= set(last.scores)


@pytest.mark.parametrize("name", ["alhambra", "dice", "goofspiel", "oh_hell"])
def test_same_seed_same_choices_same_game(name: str) -> None:
    game, again = loaded(Wish(name)), loaded(Wish(name))
    assert game is not None
    assert again is not None
    for a, b in zip(states(game, 3, 60), states(again, 3, 60), strict=True):
        assert a.dump() == b.dump()


@pytest.mark.parametrize("name", sorted(everything()))
def test_a_game_without_a_log_is_the_same_game(name: str) -> None:
    """Moves, rolls and shuffles go another way where nobody writes them down."""
    game = loaded(Wish(name))
    assert game is not None
    dice, silent = Dice(5), game.start(5, log=False)
    for state in states(game, 5, 120):
        told, kept = state.dump(), silent.dump()
        told.pop("log", None)
        kept.pop("log", None)
        assert kept == told
        if state.decision is None:
            break
        silent = silent.play(dice.below(len(state.decision.options)))


def test_playing_leaves_the_old_state_as_it_was() -> None:
    game = loaded(Wish("alhambra", ("treasure", "cards"), 3))
    assert game is not None
    before: list[tuple[object, str]] = []
    before += [(state, json.dumps(state.dump())) for state in states(game, 4, 80)]
    for state, text in before:
        assert json.dumps(state.dump()) == text  # type: ignore[attr-defined]


def test_the_order_of_naming_modules_makes_no_difference() -> None:
    names = ("treasure", "cards", "invaders", "bazaars", "change")
    one, other = loaded(Wish("alhambra", names, 4)), loaded(Wish("alhambra", names[::-1], 4))
    assert one is not None
    assert other is not None
    assert one.program.digest == other.program.digest
    assert [r.name for r in one.rules] == [r.name for r in other.rules]
    for a, b in zip(states(one, 8, 100), states(other, 8, 100), strict=True):
        assert a.dump() == b.dump()


RESTORE = """
import json, sys, alarife
from tests.games.playing import Dice
given = json.load(sys.stdin)
state = alarife.load("alhambra", modules=["invaders"], players=3).restore(given)
dice = Dice(99)
for _ in range(40):
    if state.decision is None:
        break
    state = state.play(dice.below(len(state.decision.options)))
json.dump(state.dump(), sys.stdout)
"""


def test_a_restored_game_goes_on_alike_in_another_process() -> None:
    game = loaded(Wish("alhambra", ("invaders",), 3))
    assert game is not None
    *_, state = states(game, 21, 90)
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    done = subprocess.run(
        [sys.executable, "-c", RESTORE],
        input=json.dumps(state.dump()),
        capture_output=True,
        text=True,
        check=True,
        env=environment,
        cwd=Path.cwd(),
    )
    dice = Dice(99)
    for _ in range(40):
        if state.decision is None:
            break
        state = state.play(dice.below(len(state.decision.options)))
    assert json.loads(done.stdout) == json.loads(json.dumps(state.dump()))
