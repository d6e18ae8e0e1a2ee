"""A set is a set everywhere: in order, and each member once, wherever a set is declared."""

from __future__ import annotations

from collections import Counter

import pytest
from tests.soundness.small import all_pass, game

NOTES = """
note one "one": set of Cell = [cell(2, 1), cell(1, 1), cell(1, 1)]
note many "many": list of set of Cell = []
note sets "sets": set of set of Cell = []
note keyed[Player] "keyed": set of number = []
note counted "counted": number = 0

value plain: list of Cell = [cell(2, 1), cell(1, 1), cell(1, 1)]
value by_list: set of Cell = list c for c in plain
value other_order: set of Cell = [cell(1, 1), cell(2, 1)]
value together_again: set of Cell = plain + other_order
value with_one: set of Cell = plain + one
value size_of(s: set of Cell): number = size(s)
value first_of(s: set of set of Cell): number = size(s)
value second_list: list of Cell = [cell(1, 1), cell(2, 1), cell(2, 1)]

step keep_list "L"
  one := list c for c in plain

step keep_literal "A"
  one := [cell(2, 1), cell(2, 1)]

step keep_plus "P"
  one := one + [cell(2, 1)] + [cell(3, 1)]
  one := one - [cell(3, 1)]

step keep_nested "N"
  many := many + [plain]
  many := many + [second_list]
  sets := [plain, second_list]

step keep_keyed "K"
  keyed[seat(1)] := list n for n in [2, 1, 1]

step called(s: set of Cell) "C"
  counted := size(s)

step call "C"
  called(plain)
"""

HOLD = {
    "a first value": "then size(one) = 2",
    "a result": "then size(by_list) = 2 and size(together_again) = 2",
    "an argument": "then size_of(plain) = 2 and size_of([cell(1, 1), cell(1, 1)]) = 1",
    "sets in an argument": "then first_of([plain, second_list]) = 1",
    "a note from a list": "when keep_list\n  then size(one) = 2 and one = other_order",
    "a note from a literal": "when keep_literal\n  then size(one) = 1",
    "a note from a sum": "when keep_plus\n  then one = other_order",
    "members of a list": "when keep_nested\n  then other_order in many and size(sets) = 1",
    "a list in a set of sets": "when keep_nested\n  then plain in many and second_list in sets",
    "compared": "then [plain] = [other_order] and plain = other_order",
    "lists are lists": "then size(plain) = 3 and not plain = second_list",
    "a keyed note": "when keep_keyed\n  then size(keyed[ann]) = 2 and keyed[ann] = [1, 2]",
    "an argument of a step": "when call\n  then counted = 2",
    "given": "given one = [cell(2, 1), cell(1, 1), cell(1, 1)]\n  then one = other_order",
    "given in a list": "given many = [[cell(2, 1), cell(1, 1)]]\n  then other_order in many and many = [other_order]",
    "given by key": "given keyed[ann] = [3, 1, 3]\n  then size(keyed[ann]) = 2",
    "supposed": "given with_one = [cell(2, 1), cell(2, 1)]\n  then size(with_one) = 1",
    "given to a step": "when called([cell(2, 1), cell(2, 1)])\n  then counted = 1",
}


@pytest.mark.parametrize("what", HOLD)
def test_a_set_is_a_set(what: str) -> None:
    all_pass(NOTES + f'\nexample "{what}"\n  {HOLD[what]}\n')


DRAW = """
piece Card(rank: 1..6) "card"
  1 of each
place hand[p: Player] "hand": SHAPE of Card, seen by p
step play "Play"
  for each p in Player
    move (those c in Card where (c.rank at most 3 and p = seat(1)) or (c.rank more than 3 and p = seat(2))) to hand[p]
  draw 1 from hand[seat(2)] to hand[seat(1)]
"""


@pytest.mark.parametrize("shape", ["set", "bag"])
def test_a_draw_from_a_set_is_blind_and_fair(shape: str) -> None:
    cards = game(DRAW.replace("SHAPE", shape))
    drawn = Counter(
        card["rank"]
        for seed in range(900)
        for card in cards.start(seed).view(1)["places"]["hand"]["1"]
        if card["rank"] > 3
    )
    assert all(240 < drawn[rank] < 360 for rank in (4, 5, 6)), drawn


def test_a_draw_from_a_pile_takes_the_top() -> None:
    cards = game(DRAW.replace("SHAPE", "pile"))
    drawn = {str(cards.start(seed).view(1)["places"]["hand"]["1"][0]) for seed in range(20)}
    assert len(drawn) == 1
