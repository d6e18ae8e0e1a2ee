"""PettingZoo and Gymnasium: their own suites, with warnings as errors; and an agent that learns."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import pytest

from alarife.library import Library

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
gymnasium: Any = pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import alarife.adapters.gymnasium  # noqa: E402
from alarife.adapters.pettingzoo import env  # noqa: E402

GAMES = [head.name for head in Library().games()]
QUICK = [name for name in GAMES if name not in ("alhambra", "alcazaba", "dice", "hex")]


@pytest.mark.parametrize("name", QUICK)
def test_pettingzoo(name: str) -> None:
    from pettingzoo.test import api_test, seed_test

    with contextlib.redirect_stdout(io.StringIO()):
        api_test(env(name), num_cycles=60)
        seed_test(lambda: env(name), num_cycles=8)


@pytest.mark.parametrize("name", ["connect_four", "kuhn_poker", "goofspiel"])
def test_rendering(name: str) -> None:
    from pettingzoo.test import render_test

    with contextlib.redirect_stdout(io.StringIO()):
        made: Any = lambda render_mode: env(name, render_mode=render_mode)  # noqa: E731
        render_test(made)
    drawn = env(name, render_mode="svg")
    drawn.reset(seed=1)
    assert str(drawn.render()).startswith("<svg")


@pytest.mark.parametrize("name", QUICK)
def test_gymnasium(name: str) -> None:
    from gymnasium.utils.env_checker import check_env

    game = gymnasium.make(alarife.adapters.gymnasium.ID, game=name, disable_env_checker=True)
    check_env(game.unwrapped, skip_render_check=True)


def test_long_games_of_alhambra_begin() -> None:
    for name in ("alhambra", "dice", "alcazaba"):
        made = env(name, players=2)
        made.reset(seed=3)
        for agent in made.agent_iter(30):
            _, _, over, cut, info = made.last()
            action = None if over or cut else int(info["action_mask"].argmax())
            made.step(action)
            assert agent in made.possible_agents


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
