"""How fast it is, as ratios in one run: a command, not a test.

    python tests/benchmark/bench.py --yardstick PATH/alhambra_by_hand.py [--seconds 4] [--rounds 3] [--only WORD]

A row measures one thing and says what is needed and aimed at. What is compared runs in turns, so that whatever else the machine
does
hits both. Further rows are further functions in `ROWS`.
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


@dataclass(slots=True)
class Asked:
    """What the command was told; `yardstick` is the module with a hand-written engine, if one was named."""

    seconds: float
    rounds: int
    yardstick: Any = None
    kept: dict[str, Any] = field(default_factory=dict)

    def game(self) -> Any:
        """The game that is measured, loaded once."""
        if "game" not in self.kept:
            import alarife

            self.kept["game"] = alarife.load("alhambra", players=3)
        return self.kept["game"]


@dataclass(slots=True)
class Row:
    """A line of the table."""

    what: str
    measured: str
    needed: str
    aim: str


def per_second(play: Callable[[int], object], seconds: float, first: int) -> tuple[float, int]:
    """How often something was done in a second, and how often at all."""
    begin = time.process_time()
    done = 0
    while time.process_time() - begin < seconds:
        play(first + done)
        done += 1
    return done / (time.process_time() - begin), done


def against_the_yardstick(asked: Asked) -> Iterator[Row]:
    """Complete games in one process."""
    from alarife.simulation.driver import at_random

    game = asked.game()
    for seed in range(20):
        at_random(game, seed)
    ours: list[float] = []
    theirs: list[float] = []
    mine = other = 0
    for _ in range(asked.rounds):
        rate, done = per_second(lambda seed: at_random(game, 1000 + seed), asked.seconds, mine)
        ours.append(rate)
        mine += done
        if asked.yardstick is not None:
            rate, done = per_second(lambda seed: asked.yardstick.playout(3, seed), asked.seconds, other)
            theirs.append(rate)
            other += done
    if theirs:
        ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
        said = f"{median(ratios):.2f} ({median(ours):.0f} against {median(theirs):.0f} a second)"
    else:
        said = f"{median(ours):.0f} a second"
    yield Row("complete games per second, one process, against the yardstick's", said, "0.35", "0.85")


def two_processes(asked: Asked) -> Iterator[Row]:
    """The same games in one process and in two."""
    from alarife.simulation.many import Setup, simulate

    setup = Setup("alhambra", players=3)
    games = max(60, int(60 * asked.seconds))
    rates = {jobs: [games / simulate(setup, games, seed=1, jobs=jobs).seconds for _ in range(asked.rounds)] for jobs in (1, 2)}
    one, two = median(rates[1]), median(rates[2])
    yield Row("two processes against one", f"{two / one:.2f} ({two:.0f} against {one:.0f} a second)", "1.8", "1.95")


def copying(asked: Asked) -> Iterator[Row]:
    """A copy of a state against a step in place."""
    import random

    machine = asked.game().machine
    steps = copies = 0.0
    count = 0
    for seed in range(5 * asked.rounds):
        rng = random.Random(seed)
        s = machine.start(seed, log=False)
        while s[1] is not None:
            begin = time.perf_counter()
            machine.copy(s)
            between = time.perf_counter()
            machine.advance(s, rng.choice(s[1][2]))
            steps += time.perf_counter() - between
            copies += between - begin
            count += 1
    yield Row(
        "copying a state against a step",
        f"{copies / steps:.3f} ({copies / count * 1e6:.2f} of {steps / count * 1e6:.1f} µs)",
        "under 0.2",
        "–",
    )


def surroundings(**more: str) -> dict[str, str]:
    """The environment of a new process; compiled files are kept, as they are after an installation."""
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


def starting(asked: Asked) -> Iterator[Row]:
    """The command's help against a Python that does nothing."""
    nothing = min(run(sys.executable, "-c", "pass") for _ in range(3 * asked.rounds))
    helping = min(run(sys.executable, "-m", "alarife", "--help") for _ in range(3 * asked.rounds))
    yield Row(
        "`alarife --help` against `python -c pass`", f"{helping / nothing:.1f} × ({helping * 1000:.0f} ms)", "under 10 ×", "5 ×"
    )


LOADING = (
    "import time; t = time.perf_counter(); import alarife; alarife.load('alhambra', players=3); print(time.perf_counter() - t)"
)


def loading(asked: Asked) -> Iterator[Row]:
    """Loading a game in a new process with nothing kept, and with what the first left."""
    cold: list[float] = []
    warm: list[float] = []
    run(sys.executable, "-c", LOADING)
    for _ in range(asked.rounds):
        with tempfile.TemporaryDirectory() as folder:
            for times in (cold, warm, warm):
                environment = surroundings(ALARIFE_CACHE=folder)
                out = subprocess.run([sys.executable, "-c", LOADING], check=True, capture_output=True, text=True, env=environment)
                times.append(float(out.stdout))
    yield Row(
        "loading, warm cache, against a cold load",
        f"{min(warm) / min(cold):.2f} ({min(warm) * 1000:.0f} of {min(cold) * 1000:.0f} ms)",
        "under 0.33",
        "–",
    )


ROWS: dict[str, Callable[[Asked], Iterator[Row]]] = {
    "games": against_the_yardstick,
    "processes": two_processes,
    "copying": copying,
    "starting": starting,
    "loading": loading,
}


def imported(path: str) -> Any:
    """A module from a file."""
    spec = importlib.util.spec_from_file_location("yardstick", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description="how fast Alarife is, as ratios in one run")
    options.add_argument("--yardstick", help="a file with `playout(players, seed)`, one whole game by hand-written code")
    options.add_argument("--seconds", type=float, default=2, help="of computing for each measurement")
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--only", choices=sorted(ROWS), help="a single row")
    given = options.parse_args()
    asked = Asked(given.seconds, given.rounds, imported(given.yardstick) if given.yardstick else None)
    print("| what | measured | needed | aim |\n| --- | --- | --- | --- |")
    for name, row in ROWS.items():
        if given.only in (None, name):
            for line in row(asked):
                print(f"| {line.what} | {line.measured} | {line.needed} | {line.aim} |", flush=True)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "interpreter"))
    main()
