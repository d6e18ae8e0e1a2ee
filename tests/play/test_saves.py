"""Saves: whole or refused, and true to the rules they were begun under."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.play.table import game

import alarife
from alarife import RuleError, State
from alarife.bots import Generator
from alarife.play import saves
from alarife.play.choosing import save_lines


def _saved(path: Path, name: str = "goofspiel", steps: int = 9) -> tuple[State, saves.Save]:
    of = game(name, 3)
    save = saves.begin(of, ["person", "random", "greedy"], 11)
    lot, state = Generator(4), of.start(11)
    for _ in range(steps):
        assert state.decision is not None
        key = state.decision.options[lot.below(len(state.decision.options))].key
        state = state.play(key)
        save.answers.append(key)
    saves.write(path, save, state)
    return state, save


def test_a_save_gives_back_the_same_state(tmp_path: Path) -> None:
    state, _ = _saved(tmp_path / "a.json")
    save = saves.read(tmp_path / "a.json")
    again = saves.game_of(save)
    assert saves.history(save, again).state.dump() == state.dump()
    assert save.seats == ["person", "random", "greedy"]


def test_the_snapshot_stands_where_the_answers_lead(tmp_path: Path) -> None:
    _saved(tmp_path / "a.json")
    save = saves.read(tmp_path / "a.json")
    of = saves.game_of(save)
    assert of.restore(save.state).view(1) == saves.history(save, of).state.view(1)


def test_a_game_goes_on_under_its_own_rules(tmp_path: Path) -> None:
    own = tmp_path / "own.alr"
    shipped = next(iter(p for p in game("nim", 2).program.sources if p.endswith("nim.alr")))
    own.write_text(Path(shipped).read_text(encoding="utf-8"), encoding="utf-8")
    of = alarife.load(str(own))
    save = saves.begin(of, ["person"] * of.players, 1)
    state = of.start(1)
    saves.write(tmp_path / "a.json", save, state)
    own.write_text("this is no rule file any more", encoding="utf-8")
    read = saves.read(tmp_path / "a.json")
    again = saves.game_of(read)
    assert again.program.digest == of.program.digest
    assert saves.history(read, again).state.view(1) == state.view(1)


def test_nothing_is_left_of_a_write_that_fails(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    of = game("goofspiel", 3)
    with pytest.raises(RuleError, match="E0723"):
        saves.write(tmp_path / "file" / "a.json", saves.begin(of, ["person"] * 3, 1), of.start(1))
    assert [p.name for p in tmp_path.iterdir()] == ["file"]


def test_there_is_one_file_and_it_is_whole_after_every_write(tmp_path: Path) -> None:
    for steps in range(3):
        _saved(tmp_path / "a.json", steps=steps)
        assert [p.name for p in tmp_path.iterdir()] == ["a.json"]
        assert len(saves.read(tmp_path / "a.json").answers) == steps


def test_damage_is_found_wherever_it_is(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    _saved(path)
    whole = path.read_bytes()
    lot = Generator(3)
    for _ in range(300):
        at = lot.below(len(whole))
        byte = bytes([lot.below(256)])
        for bad in (whole[:at], whole[:at] + byte + whole[at + 1 :], whole[:at] + whole[at + 3 :]):
            if bad == whole:
                continue
            path.write_bytes(bad)
            with pytest.raises(RuleError, match=r"E072[12]"):
                saves.read(path)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        "[]",
        "null",
        "12",
        "[" * 100_000,
        '{"alarife save": 1}',
        '{"alarife save": 1, "save": 3, "sum": ""}',
    ],
)
def test_what_is_no_save_is_refused_in_words(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.json"
    path.write_text(text)
    with pytest.raises(RuleError, match="E0721"):
        saves.read(path)


def test_another_version_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    _saved(path)
    data = json.loads(path.read_text())
    data["alarife save"] = 99
    path.write_text(json.dumps(data))
    with pytest.raises(RuleError, match="E0722"):
        saves.read(path)


def test_answers_that_the_rules_do_not_ask_for(tmp_path: Path) -> None:
    _, save = _saved(tmp_path / "a.json")
    save.answers[4] = "nothing"
    with pytest.raises(RuleError, match="E0724"):
        saves.check_answers(save, saves.game_of(save))


def test_the_list_says_when_and_how_far_where_there_is_little_room(tmp_path: Path) -> None:
    _, save = _saved(tmp_path / "a.json")
    save.names = ["Ann of the Long Names"] * 3
    saves.write(tmp_path / "a.json", save, saves.history(save, saves.game_of(save)).state)
    (tmp_path / "b.json").write_text("{")
    shown = [line.plain for line in save_lines([tmp_path / "a.json", tmp_path / "b.json"], 60)]
    assert all(len(line) <= 60 for line in shown)
    when = saves.read(tmp_path / "a.json").saved.replace("T", " ")[:16]
    assert shown[0].startswith(f"1  {when}  {len(save.answers)} answers  Goofspiel")
