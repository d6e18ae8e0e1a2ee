"""What is printed on the cells of a board is drawn where nothing lies."""

from __future__ import annotations

from pathlib import Path

import alarife
from alarife.drawing.looks import Looks
from alarife.drawing.places import draw_place
from alarife.play.scene import Scene, Size
from alarife.play.screen import draw
from alarife.table import Table
from alarife.table.history import History

WALL = Path(__file__).parents[1] / "language" / "wall.alr"


PRINTED = 'fill="currentColor">B<'


def test_free_cells_show_what_is_printed_there() -> None:
    game = alarife.load(str(WALL))
    state = game.start(seed=1)
    chips = Looks(game.world).printed_on("wall")
    assert [chips[x, 1].letter for x in (1, 2, 3)] == ["B", "R", "G"]
    assert [chips[1, y].letter for y in (1, 2, 3)] == ["B", "G", "R"]
    before = draw_place(Looks(game.world), "wall", state.dump()["places"]["wall"])
    state = state.play("1,1")
    after = draw_place(Looks(game.world), "wall", state.dump()["places"]["wall"])
    assert before.count(PRINTED) == after.count(PRINTED) + 1
    shown = Table(game).show(History(game, 1, first=state), 2)
    lines = [line.plain for line in draw(Scene(Table(game), shown, Size(80, 40))).lines]
    (row,) = [line for line in lines if line.strip().startswith("2")]
    assert "g4" in row
    assert "b5" in row
