"""What is told of pieces with faces is the face they showed then, to those who saw it; and how a
game ends that somebody plays alone."""

from __future__ import annotations

from pathlib import Path

import alarife
from alarife.engine.state import Game
from alarife.table import Answer, History, Table

CUPS = """\
alarife 2
game cups "Cups"
  players 2..2
piece Die(owner: Player, face pips: 1..6) "die"
  1 of each
place cup[p: Player] "cup": set of Die, seen by p, starting with (those d in Die where d.owner is p)
step play "How the game goes"
  repeat 2 times
    for each p in Player
      roll cup[p]
    as seat(1)
      choose n from 1..3 "Which number?"
    for each p in Player
      show cup[p] to Player
"""
ALONE = """\
alarife 2
game alone "Alone"
  players 1..1
note right "right": yes/no = no
step play "How the game goes"
  as seat(1)
    choose n from 1..2 "Which number?"
    right := n is 2
value winners "Who wins": set of Player = those p in Player where right
"""


def game_of(text: str, folder: Path) -> Game:
    path = folder / "own.alr"
    path.write_text(text)
    return alarife.load(str(path))


def test_a_die_is_told_with_the_face_it_showed_then(tmp_path: Path) -> None:
    game = game_of(CUPS, tmp_path)
    for seed in range(6):
        history = History(game, seed)
        faces = [d["pips"] for seat in (1, 2) for d in history.state.place("cup")[seat]]
        history.add(Answer(1, ("1",)))
        again = [d["pips"] for seat in (1, 2) for d in history.state.place("cup")[seat]]
        told = Table(game).show(history, 1, -1)["news"]
        shown = [e["words"] for e in told if e["kind"] == "show"]
        assert shown == [
            f"Everybody looks at Die: {face}, Player {seat}"
            for seat, face in zip((1, 2), faces, strict=True)
        ], seed
        turned = [e["words"] for e in told if e["kind"] == "turn" and e["position"] == 1]
        assert turned == [f"Die turned to {again[0]}", "1 piece turned"], seed


def test_a_face_that_was_shown_in_passing_is_told_only_in_the_open(tmp_path: Path) -> None:
    """Rolled twice out of sight and then shown: the first roll was nobody's to see."""
    twice = CUPS.replace("      roll cup[p]\n", "      roll cup[p]\n      roll cup[p]\n")
    asked = "    as seat(1)\n"
    shown = twice.replace(asked, f"    for each p in Player\n      show cup[p] to Player\n{asked}")
    for text, unseen in ((shown, ["2 pieces turned"]), (shown.replace(", seen by p,", ","), [])):
        game = game_of(text, tmp_path)
        for seed in range(6):
            history = History(game, seed)
            history.add(Answer(1, ("1",)))
            news = Table(game).show(history, 1, -1)["news"]
            turned = [e["words"] for e in news if e["kind"] == "turn"]
            assert [words for words in turned if "turned to" not in words] == unseen, seed
            assert len(turned) == 1 + len(unseen), seed


def test_who_plays_alone_wins_or_loses(tmp_path: Path) -> None:
    game = game_of(ALONE, tmp_path)
    ends: list[str] = []
    for key in ("1", "2"):
        history = History(game, 1)
        history.add(Answer(1, (key,)))
        ends.append(Table(game).show(history, 1)["end"])
    assert ends == ["The game is over: it is lost.", "The game is over: Player 1 has won."]
