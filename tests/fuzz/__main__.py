"""`python -m tests.fuzz [--mutants N] [--saves N] [--from SEED] [--minutes M]`: damaged games,
saves and dumps, and what comes of them.

Case n of a run is the same in every run (`--from n --mutants 1` tries it alone). A case that breaks
something is printed with its seed, and the run goes on; the exit code says whether there was one."""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("ALARIFE_CACHE", "")

from tests.diagnostics.mutations import little_mutant, mutant
from tests.fuzz.trying import try_dump, try_game
from tests.play.test_damaged_saves import NAMES, begun, bytes_changed, change, signed, taken_up

EVERY_LARGE = 50
"""One mutant in so many is of a shipped game; the others are of games of a few lines."""


def mutant_case(seed: int) -> str:
    """What comes of a damaged game."""
    case = mutant(seed) if seed % EVERY_LARGE == 0 else little_mutant(seed)
    return try_game(case)[0]


def save_case(seed: int) -> str:
    """What comes of a damaged save, or dump."""
    chance = random.Random(seed)
    game, whole = begun(chance.choice(NAMES))
    content = json.loads(whole)["save"]
    if seed % 2:
        change(content["state"], chance)
        return try_dump(game, content["state"], chance)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.json"
        if seed % 4 == 0:
            data = bytes_changed(whole, chance)
        else:
            change(content, chance)
            data = signed(content)
        before: Any = json.loads(whole)["save"]
        return taken_up(data, path, game, before, chance)


def tried(
    what: str, case: Callable[[int], str], seeds: range, until: float
) -> Iterator[tuple[int, str, str]]:
    """(seed, what broke, the trace) of every case that breaks something; prints how it goes."""
    came: Counter[str] = Counter()
    begun_at = time.monotonic()
    for number, seed in enumerate(seeds, 1):
        try:
            came[case(seed)] += 1
        except Exception as wrong:
            came["BROKEN"] += 1
            yield seed, f"{type(wrong).__name__}: {wrong}", traceback.format_exc()
        if number % 1000 == 0 or time.monotonic() > until:
            print(f"{what}: {number} tried, {time.monotonic() - begun_at:.0f} s", flush=True)
        if time.monotonic() > until:
            break
    told = ", ".join(f"{code} {n}" for code, n in came.most_common())
    print(f"{what}: {sum(came.values())} tried: {told}", flush=True)


def main() -> int:
    """The command."""
    words = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    words.add_argument("--mutants", type=int, default=1000)
    words.add_argument("--saves", type=int, default=100)
    words.add_argument("--from", dest="first", type=int, default=0)
    words.add_argument("--minutes", type=float, default=24 * 60)
    given = words.parse_args()
    until = time.monotonic() + 60 * given.minutes
    broken = 0
    for what, case, number in (
        ("saves and dumps", save_case, given.saves),
        ("mutants", mutant_case, given.mutants),
    ):
        for seed, wrong, trace in tried(
            what, case, range(given.first, given.first + number), until
        ):
            print(f"{what}, seed {seed}: {wrong}\n{trace}", flush=True)
            broken += 1
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
