"""What lies on the edges and corners of boards, and piles on cells, in pictures and in the browser."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import pytest

import alarife
from alarife.drawing.grid import describe, grid_part
from alarife.drawing.looks import Looks
from alarife.drawing.on_boards import middle
from alarife.drawing.places import draw_place, grid_of
from alarife.drawing.svg import back
from alarife.geometry.grid import xy
from alarife.geometry.spots import all_spots, touching
from alarife.table import Table
from alarife.table.history import History
from alarife.web.boards import Boards
from alarife.web.marks import Choices

SPOTS = Path(__file__).parents[1] / "language" / "spots.alr"
SIZE = 60.0


def square(x: float, y: float) -> tuple[float, float]:
    return x * SIZE, y * SIZE


def hexagonal(x: float, y: float) -> tuple[float, float]:
    return x * SIZE + y * SIZE / 2, y * SIZE * 3**0.5 / 2


@pytest.mark.parametrize(("six", "what"), list(product((False, True), ("Edge", "Corner"))))
def test_spots_stand_in_the_middle_of_the_cells_that_meet_there(six: bool, what: str) -> None:
    at = hexagonal if six else square
    for spot in all_spots(what, (4, 3), six):
        cells = touching((None, six), what, "Cell", spot)
        middles = [middle("Cell", xy(c), at, SIZE) for c in cells]
        wanted = tuple(sum(m[i] for m in middles) / len(middles) for i in (0, 1))
        assert middle(what, xy(spot), at, SIZE) == pytest.approx(wanted), xy(spot)


def test_roads_houses_and_piles_are_drawn() -> None:
    game = alarife.load(str(SPOTS), players=2)
    state = game.start(seed=3)
    asked = set[str]()
    lots = Random(3)
    while state.decision is not None:
        shown = Table(game).show(History(game, 3, first=state), state.decision.player)
        choices = Choices(shown["question"]["options"], lambda option, more: option["key"])
        figures = Boards(Table(game)).figures(shown, choices)
        assert [f.id for f in figures].count("tower") == 1
        assert not [f for f in figures if f.id.startswith(("road", "house:"))]
        if state.decision.site.name in ("k", "e", "c"):
            asked.add(str(state.decision.site.name))
            assert set(choices.drawn) == {option["key"] for option in choices.options}
        state = state.play(lots.choice(state.decision.options))
    assert asked == {"k", "e", "c"}
    dump = state.dump()["places"]
    roads = sum(1 for road in dump["road"].values() if road)
    assert draw_place(Looks(game.world), "road", dump["road"]).count('stroke-linecap="round"') == (
        2 * roads
    )


def test_what_lies_face_down_on_a_board_is_drawn_and_told(tmp_path: Path) -> None:
    path = tmp_path / "ambush.alr"
    path.write_text(
        """alarife 2
game ambush "Ambush"
  > Wait.
  players 2

piece Man(owner: Player) "man"
  1 of each

place bag_ "bag": bag of Man, seen by nobody
place hand[p: Player] "hand": set of Man, seen by p
place field_[p: Player] "field": grid 2 by 1 of Man, seen by p

step play "Play"
  move Man to bag_
  for each p in Player
    draw 1 from bag_ to hand[p]
    if first(hand[p]) is some man
      move man to field_[p][cell(1, 1)]
  as seat(1)
    choose n from 1..2 "Wait?"
    pass
"""
    )
    state = alarife.load(path).start(1)
    lies = state.view(1)["places"]["field_"]["2"]
    assert lies == [{"at": [1, 1], "piece": {"hidden": True}}]
    looks = Looks(state.game.world)
    shown = grid_of(looks, state.game.world.places["field_"], lies)
    assert describe(shown) == "1, 1: hidden."
    assert back(shown.pieces[1, 1].shape, 52.8).content in grid_part(shown).content
