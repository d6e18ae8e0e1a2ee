"""Rows about boards: the classics against an older version, a game of tiles against the same text
with nothing kept, laws on boards and under conditions, views."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

from tests.benchmark.classics_rows import steps_in_place
from tests.benchmark.measuring import FAMILY, ROOT, Asked, Row, Work, rates, ratio, whole_game

BOARDS = ("hex", "draughts", "breakthrough", "reversi")
PROGRAM = """
import json, random, sys, time
import alarife
from alarife.lowering.layout import DECISION
game, seconds = sys.argv[1], float(sys.argv[2])
machine = alarife.load(game).machine
machine = getattr(machine, "playouts", machine)
steps, seed, began = 0, 0, 0.0
while not began or time.process_time() - began < seconds:
    if seed == 2:
        steps, began = 0, time.process_time()
    lot, seed = random.Random(seed).random, seed + 1
    s = machine.start(seed, log=False)
    while s[DECISION] is not None:
        options = s[DECISION][2]
        machine.advance(s, options[int(lot() * len(options))])
        steps += 1
print(json.dumps(steps / (time.process_time() - began)))
"""
"""Steps per second of a game, whatever the version."""


def steps_of(folder: Path, game: str, seconds: float) -> float:
    """Steps per second of a game in a process of its own, by the version in a folder."""
    told = subprocess.run(
        [sys.executable, "-c", PROGRAM, game, str(seconds)],
        cwd=folder,
        env={"PYTHONPATH": str(folder / "interpreter"), "PATH": ""},
        check=True,
        capture_output=True,
        text=True,
    )
    return float(json.loads(told.stdout))


def boards(asked: Asked) -> Iterator[Row]:
    """Steps per second in place, against an older version: `--before FOLDER`."""
    for game in BOARDS:
        ours: list[float] = []
        theirs: list[float] = []
        for _ in range(asked.rounds):
            ours.append(steps_of(ROOT, game, asked.seconds))
            if asked.before:
                theirs.append(steps_of(Path(asked.before), game, asked.seconds))
        said = f"{median(ours):.0f} a second"
        if theirs:
            said = f"{ratio(ours, theirs):.1f} ({median(ours):.0f} against {median(theirs):.0f})"
        yield Row(f"{game}: steps per second against 0.1.0", said, "3", "8")


def tiles(asked: Asked) -> Iterator[Row]:
    """A game of edge-matched tiles, against its plain text: no pass, no result and no graph is
    kept, as in 0.1.0, which can't read the file."""
    from alarife.engine.state import Game
    from alarife.lowering.optimisations import OPTIMISATIONS
    from alarife.pipeline import stages

    plain = stages("hamlets", players=2, without=OPTIMISATIONS).lowered
    now, then = rates(
        asked, steps_in_place(asked.game("hamlets", players=2)), _with_log(Game(plain))
    )
    said = f"{ratio(now, then):.0f} ({median(now):.0f} against {median(then):.0f} steps)"
    yield Row("a game of tiles joined by a graph, against nothing kept", said, "8", "20")


def _with_log(game: Any) -> Work:
    """Plays in place without the machine for playouts."""
    machine = game.machine

    def play(seed: int) -> int:
        lot = random.Random(seed).random
        s = machine.start(seed, log=False)
        steps = 0
        while s[1] is not None:
            options = s[1][2]
            machine.advance(s, options[int(lot() * len(options))])
            steps += 1
        return steps

    return play


GUARDED = """alarife 1
module guarded "Guarded" for alhambra
  > Points matter.

chapter building

change matching(g) as guarded_matching "Guarded" when (some p in Player: score[p] at least 30)
  > The same as ever.
  usual
"""


RELAXED = """alarife 2
module relaxed "Relaxed" for alhambra
  > Two parts are enough.

chapter building

change walkable(g) as in_two_parts "In two parts" {when} to usual or size(parts(paths(g))) is at most 2
  > Your city may have two parts.
"""
WHEN = "when (some p in Player: score[p] is at least 30)"


def laws(asked: Asked) -> Iterator[Row]:
    """A law changed under a condition decided in play, against the same law as it is, and against
    one that is always changed."""
    guarded, now, always = (
        whole_game(_with_rules(text))
        for text in (GUARDED, RELAXED.replace("{when}", WHEN), RELAXED.replace("{when} ", ""))
    )
    plain, changed = rates(asked, whole_game(asked.game()), guarded)
    said = f"{ratio(plain, changed):.2f} ×"
    yield Row("a law changed under a condition decided in play", said, "at most 2 ×", "1.5 ×")
    unchanged, changed = rates(asked, always, now)
    said = f"{ratio(unchanged, changed):.2f} ×"
    yield Row("a rule relaxed under such a condition, against always", said, "at most 2 ×", "1.5 ×")


def _with_rules(text: str) -> Any:
    """The family's game with a module of this text."""
    import alarife

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{text.split()[3]}.alr"
        path.write_text(text, encoding="utf-8")
        return alarife.load(FAMILY, modules=[str(path)], players=3)


def views(asked: Asked) -> Iterator[Row]:
    """What one seat sees, against a step."""
    game = asked.game()
    steps = looks = 0.0
    for seed in range(max(1, round(asked.rounds * asked.seconds))):
        state, chance = game.start(seed), random.Random(seed)
        for _ in range(300):
            if state.is_over:
                break
            options = state.decision.options
            begin = time.process_time()
            state = state.play(options[chance.randrange(len(options))])
            between = time.process_time()
            state.view(1)
            looks += time.process_time() - between
            steps += between - begin
    yield Row("`state.view` against a step", f"{looks / steps:.1f} ×", "at most 5 ×", "2 ×")
