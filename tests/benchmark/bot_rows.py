"""Rows about bots and the lab: playouts, many processes, a cluster."""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from statistics import median
from typing import Any

from tests.benchmark.measuring import Asked, Row, rates

GAMES = (("connect_four", 2), ("reversi", 2), ("oh_hell", 3), ("alhambra", 3), ("dice", 2))
QUICK = "connect_four"
"""What the rows about the lab play."""


def middle(game: Any) -> Any:
    """The state in the middle of a random game."""
    chance = random.Random(5)
    state, passed = game.start(seed=5, log=False), []
    while not state.is_over:
        passed.append(state)
        state = state.play(chance.randrange(len(state.decision.options)))
    return passed[len(passed) // 2]


def playouts(asked: Asked) -> Iterator[Row]:
    """Playouts of the search in a second, from a middle position."""
    from alarife.bots import Generator, View
    from alarife.bots.mcts import begin

    works: list[Callable[[int], int]] = []
    for name, players in GAMES:
        state = middle(asked.game(name, (), players))
        tree, first = begin(View(state, state.decision.player), Generator(1))
        tree.look_at_root(first)
        works.append(lambda seed, tree=tree: tree.iterate() or 1)  # type: ignore[misc]
    for (name, players), found in zip(GAMES, rates(asked, *works), strict=True):
        said = f"{median(found):.0f} a second"
        yield Row(f"playouts of the search, {name} for {players}", said, "–", "–")


def lab(asked: Asked) -> Iterator[Row]:
    """The lab in one process, in two, and on a cluster of one and of two workers. Portions are made
    small, so that there is something to hand out."""
    from alarife.lab import Plan, arm_of, run

    plan = Plan(
        (arm_of(asked.game(QUICK, (), 2), QUICK),), ("random",), int(8000 * asked.seconds), 1
    )

    def seconds(**more: Any) -> float:
        begin = time.perf_counter()
        run(plan, **more)
        return time.perf_counter() - begin

    found: dict[str, list[float]] = {}
    with _clusters() as addresses:
        ways: dict[str, dict[str, Any]] = {"1": {}, "2": {"jobs": 2}}
        ways |= {f"cluster {n}": {"cluster": a} for n, a in addresses.items()}
        for _ in range(asked.rounds):
            for name, more in ways.items():
                found.setdefault(name, []).append(seconds(**more))
    best = {name: min(times) for name, times in found.items()}
    yield Row("lab, two processes against one", f"{best['1'] / best['2']:.2f}", "–", "1.8")
    if "cluster 2" in best:
        ratio = best["cluster 1"] / best["cluster 2"]
        more = (best["cluster 1"] - best["1"]) / plan.pairs * 1e6
        yield Row("lab, two workers of a cluster against one", f"{ratio:.2f}", "1.8", "–")
        yield Row(
            "lab, what a game costs more on a cluster of one than here", f"{more:.0f} µs", "–", "–"
        )


class _clusters:  # noqa: N801 - used like a function
    """Schedulers with one worker and with two, by number; none without Dask."""

    def __enter__(self) -> dict[int, str]:
        self._made: list[Any] = []
        if find_spec("distributed") is None:
            return {}
        from distributed import LocalCluster

        logging.getLogger("distributed").setLevel(logging.CRITICAL)
        self._made = [
            LocalCluster(n_workers=n, threads_per_worker=1, dashboard_address=":0", silence_logs=50)
            for n in (1, 2)
        ]
        return {n: made.scheduler_address for n, made in zip((1, 2), self._made, strict=True)}

    def __exit__(self, *wrong: object) -> None:
        for made in self._made:
            made.close()
