"""Damaged rule files go through every stage, and are played a little: only diagnostics come out, and soon.

Some hundreds are tried in every run. `ALARIFE_FUZZ=10000 pytest tests/diagnostics/test_fuzz.py` tries that many;
`ALARIFE_FUZZ_FROM` is the first seed.
"""

from __future__ import annotations

import os
import random
import signal
import time
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

import pytest
from tests.diagnostics.mutations import Mutant, mutant

from alarife.diagnostics import RuleError
from alarife.pipeline import load
from alarife.report import render, to_json

HOW_MANY = int(os.environ.get("ALARIFE_FUZZ", "300"))
FROM = int(os.environ.get("ALARIFE_FUZZ_FROM", "0"))
LIMIT = 20
"""Seconds that one file may take."""
MOVES = 12


class Hangs(BaseException):
    """A file took too long. Nothing between here and there catches this."""


@contextmanager
def soon(seconds: float) -> Generator[None]:
    """Raise `Hangs` where what stands below takes longer."""

    def late(_number: int, _frame: FrameType | None) -> None:
        raise Hangs

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def outcome(case: Mutant) -> str:
    """What comes of a damaged game: `plays`, or the first code of its diagnostics."""
    try:
        game = load(case.game, case.modules, players=case.players, library=case.library())
        state = game.start(seed=case.seed)
        chance = random.Random(case.seed)
        for _ in range(MOVES):
            if state.is_over or state.decision is None:
                break
            options = state.decision.options
            assert options, "a decision without options"
            [option.label for option in options]
            state = state.play(chance.choice(options))
        assert game.restore(state.dump()).dump() == state.dump()
        state.view(1)
        if state.is_over:
            assert state.scores is not None
            assert state.winners is not None
    except RuleError as wrong:
        render(wrong.diagnostics, case.texts, colour=True)
        to_json(wrong.diagnostics)
        assert any(d.severity == "error" for d in wrong.diagnostics)  # noqa: PT017 - what is caught is what is looked at
        return next(d.code for d in wrong.diagnostics if d.severity == "error")
    return "plays"


@pytest.mark.parametrize("part", range(10))
def test_only_diagnostics_come_out(part: int) -> None:
    for seed in range(FROM + part, FROM + HOW_MANY, 10):
        began = time.monotonic()
        try:
            with soon(LIMIT):
                outcome(mutant(seed))
        except Hangs:
            pytest.fail(f"seed {seed} takes more than {LIMIT} seconds")
        except Exception as wrong:
            raise AssertionError(f"seed {seed} after {time.monotonic() - began:.1f} s: {wrong!r}") from wrong
