"""Rows about the family of games: what all modules cost, and how fast its other games are, each
against the plain base game."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Iterator
from statistics import median
from typing import Any

from tests.benchmark.engine_rows import LOADING
from tests.benchmark.measuring import (
    ALL_BOXES,
    EVERYTHING,
    FAMILY,
    Asked,
    Row,
    Work,
    rates,
    ratio,
    told_by,
    whole_game,
)

from alarife.engine.inspect import asking_always


def turns_of(game: Any, seed: int) -> int:
    """How many turns a game by lot has: how often another player comes to be on turn, and one
    more."""
    from alarife.lowering.layout import DECISION

    machine = game.machine
    slot = game.lowered.layout.notes["on_turn"].base
    s = machine.start(seed, log=False)
    turns, last = 1, s[slot]
    step = seed
    while s[DECISION] is not None:
        options = s[DECISION][2]
        step = step * 6364136223846793005 + 1442695040888963407 & 0xFFFFFFFFFFFFFFFF
        machine.advance(s, options[(step >> 32) * len(options) >> 32])
        turns += s[slot] != last
        last = s[slot]
    return turns


def turn_by_turn(game: Any) -> Work:
    """Plays a game by lot; the number of its turns. Looking at who is on turn takes the same for
    every game."""
    return lambda seed: turns_of(game, seed)


def step_by_step(game: Any) -> Work:
    """Plays a game by lot with options and copies, as front ends do; the number of its
    decisions."""

    def played(seed: int) -> int:
        rng, state, decisions = random.Random(seed), game.start(seed=seed), 0
        while not state.is_over:
            options = state.decision.options
            state = state.play(options[rng.randrange(len(options))])
            decisions += 1
        return decisions

    return played


def all_modules(asked: Asked) -> Iterator[Row]:
    """A turn with all modules against a turn of the base game."""
    base, full = asked.game(), asked.game(modules=EVERYTHING)
    plain, laden = rates(asked, turn_by_turn(base), turn_by_turn(full))
    said = f"{ratio(plain, laden):.2f} × ({1e6 / median(laden):.0f} against {1e6 / median(plain):.0f} µs)"
    yield Row("a turn with all modules against one without", said, "at most 2 ×", "–")
    plain, laden = rates(asked, whole_game(base), whole_game(full))
    said = f"{ratio(plain, laden):.2f} × ({1e6 / median(laden):.1f} against {1e6 / median(plain):.1f} µs)"
    yield Row("a game with all modules, per decision", said, "1.4 ×", "1.2 ×")
    boxes = asked.game(modules=ALL_BOXES)
    plain, laden = rates(asked, whole_game(base), whole_game(boxes))
    said = f"{ratio(plain, laden):.2f} × ({1e6 / median(laden):.1f} against {1e6 / median(plain):.1f} µs)"
    yield Row("a game with all eighteen modules, per decision in place", said, "2 ×", "–")
    plain, laden = rates(asked, step_by_step(base), step_by_step(boxes))
    said = f"{ratio(plain, laden):.2f} × ({1e6 / median(laden):.0f} against {1e6 / median(plain):.0f} µs)"
    yield Row("the same by `State.play`, with options", said, "2 ×", "–")
    every = asking_always(base), asking_always(boxes)
    for work, how in ((whole_game, "in place"), (step_by_step, "by `State.play`")):
        plain, laden = rates(asked, work(every[0]), work(every[1]))
        said = f"{ratio(plain, laden):.2f} × ({1e6 / median(laden):.1f} against {1e6 / median(plain):.1f} µs)"
        yield Row(f"the same, questions with one option counted as well, {how}", said, "–", "–")


def loading_all_modules(asked: Asked) -> Iterator[Row]:
    """Loading a game with all its modules against loading it without; first with nothing kept, then
    with all of it."""
    plain, laden = (LOADING.format(game=FAMILY, modules=modules) for modules in ((), EVERYTHING))
    told_by(plain)
    told_by(laden)
    cold: tuple[list[float], list[float]] = [], []
    warm: tuple[list[float], list[float]] = [], []
    for _ in range(asked.rounds):
        for n, program in enumerate((plain, laden)):
            with tempfile.TemporaryDirectory() as folder:
                for times in (cold[n], warm[n], warm[n]):
                    times.append(told_by(program, ALARIFE_CACHE=folder))
    for how, (base, full) in (("cold", cold), ("warm", warm)):
        said = f"{min(full) / min(base):.2f} × ({min(full) * 1000:.0f} against {min(base) * 1000:.0f} ms)"
        yield Row(f"loading all modules against none, {how}", said, "at most 2 ×", "–")


def other_games(asked: Asked) -> Iterator[Row]:
    """Decisions per second of the family's other games against the base game's."""
    base = whole_game(asked.game())
    for name, title in (("dice", "the dice game"), ("alcazaba", "Alcazaba")):
        ours, plain = rates(asked, whole_game(asked.game(name)), base)
        said = f"{ratio(ours, plain):.2f} ({median(ours):.0f} against {median(plain):.0f})"
        yield Row(f"decisions per second of {title} against the base game's", said, "1", "–")
