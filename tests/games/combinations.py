"""Random combinations of three or more modules of Alhambra, played to the end under all invariants:

    python -m tests.games.combinations --games 500 --seed 1

Too long for the test suite; run it before a release, and after a change of several modules."""

from __future__ import annotations

import argparse

from tests.games.configurations import larger, loaded
from tests.games.invariants import (
    check_imagined,
    check_options,
    check_pieces,
    check_restored,
    check_views,
)
from tests.games.playing import states


def play(seed: int, every: int = 211) -> int:
    """One combination; the number of its decisions."""
    wish = larger(seed)
    game = loaded(wish)
    assert game is not None, f"{wish} is refused"
    n, state = 0, None
    for n, state in enumerate(states(game, seed, 100_000)):
        check_options(state)
        if n % every == 0:
            check_pieces(state)
            check_views(state)
            check_restored(state)
            check_imagined(state, seed + n)
    assert state is not None
    assert state.is_over, f"{wish} does not end"
    check_pieces(state)
    return n


def main() -> None:
    """Play them one after the other; say which one fails."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--games", type=int, default=500)
    said.add_argument("--seed", type=int, default=1)
    given = said.parse_args()
    failed = 0
    for seed in range(given.seed, given.seed + given.games):
        try:
            print(f"{seed}: {play(seed)} decisions, {larger(seed)}", flush=True)
        except Exception as wrong:  # every failure is to be listed, whatever it is
            failed += 1
            print(f"{seed}: FAILED, {larger(seed)}: {type(wrong).__name__}: {wrong}", flush=True)
    print(f"{given.games} combinations, {failed} failed")
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
