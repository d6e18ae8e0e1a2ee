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


BOARD = """
piece Stone(owner: Player) "stone"
  9 of each

place board "board": grid 3 by 3 of Stone
place bowl "bowl": set of Stone
graph chains "chains"
  join a and b for a in cells(board) with b in beside(board, a) where b is in cells(board)

value free(c: Cell): yes/no = some d in reach(chains, c): size(reach(chains, d)) is 1
"""


@pytest.mark.parametrize(
    "loop",
    [
        "for each c in cells(board) with s in board[c] where not free(c)\n    move s to bowl",
        "for each c in cells(board) where not free(c)\n    if board[c] is some s\n      move s to bowl",
        "for each s in pieces(board) where size(pieces(board)) more than 3\n    move s to bowl",
    ],
)
def test_a_chain_that_is_taken_stone_by_stone_is_told(loop: str) -> None:
    """Graphs are looked through, and whoever moves a member takes it from where it lay."""
    assert codes(f"{BOARD}\nstep act\n  {loop}\n") == ["E0321"]


def test_a_chain_that_is_picked_first_is_not() -> None:
    text = "let dead = those c in cells(board) where not free(c)\n"
    text += "  for each c in dead with s in board[c]\n    move s to bowl"
    assert codes(f"{BOARD}\nstep act\n  {text}\n") == []


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
