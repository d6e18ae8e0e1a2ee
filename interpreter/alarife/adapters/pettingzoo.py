"""Alarife's games in PettingZoo: an AEC environment for each configuration.

    from alarife.adapters.pettingzoo import env
    game = env("connect_four")

The observation is a box of numbers from 0 to 1 (`names` says what each is); `infos[agent]` has the
`action_mask`. Whoever takes an action that is not offered loses: the game ends for all, and the
reward is −1 for that agent and 0 for the others. Rewards come at the end: shares of the win, the
sum of which is 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from alarife.adapters.drawing import rendered
from alarife.adapters.setups import TRIES, Spec, loaded, spec_of
from alarife.engine.state import State

LONGEST = 20_000
"""After so many decisions a game is truncated."""


def env(
    game: str,
    modules: Sequence[str] = (),
    options: Mapping[str, str] | None = None,
    players: int = 0,
    render_mode: str | None = None,
    longest: int = LONGEST,
) -> AlarifeEnv:
    """An environment for a configuration."""
    spec = spec_of(game, modules, options, players)
    return AlarifeEnv(spec, render_mode, longest)


class AlarifeEnv(AECEnv[str, Any, Any]):
    """A game between agents `player_1`, `player_2` …"""

    metadata = {  # noqa: RUF012 - PettingZoo wants it so
        "render_modes": ["human", "ansi", "svg"],
        "render_fps": 1,
        "name": "alarife_v1",
        "is_parallelizable": False,
    }

    def __init__(self, spec: Spec, render_mode: str | None, longest: int) -> None:
        super().__init__()
        self.loaded = loaded(spec)
        self.render_mode = render_mode
        self.longest = longest
        self.possible_agents = [f"player_{p + 1}" for p in range(self.loaded.game.players)]
        size = len(self.loaded.names)
        self._observation = {a: spaces.Box(0.0, 1.0, (size,), np.float32) for a in self._all}
        self._actions = {a: spaces.Discrete(self.loaded.actions.count) for a in self._all}
        self._generator = np.random.default_rng()
        self.state_now: State | None = None

    @property
    def _all(self) -> list[str]:
        return self.possible_agents

    @property
    def names(self) -> list[str]:
        """What each entry of an observation is."""
        return self.loaded.names

    @property
    def action_names(self) -> list[str]:
        """What each action is."""
        return list(self.loaded.actions.names)

    def observation_space(self, agent: str) -> Any:
        """The space of what an agent sees."""
        return self._observation[agent]

    def action_space(self, agent: str) -> Any:
        """The space of what an agent may do."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: Any = None) -> None:
        """Begin a game; the same seed begins the same one."""
        if seed is not None:
            self._generator = np.random.default_rng(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.decisions = 0
        self.answered: list[int] = []
        for _ in range(TRIES):
            seed = int(self._generator.integers(2**31))
            self.state_now = self.loaded.game.start(seed, log=False)
            if not self.state_now.is_over:
                break
        self.agent_selection = self.agents[0]
        self._settle()

    def step(self, action: Any) -> None:
        """Answer for the agent that is asked."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.state_now is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        decision = self.state_now.decision
        assert decision is not None
        numbers = self.loaded.actions.of(decision)
        if int(action) not in numbers:
            self.rewards = {a: -1.0 if a == agent else 0.0 for a in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
            self._masks()
        else:
            self.state_now = self.state_now.play(numbers.index(int(action)))
            self.decisions += 1
            self.answered.append(int(action))
            self._settle()
            if self.agent_selection != agent:
                self.answered = []
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _settle(self) -> None:
        """Who is asked next; rewards, if it is over."""
        state = self.state_now
        assert state is not None
        decision = state.decision
        if decision is None:
            returns = self.loaded.returns(state)
            self.rewards = dict(zip(self.possible_agents, returns, strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[decision.player - 1]
            if self.decisions >= self.longest:
                self.truncations = dict.fromkeys(self.agents, True)
        self._masks()

    def _masks(self) -> None:
        state = self.state_now
        assert state is not None
        over = any(self.terminations.values())
        self.infos = {agent: {"action_mask": self._mask(agent, over)} for agent in self.agents}

    def _mask(self, agent: str, over: bool) -> Any:
        mask = np.zeros(self.loaded.actions.count, np.int8)
        decision = self.state_now.decision if self.state_now else None
        asked = decision is not None and self.possible_agents[decision.player - 1] == agent
        if decision is not None and asked and not over:
            mask[self.loaded.actions.of(decision)] = 1
        return mask

    def observe(self, agent: str) -> Any:
        """What an agent sees."""
        assert self.state_now is not None
        seat = self.possible_agents.index(agent) + 1
        own = self.answered if agent == self.agent_selection else ()
        return np.array(self.loaded.row(self.state_now, seat, own), np.float32)

    def render(self) -> str | None:
        """The table: as text, as SVG, or printed."""
        seat = self.possible_agents.index(self.agent_selection) + 1 if self.state_now else 0
        return rendered(self.state_now, seat, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""
