"""Every game that has a second calculation in plain Python, held against it over many games.

    python -m tests.games.referees                hundreds of games of each
    python -m tests.games.referees 5 morris       five times as many as the suite plays, of one

The tests themselves play a few games of each; this plays more of them, from the same first seed on,
one game after the other, and says for each how long it took. It ends with 1 if one disagrees."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
REFEREES = {
    "go": ("classics", 50),
    "spades": ("classics", 5),
    "rummy": ("classics", 40),
    "dots_and_boxes": ("classics", 10),
    "morris": ("classics", 25),
    "halma": ("classics", 50),
    "minishogi": ("classics", 200),
    "hamlets": ("games", 40),
    "towers": ("games", 10),
    "wildfire": ("games", 6),
    "clockwork": ("games", 8),
    "lost_heirloom": ("games", 4),
    "night_market": ("games", 4),
    "doubt": ("games", 50),
    "brandub": ("language", 70),
    "boxes": ("games", 40),
    "boxes_choices": ("games", 30),
}
"""Games, the folder of their test, and how many times its games make hundreds."""


def main(args: list[str]) -> int:
    """Play them; 0 if all agree."""
    times = next((int(a) for a in args if a.isdecimal()), 0)
    names = [a for a in args if not a.isdecimal()] or list(REFEREES)
    failed = False
    for name in names:
        folder, many = REFEREES[name]
        os.environ["ALARIFE_DEEP"] = str(times or many)
        begin = time.process_time()
        path = TESTS / folder / f"test_{name}.py"
        code = pytest.main(["-q", "-x", "--no-header", "-p", "no:cacheprovider", str(path)])
        took = time.process_time() - begin
        print(f"{name}: {'agree' if code == 0 else 'DISAGREE'}, {took:.0f} s", flush=True)
        failed = failed or code != 0
        for module in [m for m in sys.modules if m.startswith("tests.") and m != __name__]:
            del sys.modules[module]
    return int(failed)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
