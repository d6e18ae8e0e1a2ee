"""Nothing passes unnoticed: in random games at 80 columns and 24 lines, every event comes to the
screen of the person, in its order, and no screen is larger than the terminal."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from tests.play.table import game
from tests.play.typing_person import HEIGHT, WIDTH, Sitting, played

SHORT: list[tuple[str, int]] = [
    ("tic_tac_toe", 2),
    ("connect_four", 2),
    ("reversi", 2),
    ("hex", 2),
    ("nim", 2),
    ("kalah", 2),
    ("breakthrough", 2),
    ("kuhn_poker", 2),
    ("goofspiel", 3),
    ("pig", 2),
    ("oh_hell", 3),
    ("auction", 3),
    ("draughts", 2),
]
LONG: list[tuple[str, int, tuple[str, ...]]] = [
    ("dice", 3, ()),
    ("alhambra", 3, ()),
    ("alcazaba", 3, ()),
    ("dice", 4, ()),
    ("alhambra", 3, ("bazaars", "cards", "invaders", "treasure")),
]
PARTS, EACH = 10, 10


def chosen(seed: int) -> tuple[str, int, tuple[str, ...]]:
    """Which game is played: every twentieth is a long one."""
    if seed % 20 == 19:
        return LONG[seed // 20]
    return *SHORT[seed % len(SHORT)], ()


def told_to(sitting: Sitting, seat: int) -> list[str]:
    """The words of all events after the setup, in order; of a scoring, its total as well."""
    found: list[str] = []
    for event in sitting.table.news(sitting.played, seat, 0):
        found.append(" ".join(event["words"].split()))
        if event["kind"] == "scoring":
            found.append("together")
    return found


@pytest.mark.parametrize("part", range(PARTS))
def test_every_event_reaches_the_person(part: int, tmp_path: Path) -> None:
    for n in range(EACH):
        seed = part * EACH + n
        name, players, modules = chosen(seed)
        print(f"seed {seed}: {name} with {modules}")
        bots = ["random"] * (players - 1)
        seats = ["person", *bots]
        random.Random(seed).shuffle(seats)
        sitting, terminal = played(game(name, players, modules), tmp_path / "a.json", seats, seed)
        said = " ".join(" ".join(terminal.screens).split())
        at = 0
        for words in told_to(sitting, sitting.persons[0]):
            found = said.find(words, at)
            assert found >= 0, f"seed {seed}: not shown, or not in its order: {words}"
            at = found + len(words)
        for screen in terminal.screens:
            lines = screen.split("\n")[:-1]
            wide = [len(line) for line in lines if str(tmp_path) not in line]
            assert max(wide, default=0) <= WIDTH, f"seed {seed}:\n{screen}"
            assert len(lines) <= HEIGHT, f"seed {seed}:\n{screen}"
