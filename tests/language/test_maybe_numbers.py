"""Numbers of a range that may be none: notes keep them within it, secret ones are imagined."""

from __future__ import annotations

import json

import pytest
from tests.soundness.small import codes
from tests.soundness.small import game as small

from alarife.engine.state import Game
from alarife.syntax.format import format_file
from alarife.syntax.parse import parse

RULES = """
note last "last": 1..5? = none
note bet[Player] "bets": 0..9? = none
note code[p: Player] "code": 1..3? = none, seen by p
kind Hue "hue"
  | name | title |
  | red  | Red   |
  | blue | Blue  |

note wish[p: Player] "wish": Hue? = none, seen by p

value best: 1..9? = bet[seat(1)]

step play "Play"
  > Play.
  bet[seat(1)] := 3
  as each p in Player at once
    choose n from 1..3 "Which code?"
    code[you] := n
    may "Wish?"
      choose h from Hue "Which hue?"
      wish[you] := h
  as seat(1)
    choose n from 1..9 "How many?"
    last := n
  as seat(2)
    choose k from 1..(last otherwise 9) "How many?"
    last := none
  as seat(1)
    choose k from 1..2 "How many?"
    pass
"""


@pytest.fixture(scope="module")
def game() -> Game:
    return small(RULES)


def test_a_note_keeps_within_its_range_or_is_none(game: Game) -> None:
    state = game.start(seed=1)
    for key in (0, 0, 1, 0):
        state = state.play(key)
    while state.decision and state.decision.prompt == "Wish?":
        state = state.play(1)
    assert state.view(1)["notes"]["last"] is None
    state = state.play(8)
    assert state.view(1)["notes"]["last"] == 5
    assert state.value("best") == 3
    assert state.decision
    assert len(state.decision.options) == 5
    again = game.restore(json.loads(json.dumps(state.dump())))
    assert again.dump() == state.dump()
    assert state.play(0).view(1)["notes"]["last"] is None


def test_what_may_be_none_is_imagined_as_none_too(game: Game) -> None:
    state = game.start(seed=1)
    while state.decision and state.decision.prompt != "How many?":
        state = state.play(0)
    views = [state.imagine(2, seed).view(1)["notes"] for seed in range(60)]
    assert {v["code"]["1"] for v in views} == {None, 1, 2, 3}
    assert {v["wish"]["1"] for v in views} == {None, "red", "blue"}
    assert all(v["code"]["2"] == {"hidden": True} for v in views)


def test_what_may_be_none_is_asked_first() -> None:
    assert "E0331" in codes(RULES + "\nvalue twice: number = 2 * best\n")
    assert "E0364" in codes(RULES.replace("  bet[seat(1)] := 3", "  last := 7"))


def test_the_formatter_keeps_the_question_mark() -> None:
    text = (
        'alarife 2\ngame g "G"\n  players 2\n\nnote a "a": 1..5? = none\nnote b "b": 0..? = none\n'
    )
    assert format_file(parse(text, "x")) == text
