"""`python -m tests.fuzz [--mutants N] [--saves N] [--both N] [--from SEED] [--minutes M] [--keep
FILE]`: damaged games, saves and dumps, and what comes of them; damaged games played with all
optimisations and with none.

Case n of a run is the same in every run (`--from n --mutants 1 --saves 0` tries it alone). A case
that breaks something is printed with its seed, and the run goes on. With `--keep` it can be broken
off and taken up again: the file says which seed comes next and what has come so far. The exit code
says whether anything broke."""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ["ALARIFE_CACHE"] = ""

from tests.fuzz.mutants import mutant
from tests.fuzz.plainly import try_both
from tests.fuzz.saves import try_save
from tests.fuzz.trying import Hangs, soon, try_game

from alarife.engine import budget

SECONDS = 1
"""The budget of one move: ten times less than in earnest, and so a run is ten times shorter where
games go on for ever."""
MOST_SECONDS = 60
"""No case may compute for longer."""
MOST_MEMORY = 1 << 31
EVERY_KEPT = 250


def try_mutant(seed: int, counts: Counter[str]) -> str:
    """What comes of the damaged game of a seed."""
    return try_game(mutant(seed), counts=counts)


@dataclass
class Run:
    """A run over cases of one sort, as far as it has come."""

    what: str
    next: int
    came: Counter[str] = field(default_factory=Counter[str])
    counts: Counter[str] = field(default_factory=Counter[str])
    broken: list[int] = field(default_factory=list[int])
    seconds: float = 0

    def tried(self, case: Callable[[int], str], end: int) -> Iterator[tuple[int, str, str]]:
        """(seed, what broke, the trace) of every case that breaks something. When a case is given
        out, it counts as tried."""
        while self.next < end:
            seed, before = self.next, time.process_time()
            self.next += 1
            wrong: BaseException | None = None
            try:
                with soon(MOST_SECONDS):
                    came = case(seed)
            except (Exception, Hangs) as found:
                wrong, came = found, "BROKEN"
            self.seconds += time.process_time() - before
            self.came[came] += 1
            if wrong is not None:
                self.broken.append(seed)
                trace = "".join(traceback.format_exception(wrong))
                yield seed, f"{type(wrong).__name__}: {wrong}", trace

    def __str__(self) -> str:
        told = ", ".join(f"{code} {n}" for code, n in self.came.most_common())
        done = ", ".join(f"{n} × {what}" for what, n in self.counts.most_common())
        return f"{self.what}: {self.came.total()} tried in {self.seconds:.0f} s: {told}\n  {done}"


def limited() -> None:
    """A small budget for every move, and memory that is bounded."""
    budget.MOST_SECONDS = SECONDS
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))


def main() -> int:
    """The command."""
    words = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    words.add_argument("--mutants", type=int, default=1000)
    words.add_argument("--saves", type=int, default=100)
    words.add_argument("--both", type=int, default=200)
    words.add_argument("--from", dest="first", type=int, default=0)
    words.add_argument("--minutes", type=float, default=24 * 60)
    words.add_argument("--keep", type=Path)
    given = words.parse_args()
    limited()
    until = time.monotonic() + 60 * given.minutes
    runs = [Run(what, given.first) for what in ("saves and dumps", "mutants", "both ways")]
    if given.keep is not None and given.keep.exists():
        runs = [_read(one) for one in json.loads(given.keep.read_text())]
    saves, mutants, both = runs
    cases: list[tuple[Run, Callable[[int], str], int]] = [
        (saves, try_save, given.saves),
        (mutants, lambda seed: try_mutant(seed, mutants.counts), given.mutants),
        (both, lambda seed: try_both(mutant(seed)), given.both),
    ]
    for run, case, number in cases:
        while run.next < given.first + number and time.monotonic() < until:
            end = min(run.next + EVERY_KEPT, given.first + number)
            for seed, wrong, trace in run.tried(case, end):
                print(f"{run.what}, seed {seed}: {wrong}\n{trace}", flush=True)
            if given.keep is not None:
                given.keep.write_text(json.dumps([vars(one) for one in runs]))
            if run.next % (20 * EVERY_KEPT) == 0:
                print(f"{run.what}: seed {run.next}, {run.seconds:.0f} s", flush=True)
        print(run, flush=True)
    return 1 if any(run.broken for run in runs) else 0


def _read(kept: dict[str, Any]) -> Run:
    counters = {name: Counter[str](kept[name]) for name in ("came", "counts")}
    return Run(**{**kept, **counters})


if __name__ == "__main__":
    sys.exit(main())
