"""What Tab offers at a shell's prompt, and a new game."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from tests.cli.runs import run

from alarife.cli.group import command


def offered(*words: str) -> set[str]:
    """What is offered for the last word."""
    *before, begun = words
    shell = ShellComplete(command, {}, "alarife", "_ALARIFE_COMPLETE")
    return {item.value for item in shell.get_completions(before, begun)}


def test_commands_games_presets_and_modules_are_completed() -> None:
    assert offered("pl") == {"play"}
    assert offered("play", "conn") == {"connect_four"}
    assert offered("rulebook", "treasure_n") == {"treasure_night"}
    assert offered("play", "alhambra", "--with", "bo") == {"bonus"}
    assert offered("play", "alhambra", "--with", "bonus,b") == {"bonus,bazaars", "bonus,bureau"}
    assert offered("play", "connect_four", "--with", "b") == set()
    assert offered("new", "module", "mine", "--for", "rever") == {"reversi"}
    assert offered("check", "rever") == {"rever", "reversi"}  # a file, or the game
    assert offered("format", "./my_") == {"./my_"}


@pytest.mark.parametrize("command", ["diff", "lab"])
def test_what_stands_behind_against_is_completed(command: str) -> None:
    assert offered(command, "nim", "--against", "conn") == {"connect_four"}
    assert offered(command, "nim", "--against", "alhambra", "--with", "bo") == {"bonus"}
    assert offered(command, "nim", "--against", "alhambra", "--pl") == {"--players"}


def test_a_new_game_is_sound_and_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "game", "my_game").exit_code == 0
    for words in (("check",), ("test",), ("format", "--check")):
        assert run(*words, "my_game.alr").exit_code == 0, words
    assert run("simulate", "./my_game.alr", "--games", "3", "--players", "4").exit_code == 0
    assert "E0732" in run("new", "game", "my_game").output
