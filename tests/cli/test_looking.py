"""Commands that show something: games, rules, diff, dump."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.cli.runs import data, run

import alarife
from alarife.cli.dump import STAGES


def test_games_as_data() -> None:
    games = {game["name"]: game for game in data("games", "--json")}
    assert {"alhambra", "dice", "alcazaba", "connect_four"} <= set(games)
    modules = {module["name"]: module for module in games["alhambra"]["modules"]}
    assert {"treasure", "cards", "invaders", "bazaars", "change", "extra_tower"} <= set(modules)
    assert [option["name"] for option in modules["invaders"]["options"]] == ["invaders.open"]
    assert games["connect_four"]["players"] == [2, 2]


def test_games_as_text() -> None:
    text = run("games").output
    assert "connect_four  Connect four, 2 players" in text
    assert "--with bazaars" in text
    assert "--set invaders.open=yes|no  (no)" in text
    assert "preset treasure_night" in text


def test_rules_are_those_of_the_game() -> None:
    rules = data("rules", "alhambra", "--with", "bazaars", "--json")
    game = alarife.load("alhambra", modules=["bazaars"])
    assert [rule["name"] for rule in rules] == [rule.name for rule in game.rules]
    walkable = next(rule for rule in rules if rule["name"] == "walkable")
    assert walkable["cites"] == ["BASE-24"]
    assert walkable["module"] == "city"
    assert walkable["line"] > 1


def test_sentences_have_their_numbers() -> None:
    rules = data("rules", "connect_four", "--json")
    assert not [rule for rule in rules if "{" in rule["sentence"] or "{" in rule["title"]]
    assert "seven columns of six spaces" in run("rules", "connect_four").output


def test_rules_by_paragraph() -> None:
    traced = data("rules", "alhambra", "--trace", "--json")
    assert not any(entry["gap"] for entry in traced.values())
    assert traced["BASE-24"]["chapters"] == ["Building"]
    assert "city.walkable" in traced["BASE-24"]["rules"]
    assert any(entry["examples"] for entry in traced.values())
    names = [name for name in traced if name.startswith("BASE-")]
    assert names == sorted(names, key=lambda name: int(name.split("-")[1]))
    assert run("rules", "alhambra", "--trace").output.startswith(next(iter(traced)))


def test_what_a_module_changes() -> None:
    text = run("diff", "alhambra", "--with", "change").output
    assert "Spent coins" in text
    assert "no longer" not in text
    found = data("diff", "alhambra", "--with", "change", "--json")
    assert {"kind", "name", "title", "module", "old", "new"} <= set(found[0])


def test_two_configurations() -> None:
    assert run("diff", "alhambra", "--against", "alhambra").output == "There is no difference.\n"
    back = run(
        "diff", "alhambra", "--against", "alhambra", "--with", "change", "--players", "4"
    ).output
    assert "no longer" in back
    assert data("diff", "alhambra", "--against=alhambra", "--with", "change", "--json")
    preset = run("diff", "treasure_night", "--against", "alhambra", "--with", "treasure").output
    assert "builder card" in preset


@pytest.mark.parametrize("stage", STAGES)
def test_every_stage_can_be_looked_into(stage: str) -> None:
    result = run("dump", "connect_four", "--stage", stage)
    assert result.exit_code == 0
    expected = {
        "syntax": "File ",
        "linked": "# steps",
        "checked": "winners: a set of Player  (value)",
        "ir": "(function value·winners",
        "lowered": "def value·winners",
        "tables": "sites:",
        "state": '"game": "connect_four"',
    }
    assert expected[stage] in result.output


def test_dumps_of_a_game_with_modules() -> None:
    linked = run("dump", "alhambra", "--with", "bazaars,cards", "--stage", "linked").output
    assert "# hooks" in linked
    assert "# changes" in linked


def test_a_paragraph_without_a_rule_is_a_gap(tmp_path: Path) -> None:
    game = 'alarife 1\ngame small "Small" [S-1]\n  players 2..2\n\nnote score[Player] "points": 0.. = 0\n\n'
    game += 'step play "Play" [S-2]\n  pass\n'
    (tmp_path / "small.alr").write_text(game, encoding="utf-8")
    (tmp_path / "paragraphs.txt").write_text(
        "S-1 tests/here.py\nS-2\nS-3\nS-4 out: not ours\n", encoding="utf-8"
    )
    result = run("rules", str(tmp_path / "small.alr"), "--trace")
    assert result.exit_code == 1
    assert result.output.splitlines()[0] == "S-1"
    assert "S-2: NO EXAMPLE" in result.output
    assert "S-3: NO RULE" in result.output
    assert "S-4: not in scope, for not ours" in result.output
