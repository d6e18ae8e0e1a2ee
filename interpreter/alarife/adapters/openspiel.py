"""Alarife's games in OpenSpiel: one registered game, `alarife`, with parameters.

    import pyspiel
    import alarife.adapters.openspiel
    game = pyspiel.load_game("alarife(game=kuhn_poker)")

Parameters: `game`; `modules` and `options` with `+` between them (`module.option:value`);
`players`; `chance` (`explicit`, `seed`, or `auto`: explicit for games of few pieces); `seeds`, how
many equally likely seeds stand for chance otherwise; `points`, a bound on points in whose terms
returns are told (0: shares of the win); `length`, after how many decisions a game is broken off
with returns of 0; `memory`, how many moments the tensor of an information state holds (0: as many
as make a tensor of some 50,000 numbers, at most 16). Sealed answers are given one after the other,
and nobody sees them. Decisions with one option are put, too."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyspiel

from alarife.adapters.moments import PARAMETERS, Rules, at, rules_of

NAME = "alarife"


# ----------------------------------------------------------------
# what OpenSpiel calls
def _game_type(rules: Rules | None) -> Any:
    game = rules.loaded.game if rules else None
    secrets = rules.loaded.field.secrets if rules else True
    kinds = pyspiel.GameType
    chance = (
        kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if rules is None or rules.chancy
        else kinds.ChanceMode.DETERMINISTIC
    )
    sampled = rules is not None and rules.chancy and not rules.explicit
    return kinds(
        short_name=NAME,
        long_name=(f"Alarife: {game.title}" if game else "Alarife")
        + (" (a sample of its chance)" if sampled else ""),
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=(
            kinds.Information.IMPERFECT_INFORMATION
            if secrets or sampled
            else kinds.Information.PERFECT_INFORMATION
        ),
        utility=(
            kinds.Utility.IDENTICAL
            if rules is not None and rules.loaded.together
            else kinds.Utility.ZERO_SUM
        ),
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players if game else 10,
        min_num_players=game.players if game else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=PARAMETERS,
        default_loadable=True,
        provides_factored_observation_string=False,
    )


class AlarifeGame(pyspiel.Game):
    """A configuration of an Alarife game."""

    def __init__(self, params: Any = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        self.rules = rules_of(tuple(sorted(given.items())))
        rules = self.rules
        players = rules.loaded.game.players
        outcomes = (
            rules.seeds if not rules.explicit else max(2, rules.loaded.game.world.piece_count)
        )
        best = float(rules.points) if rules.points else float(max(1, players - 1))
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.loaded.actions.count,
            max_chance_outcomes=max(64, outcomes) if rules.chancy else 0,
            num_players=players,
            min_utility=-best if rules.points else -1.0,
            max_utility=best,
            utility_sum=None if rules.loaded.together else 0.0,
            max_game_length=rules.length,
        )
        super().__init__(_game_type(rules), info, params or {})

    def new_initial_state(self, state: Any = None) -> AlarifeState:
        """The start."""
        return AlarifeState(self)

    def max_chance_nodes_in_history(self) -> int:
        """How many chance nodes a history may have."""
        return self.rules.length if self.rules.chancy else 0

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> AlarifeObserver:
        """Who turns states into texts and numbers."""
        if params:
            raise ValueError(f"There are no parameters of observations; these were given: {params}")
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return AlarifeObserver(self.rules, kind)


class AlarifeState(pyspiel.State):
    """A state, as OpenSpiel handles it."""

    def __init__(self, game: AlarifeGame) -> None:
        super().__init__(game)
        self.moment = at(game.rules.key, ())

    def current_player(self) -> int:
        """Who is asked."""
        moment = self.moment
        if moment.outcomes is not None:
            return pyspiel.PlayerId.CHANCE
        if moment.is_over:
            return pyspiel.PlayerId.TERMINAL
        assert moment.state is not None
        assert moment.state.decision is not None
        return moment.state.decision.player - 1

    def _numbers(self) -> list[int]:
        moment = self.moment
        assert moment.state is not None
        assert moment.state.decision is not None
        return moment.rules.loaded.actions.of(moment.state.decision)

    def _legal_actions(self, player: int) -> list[int]:
        if self.is_terminal() or player != self.current_player():
            return []
        return sorted(self._numbers())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The outcomes with their probabilities."""
        assert self.moment.outcomes is not None
        return list(enumerate(self.moment.outcomes))

    def _apply_action(self, action: int) -> None:
        moment = self.moment
        if moment.outcomes is None and action not in self._numbers():
            raise ValueError(f"{action} is not offered here.")
        self.moment = moment.after(int(action))

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"outcome {action}"
        return self.moment.rules.loaded.actions.names[action]

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.moment.is_over

    def returns(self) -> list[float]:
        """What each player has; 0 before the end."""
        if not self.moment.is_over:
            return [0.0] * self.moment.rules.loaded.game.players
        return self.moment.rules.returns(self.moment)

    def __str__(self) -> str:
        return " ".join(map(str, self.moment.path))


class AlarifeObserver:
    """Observations: what one sees now. With perfect recall the text is a digest of all that one has
    seen and answered, and what one sees now. The tensor has an entry for each of the last moments
    at which there was something new, the latest first: what one saw, and what one had answered."""

    def __init__(self, rules: Rules, kind: Any) -> None:
        self.rules = rules
        self.recalls = kind.perfect_recall
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = kind.public_info
        size, actions = rules.loaded.observing.size, rules.loaded.actions.count
        many = rules.memory * (size + actions) if self.recalls else size
        self.tensor = np.zeros(many, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AlarifeState, player: int) -> None:
        """Fill `tensor`."""
        moment, seat = state.moment, player + 1
        self.tensor.fill(0)
        if moment.state is None or not (self.private or self.public):
            return
        if not self.recalls:
            self.tensor[:] = moment.row(seat)
            return
        size = self.rules.loaded.observing.size
        entry = size + self.rules.loaded.actions.count
        for i, (row, own) in enumerate(moment.remembered(seat, self.rules.memory)):
            self.tensor[i * entry : i * entry + size] = row
            if own is not None:
                self.tensor[i * entry + size + own] = 1

    def string_from(self, state: AlarifeState, player: int) -> str:
        """The same as text."""
        if not self.public and not self.rules.loaded.field.secrets:
            return ""
        moment = state.moment
        seen = moment.seen(player + 1)
        return f"{moment.remembers(player + 1)} {seen}" if self.recalls else seen


pyspiel.register_game(_game_type(None), AlarifeGame)
