"""`python -m tests.mutation [MODULE …] [--sample N] [--seed S]`: are the tests of a module good
enough to notice when something in it is changed?

Each mutant (`tests.mutation.mutating`) is tried in a process of its own, forked from one that has
collected the tests: there the changed function takes the place of the sound one, and the tests that
reach its statement run, the quickest first, until one fails. What takes too long counts as noticed.
Nothing on disk is changed, so a run may be broken off. Those that nothing could notice stand in
`equivalent.txt`, with the reason. The exit code says whether a module has less than nine in ten."""

from __future__ import annotations

import argparse
import random
import sys
from pathlib import Path

import pytest
from tests.mutation.mutating import Mutant, mutants
from tests.mutation.running import MutationRun

MOVES = [
    "tests/engine/test_transactions.py",
    "tests/engine/test_transaction_cases.py",
    "tests/engine/test_facts.py",
    "tests/engine/test_noted_pieces.py",
]
BUDGET = [
    "tests/engine/test_budget.py",
    "tests/engine/test_budget_of_space.py",
    "tests/engine/test_traces.py",
]
TESTS = {
    "engine.transactions": MOVES,
    "engine.moves.contents": MOVES,
    "engine.moves.sight": MOVES,
    "engine.moves.lots": MOVES,
    "engine.moves.settling": MOVES,
    "engine.moves.trials": MOVES,
    "engine.moves.telling": MOVES,
    "engine.moves.once": MOVES,
    "engine.views": [
        "tests/engine/test_view_fields.py",
        "tests/engine/test_views.py",
        "tests/engine/test_imagining.py",
        "tests/engine/test_imagining_midway.py",
        "-k",
        "not every and not pair",
    ],
    "engine.dumps": [
        "tests/engine/test_dump_fields.py",
        "tests/engine/test_dumps.py",
        "-k",
        "not every and not pair",
    ],
    "engine.restoring": [
        "tests/engine/test_dump_fields.py",
        "tests/engine/test_dumps.py",
        "-k",
        "not every and not pair",
    ],
    "engine.budget": BUDGET,
    "engine.allowance": BUDGET,
    "engine.traces": BUDGET,
    "linking.conflicts": ["tests/linking/test_conflicts.py", "tests/linking/test_amendments.py"],
}
"""The modules that are tried, and the tests that should notice."""
ENOUGH = 0.9
HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def equivalents(module: str) -> dict[str, str]:
    """The mutants of a module that change nothing, with the reasons."""
    found: dict[str, str] = {}
    for line in (HERE / "equivalent.txt").read_text(encoding="utf-8").split("\n"):
        if line.startswith(f"{module} "):
            name, _, reason = line.removeprefix(f"{module} ").partition(" # ")
            found[name.strip()] = reason.strip()
    return found


def tried(module: str, sample: int | None, seed: int) -> float:
    """Try the mutants of a module, say what came of them; the part that was noticed."""
    file = ROOT / "interpreter" / "alarife" / f"{module.replace('.', '/')}.py"
    every = list(mutants(file.read_text(encoding="utf-8")))
    known = equivalents(module)
    idle = [name for name in known if name not in {one.name for one in every}]
    some = [one for one in every if one.name not in known]
    if sample is not None and sample < len(some):
        some = random.Random(seed).sample(some, sample)
    run = MutationRun(f"alarife.{module}", some)
    pytest.main(
        ["-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:randomly", *TESTS[module]],
        plugins=[run],
    )
    if not run.came:
        print(f"{module}: the tests fail without a mutant, too")
        return 0.0
    lived: list[Mutant] = [one for one in some if run.came.get(one) == "lives"]
    for one in lived:
        print(f"{file.name}:{one.line}: {one.name}  ({run.reached(one)} tests)")
    for name in idle:
        print(f"equivalent.txt names what is no mutant of {module}: {name}")
    part = 1 - len(lived) / max(1, len(some))
    print(
        f"{module}: {len(some)} of {len(every) - len(known)} mutants tried, {len(known)} equivalent,"
        f" {len(lived)} not noticed: {part:.1%} ({run.seconds:.0f} s)",
        flush=True,
    )
    return 0.0 if idle else part


def main() -> int:
    """The command."""
    words = argparse.ArgumentParser(prog="python -m tests.mutation", description=__doc__)
    words.add_argument("modules", nargs="*", choices=[*TESTS, []])
    words.add_argument("--sample", type=int)
    words.add_argument("--seed", type=int, default=0)
    given = words.parse_args()
    parts = [tried(module, given.sample, given.seed) for module in given.modules or TESTS]
    return 1 if min(parts) < ENOUGH else 0


if __name__ == "__main__":
    sys.exit(main())
