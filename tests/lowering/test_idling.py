"""Statements that do nothing are left out, unless what they ask may fault or takes long."""

from __future__ import annotations

from pathlib import Path

import pytest

from alarife.diagnostics import RuleError
from alarife.lowering.lower import lower
from alarife.pipeline import load, stages

IDLE = """alarife 2
game idle "Idle"
  players 1

piece Card(value: 1..9) "card"
  1 of each

place deck "deck": pile of Card, starting with Card
place gone "gone": pile of Card

note turns "turns": 0..100 = 0

step play "Play"
  repeat while turns is less than 3
    turns += 1
    draw 1 from deck to gone
    if size(gone) is at least 2
      warn(size(gone))
    if {dear} is 2
      for each c in gone
        warn(c.value)

step warn(n: number) "Warn"
  again(n)

step again(n: number) "Again"
  pass

value score(p: Player) "points": number = turns
"""


def _text(where: Path, dear: str) -> tuple[str, str]:
    """The generated text of the step, with and without the form."""
    file = where / "idle.alr"
    file.write_text(IDLE.replace("{dear}", dear))
    made = stages(str(file)).lowered
    texts = [made.source, lower(made.checked, ("skip",)).source]
    with_, without = (t[t.index("def step·play") :].split("\n\n\n")[0] for t in texts)
    return with_, without


def test_empty_steps_go_and_so_do_the_conditions_and_loops_round_them(tmp_path: Path) -> None:
    text, plain = _text(tmp_path, "turns")
    assert "step·warn" in plain
    assert ">= 2" in plain
    assert "step·warn" not in text
    assert ">= 2" not in text
    assert "== 2" not in text


def test_a_condition_that_may_fault_stays_and_faults(tmp_path: Path) -> None:
    text, _ = _text(tmp_path, "size(0..(turns * 60000))")
    assert "== 2" in text
    with pytest.raises(RuleError, match="too long"):
        load(str(tmp_path / "idle.alr")).start(seed=1)


def test_the_game_is_the_same(tmp_path: Path) -> None:
    _text(tmp_path, "turns")
    state = load(str(tmp_path / "idle.alr")).start(seed=1)
    assert state.is_over
    assert state.scores == {1: 3}
