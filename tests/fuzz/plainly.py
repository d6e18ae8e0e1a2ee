"""Damaged games played twice: with all optimisations, and with none. The same must come of it,
step by step and in playouts, for every optimisation follows from the text of a rule."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.fuzz.mutants import Mutant
from tests.fuzz.trying import Broken, Hangs, soon

from alarife.diagnostics import RuleError
from alarife.engine.state import Game
from alarife.lowering.optimisations import OPTIMISATIONS
from alarife.pipeline import stages
from alarife.simulation.driver import at_random

MOVES = 40
PLAIN_SECONDS = 20
"""What goes on for longer without optimisations is not compared."""
TOO_LONG = "skipped: plainly too long"
BOUNDS = {"E0507", "E0515", "E0516", "E0518"}
"""What takes too long or too much may do so one way and not the other."""


def try_both(case: Mutant) -> str:
    """What comes of a damaged game both ways: `plays`, the first code of its diagnostics, or
    `TOO_LONG`."""
    try:
        quick = _lowered(case, ())
    except RuleError as wrong:
        return wrong.diagnostics[0].code
    plain = _lowered(case, tuple(OPTIMISATIONS))
    for how in (_stepwise, _in_a_playout):
        one = how(quick, case.seed)
        try:
            with soon(PLAIN_SECONDS):
                other = how(plain, case.seed)
        except Hangs:
            return TOO_LONG
        if one != other and not BOUNDS & {str(one[-1]), str(other[-1])}:
            at = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), -1)
            raise Broken(f"{how.__name__}, {at}: {one[at]!s:.200}, and plainly {other[at]!s:.200}")
    return "plays"


def _lowered(case: Mutant, without: Sequence[str]) -> Game:
    made = stages(case.game, case.modules, None, case.players, case.library(), without)
    return Game(made.lowered)


def _stepwise(game: Game, seed: int) -> list[Any]:
    """The options on the way, and all that can be said of the last state."""
    told: list[Any] = []
    chance = random.Random(seed)
    try:
        state = game.start(seed)
        for _ in range(MOVES):
            if state.decision is None:
                break
            told.append([option.key for option in state.decision.options])
            state = state.play(chance.choice(state.decision.options))
        told += [state.dump(), *(state.view(seat + 1) for seat in range(game.players))]
        told.append((state.scores, state.winners) if state.is_over else "")
    except RuleError as wrong:
        told.append(wrong.diagnostics[0].code)
    return told


def _in_a_playout(game: Game, seed: int) -> list[Any]:
    try:
        result = at_random(game, seed)
    except RuleError as wrong:
        return [wrong.diagnostics[0].code]
    return [result.decisions, result.scores, str(result.winners)]
