"""`check`: over everything, over one file, over what is wrong."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.cli.runs import LADDER, data, run

from alarife.checking.scope import Checked
from alarife.cli import survey
from alarife.diagnostics import Report
from alarife.linking.program import Program

MODULE = """alarife 1
module taller "Taller" for ladder
  > The ladder is taller.
  players 1..4

option idle "Nothing": yes/no = no
  > Nothing comes of this.

change top as more_rungs "More rungs" to 9
  > There are {top} rungs.
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_everything_that_is_shipped_is_right() -> None:
    found = data("check", "--all", "--json")
    assert found["diagnostics"] == []
    assert found["configurations"]["alhambra"] > 1000


def test_a_game_of_ones_own(folder: Path) -> None:
    (folder / "ladder.alr").write_text(LADDER, encoding="utf-8")
    assert (
        run("check", "ladder.alr").output == "1 file, 4 configurations tried: nothing is wrong.\n"
    )


def test_what_is_wrong_and_where(folder: Path) -> None:
    (folder / "ladder.alr").write_text(LADDER.replace(":= top", ":= topp"), encoding="utf-8")
    result = run("check", "ladder.alr")
    assert result.exit_code == 1
    assert "ladder.alr:15:17" in result.output
    assert "Did you mean `top`?" in result.output
    assert result.output.count("Did you mean") == 1
    shown = json.loads(run("check", "ladder.alr", "--json").stdout)
    assert shown["diagnostics"][0]["severity"] == "error"


def test_a_module_beside_its_game(folder: Path) -> None:
    (folder / "ladder.alr").write_text(LADDER, encoding="utf-8")
    (folder / "taller.alr").write_text(MODULE, encoding="utf-8")
    assert run("check", "taller.alr").exit_code == 0
    assert "2 files" in run("check", ".").output


def test_what_comes_to_the_same_configuration_is_checked_once(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    checked: list[object] = []
    check = survey.check

    def counted(program: Program, report: Report) -> Checked | None:
        checked.append(program.configuration)
        return check(program, report)

    monkeypatch.setattr(survey, "check", counted)
    option = '\noption tall "Tall": yes/no = no\n  > It is taller.\n'
    rules = LADDER.replace("number = 7", "number = 9 if tall otherwise 7") + option
    (folder / "ladder.alr").write_text(rules, encoding="utf-8")
    assert "6 configurations tried" in run("check", "--all", "ladder.alr").output
    assert len(checked) == len(set(checked))


def test_examples_of_a_library_are_checked_beside_its_game(folder: Path) -> None:
    library = (
        'alarife 2\nlibrary shelf "Shelf"\n  > Games share this.\n\n'
        'value rungs "Rungs": number = 7\n\n'
        'example "Rungs"\n  > There are 7 rungs.\n  then rungs is nothing\n'
    )
    game = LADDER.replace("players 1..4\n", "players 1..4\n  uses shelf\n")
    game = game.replace('value top "Rungs": number = 7', 'value top "Top": number = rungs')
    (folder / "shelf.alr").write_text(library, encoding="utf-8")
    (folder / "ladder.alr").write_text(game, encoding="utf-8")
    for files in (("shelf.alr",), ("ladder.alr", "shelf.alr"), (".",)):
        result = run("check", *files)
        assert result.exit_code == 1, files
        assert "shelf.alr:9" in result.output, files


def test_dead_options_are_named(folder: Path) -> None:
    (folder / "ladder.alr").write_text(
        LADDER + '\noption idle "Nothing": yes/no = no\n  > It does nothing.\n', encoding="utf-8"
    )
    result = run("check", "--all", "ladder.alr")
    assert result.exit_code == 0
    assert "E0270" in result.output
    assert "ladder: 8 configurations" in result.output


BLOCKS = {
    "when taller.idle": "option",
    "when players is 2": "players",
    "when not taller.idle and players is 3": "both",
    "when module wider": "module",
}


@pytest.mark.parametrize("condition", BLOCKS, ids=BLOCKS.values())
def test_a_block_is_checked_under_its_condition(condition: str, folder: Path) -> None:
    block = f'\n{condition}\n  value more "More": number = tpo + 1\n'
    wider = MODULE.replace("taller", "wider").replace("idle", "lazy").split("change")[0]
    (folder / "ladder.alr").write_text(LADDER, encoding="utf-8")
    (folder / "wider.alr").write_text(wider, encoding="utf-8")
    (folder / "taller.alr").write_text(MODULE + block, encoding="utf-8")
    result = run("check", "taller.alr", "wider.alr")
    assert result.exit_code == 1
    assert "Nothing is called `tpo` here." in result.output


def test_a_block_of_a_game_is_checked_under_its_condition(folder: Path) -> None:
    option = '\noption tall "Tall": yes/no = no\n  > It is taller.\n'
    block = "\nwhen tall\n  change top as topped to tpo + 1\n"
    (folder / "ladder.alr").write_text(LADDER + option + block, encoding="utf-8")
    result = run("check", "ladder.alr")
    assert result.exit_code == 1
    assert "Nothing is called `tpo` here." in result.output


def test_all_values_of_a_modules_options_are_tried(folder: Path) -> None:
    (folder / "ladder.alr").write_text(LADDER, encoding="utf-8")
    (folder / "taller.alr").write_text(MODULE, encoding="utf-8")
    assert "4 configurations tried" in run("check", "taller.alr").output
    assert "6 configurations tried" in run("check", "--all", "taller.alr").output


def test_what_is_dead_in_a_module_is_named(folder: Path) -> None:
    (folder / "ladder.alr").write_text(LADDER, encoding="utf-8")
    (folder / "taller.alr").write_text(
        MODULE + "\nwhen players = 1 and players = 2\n  change top to 5\n", encoding="utf-8"
    )
    assert "nothing is wrong" in run("check", "taller.alr").output
    result = run("check", "--all", "taller.alr")
    assert result.exit_code == 0
    assert "Nothing reads `taller.idle`" in result.output
    assert "This holds in no configuration of `ladder`." in result.output


def test_how_each_rule_is_answered() -> None:
    rules = data("check", "alhambra", "--how", "--json")["rules"]
    how = {rule["rule"]: rule for rule in rules}
    assert how["matching"]["lay"] == "local"
    assert how["walkable"]["law"] == "lawful"
    assert "lawful.matching: laying local" in run("check", "alhambra", "--how").output
    assert "graph chains: kept with its grid" in run("check", "hex", "--how").output


@pytest.mark.parametrize("name", ["alhambra", "bazaars", "treasure_night", "city"])
def test_files_by_their_names(name: str) -> None:
    result = run("check", name)
    assert result.exit_code == 0
    assert "1 file," in result.output
