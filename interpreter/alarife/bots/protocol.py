"""What a bot is, and what it gets to see.

A bot is anything with `choose(view, decision, rng)`. It is asked when its seat has to decide, and
answers with one of the options. It sees what its seat sees (`View`), and draws its chance from
`rng` alone, so that a game can be played again from its seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import Any, Protocol, runtime_checkable

from alarife.bots.chance import Generator
from alarife.diagnostics import must_be
from alarife.engine.decisions import Decision, Option
from alarife.engine.inspect import points
from alarife.engine.state import State


class View(Mapping[str, Any]):
    """What one seat sees. Read it like the dictionary that `state.view(seat)` gives; it is made
    only if it is read."""

    def __init__(self, state: State, seat: int) -> None:
        must_be("a state", "state", state, State)
        state.game.check_seat(seat)
        self._state = state
        self.seat = seat

    @cached_property
    def data(self) -> dict[str, Any]:
        """All that the seat sees, JSON-able."""
        return self._state.view(self.seat)

    @cached_property
    def _imagined(self) -> Callable[[int], State]:
        return self._state.imagining(self.seat)

    @property
    def scores(self) -> dict[int | str, int]:
        """Points by seat, as this seat sees them: those that hang on pieces it does not know are
        left out."""
        return {p: n for p, n in points(self._state, self.seat).items() if n is not None}

    @property
    def players(self) -> int:
        """How many play."""
        return self._state.game.players

    def imagine(self, seed: int) -> State:
        """A state that this seat can't tell from the real one: what it can't know is dealt anew.
        The same decision stands in it, with the same options in the same order: to try out option
        i, play i."""
        return self._imagined(seed)

    def __getitem__(self, key: str) -> Any:
        return self.data[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.data)

    def __len__(self) -> int:
        return len(self.data)


@runtime_checkable
class Bot(Protocol):
    """Who plays a seat. One object may play many games, one after the other, and several seats of
    one game: what it remembers between two decisions has to be kept by game and seat, or, better,
    not at all."""

    def choose(self, view: View, decision: Decision, rng: Generator) -> Option | str | int:
        """The option to take: the option itself, its key, or its index."""
        ...
