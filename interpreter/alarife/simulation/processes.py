"""Games in several processes.

Each process has the game (inherited where the system can fork safely, else loaded again) and takes
the next few seeds from a shared counter until there are none. Results come back through a pipe a
process. Whatever ends this, no process is left behind."""

from __future__ import annotations

import gc
import multiprocessing
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import TYPE_CHECKING, Any

from alarife.bots.choosing import make_bot
from alarife.diagnostics import RuleError, rule_error
from alarife.engine.state import Game
from alarife.simulation.driver import Result
from alarife.simulation.parents import end_with_parent

if TYPE_CHECKING:
    from alarife.simulation.many import Progress, Setup

PORTIONS = 64
"""About so often a process takes games: often enough that none waits long for the last one, seldom
enough to cost nothing."""

OFTEN = 0.1
"""After so many seconds a process tells what it has."""

_DONE, _WRONG = -1, -2


def play_in_processes(
    setup: Setup, game: Game, names: list[str], seeds: Sequence[int], jobs: int, told: Progress
) -> list[Result]:
    """The games of these seeds, in their order."""
    forks = can_fork()
    context: Any = multiprocessing.get_context("fork" if forks else "spawn")
    inherited = game if forks else None
    counter = context.Value("q", 0)
    portion = max(1, min(64, len(seeds) // (jobs * PORTIONS)))
    pipes: list[Connection] = []
    processes: list[Any] = []
    try:
        for _ in range(jobs):
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(
                target=_work,
                args=(sender, setup, inherited, names, seeds, counter, portion),
                daemon=True,
            )
            process.start()
            sender.close()
            pipes.append(receiver)
            processes.append(process)
        return _collect(pipes, len(seeds), told)
    finally:
        for process in processes:
            if process.is_alive():
                process.terminate()
            process.join()


def can_fork() -> bool:
    """Whether a process may be copied as it is: on Linux, if nothing else runs in it."""
    return sys.platform == "linux" and sum(1 for _ in Path("/proc/self/task").iterdir()) == 1


def _collect(pipes: list[Connection], games: int, told: Progress) -> list[Result]:
    """What all processes send, in order; what went wrong in one of them is raised here."""
    results: dict[int, Result] = {}
    open_ones = list(pipes)
    while open_ones:
        for pipe in wait(open_ones):
            assert isinstance(pipe, Connection)
            try:
                first, made = pipe.recv()
            except EOFError:
                message = (
                    f"A process ended before its games did: {len(results)} of {games} were played."
                )
                raise rule_error(
                    "E0714", message, "It may have run out of memory. Ask for fewer jobs."
                ) from None
            if first == _WRONG:
                raise RuleError(made)
            if first == _DONE:
                open_ones.remove(pipe)
                continue
            results.update(enumerate(made, first))
            told(len(made))
    return [results[number] for number in range(games)]


def _work(
    sender: Connection,
    setup: Setup,
    inherited: Game | None,
    names: list[str],
    seeds: Sequence[int],
    counter: Any,
    portion: int,
) -> None:
    """What one process does."""
    from alarife.simulation.many import games_of

    signal.signal(
        signal.SIGINT, signal.SIG_IGN
    )  # Ctrl-C reaches all processes of a terminal; the first one ends the others
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    end_with_parent()
    try:
        game = inherited or setup.load()
        gc.freeze()  # what is there by now stays: looking through it for garbage would only copy it
        bots = [make_bot(name) for name in names]
        while True:
            with counter.get_lock():
                first = counter.value
                counter.value = first + portion
            if first >= len(seeds):
                sender.send((_DONE, []))
                return
            _send(sender, first, games_of(game, bots, seeds[first : first + portion]))
    except RuleError as wrong:
        sender.send((_WRONG, wrong.diagnostics))


def _send(sender: Connection, first: int, results: Iterator[Result]) -> None:
    """Send results as they come, several at once if they come quickly."""
    made: list[Result] = []
    sent = time.monotonic()
    for result in results:
        made.append(result)
        if time.monotonic() - sent > OFTEN:
            sender.send((first, made))
            first, made, sent = first + len(made), [], time.monotonic()
    sender.send((first, made))
