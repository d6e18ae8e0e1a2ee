"""Commands that write: format, new."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.runs import data, run

from alarife.library import Library

UNTIDY = """alarife 2
game ladder "Ladder"
  > Climb to the top.
  players 1..4
chapter all "All"
note score[p: Player] "points": number = 0
step play "The game"
  > Each climbs.
  for each p in Player
    score[p]   :=   7
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_file_is_written_anew_and_then_stays(folder: Path) -> None:
    path = folder / "ladder.alr"
    path.write_text(UNTIDY, encoding="utf-8")
    path.chmod(0o640)
    assert run("format", "--check", "ladder.alr").exit_code == 1
    assert path.read_text(encoding="utf-8") == UNTIDY
    assert run("format", "ladder.alr").output == "ladder.alr written anew\n"
    assert "score[p] := 7" in path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o777 == 0o640
    assert run("format", ".").output == ""
    assert run("format", "--check", "ladder.alr").exit_code == 0
    assert [p.name for p in folder.iterdir()] == ["ladder.alr"]


def test_files_to_be_formatted_are_named_as_check_takes_them(folder: Path) -> None:
    assert run("format", "--check", "connect_four", "bazaars", "first_expansion").exit_code == 0
    (folder / "ladder").write_text(UNTIDY, encoding="utf-8")
    assert "ladder would be written" in run("format", "--check", "ladder").output
    unknown = run("format", "conect_four")
    assert unknown.exit_code == 1
    assert "Did you mean `connect_four`?" in unknown.output


@pytest.mark.parametrize("game", [head.name for head in Library().games()])
def test_a_new_module_is_right_as_it_is_and_with_its_samples(game: str, folder: Path) -> None:
    result = run("new", "module", "my_rules", "--for", game)
    assert result.exit_code == 0, result.output
    path = folder / "my_rules.alr"
    assert data("check", "my_rules.alr", "--json")["diagnostics"] == []
    assert run("simulate", game, "--with", "./my_rules.alr", "--games", "1").exit_code == 0
    text = path.read_text(encoding="utf-8")
    assert text.count("#| ") > 4
    path.write_text(text.replace("#| ", ""), encoding="utf-8")
    assert data("check", "my_rules.alr", "--json")["diagnostics"] == []
    assert run("test", "my_rules.alr").exit_code == 0


def test_new_data_changes_nothing_where_another_file_has_more_rows(folder: Path) -> None:
    """Not even a copy of what that file adds. What has no name by itself is named by its path."""
    game = """alarife 2
game coins "Coins"
  > Coins.
  players 2
kind Metal "metal"
  | name | title |
  | iron | Iron  |
piece Coin(metal: Metal, worth: 1..9) "coin"
  | metal | worth |
  | iron  | 2     |
  | iron  | 2     |
table price[metal: Metal] "Price": number
  | metal | price |
  | iron  | 3     |
place purse "purse": set of Coin, starting with Coin
step play "Play"
  > Count {n = size(Coin)} coins.
  pass
value winners "Who wins": set of Player = []
"""
    gold = """alarife 2
module gold "Gold" for coins
  > Gold.
  players 2
more Metal "Gold"
  | name | title |
  | gold | Gold  |
more Coin "Gold coin"
  | metal | worth | copies |
  | gold  | 2     | 2      |
more price "Price of gold"
  | metal | price |
  | gold  | 9     |
"""
    for name, text in (("coins", game), ("gold", gold)):
        (folder / f"{name}.alr").write_text(text, encoding="utf-8")
    asked = ("--for", "./coins.alr", "--with", "./gold.alr", "--of", "Coin", "--of", "price")
    told = run("new", "data", "mine", *asked).output
    assert "check mine.alr ./coins.alr ./gold.alr" in told
    assert "gold " not in (folder / "mine.alr").read_text(encoding="utf-8").partition("only")[2]
    assert data("check", "mine.alr", "./coins.alr", "./gold.alr", "--json")["diagnostics"] == []
    with_both = ("./coins.alr", "--with", "./gold.alr,./mine.alr")
    difference = run("diff", *with_both, "--against", "./coins.alr", "--with", "./gold.alr")
    assert "There is no difference." in difference.output


def test_an_existing_file_is_never_overwritten(folder: Path) -> None:
    (folder / "my_rules.alr").write_text("mine\n", encoding="utf-8")
    assert run("new", "module", "my_rules", "--for", "hex").exit_code == 1
    assert (folder / "my_rules.alr").read_text(encoding="utf-8") == "mine\n"
