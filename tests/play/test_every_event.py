"""Nothing passes unnoticed: in random games at 80 columns and 24 lines, every event comes to the
screen of the person, in its order, and no screen is larger than the terminal. What is looked at is
in `every_event`, which plays all games and modules as a command."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.configurations import everything
from tests.play.every_event import check, wish_of
from tests.play.table import game

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
    ("dice", 4, ()),
    ("alcazaba", 3, ()),
    ("alhambra", 3, ("bazaars", "cards", "invaders", "treasure")),
]
PARTS, EACH = 6, 10


def chosen(seed: int) -> tuple[str, int, tuple[str, ...]]:
    """Which game is played: every twentieth is a long one."""
    if seed % 20 == 19:
        return LONG[seed // 20]
    return *SHORT[seed % len(SHORT)], ()


@pytest.mark.parametrize("part", range(PARTS))
def test_every_event_reaches_the_person(part: int, tmp_path: Path) -> None:
    for n in range(EACH):
        seed = part * EACH + n
        name, players, modules = chosen(seed)
        print(f"seed {seed}: {name} with {modules}")
        check(game(name, players, modules), seed, tmp_path / "a.json")


def test_any_game_begins_so(tmp_path: Path) -> None:
    """A few answers in every shipped game; `python -m tests.play.every_event` plays them all."""
    for seed in range(len(everything())):
        configured, wish = wish_of(seed)
        print(f"seed {seed}: {wish}")
        assert check(configured, seed, tmp_path / "a.json", most=4)
