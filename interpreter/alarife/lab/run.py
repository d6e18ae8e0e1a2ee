"""A run: plays the pairs of a plan, here or in many processes, and adds them up in order."""

from __future__ import annotations

import gc
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path

from alarife.diagnostics import rule_error
from alarife.lab.arms import Plan
from alarife.lab.measure import Measures
from alarife.lab.portions import Portion, play_portion, portions, sized
from alarife.lab.record import Record
from alarife.lab.sums import Sums
from alarife.simulation.parents import end_with_parent
from alarife.simulation.processes import can_fork

Progress = Callable[[int], None]
Played = Iterator[list[list[Measures]]]
WINDOW = 4
"""So many portions for each worker are under way at most: memory does not grow with games."""


def run(
    plan: Plan,
    folder: Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Sums:
    """Play what is missing, and give the sums of everything. Raises `RuleError`."""
    sums = Sums(len(plan.arms))
    told = progress or (lambda _: None)
    record = Record(folder, plan, resume) if folder is not None else None
    if record is not None:
        for pair in record.made():
            sums.add(pair)
        told(sums.pairs)
    if sums.pairs < plan.pairs:
        for made in _played(plan, sums.pairs, jobs, cluster):
            for pair in made:
                sums.add(pair)
            if record is not None:
                record.add(made)
            told(len(made))
    return sums


def _played(plan: Plan, first: int, jobs: int, cluster: str | None) -> Played:
    """The pairs from one on, in order, portion after portion."""
    pair, size = sized(plan, first)
    yield [pair]
    left = portions(first + 1, plan.pairs, size)
    if cluster is not None:
        from alarife.lab.cluster import play_on_cluster

        yield from play_on_cluster(plan, left, cluster)
    elif jobs > 1:
        yield from _in_processes(plan, left, jobs)
    else:
        for portion in left:
            yield play_portion(plan, portion)


def _begin() -> None:
    """What a process does first."""
    gc.freeze()  # what it inherits: the garbage collector would touch it, and so copy it
    end_with_parent()


def _in_processes(plan: Plan, left: Iterator[Portion], jobs: int) -> Played:
    context = get_context("fork" if can_fork() else "spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin)
    waiting: deque[Future[list[list[Measures]]]] = deque()
    try:
        for portion in left:
            waiting.append(pool.submit(play_portion, plan, portion))
            if len(waiting) >= WINDOW * jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool:
        message = "A process ended before its games did."
        hint = "It may have run out of memory. Ask for fewer jobs, and go on with `--resume`."
        raise rule_error("E0714", message, hint) from None
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
