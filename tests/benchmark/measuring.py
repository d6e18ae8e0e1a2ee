"""What the rows of the benchmark share: what was asked for, how rates are taken, and what a new
process is given.

What always holds: times in one process are those of the processor, so that others at the machine
cost nobody anything; what is compared runs in turns, so that what remains of them hits both."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
FAMILY = "alhambra"
"""The game that the measurements of the engine are about."""

EVERYTHING = ("bazaars", "cards", "change", "extra_tower", "invaders", "treasure")
"""The modules of that game's first boxes."""
ALL_BOXES = (
    *EVERYTHING,
    *("bonus", "bureau", "characters", "diamonds", "gates", "huts", "medina", "scorecards"),
    *("thieves", "traders", "vizier", "walls"),
)
"""All modules of that game that are in a box; they play together."""

Work = Callable[[int], int]
"""Does something with a seed; how much was done (games, steps …)."""


@dataclass(slots=True)
class Asked:
    """What the command was told; `yardstick` is the module with a hand-written engine, if one was
    named; `openspiel` whether to compare with OpenSpiel; `before` the folder of an
    older version to compare with."""

    seconds: float
    rounds: int
    yardstick: Any = None
    openspiel: bool = False
    before: str = ""
    kept: dict[tuple[str, tuple[str, ...]], Any] = field(default_factory=dict)

    def game(
        self, name: str = FAMILY, modules: tuple[str, ...] = (), players: int | None = 3
    ) -> Any:
        """A game, loaded once."""
        if (name, modules) not in self.kept:
            import alarife

            self.kept[name, modules] = alarife.load(name, modules=modules, players=players)
        return self.kept[name, modules]


@dataclass(slots=True)
class Row:
    """A line of the table."""

    what: str
    measured: str
    needed: str
    aim: str


def rates(asked: Asked, *works: Work) -> list[list[float]]:
    """How much each of several works does in a second of computing, once for each round; they take
    turns."""
    found: list[list[float]] = [[] for _ in works]
    seeds = [1000] * len(works)
    for work in works:
        work(1)
    for _ in range(asked.rounds):
        for n, work in enumerate(works):
            done = 0
            begin = time.process_time()
            while True:
                done += work(seeds[n])
                seeds[n] += 1
                now = time.process_time()
                if now - begin >= asked.seconds:
                    break
            found[n].append(done / (now - begin))
    return found


def ratio(ours: list[float], theirs: list[float]) -> float:
    """How much faster ours is, in the middle of the rounds."""
    return median(a / b for a, b in zip(ours, theirs, strict=True))


def whole_game(game: Any) -> Work:
    """Plays a game by lot, without making options or copies; the number of its decisions."""
    from alarife.simulation.driver import at_random

    return lambda seed: at_random(game, seed).decisions


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a new process; compiled files are kept, as they are after an
    installation."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    return {
        **kept,
        "PYTHONPATH": str(ROOT / "interpreter"),
        "PYTHONPYCACHEPREFIX": str(Path(tempfile.gettempdir()) / "alarife-bench"),
        **more,
    }


def run(*command: str) -> float:
    """How long a command takes."""
    begin = time.perf_counter()
    subprocess.run(command, check=True, capture_output=True, env=surroundings())
    return time.perf_counter() - begin


def told_by(program: str, **environment: str) -> float:
    """The number that a Python program prints in a process of its own."""
    told = subprocess.run(
        [sys.executable, "-c", program],
        check=True,
        capture_output=True,
        text=True,
        env=surroundings(**environment),
    )
    return float(told.stdout)
