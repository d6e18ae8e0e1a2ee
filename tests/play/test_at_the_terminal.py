"""Whole games as people play them, in a pseudo-terminal."""

from __future__ import annotations

import re
from pathlib import Path

from tests.play.person import Person


def test_a_whole_game_with_mistakes_questions_a_kill_and_a_resume(tmp_path: Path) -> None:
    person = Person(tmp_path, "connect_four", "--seed", "1")
    assert "Which column?" in person.wait()
    assert "no choice here" in person.types("99")
    assert "no choice here" in person.types("the left one")
    assert "Take turns dropping a disc" in person.types("?")
    assert "These rules decide it" in person.types("why 8")
    assert "Which column" in person.types("")
    assert "Who wins" in person.types("rules win")
    assert "Player 2" in person.types("4")
    assert "Player 1 (you)" in person.types("undo"), "a slip of the finger is taken back"
    assert "nothing to take back" in person.types("undo")
    for column in ("4", "5", "4", "5"):
        person.types(column)
    assert "How the game goes" in person.types("log")
    person.is_killed()

    person = Person(tmp_path, "--resume")
    screen = person.wait()
    assert len(re.findall(r"[XO]", screen.split("\nboard\n")[1].split("Player")[0])) == 4, (
        "all four discs lie there again"
    )
    assert "Player 2: Which column? 5" in person.types("log"), "and what happened is known"
    person.types("4")
    person.types("5")
    end = person.types("4", "leave > ")
    assert "Player 1 has won" in end
    assert end.count("=X=") == 4, "the line that won is marked"
    assert "Course of the game" not in person.types("stats", "leave > ")
    assert "Which column? 4" in person.types("log", "leave > ")
    person.types("export " + str(tmp_path / "game.txt"), "leave > ")
    assert "Winner: Player 1" in (tmp_path / "game.txt").read_text(encoding="utf-8")
    assert "Which column?" in person.types("again"), "the same once more"
    person.types("quit", "--resume")
    assert person.leaves() == 0


def test_between_two_people_the_screen_is_cleared_and_asks_for_the_next(tmp_path: Path) -> None:
    person = Person(tmp_path, "kuhn_poker", "--seed", "3")
    asked = person.wait("screen. ")
    first = re.search(r"Player (\d) is asked", asked)
    assert first
    card = re.search(r"Your hand: (\w+)", person.types(""))
    assert card
    after = person.types("1", "screen. ")
    assert "is asked. Nobody else" in after
    assert card[1] not in after.split("is asked. Nobody")[1]
    other = person.types("")
    assert card[1] not in other.split("Your hand")[1].splitlines()[0]
    person.types("quit", "--resume")
    person.is_killed()


def test_several_at_once_or_nothing(tmp_path: Path) -> None:
    person = Person(tmp_path, "dice", "--players", "2", "--bots", "random", "--seed", "5")
    shown = person.wait()
    while "Which dice" not in shown:
        shown = person.types("" if "Enter goes on" in shown else "1")
    assert "no choice here" in person.types("1 2 77")
    assert "chosen:" not in person.types(""), "nothing of it was done"
    assert "chosen:" in person.types("1"), "nothing is final before done"
    assert "After a roll" in person.types("2, done")
    assert "Chance has decided" in person.types("undo")
    person.types("quit", "--resume")
    person.is_killed()


def test_leaving_and_coming_back_with_a_bot(tmp_path: Path) -> None:
    person = Person(tmp_path, "oh_hell", "--players", "3", "--bots", "random", "--seed", "2")
    bids = person.wait()
    assert "How many tricks?" in bids
    hand = re.search(r"Your hand: (.*)", bids)
    assert hand
    person.types("2")
    person.types("q", "--resume")
    assert person.leaves() == 0
    again = Person(tmp_path, "--resume")
    assert "Player 1 (you)" in again.wait()
    again.is_killed()


def test_what_is_wrong_with_the_command_line_is_said(tmp_path: Path) -> None:
    for arguments, message in (
        (["no_such_game"], "E0202"),
        (["connect_four", "--players", "5"], "E0218"),
        (["connect_four", "--bots", "clever"], "E0711"),
        (["--resume"], "E0720"),
        (["--resume", "nowhere.json"], "E0720"),
    ):
        person = Person(tmp_path, *arguments)
        shown = person.wait("\0")
        assert message in shown
        assert "Traceback" not in shown
        assert person.leaves() == 1
