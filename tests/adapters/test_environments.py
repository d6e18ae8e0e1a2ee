"""PettingZoo and Gymnasium: their own suites, with warnings as errors; and an agent that learns."""

from __future__ import annotations

import contextlib
import copy
import io
import pickle
from typing import Any

import pytest
from tests.games.configurations import every_game, game_id

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
gymnasium: Any = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import alarife.adapters.gymnasium  # noqa: E402
from alarife.adapters.pettingzoo import env  # noqa: E402

GAMES = [pytest.param(name, id=game_id(name)) for name in every_game() if game_id(name) != "values"]
"""The shipped ones, and those of the tests; but the one in which nobody is ever asked."""


@pytest.mark.parametrize("name", GAMES)
def test_pettingzoo(name: str) -> None:
    """Warnings are errors here, as in all tests."""
    from pettingzoo.test import api_test, render_test, seed_test

    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env(name), num_cycles=60)
        seed_test(lambda: env(name), num_cycles=8)
        made: Any = lambda render_mode: env(name, render_mode=render_mode)  # noqa: E731
        render_test(made)
    drawn = env(name, render_mode="svg")
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg")


@pytest.mark.parametrize("modules", [["bazaars", "invaders"], ["characters", "medina", "gates"]])
def test_pettingzoo_with_modules(modules: list[str]) -> None:
    from pettingzoo.test import api_test

    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env("alhambra", modules=modules, players=4), num_cycles=100)


@pytest.mark.parametrize("name", GAMES)
def test_gymnasium(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    game = gymnasium.make(alarife.adapters.gymnasium.ID, game=name, disable_env_checker=True)
    check_env(game.unwrapped)
    drawn = gymnasium.make(alarife.adapters.gymnasium.ID, game=name, render_mode="svg").unwrapped
    drawn.reset(seed=1)
    assert drawn.render().startswith("<svg")
    assert len(drawn.names) == drawn.observation_space.shape[0] == len(set(drawn.names))


def test_an_agent_knows_what_it_has_answered_in_its_turn() -> None:
    """Which tile it is that has to be placed can't be seen at the table."""
    import numpy as np

    game, chance = env("alhambra", players=2), np.random.default_rng(3)
    first = game.names.index(f"I have just answered: {game.action_names[0]}")
    game.reset(seed=5)
    own: list[int] = []
    for _ in range(150):
        agent = game.agent_selection
        mask = game.infos[agent]["action_mask"]
        if not mask.any():
            break
        for other in game.agents:
            said = set(np.flatnonzero(game.observe(other)[first:]))
            assert said == (set(own) if other == agent else set())
        action = int(chance.choice(np.flatnonzero(mask)))
        game.step(action)
        own = [*own, action] if game.agent_selection == agent else []
    seat = gymnasium.make(alarife.adapters.gymnasium.ID, game="alhambra").unwrapped
    assert seat.names == env("alhambra").names
    first = seat.names.index(f"I have just answered: {seat.action_names[0]}")
    assert seat.action_names == env("alhambra").action_names
    seen, info = seat.reset(seed=1)
    assert not seen[first:].any()
    action = int(np.flatnonzero(info["action_mask"])[0])
    assert set(np.flatnonzero(seat.step(action)[0][first:])) <= {action}


def test_a_masked_agent_learns_to_win_connect_four() -> None:
    """Monte Carlo control with a linear value: enough to beat chance after a few hundred games."""
    import numpy as np

    chance = np.random.default_rng(1)
    game = gymnasium.make(
        alarife.adapters.gymnasium.ID,
        game="connect_four",
        bots=["random"],
        disable_env_checker=True,
    ).unwrapped
    weights: Any = np.zeros((game.action_space.n, game.observation_space.shape[0]))

    def episode(seed: int, explore: float) -> float:
        seen, info = game.reset(seed=seed)
        steps: list[tuple[Any, int]] = []
        while True:
            offered = np.flatnonzero(info["action_mask"])
            if chance.random() < explore:
                action = int(chance.choice(offered))
            else:
                action = int(offered[np.argmax(weights[offered] @ seen)])
            steps.append((seen, action))
            seen, reward, over, _, info = game.step(action)
            if over:
                break
        for before, action in steps if explore else []:
            error = reward - weights[action] @ before
            weights[action] += 0.02 * error * before
        return reward

    for number in range(300):
        episode(number, 0.2)
    won = sum(episode(10_000 + number, 0.0) > 0 for number in range(40))
    assert won >= 30


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))])
def test_a_copy_of_an_environment_goes_on_alike(copied: Any) -> None:
    """For searches, and for processes that are sent an environment."""
    seat = alarife.adapters.gymnasium.SeatEnv("alhambra", players=3, bots=["greedy", "random"])
    _, info = seat.reset(seed=3)
    for _ in range(3):
        _, _, _, _, info = seat.step(info["action_mask"].argmax())
    other = copied(seat)
    for _ in range(5):
        action = info["action_mask"].argmax()
        seen, again = seat.step(action), other.step(action)
        info = seen[4]
        assert (seen[0] == again[0]).all()
        assert seen[1:4] == again[1:4]
    table = env("kuhn_poker")
    table.reset(seed=1)
    twin = copied(table)
    for one in (table, twin):
        one.step(int(one.infos[one.agent_selection]["action_mask"].argmax()))
    assert (table.observe("player_1") == twin.observe("player_1")).all()


def test_arguments_of_another_kind_are_refused() -> None:
    for make in (env, alarife.adapters.gymnasium.SeatEnv):
        with pytest.raises(TypeError, match="`modules` must be a list of names"):
            make("alhambra", modules="bazaars")
        with pytest.raises(TypeError, match="`options` must be names with values"):
            make("alhambra", options=["open"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="`bots` must be a list of names"):
        alarife.adapters.gymnasium.SeatEnv("connect_four", bots="random")
