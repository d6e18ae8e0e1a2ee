"""Maps: kinds with positions, drawn with what lies there."""

from __future__ import annotations

import alarife
from alarife.drawing.looks import Looks
from alarife.drawing.places import draw_place
from alarife.play.scene import Scene, Size
from alarife.play.screen import draw
from alarife.table import Table
from alarife.table.history import History
from alarife.web.boards import Boards
from alarife.web.marks import Choices


def test_the_lines_of_the_board_are_found_and_drawn() -> None:
    game = alarife.load("morris")
    assert len(game.world.maps["Point"]) == 32
    state = game.start(seed=1)
    for _ in range(6):
        state = state.play(0)
    drawn = draw_place(Looks(game.world), "point", state.dump()["places"]["point"])
    assert drawn.count("<line") == 32
    assert all(f">{name}<" in drawn for name in game.world.kinds["Point"].names)


def test_a_screen_shows_the_map_and_what_may_be_chosen() -> None:
    game = alarife.load("morris")
    state = game.start(seed=1).play("d6").play("e5")
    table = Table(game)
    scene = Scene(table, table.show(History(game, 1, first=state), 1), Size(80, 40))
    said = [line.plain.rstrip() for line in draw(scene).lines]
    board = said[said.index("the board") :]
    assert board[1] == "  [1]───────────────[2]───────────────[3]"
    assert board[3] == "   │    [4]──────────1──────────[5]    │"
    assert board[5] == "   │     │    [6]───[7]────2     │     │"


def test_in_the_browser_every_point_is_chosen_on_the_map() -> None:
    game = alarife.load("morris")
    state = game.start(seed=1).play("d6")
    shown = Table(game).show(History(game, 1, first=state), 2)
    choices = Choices(shown["question"]["options"], lambda option, more: option["key"])
    (drawn,) = [f for f in Boards(Table(game)).figures(shown, choices) if f.id == "map:Point"]
    assert len(choices.drawn) == 23
    assert drawn.usable
