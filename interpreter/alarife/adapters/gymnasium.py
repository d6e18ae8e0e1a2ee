"""Alarife's games in Gymnasium: one seat, with bots on the others.

    import gymnasium
    import alarife.adapters.gymnasium
    game = gymnasium.make("alarife/Seat-v1", game="name", bots=["random"])

Observations and actions are those of `alarife.adapters.pettingzoo`; `info["action_mask"]` says what
is offered. An action that is not offered ends the game with −1, and `info["illegal"]` is true. The
reward comes at the end: the share of the win, less an equal share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces

from alarife.adapters.drawing import rendered
from alarife.adapters.setups import TRIES, loaded, spec_of
from alarife.bots import Generator, View, bots_for, make_bot
from alarife.bots.choosing import answer_of
from alarife.diagnostics import must_be
from alarife.engine.state import State

ID = "alarife/Seat-v1"


class SeatEnv(gymnasium.Env):  # type: ignore[type-arg]
    """A seat at a table of bots."""

    metadata = {"render_modes": ["human", "ansi", "svg"], "render_fps": 1}  # noqa: RUF012 - Gymnasium wants it so

    def __init__(
        self,
        game: str = "",
        modules: Sequence[str] = (),
        options: Mapping[str, str] | None = None,
        players: int = 0,
        seat: int = 1,
        bots: Sequence[str] = ("random",),
        render_mode: str | None = None,
    ) -> None:
        spec = spec_of(game, modules, options, players)
        must_be("a list of names", "bots", bots, list, tuple)
        self.loaded = loaded(spec)
        self.loaded.game.check_seat(seat)
        self.seat = seat
        self.render_mode = render_mode
        seats = self.loaded.game.players
        names = bots_for(list(bots), max(1, seats - 1))
        others = [p for p in range(1, seats + 1) if p != seat]
        self._bots = {p: make_bot(n) for p, n in zip(others, names, strict=False)}
        size = len(self.loaded.names)
        self.observation_space = spaces.Box(0.0, 1.0, (size,), np.float32)
        self.action_space = spaces.Discrete(self.loaded.actions.count)
        self.state_now: State | None = None

    @property
    def names(self) -> list[str]:
        """What each entry of an observation is."""
        return self.loaded.names

    @property
    def action_names(self) -> list[str]:
        """What each action is."""
        return list(self.loaded.actions.names)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin a game, and play it on to this seat's first question."""
        super().reset(seed=seed)
        self.answered: list[int] = []
        for _ in range(TRIES):
            self._rngs = {p: Generator(self._word()) for p in self._bots}
            self.state_now = self._on(self.loaded.game.start(self._word(), log=False))
            if not self.state_now.is_over:
                break
        return self._seen(), self._info()

    def _word(self) -> int:
        return int(self.np_random.integers(2**31))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Answer; the bots answer until this seat is asked again."""
        assert self.state_now is not None
        decision = self.state_now.decision
        numbers = self.loaded.actions.of(decision) if decision is not None else []
        if int(action) not in numbers:
            return self._seen(), -1.0, True, False, {**self._info(), "illegal": True}
        self.answered.append(int(action))
        self.state_now = self._on(self.state_now.play(numbers.index(int(action))))
        over = self.state_now.is_over
        reward = self.loaded.returns(self.state_now)[self.seat - 1] if over else 0.0
        if self.render_mode == "human":
            self.render()
        return self._seen(), float(reward), over, False, self._info()

    def _on(self, state: State) -> State:
        """Play on to this seat's next question, or the end."""
        while (decision := state.decision) is not None and decision.player != self.seat:
            p = decision.player
            answer = answer_of(self._bots[p], View(state, p), decision, self._rngs[p])
            state = state.play(answer)
            self.answered = []
        return state

    def _seen(self) -> Any:
        assert self.state_now is not None
        return np.array(self.loaded.row(self.state_now, self.seat, self.answered), np.float32)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.action_masks()}

    def action_masks(self) -> Any:
        """What is offered, a new array each time."""
        mask = np.zeros(self.loaded.actions.count, np.int8)
        decision = self.state_now.decision if self.state_now is not None else None
        if decision is not None:
            mask[self.loaded.actions.of(decision)] = 1
        return mask

    def render(self) -> Any:
        """The table as this seat sees it: as text, as SVG, or printed."""
        return rendered(self.state_now, self.seat, self.render_mode)


gymnasium.register(ID, entry_point="alarife.adapters.gymnasium:SeatEnv")
