"""What is tried with a damaged game or dump, and what must hold whatever comes of it.

No exception but `RuleError` comes out; nothing takes longer or more memory than the budget allows;
pieces are conserved; a dump restores; what a seat can't see makes no difference to it."""

from __future__ import annotations

import json
import random
import resource
from time import process_time
from typing import Any

from tests.diagnostics.mutations import Mutant
from tests.fuzz.hidden import check_hidden
from tests.games.invariants import check_options, check_pieces

from alarife.diagnostics import RuleError
from alarife.engine.state import Game, State
from alarife.pipeline import load
from alarife.report import render, to_json

MOST_SECONDS = 12.0
"""Seconds of computing that one step may take: ten of the budget, and what lies between."""
MOST_MEMORY = 1 << 30
"""So much more memory one case may take than there was before."""
MOVES = 40


class Broken(AssertionError):
    """Something that must hold does not."""


class Watch:
    """Looks after every step whether it took too long or too much."""

    def __init__(self) -> None:
        self.longest = 0.0
        self._memory = _memory()
        self._since = process_time()

    def step(self, what: str) -> None:
        """A step is over."""
        now = process_time()
        taken, self._since = now - self._since, now
        self.longest = max(self.longest, taken)
        if taken > MOST_SECONDS:
            raise Broken(f"{what} took {taken:.1f} s")
        if _memory() > self._memory + MOST_MEMORY:
            raise Broken(f"{what} took {(_memory() - self._memory) >> 20} MB")


def _memory() -> int:
    """The most memory that this process has had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def try_game(case: Mutant, moves: int = MOVES) -> tuple[str, float]:
    """What comes of a damaged game: `plays`, or the first code of its diagnostics; and the longest
    step."""
    watch = Watch()
    try:
        game = load(case.game, case.modules, players=case.players, library=case.library())
        watch.step("loading")
        _play(game, game.start(case.seed), random.Random(case.seed), moves, watch)
    except RuleError as wrong:
        watch.step("the fault")
        render(wrong.diagnostics, case.texts, colour=True)
        to_json(wrong.diagnostics)
        codes = [d.code for d in wrong.diagnostics if d.severity == "error"]
        if not codes:
            raise Broken("an error without an error") from wrong
        return codes[0], watch.longest
    return "plays", watch.longest


def _play(game: Game, state: State, chance: random.Random, moves: int, watch: Watch) -> None:
    for move in range(moves):
        watch.step("a move")
        if move % 8 == 0:
            check_state(game, state, chance)
            watch.step("looking at a state")
        if state.decision is None:
            break
        state = state.play(chance.choice(state.decision.options))
    if state.is_over and not isinstance(state.winners, list):
        raise Broken("a game without an end")


def check_state(game: Game, state: State, chance: random.Random) -> None:
    """What must hold of every state."""
    check_pieces(state)
    check_options(state)
    data = json.loads(json.dumps(state.dump()))
    if game.restore(data).dump() != state.dump():
        raise Broken("a restored state is another one")
    for seat in range(1, game.players + 1):
        json.dumps(state.view(seat))
    check_hidden(state, chance)


def try_dump(game: Game, data: Any, chance: random.Random) -> str:
    """What comes of a damaged dump: `plays`, or the code of its diagnostic."""
    watch = Watch()
    try:
        state = game.restore(data)
        watch.step("restoring")
        for _ in range(6):
            check_pieces(state)
            state.view(1)
            if state.decision is None:
                break
            state = state.play(chance.choice(state.decision.options))
            watch.step("a move")
    except RuleError as wrong:
        render(wrong.diagnostics, {})
        return wrong.diagnostics[0].code
    return "plays"
