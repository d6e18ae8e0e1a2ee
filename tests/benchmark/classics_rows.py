"""Rows about the classics: steps per second against OpenSpiel, both driven from Python, in one
thread.

OpenSpiel is no dependency: without it (`pip install open_spiel numpy absl-py`) these rows say our
own speed only. Both play the same way: a choice among all legal moves by lot, the state changed in
place, until the game is over. What `State.play` gives besides (a new state each time, options with
labels) is a row of its own."""

from __future__ import annotations

import importlib
import random
from collections.abc import Iterator
from importlib.util import find_spec
from statistics import median
from typing import Any

from tests.benchmark.measuring import Asked, Row, Work, rates, ratio

THEIRS = (
    ("tic_tac_toe", "python_tic_tac_toe", "OpenSpiel's in Python", "1", "–"),
    ("tic_tac_toe", "tic_tac_toe", "OpenSpiel's in C++", "0.35", "0.5"),
    ("connect_four", "connect_four", "OpenSpiel's in C++", "0.35", "0.5"),
)
"""Our game, theirs, what theirs is, what is needed, what is aimed at."""


def steps_in_place(game: Any) -> Work:
    """Plays our game in place; the number of its steps."""
    from alarife.lowering.layout import DECISION

    machine = game.machine.playouts
    advance = machine.advance

    def play(seed: int) -> int:
        lot = random.Random(seed).random
        s = machine.start(seed, log=False)
        steps = 0
        while s[DECISION] is not None:
            options = s[DECISION][2]
            advance(s, options[int(lot() * len(options))])
            steps += 1
        return steps

    return play


def steps_by_playing(game: Any) -> Work:
    """Plays our game as everybody does, where each step gives a new state; the number of its
    steps."""

    def play(seed: int) -> int:
        lot = random.Random(seed).random
        state = game.start(seed, log=False)
        steps = 0
        while not state.is_over:
            options = state.decision.options
            state = state.play(options[int(lot() * len(options))])
            steps += 1
        return steps

    return play


def steps_of_theirs(name: str) -> Work:
    """Plays a game of OpenSpiel in place; the number of its steps."""
    spiel = importlib.import_module("pyspiel")
    importlib.import_module("open_spiel.python.games")
    theirs = spiel.load_game(name)

    def play(seed: int) -> int:
        lot = random.Random(seed).random
        state = theirs.new_initial_state()
        steps = 0
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(lot() * len(actions))])
            steps += 1
        return steps

    return play


def against_openspiel(asked: Asked) -> Iterator[Row]:
    """Our tic-tac-toe and connect four against OpenSpiel's; without it, our own speed."""
    if not asked.openspiel or find_spec("pyspiel") is None:
        yield from alone(asked)
        return
    for name, other, what, needed, aim in THEIRS:
        game = asked.game(name, players=None)
        ours, playing, theirs = rates(
            asked, steps_in_place(game), steps_by_playing(game), steps_of_theirs(other)
        )
        for rate, how, need, wish in (
            (ours, "", needed, aim),
            (playing, ", a new state each", needed, "–"),
        ):
            said = f"{ratio(rate, theirs):.2f} ({median(rate):.0f} against {median(theirs):.0f})"
            yield Row(f"{name}: steps per second against {what}{how}", said, need, wish)


def alone(asked: Asked) -> Iterator[Row]:
    """Our own speed."""
    for name in ("tic_tac_toe", "connect_four"):
        game = asked.game(name, players=None)
        ours, playing = rates(asked, steps_in_place(game), steps_by_playing(game))
        said = f"{median(ours):.0f}; with a new state each {median(playing):.0f}"
        yield Row(f"{name}: steps per second", said, "–", "–")
