"""Nothing passes unnoticed: in random games at 80 columns and 24 lines, every event comes to the
screen of the person, in its order, and no screen is larger than the terminal.

    python -m tests.play.every_event --games 100 --seed 1 [--most N]

plays every shipped game in turn, with modules, options and a number of players by lot, one person
among random bots. It goes on after a failure and lists it; `--most` ends a game after so many
answers of the person. The test suite plays short games and one long one."""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from tests.games.configurations import Wish, everything, loaded, values_of
from tests.games.playing import Dice
from tests.play.typing_person import HEIGHT, WIDTH, Sitting, played

from alarife import Game

_MOST_MODULES = 5


def wish_of(seed: int) -> tuple[Game, Wish]:
    """A configuration of the game whose turn it is, as the rules allow it."""
    names = sorted(everything())
    name = names[seed % len(names)]
    for again in range(1000):
        found = _drawn(name, seed * 1000 + again)
        if (game := loaded(found)) is not None:
            return game, found
    raise AssertionError(f"no configuration of {name} can be loaded")


def _drawn(name: str, seed: int) -> Wish:
    dice, data = Dice(seed), everything()[name]
    modules = list(data["modules"])
    while len(modules) > _MOST_MODULES or (modules and dice.below(3)):
        modules.pop(dice.below(len(modules)))
    low, high = data["players"]
    options = list(data["options"]) + [o for m in modules for o in m["options"]]
    chosen = {
        o["name"]: values_of(o)[dice.below(len(values_of(o)))]
        for o in options
        if not o["when"] and not dice.below(3)
    }
    players = low + dice.below(high - low + 1)
    return Wish(name, tuple(m["name"] for m in modules), players, tuple(sorted(chosen.items())))


def told_to(sitting: Sitting, seat: int, until: int) -> list[str]:
    """The words of all events after the setup, in order; of a scoring, its total as well."""
    found: list[str] = []
    for event in sitting.table.news(sitting.played, seat, 0):
        if event["position"] > until:
            break
        found.append(" ".join(event["words"].split()))
        if event["kind"] == "scoring":
            found.append("together")
    return found


def check(game: Game, seed: int, path: Path, most: int = 10**9) -> int:
    """Play a game with one person among random bots, and look at every screen; how many events the
    person was told."""
    seats = ["person", *["random"] * (game.players - 1)]
    random.Random(seed).shuffle(seats)
    sitting, terminal = played(game, path, seats, seed, most)
    said = " ".join(" ".join(terminal.screens).split())
    seat = sitting.persons[0]
    # In a game that was broken off, what the person did last may still be on its way.
    until = terminal.session.told[seat] if sitting.asked else sitting.played.position
    told = told_to(sitting, seat, until)
    at = 0
    for words in told:
        found = said.find(words, at)
        assert found >= 0, f"seed {seed}: not shown, or not in its order: {words}"
        at = found + len(words)
    for screen in terminal.screens:
        lines = screen.split("\n")[:-1]
        wide = [len(line) for line in lines if str(path.parent) not in line]
        assert max(wide, default=0) <= WIDTH, f"seed {seed}:\n{screen}"
        assert len(lines) <= HEIGHT, f"seed {seed}:\n{screen}"
    return len(told)


def main() -> None:
    """Play them one after the other; say which ones fail."""
    said = argparse.ArgumentParser(description=__doc__)
    said.add_argument("--games", type=int, default=100)
    said.add_argument("--seed", type=int, default=1)
    said.add_argument("--most", type=int, default=10**9)
    given = said.parse_args()
    failed = events = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(given.seed, given.seed + given.games):
            began, wish = time.monotonic(), None
            try:
                game, wish = wish_of(seed)
                told = check(game, seed, Path(folder) / "a.json", given.most)
                events += told
                print(
                    f"{seed}: {told} events, {time.monotonic() - began:.0f} s, {wish}", flush=True
                )
            except Exception as wrong:  # every failure is to be listed, whatever it is
                failed += 1
                print(f"{seed}: FAILED, {wish}: {type(wrong).__name__}: {wrong}", flush=True)
    print(f"{given.games} games, {events} events, {failed} failed")
    raise SystemExit(failed > 0)


if __name__ == "__main__":
    main()
