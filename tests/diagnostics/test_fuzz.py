"""Damaged rule files go through every stage, and are played a little: only diagnostics come out,
and soon.

In every run some thousands of little games and some of the shipped ones; with the damaged saves
(`tests/play/test_damaged_saves.py`) these are more than ten thousand files. `ALARIFE_FUZZ=50 pytest
tests/diagnostics/test_fuzz.py` tries fifty times as many; `ALARIFE_FUZZ_FROM` is the first seed.
"""

from __future__ import annotations

import os
import random
import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager
from types import FrameType

import pytest
from tests.diagnostics.little import LITTLE
from tests.diagnostics.mutations import Mutant, little_mutant, mutant

from alarife.diagnostics import RuleError
from alarife.library import Library
from alarife.pipeline import load
from alarife.report import render, to_json

TIMES = int(os.environ.get("ALARIFE_FUZZ", "1"))
LARGE, SMALL = 60 * TIMES, 2_500 * TIMES
FROM = int(os.environ.get("ALARIFE_FUZZ_FROM", "0"))
LIMIT = 20
"""Seconds that one file may take."""
MOVES = 8


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


def tried(make: Callable[[int], Mutant], seeds: range) -> None:
    """Try the damaged games of these seeds; whatever is no diagnostic fails, and says of which
    seed."""
    print(f"{make.__name__}: seeds {seeds.start} to {seeds.stop - 1}, every {seeds.step}.")
    for seed in seeds:
        try:
            with soon(LIMIT):
                outcome(make(seed))
        except Hangs:
            pytest.fail(f"{make.__name__}({seed}) takes more than {LIMIT} seconds")
        except Exception as wrong:
            raise AssertionError(f"{make.__name__}({seed}): {wrong!r}") from wrong


@pytest.mark.usefixtures("hasty")
@pytest.mark.parametrize("part", range(4))
def test_only_diagnostics_come_out_of_damaged_games(part: int) -> None:
    tried(mutant, range(FROM + part, FROM + LARGE, 4))


@pytest.mark.usefixtures("no_cache", "hasty")
@pytest.mark.parametrize("part", range(8))
def test_only_diagnostics_come_out_of_damaged_little_games(part: int) -> None:
    tried(little_mutant, range(FROM + part, FROM + SMALL, 8))


@pytest.fixture
def no_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept of files that nobody will see again."""
    monkeypatch.setenv("ALARIFE_CACHE", "")


@pytest.mark.parametrize("number", range(len(LITTLE)))
def test_the_little_games_play_as_they_stand(number: int) -> None:
    texts = LITTLE[number]
    modules = [path.removesuffix(".alr") for path in texts if path != "g.alr"]
    state = load("g", modules, library=Library(texts=texts)).start(seed=1)
    while state.decision is not None:
        state = state.play(state.decision.options[-1])
