"""Rows about the engine: complete games, processes, copies, the start of the command, loading."""

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from statistics import median

from tests.benchmark.measuring import FAMILY, Asked, Row, rates, ratio, run, told_by


def against_the_yardstick(asked: Asked) -> Iterator[Row]:
    """Complete games in one process."""
    from alarife.simulation.driver import at_random

    game = asked.game()
    for seed in range(20):
        at_random(game, seed)

    def ours(seed: int) -> int:
        at_random(game, seed)
        return 1

    def theirs(seed: int) -> int:
        asked.yardstick.playout(3, seed)
        return 1

    found = rates(asked, ours, *([theirs] if asked.yardstick is not None else []))
    said = f"{median(found[0]):.0f} a second"
    if asked.yardstick is not None:
        said = f"{ratio(found[0], found[1]):.2f} ({median(found[0]):.0f} against {median(found[1]):.0f} a second)"
    yield Row(
        "complete games per second, one process, against the yardstick's", said, "0.75", "0.85"
    )


def two_processes(asked: Asked) -> Iterator[Row]:
    """The same games in one process and in two."""
    from alarife.simulation.many import Setup, simulate

    setup = Setup(FAMILY, players=3)
    games = max(
        4, int(200 * asked.seconds)
    )  # so many that what each process finds out anew for itself does not count
    found = {
        jobs: [
            games / simulate(setup, games, seed=1, jobs=jobs).seconds for _ in range(asked.rounds)
        ]
        for jobs in (1, 2)
    }
    one, two = median(found[1]), median(found[2])
    yield Row(
        "two processes against one",
        f"{two / one:.2f} ({two:.0f} against {one:.0f} a second)",
        "1.8",
        "1.95",
    )


def copying(asked: Asked) -> Iterator[Row]:
    """A copy of a state against a step in place."""
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
    said = f"{copies / steps:.3f} ({copies / count * 1e6:.2f} of {steps / count * 1e6:.1f} µs)"
    yield Row("copying a state against a step", said, "under 0.2", "–")


def starting(asked: Asked) -> Iterator[Row]:
    """The command's help against a Python that does nothing."""
    nothing = min(run(sys.executable, "-c", "pass") for _ in range(3 * asked.rounds))
    helping = min(run(sys.executable, "-m", "alarife", "--help") for _ in range(3 * asked.rounds))
    said = f"{helping / nothing:.1f} × ({helping * 1000:.0f} ms)"
    yield Row("`alarife --help` against `python -c pass`", said, "under 10 ×", "5 ×")


LOADING = """
import time
t = time.process_time()
import alarife
alarife.load({game!r}, modules={modules!r}, players=3)
print(time.process_time() - t)
"""
"""Loads a game in a process of its own, and tells how long it took."""


WARM = """
import time
import alarife, alarife.pipeline
alarife.load({game!r}, players=3)
t = time.process_time()
alarife.load({game!r}, players=3)
print(time.process_time() - t)
"""
"""Loads a game that has been loaded by another process; the first load here imports what is
needed, the second is what loading takes."""


def loading(asked: Asked) -> Iterator[Row]:
    """Loading a game in a new process with nothing kept, and with what the first left."""
    program = LOADING.format(game=FAMILY, modules=())
    cold: list[float] = []
    warm: list[float] = []
    told_by(program)
    for _ in range(asked.rounds):
        with tempfile.TemporaryDirectory() as folder:
            for times in (cold, warm, warm):
                times.append(told_by(program, ALARIFE_CACHE=folder))
    said = f"{min(warm) / min(cold):.2f} ({min(warm) * 1000:.0f} of {min(cold) * 1000:.0f} ms)"
    yield Row("loading, warm cache, against a cold load", said, "under 0.33", "–")
    once = min(told_by(WARM.format(game=FAMILY)) for _ in range(asked.rounds))
    yield Row("a warm load, imports left out", f"{once * 1000:.0f} ms", "20 ms", "10 ms")
