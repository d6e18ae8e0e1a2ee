"""Points with a decimal point: exact, in values and tables, sentences, scores and dumps."""

from __future__ import annotations

from random import Random

import pytest

import alarife
from alarife.diagnostics import RuleError
from alarife.library import Library

GAME = """alarife 2
game d "D"
  players 2..2

value komi "Compensation": decimal = 6.5
  > The second player gets {komi} points more.

table bonus[n: 1..3] "Bonus": decimal
  | n | bonus |
  | 1 | 0.25  |
  | 2 | 2     |
  | 3 | 2.75  |

note area[Player] "area": 1..3 = 1

step play "Play"
  > Play.
  for each p in Player
    as p
      claim(p, komi - 0.25)

step claim(p: Player, extra: decimal) "Claim"
  > Claim an area.
  as p
    choose n from 1..3 "How much?"
    area[you] := n
    if extra is more than 6
      choose again from 1..3 "Again?"
      area[you] := again

value score(p: Player) "Points": decimal
  > Areas bring points.
  bonus[area[p]] + komi if p is seat(2) otherwise bonus[area[p]]
"""
POINTS = {1: 0.25, 2: 2, 3: 2.75}


def test_scores_are_exact_and_say_who_wins() -> None:
    game = alarife.load("d", library=Library(texts={"d.alr": GAME}))
    for seed in range(10):
        lots, state = Random(seed), game.start(seed=seed)
        while state.decision is not None:
            state = state.play(lots.choice(state.decision.options))
            assert game.restore(state.dump()).dump() == state.dump()
        area = state.note("area")
        assert state.scores == {1: POINTS[area[1]], 2: POINTS[area[2]] + 6.5}
        assert state.winners == [2]
        assert state.view(1)["scores"] == {"1": POINTS[area[1]], "2": POINTS[area[2]] + 6.5}


def test_a_damaged_dump_is_refused() -> None:
    game = alarife.load("d", library=Library(texts={"d.alr": GAME}))
    dump = game.start(seed=1).dump()
    text = repr(dump)
    assert "6.25" in text
    with pytest.raises(RuleError):
        game.restore(eval(text.replace("6.25", "'x'"))).play(0)  # noqa: S307 (our own text)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("value k: number = 2.5", "E0330"),
        ("value k: decimal = 5 div 2.5", "E0330"),
        ("value k: decimal = 0.1", "E0143"),
        ('note k "k": decimal = 0', "E0144"),
        ('table t[n: 1..1] "T": decimal\n  | n | t   |\n  | 1 | 0.3 |', "E0320"),
    ],
)
def test_where_a_whole_number_is_wanted(line: str, code: str) -> None:
    with pytest.raises(RuleError) as raised:
        alarife.load("d", library=Library(texts={"d.alr": f"{GAME}\n{line}\n"}))
    assert {one.code for one in raised.value.diagnostics} == {code}
