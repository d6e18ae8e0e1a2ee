"""Chance made explicit: play stops where something is random, and lists what may come of it.

What comes in: a state and an answer (or nothing, for the start), and the outcomes chosen so far.
What goes out: the state that follows, or the outcomes of the next random event with their
probabilities. Nothing is suspended: the run is made again from the answer each time, so a run with
many random events costs the square of their number. Meant for dice, draws from bags, and shuffles
of few pieces; pieces that look alike are one outcome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from alarife.engine.decisions import Option
from alarife.engine.state import Game, State


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What may come, by number: how likely each is (they sum to 1), and the piece or value it is
    (one of them, where several look alike)."""

    chances: tuple[float, ...]
    members: tuple[int, ...]
    pieces: bool


class _Stop(Exception):
    """The script is at its end."""

    def __init__(self, outcomes: Outcomes) -> None:
        super().__init__()
        self.outcomes = outcomes


def start(game: Game, script: Sequence[int] = ()) -> State | Outcomes:
    """The first state after these outcomes; or the next random event."""
    return _run(game, script, lambda: game.start(0, log=False))


def play(state: State, option: Option | str | int, script: Sequence[int] = ()) -> State | Outcomes:
    """The state after an answer and these outcomes; or the next random event."""
    return _run(state.game, script, lambda: state.play(option))


def _run(game: Game, script: Sequence[int], act: Callable[[], State]) -> State | Outcomes:
    lots = game.machine.transactions.lots
    twin = game.machine.tables.twin
    left = iter(script)

    def decide(among: Sequence[int], pieces: bool) -> int:
        classes: dict[int, list[int]] = {}
        for x in among:
            classes.setdefault(twin[x] if pieces else x, []).append(x)
        members = [held[0] for held in classes.values()]
        if len(members) == 1:
            return members[0]
        chosen = next(left, None)
        if chosen is None:
            chances = tuple(len(held) / len(among) for held in classes.values())
            raise _Stop(Outcomes(chances, tuple(members), pieces))
        return members[chosen]

    lots.oracle = decide
    try:
        return act()
    except _Stop as stop:
        return stop.outcomes
    finally:
        lots.oracle = None
