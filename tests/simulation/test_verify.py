"""What is kept, and told from windows, is what is worked out from scratch: in all shipped games."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.games.configurations import SEED, everything

import alarife
from alarife.cli.simulate import command
from alarife.engine.verifying import Differs, verified
from alarife.geometry import kept
from alarife.geometry.grid import Change

MOST = 60
MODULES: dict[str, tuple[str, ...]] = {"alhambra": ("bazaars", "invaders", "cards")}


@pytest.mark.parametrize("name", sorted(everything()))
def test_all_shipped_games(name: str) -> None:
    seed = random.Random(f"{SEED} {name}").randrange(10_000)
    print("seed", seed)
    verified(alarife.load(name, MODULES.get(name, ())), 1, seed, MOST)


def test_one_law_for_boards_of_different_sizes() -> None:
    """A law that stands for two boards and a grid without bounds, each with an edge of its own."""
    yards = alarife.load(str(Path(__file__).parent / "yards.alr"))
    assert verified(yards, 2, 3)["laws"] > 500


def test_something_is_compared_of_each_sort() -> None:
    assert verified(alarife.load("alcazaba", players=2), 1, 3, 120)["laws"] > 50
    assert verified(alarife.load("hex"), 1, 3)["graphs"] > 50
    assert verified(alarife.load("hamlets", players=2), 1, 3, 80)["graphs"] > 20
    assert verified(alarife.load("connect_four"), 1, 3)["boards"] > 20


def test_what_differs_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(self: Any, value: Any, change: Change) -> Any:
        return value

    monkeypatch.setattr(kept.CellsWhere, "after", wrong)
    with pytest.raises(Differs):
        verified(alarife.load("breakthrough"), 1, 1)


def test_the_command() -> None:
    said = CliRunner().invoke(command, ["connect_four", "--games", "1", "--verify"]).output
    assert "All of them are equal." in said
