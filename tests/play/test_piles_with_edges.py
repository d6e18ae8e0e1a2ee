"""A board with piles on its cells and pieces on its edges and corners: what is printed, what notes
say of cells and where one may build is drawn on it, at the terminal and in the browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest
from tests.games.invariants import check_imagined, check_options, check_pieces, check_views
from tests.play.scenes import scene

import alarife
from alarife import State
from alarife.engine.state import Game
from alarife.play.scene import Size
from alarife.play.screen import draw
from alarife.table import History, Table
from alarife.web.boards import Boards
from alarife.web.marks import Choices

DIKES = str(Path(__file__).parents[1] / "language" / "dikes.alr")


@pytest.fixture(scope="module")
def game() -> Game:
    return alarife.load(DIKES, players=2)


def _screen(state: State) -> list[str]:
    assert state.decision
    shown = draw(scene(state, state.decision.player, Size(100, 44)))
    return [line.plain.rstrip() for line in shown.lines]


def test_edges_that_may_be_chosen_carry_their_numbers(game: Game) -> None:
    state = game.start(seed=3)
    lines = _screen(state)
    board = " ".join(lines[lines.index("fields") : lines.index("fields") + 15])
    assert {int(n) for n in re.findall(r"\d+", board)} == set(range(1, 39))
    assert "h HHH" in board
    state = state.play(0)
    while state.decision and state.decision.site.name != "e":
        state = state.play(0)
    assert any(state.dump()["places"]["dike"].values())
    lines = _screen(state)
    board = "\n".join(lines[lines.index("fields") : lines.index("fields") + 16])
    assert "[1]" in board, "numbers of answers are told from pieces of player 1"
    assert "HHH1" in board, "so much water is noted there"
    assert "water" in lines


def test_in_the_browser_too(game: Game) -> None:
    state, lots = game.start(seed=3), Random(3)
    seen = set[str]()
    while state.decision is not None:
        history = History(game, 3, first=state)
        shown = Table(game).show(history, state.decision.player)
        choices = Choices(shown["question"]["options"], lambda option, more: option["key"])
        figures = Boards(Table(game)).figures(shown, choices)
        assert [f.id for f in figures].count("field") == 1
        name = str(state.decision.site.name)
        if name in ("e", "k"):
            seen.add(name)
            assert set(choices.drawn) == {option["key"] for option in choices.options}
        state = state.play(lots.choice(state.decision.options))
    assert seen == {"e", "k"}


@pytest.mark.parametrize("seed", range(3))
def test_it_plays_under_all_invariants(game: Game, seed: int) -> None:
    state, lots = game.start(seed=seed), Random(seed)
    while state.decision is not None:
        check_pieces(state)
        check_options(state)
        check_views(state)
        check_imagined(state, seed)
        dump = json.loads(json.dumps(state.dump()))
        assert json.dumps(game.restore(dump).dump()) == json.dumps(dump)
        state = state.play(lots.choice(state.decision.options))
