"""Numbers are in the ranges that were declared for them, or the game stops with a sentence: what a
key may be is proved from them."""

from __future__ import annotations

import pytest
from tests.soundness.small import all_pass, codes, examples, found, game

RULES = """
table penalty[n: 1..3] "Penalty": number
  | n | lost |
  | 1 | 10   |
  | 2 | 20   |
  | 3 | 30   |
piece Stone "stone"
  5 of each
place heap "heap": set of Stone, starting with Stone
note area[1..3] "area": number = 0
note little "little": 1..3 = 1
value number_of(many: yes/no): number = count s in Stone where many
value by_parameter(n: 1..3): number = penalty[n]
value by_result: 1..3 = number_of(yes)
step mark(n: 1..3) "Mark"
  > Mark it.
  area[n] := 7
step mark_none "Mark"
  > Mark it.
  mark(number_of(no))
step mark_five "Mark"
  > Mark it.
  mark(number_of(yes))
step too_large_together "Mark"
  > Mark it.
  together
    little := number_of(yes)
    area[little] := 7
note little_ones "little ones": list of 1..3 = []
step list_them "List them"
  > List them.
  little_ones := [1, number_of(yes)]
"""


@pytest.mark.parametrize(
    "what",
    [
        "then by_parameter(number_of(no)) = 30",
        "then by_parameter(number_of(yes)) = 30",
        "then penalty[by_result] = 30",
        "when mark_none\n  then area[3] = 7",
        "when mark_five\n  then area[3] = 7",
        "when too_large_together\n  then area[3] = 7",
        "when list_them\n  then little_ones is not empty",
    ],
)
def test_what_is_out_of_its_range_stops_with_a_sentence(what: str) -> None:
    (outcome,) = examples(f'{RULES}\nexample "Out of range"\n  {what}\n').values()
    (wrong,) = outcome.diagnostics
    assert wrong.code == "E0817", wrong
    assert "in the range 1..3" in wrong.message or "the keys go from 1 to 3" in wrong.message


@pytest.mark.parametrize(
    "value",
    [
        "sum penalty[n] for n in 1..3",
        "sum penalty[n] for n in 1..size(heap) where n at most 3",
        "sum penalty[n + 1] for n in 0..size(heap) where n less than 3",
        "count n in [size(heap)] where n in 1..3 and penalty[n] = 10",
        "penalty[size(heap) mod 3 + 1]",
        "penalty[size(Stone) - 2]",
        "penalty[last_one]",
        "by_parameter(size(heap))",
    ],
)
def test_a_key_that_is_in_range_is_left_in_peace(value: str) -> None:
    assert codes(f"{RULES}\nvalue last_one: number = 1 + 2\nvalue loss: number = {value}\n") == []


@pytest.mark.parametrize(
    "value",
    [
        "sum penalty[n] for n in 1..size(heap)",
        "sum penalty[n] for n in 1..size(heap) where n at least 3",
        "penalty[size(heap)]",
        "penalty[size(heap) - 2]",
    ],
)
def test_a_key_that_nothing_bounds_is_told(value: str) -> None:
    (wrong,) = found(f"{RULES}\nvalue loss: number = {value}\n")
    assert wrong.code == "E0305"
    assert "from 1 to 3" in wrong.message


ON_BOARD = """
piece Stone "stone"
  5 of each
place heap "heap": set of Stone, starting with Stone
place board "board": grid 3 by 2 of pile of Stone
note level[c: Cell of board] "level": 0..4 = 0
value middle: Cell = cell(2, 2)
value high(c: Cell): number = level[{}]
"""


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("cell(1, 1)", list[str]()),
        ("cell(3, 2)", list[str]()),
        ("middle", list[str]()),
        ("toward(middle, N)", list[str]()),
        ("cell(1, 3)", ["E0345"]),
        ("toward(middle, S)", ["E0345"]),
        ("c", ["E0305"]),
        ("toward(c, N)", ["E0305"]),
    ],
)
def test_constant_cells_are_known_to_lie_on_a_board(key: str, said: list[str]) -> None:
    assert codes(ON_BOARD.format(key)) == said


GUARDED = """
piece Coin(worth: 1..9) "coin"
  1 of each
place purse[p: Player] "purse": set of Coin, starting with (those c in Coin where p = seat(1))
note level "level": 0..6 = 0
table price[n: 4..6] "Price": number
  | n | price |
  | 4 | 8     |
  | 5 | 4     |
  | 6 | 2     |

rule grown "Grown"
  > You need level {=four}.
  level at least 4

rule paid(coin: Coin) "Paid"
  > Pay the price.
  coin.worth at least price[level]

menu turn_action "Turn"

action buy in turn_action "Buy"
  > Buy.
  require grown
  choose coin from purse[you] where paid(coin) "With what?"
  move coin to box

action rest in turn_action "Rest"
  > Rest.
  pass

step play "Play"
  as seat(1)
    choose from turn_action

example "Not grown"
  > A coin of 9 does not help.
  when ann: buy(Coin(9))
  then refused by grown
"""


def test_what_a_rule_before_it_refuses_is_not_asked_on() -> None:
    """A rule that makes no sense where an earlier one refuses is no fault of the question why."""
    state = game(GUARDED).start(1)
    assert [rule.name for rule in state.why_not("buy", "Coin(9)")] == ["grown"]
    all_pass(GUARDED)
