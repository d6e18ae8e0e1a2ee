"""Loops that take turns: what a turn changes is not what a `where` asks about, unless it is said."""

from __future__ import annotations

import pytest
from tests.soundness.small import all_pass, codes

RULES = """
piece Card(owner: Player) "card"
  3 of each
place hand[p: Player] "hand": set of Card, starting with (those c in Card where c.owner = p)
place passing[p: Player] "passing": set of Card
place table "table": set of Card
note score[Player] "points": number = 0
note lap "lap": number = 0
value is_last(p: Player): yes/no = every q in Player: score[p] at most score[q]
step give(p: Player) "Give"
  > Give.
  score[p] += 3
step act "Act"
  > Act.
"""


@pytest.mark.parametrize(
    "loop",
    [
        "for each p in Player where (some q in Player: score[p] = score[q])\n    score[p] += 3",
        "for each p in Player where is_last(p)\n    give(p)",
        "as each p in Player where is_last(p)\n    score[you] += 3",
        "for each c in Card where size(table) less than 3\n    move c to table",
        "for each p in Player where score[p] at least lap\n    lap += 1",
    ],
)
def test_a_turn_that_changes_who_comes_next_is_told(loop: str) -> None:
    assert codes(f"{RULES}  {loop}\n") == ["E0321"]


@pytest.mark.parametrize(
    "loop",
    [
        "for each p in Player where hand[p] is not empty\n    move hand[p] to table",
        "for each c in Card where c in table\n    move c to hand[c.owner]",
        "for each p in Player where score[p] less than 3\n    give(p)",
        "as each p in Player where score[p] less than 3\n    give(you)",
        "let last = those p in Player where is_last(p)\n  for each p in last\n    give(p)",
        "for each p in Player\n    if is_last(p)\n      give(p)",
    ],
)
def test_a_turn_that_changes_its_own_is_not(loop: str) -> None:
    assert codes(f"{RULES}  {loop}\n") == []


ROUND = RULES + "  {}\n"
OUTCOME = """
example "Hands go round"
  when act
  then every p in Player: (every c in hand[p]: c.owner.left = p) and size(hand[p]) = 3
"""


@pytest.mark.parametrize("block", ["", "together\n    "])
def test_what_is_passed_on_again_is_told(block: str) -> None:
    indent = "      " if block else "    "
    loop = f"for each p in Player\n{indent}move hand[p] to hand[p.left]"
    assert codes(ROUND.format(block + loop)) == ["E0322"]


def test_by_way_of_a_place_in_between_hands_go_round() -> None:
    there = "for each p in Player\n    move hand[p] to passing[p.left]"
    back = "for each p in Player\n    move passing[p] to hand[p]"
    rules = ROUND.format(f"{there}\n  {back}")
    assert codes(rules) == []
    all_pass(rules + OUTCOME)
