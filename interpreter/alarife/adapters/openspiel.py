"""Alarife's games in OpenSpiel: one registered game, `alarife`, with parameters.

    import pyspiel
    import alarife.adapters.openspiel
    game = pyspiel.load_game("alarife(game=kuhn_poker)")

Parameters: `game`; `modules` and `options` with `+` between them (`module.option:value`);
`players`; `chance` (`explicit`, `seed`, or `auto`: explicit for games of few pieces); `seeds`, how
many equally likely seeds stand for chance otherwise; `points`, a bound on points in whose terms
returns are told (0: shares of the win); `length`, after how many decisions a game is broken off
with returns of 0. Sealed answers are given one after the other, and nobody sees them."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import sha256
from typing import Any, cast

import numpy as np
import pyspiel

from alarife.adapters.setups import Loaded, Spec, loaded
from alarife.engine.outcomes import Outcomes, play, start
from alarife.engine.state import State

NAME = "alarife"
FEW_PIECES = 12
"""Games of so many pieces have explicit chance, if nothing else is asked for."""
PARAMETERS: dict[str, Any] = {
    "game": "",
    "modules": "",
    "options": "",
    "players": 0,
    "chance": "auto",
    "seeds": 1024,
    "points": 0,
    "length": 10_000,
}


class Moment:
    """Where a game stands. It never changes, so a copy of it is itself; it is pickled as the path
    that leads to it, and played again from there."""

    __slots__ = ("decisions", "known", "outcomes", "parent", "path", "rules", "script", "state")

    def __init__(self, rules: Rules, path: tuple[int, ...], parent: Moment | None) -> None:
        self.rules, self.path, self.parent = rules, path, parent
        self.state: State | None = None
        self.outcomes: tuple[float, ...] | None = None
        self.script: tuple[Any, ...] = ()
        self.decisions = parent.decisions if parent else 0
        self.known: dict[int, str] = {}

    def __deepcopy__(self, memo: Any) -> Moment:
        return self

    def __copy__(self) -> Moment:
        return self

    def __reduce__(self) -> Any:
        return at, (self.rules.key, self.path)

    def after(self, number: int) -> Moment:
        """The moment after an action or an outcome."""
        made = Moment(self.rules, (*self.path, number), self)
        if self.outcomes is not None:
            made.script = (*self.script, number)
            made.begin(self.state)
            return made
        assert self.state is not None
        assert self.state.decision is not None
        numbers = self.rules.loaded.actions.of(self.state.decision)
        made.decisions += 1
        made.script = (numbers.index(number),)
        made.begin(self.state)
        return made

    def begin(self, base: State | None) -> None:
        """Run from the state of the last decision (or the start) by the script."""
        rules = self.rules
        if rules.explicit:
            found = (
                start(rules.loaded.game, self.script)
                if base is None
                else play(base, self.script[0], self.script[1:])
            )
            if isinstance(found, Outcomes):
                self.state, self.outcomes = base, found.chances
            else:
                self.state, self.script = found, ()
        elif base is not None:
            self.state = base.play(self.script[0])
        elif rules.chancy and not self.script:
            self.outcomes = (1 / rules.seeds,) * rules.seeds
        else:
            seed = self.script[0] if self.script else 0
            self.state = rules.loaded.game.start(seed, log=False)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, or was broken off."""
        if self.outcomes is not None:
            return False
        assert self.state is not None
        return self.state.is_over or self.decisions >= self.rules.length

    def seen(self, seat: int) -> str:
        """What a seat sees now, as text."""
        if self.state is None:
            return "{}"
        return json.dumps(self.state.view(seat), sort_keys=True)

    def remembers(self, seat: int) -> str:
        """A digest of all that a seat has seen and answered so far."""
        if seat not in self.known:
            # walk back without recursion: games are long
            chain: list[Moment] = []
            here: Moment | None = self
            while here is not None and seat not in here.known:
                chain.append(here)
                here = here.parent
            before = here.known[seat] if here is not None else ""
            last = here
            for moment in reversed(chain):
                before = moment.known[seat] = _digest(before, moment, last, seat)
                last = moment
        return self.known[seat]


