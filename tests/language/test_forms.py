"""Small games for forms of the language: their examples hold, they can be played, saved and gone on
with, and `format` leaves what they mean."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.cli.runs import run

import alarife
from alarife.examples.run import run_file
from alarife.syntax.format import format_file, same
from alarife.syntax.parse import parse

GAMES = sorted(Path(__file__).parent.glob("*.alr"))
SEED = 20


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_it_can_be_played_and_restored(path: Path) -> None:
    game = alarife.load(str(path), players=4 if path.stem == "euchre" else 2)
    for seed in range(SEED, SEED + 8):
        lots, state = Random(seed), game.start(seed=seed)
        dumped = state.dump()
        while state.decision is not None:
            option = lots.choice(state.decision.options)
            other = game.restore(dumped).play(option.key)
            state = state.play(option)
            dumped = state.dump()
            assert other.dump() == dumped, seed
        assert game.restore(dumped).is_over


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_its_examples_hold(path: Path) -> None:
    outcomes = run_file(str(path))
    assert outcomes
    assert [o for o in outcomes if not o.passed] == []


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.stem)
def test_formatted_it_means_the_same(path: Path) -> None:
    file = parse(path.read_text(encoding="utf-8"), path.name)
    text = format_file(file)
    assert text == path.read_text(encoding="utf-8")
    assert same(parse(text, path.name), file)


def test_a_hole_is_written_as_its_file_is(tmp_path: Path) -> None:
    rules = """alarife VERSION
game hole "Hole"
  > A test.
  players 2..2

step play "Play"
  > This is {=a game for a pair: players = 2}.
  pass

value winners "Who wins": set of Player = []
"""
    path = tmp_path / "hole.alr"
    path.write_text(rules.replace("VERSION", "1"))
    assert run("check", str(path)).exit_code == 0
    path.write_text(rules.replace("VERSION", "2"))
    told = run("check", str(path))
    assert told.exit_code == 1
    assert "E0121" in told.output
