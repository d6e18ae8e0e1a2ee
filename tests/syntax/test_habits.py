"""What people write out of habit is answered with what is written here; the advice parses."""

from __future__ import annotations

import pytest
from tests.soundness.small import codes, found

RULES = """
piece Stone(worth: 1..3) "stone"
  5 of each
piece King "king"
  1 of each
place board "board": grid 5 by 5 of Stone
place hand[p: Player] "hand": set of Stone
place deck "deck": pile of Stone, starting with Stone
place throne "throne": King?
note points[Player] "points": number = 0
"""
VALUE = RULES + "value v(p: Player): number = {}\n"
STEP = RULES + 'step act "Act"\n  > Act.\n  {}\n'


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        (RULES + 'place t "t": grid of pile of Stone\n', "pile on each cell"),
        (RULES + 'place t "t": grid of set of Stone\n', "pile on each cell"),
        (STEP.format("advance(sum)"), "Reserved words"),
        (STEP.format("points[seat(1)] := sum"), "Reserved words"),
        (STEP.format("move 2 of deck to hand[seat(1)]"), "`draw 2 from place to place`"),
        (STEP.format("for each s in Stone\n    move s below deck"), "`move card under deck`"),
        (STEP.format("for each s in Stone\n    move s to under deck"), "`move card under deck`"),
        (STEP.format("end"), "`end the game`"),
        (RULES + 'note code[p: Player] "code": number = 0, seen by p\n', "Give it a range"),
        (VALUE.format("if points[p] = 1 then 2 else 3"), "`a if condition otherwise b`"),
        (VALUE.format("points[p] = 1 ? 2 : 3"), "`a if condition otherwise b`"),
        (
            STEP.format("if points[seat(1)] is 1 then shuffle deck"),
            "What is done stands on the next line",
        ),
        (RULES + 'menu act "Act"\nrule few in act "Few"\n  > Few.\n  yes\n', "with `forbid`"),
        (VALUE.format("2 if points[p] = 1 else 3"), "`a if condition otherwise b`"),
        (RULES + "value few: yes/no = count s in deck less than 3\n", "`(count …) less than …`"),
        (RULES + "value few: yes/no = count s in deck is less than 3\n", "`(count …) is …`"),
        (RULES + "value few: yes/no = size(deck) under 3\n", "`is less than`"),
        (RULES + "value free: yes/no = throne is not some k\n", "`… is empty`"),
        (RULES + "value full: yes/no = throne is some\n", "`… is not empty`"),
        (VALUE.format("size(list b for a in Stone where yes with b in Stone)"), "where condition"),
        (
            RULES + 'graph g "G"\n  join a and b for a in Stone with b in Stone\n  lead a to b\n',
            "where linked(a, b)",
        ),
        (RULES + 'value mark(c: Cell): text = "x"\n', "give a kind a column"),
        (
            STEP.format("gone += [seat(1)]") + 'note gone "gone": list of Player = []\n',
            "`gone := gone + [x]`",
        ),
        (STEP.format('points[seat(1)] := "x"'), "give a kind a column"),
        (RULES + "value free: yes/no = board is empty\n", "`pieces(…) is empty`"),
    ],
)
def test_a_habit_is_answered_with_what_to_write(rules: str, hint: str) -> None:
    (wrong,) = found(rules)
    assert hint in wrong.hint, wrong


@pytest.mark.parametrize(
    "right",
    [
        VALUE.format("2 if points[p] = 1 otherwise 3"),
        RULES + "value few: yes/no = (count s in deck) less than 3\n",
        RULES + "value free: yes/no = pieces(board) is empty or gaps(board) is empty\n",
        STEP.format("draw 2 from deck to hand[seat(1)]"),
        STEP.format("end the game"),
        STEP.format("move King to throne"),
    ],
)
def test_the_advice_is_right(right: str) -> None:
    assert codes(right) == []


@pytest.mark.parametrize(
    "named", ["let sum = 3", "pick list from Stone at random", "for each count in 1..3\n    pass"]
)
def test_nothing_is_called_as_a_word_of_the_language(named: str) -> None:
    assert codes(STEP.format(named)) == ["E0333"]


def test_what_is_wrong_in_a_whole_column_is_said_once() -> None:
    rows = "".join(f"  | {n} | x |\n" for n in range(1, 8))
    (wrong,) = found(f'table t[n: 1..7] "T": number\n  | n | v |\n{rows}')
    assert wrong.code == "E0320"


def test_typing_mistakes_in_a_column_are_told_each() -> None:
    kind = 'kind Colour "colour"\n  | name | title |\n  | red | Red |\n  | blue | Blue |\n'
    rows = "  | rad |\n  | blux |\n"
    assert codes(f'{kind}piece Card(colour: Colour) "card"\n  | colour |\n{rows}') == ["E0320"] * 2