def _digest(before: str, moment: Moment, last: Moment | None, seat: int) -> str:
    """What a seat remembers after one more moment: nothing new, if it saw nothing new."""
    own = ""
    if last is not None and last.outcomes is None and last.state is not None:
        decision = last.state.decision
        if decision is not None and decision.player == seat:
            own = str(moment.path[-1])
    if moment.outcomes is not None and not own:
        return before
    same = last is not None and last.outcomes is None and last.seen(seat) == moment.seen(seat)
    if same and not own:
        return before
    return sha256(f"{before}|{own}|{moment.seen(seat)}".encode()).hexdigest()[:24]


class Rules:
    """The rules of one set of parameters."""

    def __init__(self, key: tuple[tuple[str, Any], ...]) -> None:
        p = dict(key)
        self.key = key
        options = tuple(tuple(part.split(":", 1)) for part in _parts(p["options"]))
        spec = Spec(
            p["game"],
            _parts(p["modules"]),
            cast(tuple[tuple[str, str], ...], options),
            p["players"],
        )
        self.loaded: Loaded = loaded(spec)
        game = self.loaded.game
        self.chancy = bool(game.lowered.labels)
        few = game.world.piece_count <= FEW_PIECES
        self.explicit = self.chancy and (
            p["chance"] == "explicit" or (p["chance"] == "auto" and few)
        )
        self.seeds, self.points, self.length = p["seeds"], p["points"], p["length"]

    def returns(self, moment: Moment) -> list[float]:
        """What each player has at the end."""
        assert moment.state is not None
        if not moment.state.is_over:
            return [0.0] * self.loaded.game.players
        if not self.points:
            return self.loaded.returns(moment.state)
        points = self.loaded.field.points(moment.state.slots)
        mean = sum(points) / len(points)
        return [x - mean for x in points]


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part for part in text.split("+") if part)


@lru_cache(maxsize=64)
def rules_of(key: tuple[tuple[str, Any], ...]) -> Rules:
    """The rules of a set of parameters; made once."""
    return Rules(key)


def at(key: tuple[tuple[str, Any], ...], path: tuple[int, ...]) -> Moment:
    """The moment that a path leads to."""
    moment = Moment(rules_of(key), (), None)
    moment.begin(None)
    for number in path:
        moment = moment.after(number)
    return moment


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
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=game.players if game else 10,
        min_num_players=game.players if game else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
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
        best = float(rules.points) if rules.points else float(players - 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=rules.loaded.actions.count,
            max_chance_outcomes=max(64, outcomes) if rules.chancy else 0,
            num_players=players,
            min_utility=-best if rules.points else -1.0,
            max_utility=best,
            utility_sum=0.0,
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
    """Observations: what one sees now. With perfect recall: a digest of all one has seen and
    answered, and what one sees now."""

    def __init__(self, rules: Rules, kind: Any) -> None:
        self.rules = rules
        self.recalls = kind.perfect_recall
        self.private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.public = kind.public_info
        self.tensor = np.zeros(rules.loaded.observing.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AlarifeState, player: int) -> None:
        """Fill `tensor`."""
        moment = state.moment
        if moment.state is None or not (self.private or self.public):
            self.tensor.fill(0)
        else:
            self.tensor[:] = self.rules.loaded.observing.of(moment.state, player + 1)

    def string_from(self, state: AlarifeState, player: int) -> str:
        """The same as text."""
        if not self.public and not self.rules.loaded.field.secrets:
            return ""
        moment = state.moment
        seen = moment.seen(player + 1)
        return f"{moment.remembers(player + 1)} {seen}" if self.recalls else seen


pyspiel.register_game(_game_type(None), AlarifeGame)
