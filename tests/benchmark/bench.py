"""How fast it is, as ratios in one run: a command, not a test.

    python tests/benchmark/bench.py [--yardstick FILE] [--openspiel] [--seconds 2] [--rounds 3]
    [--only NAME]

What comes in: what to measure, and for how long. What goes out: a table, row by row; a row measures
one thing and says what is needed and aimed at. Further rows are further functions in `ROWS`.
docs/architecture/speed.md tells how to read it."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

if __name__ == "__main__":  # as a command it finds the project by itself
    sys.path[:0] = [
        str(Path(__file__).resolve().parents[2] / folder) for folder in ("", "interpreter")
    ]

from tests.benchmark.board_rows import boards, laws, tiles, views
from tests.benchmark.book_rows import rulebook
from tests.benchmark.bot_rows import lab, playouts
from tests.benchmark.classics_rows import against_openspiel
from tests.benchmark.engine_rows import (
    against_the_yardstick,
    copying,
    loading,
    starting,
    two_processes,
)
from tests.benchmark.family_rows import all_modules, loading_all_modules, other_games
from tests.benchmark.house_rows import house_rules
from tests.benchmark.measuring import Asked, Row

ROWS: dict[str, Callable[[Asked], Iterator[Row]]] = {
    "games": against_the_yardstick,
    "processes": two_processes,
    "copying": copying,
    "starting": starting,
    "loading": loading,
    "modules": all_modules,
    "loading_modules": loading_all_modules,
    "family": other_games,
    "house": house_rules,
    "classics": against_openspiel,
    "boards": boards,
    "tiles": tiles,
    "laws": laws,
    "views": views,
    "book": rulebook,
    "playouts": playouts,
    "lab": lab,
}


def imported(path: str) -> Any:
    """A module from a file."""
    spec = importlib.util.spec_from_file_location("yardstick", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def table(asked: Asked, only: str | None = None) -> Iterator[str]:
    """The lines of the table, each as soon as it is known."""
    yield "| what | measured | needed | aim |"
    yield "| --- | --- | --- | --- |"
    for name, row in ROWS.items():
        if only in (None, name):
            for line in row(asked):
                yield f"| {line.what} | {line.measured} | {line.needed} | {line.aim} |"


def main() -> None:
    """Print the table."""
    options = argparse.ArgumentParser(description="how fast Alarife is, as ratios in one run")
    options.add_argument(
        "--yardstick",
        help="a file with `playout(players, seed)`, one whole game by hand-written code",
    )
    options.add_argument(
        "--openspiel", action="store_true", help="compare with OpenSpiel, if it is installed"
    )
    options.add_argument(
        "--seconds", type=float, default=2, help="of computing for each measurement"
    )
    options.add_argument("--rounds", type=int, default=3)
    options.add_argument("--only", choices=sorted(ROWS), help="a single row")
    options.add_argument(
        "--before",
        default="",
        metavar="FOLDER",
        help="a checkout of an older version: steps of the classics are compared with its own",
    )
    given = options.parse_args()
    asked = Asked(
        given.seconds,
        given.rounds,
        imported(given.yardstick) if given.yardstick else None,
        given.openspiel,
        given.before,
    )
    for line in table(asked, given.only):
        print(line, flush=True)


if __name__ == "__main__":
    main()
