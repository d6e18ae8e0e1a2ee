"""Which declaration is named where a game goes on and on."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.hostile.test_limits import HEAD

import alarife
from alarife import RuleError
from alarife.engine import budget

SLOW = """
rule fits(a: number) "F"
  > F.
  (sum b for b in 1..{size} with c in 1..100) = a
"""
BLAMED = {
    "the step round the slow one, which asks": (
        SLOW.format(size=40)
        + """
step play "Course"
  > Play.
  repeat until score[seat(1)] more than 5
    as seat(1)
      buy

step buy "Buy"
  > Buy.
  choose a from 1..9 where fits(a) "?"
  otherwise
    pass
  score[you] += 0
""",
        "play",
    ),
    "the step round the slow one, which does not ask": (
        SLOW.format(size=40)
        + """
step play "Course"
  > Play.
  repeat until score[seat(1)] more than 5
    buy

step buy "Buy"
  > Buy.
  if fits(1)
    score[seat(1)] += 1
""",
        "play",
    ),
    "the slow one itself": (
        SLOW.format(size=99999)
        + """
step play "Course"
  > Play.
  repeat until score[seat(1)] more than 5
    buy

step buy "Buy"
  > Buy.
  for each a in 1..9999
    if fits(a)
      score[seat(1)] += 1
""",
        "buy",
    ),
    "a rule": (
        SLOW.format(size=99999)
        + """
value all_of_it: number = sum x for x in 1..999 with y in 1..99999 with z in 1..999

step play "Course"
  > Play.
  as seat(1)
    may "?"
      pass
  score[seat(1)] := all_of_it
""",
        "all_of_it",
    ),
}


@pytest.mark.parametrize("name", BLAMED)
def test_the_loop_without_end_is_named(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    text, blamed = BLAMED[name]
    monkeypatch.setattr(budget, "MOST_SECONDS", 1.0)
    path = tmp_path / "g.alr"
    path.write_text(HEAD + text, encoding="utf-8")
    game = alarife.load(str(path))
    with pytest.raises(RuleError, match="E0507") as raised:
        game.start(1).play(0)
    assert raised.value.diagnostics[0].message.startswith(f"In `{blamed}`")
