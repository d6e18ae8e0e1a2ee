"""What the adapters share: a configuration by its name, and who wins how much."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import NoneType
from typing import Any

from alarife.adapters.actions import Actions
from alarife.adapters.observing import Observing
from alarife.diagnostics import must_be
from alarife.engine.inspect import asking_always, slots_of
from alarife.engine.search import Field
from alarife.engine.state import State

TRIES = 100
"""A game that is over before an agent is asked is begun anew so often."""


@dataclass(frozen=True, slots=True)
class Spec:
    """Which game in which configuration; `players` 0 means what is usual."""

    game: str
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    players: int = 0


def spec_of(
    game: str, modules: Sequence[str], options: Mapping[str, str] | None, players: int
) -> Spec:
    """A specification from arguments; `TypeError` for one of another kind."""
    must_be("a list of names", "modules", modules, list, tuple)
    must_be("names with values", "options", options, dict, NoneType)
    return Spec(game, tuple(modules), tuple((options or {}).items()), players)


class Loaded:
    """A game with its numbers. `auto`: nobody is asked where there is one option."""

    def __init__(self, spec: Spec, auto: bool) -> None:
        from alarife.pipeline import load

        self.spec, self.auto = spec, auto
        game = load(spec.game, spec.modules, dict(spec.options), spec.players or None)
        self.game = game if auto else asking_always(game)
        self.actions = Actions(self.game)
        self.observing = Observing(self.game)
        self.field = Field(self.game)
        first = self.game.start(0, log=False)
        self.together = self.game.players == 1 or self.field.together(slots_of(first))

    def __reduce__(self) -> Any:
        return loaded, (self.spec, self.auto)

    @property
    def names(self) -> list[str]:
        """What each entry of an agent's observation is: what its seat sees, and what it answered
        since somebody else was asked. A question may hang on these answers."""
        return self.observing.names + [f"I have just answered: {n}" for n in self.actions.names]

    def row(self, state: State, seat: int, answered: Iterable[int]) -> list[float]:
        """An agent's observation."""
        own = [0.0] * self.actions.count
        for number in answered:
            own[number] = 1.0
        return self.observing.of(state, seat) + own

    def returns(self, state: State) -> list[float]:
        """What each seat has of the win, more or less than its equal share: the sum is 0, the best
        is the number of seats less 1, the worst is −1. Where all play together, 1 or −1 for all."""
        shares = self.field.shares(slots_of(state))
        if self.together:
            return [1.0 if state.winners else -1.0] * len(shares)
        total = sum(shares)
        return [share / total * len(shares) - 1 for share in shares]


@lru_cache(maxsize=64)
def loaded(spec: Spec, auto: bool = True) -> Loaded:
    """The game of a specification; loaded once in each process."""
    if not spec.game:
        raise ValueError("Name a game with the parameter `game`: a shipped one, or a file's path.")
    return Loaded(spec, auto)
