"""What the tests of the classics share: reading a position, counting moves, playing games to their
end.

Everything here keeps to the public contract of a state (`decision`, `options`, `play`, `dump`);
only `place` and `note` know how a dump is laid out."""

from __future__ import annotations

import random
from collections.abc import Callable, Hashable, Iterator
from typing import Any

State = Any
Position = Callable[[State], Hashable]


def place(state: State, name: str) -> Any:
    """What lies in a place, as the dump says it."""
    return state.dump()["places"][name]


def note(state: State, name: str) -> Any:
    """What a note says, as the dump says it."""
    return state.dump()["notes"][name]


def board(state: State, field: str = "owner") -> dict[tuple[int, int], Any]:
    """Cell → one field of the piece on it, for a place called `board`."""
    return {
        (x, y): entry["piece"][field] for entry in place(state, "board") for x, y in [entry["at"]]
    }


def on_board(field: str) -> Position:
    """A position that is known by what lies on the board and by who is asked."""

    def position(state: State) -> Hashable:
        player = 0 if state.is_over else state.decision.player
        return player, frozenset(board(state, field).items())

    return position


def count_moves(
    state: State, plies: int, position: Position, moves_made: Callable[[State], int]
) -> int:
    """In how many ways `plies` moves can be made from here, where each decision is one move. The
    engine makes forced moves by itself, so the depth is read off the position (`moves_made`) rather
    than counted; a forced move does not change the count."""
    remembered: dict[tuple[int, Hashable], int] = {}
    end = moves_made(state) + plies

    def below(state: State) -> int:
        made = moves_made(state)
        if made >= end:
            return 1
        if state.is_over:
            return 0
        if made == end - 1:
            return len(state.decision.options)
        key = (made, position(state))
        if key not in remembered:
            remembered[key] = sum(below(state.play(option)) for option in state.decision.options)
        return remembered[key]

    return below(state)


def turns(state: State) -> Iterator[tuple[tuple[str, ...], State]]:
    """Every whole turn of the player who is asked, for games in which a turn takes several small
    decisions: the keys that were chosen, and the state in which somebody else is asked or the game
    is over."""
    player = state.decision.player

    def go_on(state: State, chosen: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], State]]:
        for option in state.decision.options:
            after = state.play(option)
            keys = (*chosen, option.key)
            if after.is_over or after.decision.player != player:
                yield keys, after
            else:
                yield from go_on(after, keys)

    yield from go_on(state, ())


def random_game(state: State, seed: int, most_steps: int = 5000) -> Iterator[State]:
    """The states of a game in which every choice is made by lot, from the first decision to the
    end."""
    lot = random.Random(seed)
    for _ in range(most_steps):
        yield state
        if state.is_over:
            return
        state = state.play(lot.choice(list(state.decision.options)))
    raise AssertionError(f"the game did not end within {most_steps} steps")
