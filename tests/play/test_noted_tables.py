"""Notes with two keys are tables, at the terminal and in the browser."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.play.scenes import scene
from tests.play.table import game

import alarife
from alarife import State
from alarife.play.scene import Size
from alarife.play.screen import draw
from alarife.table import History, Table
from alarife.web.notes import beside_boards

GARDEN = """alarife 2
game garden "Garden"
  > Grow the most.
  players 2..2

kind Bed "bed"
  | name  | title |
  | north | North |
  | south | South |

piece Seed "seed"
  1 of each

place bag "bag": pile of Seed, starting with Seed
place used "used": pile of Seed

note points[Player] "points": number = 0
value score(p: Player) "points": number = points[p]
note grown[1..3, 1..4] "how far it has grown": 0..99 = 0
note sown[Bed, 1..4] "sown by": Player? = none
note wet[Bed, Player] "watered": yes/no = no

step play "Play"
  repeat until bag is empty
    as seat(2)
      choose k from 1..3 "Which row?"
      grown[k, 4] := 12
      sown[south, k] := seat(2)
      wet[north, seat(1)] := yes
      points[you] += 3
    draw 1 from bag to used
"""


@pytest.fixture
def state(tmp_path: Path) -> State:
    path = tmp_path / "garden.alr"
    path.write_text(GARDEN, encoding="utf-8")
    return alarife.load(str(path)).start(1).play("2")


def test_at_the_terminal(state: State) -> None:
    lines = [line.plain for line in draw(scene(state, 1, Size(80, 24))).lines]
    assert [line.rstrip() for line in lines[1:6]] == [
        "how far it has grown   sown by         watered",
        "   1  2  3  4                1 2 3 4         1 2",
        "1  .  .  .  .          North . . . .   North x .",
        "2  .  .  . 12          South . 2 . .   South . .",
        "3  .  .  .  .",
    ]


def test_points_that_are_kept_in_a_note_stand_there_once(state: State) -> None:
    lines = [line.plain for line in draw(scene(state, 1, Size(80, 24))).lines]
    assert " ".join(lines).split().count("points") == 1


def test_where_there_is_no_room_only_what_is_noted_stands_there(state: State) -> None:
    lines = [line.plain for line in draw(scene(state, 1, Size(14, 24))).lines]
    assert "2         4:12" in lines


def test_in_the_browser(state: State) -> None:
    table = Table(state.game)
    data = table.show(History(state.game, 0, first=state), 1)
    found = {noted.title: noted for noted in beside_boards(table, data)}
    assert found["How far it has grown"].columns == ["1", "2", "3", "4"]
    assert found["How far it has grown"].rows[1] == ("2", ["", "", "", "12"])
    assert found["Sown by"].rows == [("North", [""] * 4), ("South", ["", "Player 2", "", ""])]
    assert found["Watered"].columns == ["Player 1", "Player 2"]
    assert found["Watered"].rows[0] == ("North", ["yes", ""])


def test_in_the_browser_long_titles_stand_at_the_side() -> None:
    state = game("dice", 2).start(1)
    table = Table(state.game)
    history = History(state.game, 0, first=state)
    found = {noted.title: noted for noted in beside_boards(table, table.show(history, 1))}
    assert found["Results, roll by roll"].columns == ["1", "2", "3"]
    assert [head for head, _ in found["Results, roll by roll"].rows][:2] == ["Pavilion", "Seraglio"]
