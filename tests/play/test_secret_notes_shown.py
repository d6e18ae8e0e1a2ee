"""What the terminal shows of notes that not everybody sees."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.play.scenes import scene

import alarife
from alarife import Game
from alarife.play.scene import Size
from alarife.play.screen import draw

HIDING = """alarife 2
game hiding "Hiding"
  > Hide somewhere.
  players 2

kind Town "town"
  | name | title |
  | ash  | Ash   |
  | elm  | Elm   |

note hideout[p: Player] "hideout": Town = ash, seen by p
note coins[p: Player] "coins": 0..9 = 0, seen by p
note seen_at "seen at": Town? = ash

step play "Play"
  seen_at := none
  repeat 2 times
    as each p in Player at once
      choose t from Town "Where?"
      choose n from 0..3 "How many coins?"
      hideout[you] := t
      coins[you] := n

value winners "Who wins": set of Player = []
"""


@pytest.fixture
def hiding(tmp_path: Path) -> Game:
    path = tmp_path / "hiding.alr"
    path.write_text(HIDING, encoding="utf-8")
    return alarife.load(path)


def rows(game: Game, answers: str, seat: int) -> list[str]:
    state = game.start(1)
    for answer in answers.split():
        state = state.play(answer)
    return [line.plain.rstrip() for line in draw(scene(state, seat, Size(80, 24))).lines[1:4]]


def test_a_hidden_note_is_blank_whatever_it_began_with(hiding: Game) -> None:
    assert rows(hiding, "", 1) == [
        "                 hideout  coins",
        ">Player 1 (you)  Ash          0",
        " Player 2",
    ]


def test_it_stays_blank_to_others_and_is_shown_to_its_owner(hiding: Game) -> None:
    done = "elm 2 ash 0"
    assert [line.split() for line in rows(hiding, done, 1)[1:]] == [
        [">Player", "1", "(you)", "Elm", "2"],
        ["Player", "2"],
    ]
    assert rows(hiding, done, 2)[2].split() == ["Player", "2", "(you)", "Ash", "0"]
