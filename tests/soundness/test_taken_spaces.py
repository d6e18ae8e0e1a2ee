"""A piece that is moved to a chosen cell or space, and what is asked about it before: `check` warns
where nothing is (E0386), and nowhere else."""

from __future__ import annotations

import pytest
from tests.soundness.small import codes, game

from alarife import RuleError

HEAD = """
piece Stone(n: 1..3) "stone"
  1 of each
kind Shelf "shelf"
  | name  | title |
  | upper | Upper |
  | lower | Lower |
place bag "bag": set of Stone, starting with Stone
place board "board": grid 3 by 3 of Stone
place ruled "ruled": grid 3 by 3 of Stone, under fine
place space_for[s: Shelf] "shelf": Stone?
place heap[s: Shelf] "heap": pile of Stone
place away[p: Player] "away": Stone?
law fine(g: grid of Stone) "Fine"
  > Fine.
rule few in fine(g) "Few"
  > Few.
  size(pieces(g)) at most 5
rule is_free(c: Cell) "Free"
  > Free.
  c in gaps(board)
rule small(c: Cell) "Small"
  > Small.
  c.x at most 2
value room: set of Cell = those c in cells(board) where c in gaps(board)
menu act "Act"
  > Act.
action put in act "Put"
  > Put a stone.
  choose stone from bag "Which?"
{}
step play "Course"
  > Play.
  repeat 3 times
    as seat(1)
      choose from act
      otherwise
        pass
"""
ASKED = {
    "gaps": 'choose c from gaps(board) "Where?"\n  move stone to board[c]',
    "a rule that looks": (
        'choose c from cells(board) where is_free(c) "Where?"\n  move stone to board[c]'
    ),
    "a value that looks": 'choose c from room "Where?"\n  move stone to board[c]',
    "what lies there goes first": (
        'choose c from cells(board) "Where?"\n  if board[c] is some old\n    move old to bag\n'
        "  move stone to board[c]"
    ),
    "a law is asked": 'choose c from gaps(ruled) "Where?"\n  move stone to ruled[c]',
    "several may lie there": 'choose s from Shelf "Where?"\n  move stone to heap[s]',
    "those that are empty": (
        'choose s from (those s in Shelf where space_for[s] is empty) "Where?"\n'
        "  move stone to space_for[s]"
    ),
    "it is required": (
        'choose c from cells(board) "Where?"\n  require is_free(c)\n  move stone to board[c]'
    ),
    "a let that looks": (
        'let free = gaps(board)\n  choose c from free "Where?"\n  move stone to board[c]'
    ),
    "nothing is chosen": (
        "if away[you] is some old\n    move old to bag\n  move stone to away[you]"
    ),
}
NOT_ASKED = {
    "cells that are taken": 'choose c from cells(board) "Where?"\n  move stone to board[c]',
    "cells that are small": (
        'choose c from gaps(ruled) where small(c) "Where?"\n  move stone to board[c]'
    ),
    "another board is asked": 'choose c from gaps(ruled) "Where?"\n  move stone to board[c]',
    "shelves": 'choose s from Shelf "Where?"\n  move stone to space_for[s]',
    "drawn": 'choose s from Shelf "Where?"\n  draw 1 from bag to space_for[s]',
    "another choice within a block": (
        'choose c from Cell of board "Where?"\n  if players is 2\n    move stone to board[c]'
    ),
}


def _rules(effect: str) -> str:
    return HEAD.format("  " + effect)


@pytest.mark.parametrize("what", ASKED)
def test_no_warning_where_something_asks(what: str) -> None:
    assert codes(_rules(ASKED[what])) == []


@pytest.mark.parametrize("what", NOT_ASKED)
def test_a_warning_where_nothing_asks(what: str) -> None:
    assert codes(_rules(NOT_ASKED[what])) == ["E0386"]


ALL_AT_ONCE = """
piece Stone(owner: Player) "stone"
  4 of each
place board "board": grid 2 by 2 of Stone
place own[p: Player] "own": grid 2 by 2 of Stone
place bag[p: Player] "bag": set of Stone, starting with (those s in Stone where s.owner is p)
value free_of(p: Player): set of Cell = gaps(own[p])
step play "Course"
  > Play.
  as each p in Player where free_of(p) is not empty at once
    choose c from {} "Where?"
    if {}first(bag[you]) is some stone
      move stone to {}[c]
"""


@pytest.mark.parametrize(
    ("source", "asked", "board", "warned"),
    [
        ("Cell of board", "", "board", True),
        ("Cell of board", "board[c] is empty and ", "board", False),
        ("free_of(you)", "", "own[you]", False),
        ("free_of(p)", "", "own[p]", False),
    ],
)
def test_at_once_another_may_take_the_same_space(
    source: str, asked: str, board: str, warned: bool
) -> None:
    assert codes(ALL_AT_ONCE.format(source, asked, board)) == (["E0386"] if warned else [])


@pytest.mark.parametrize("what", ["another board is asked", "shelves"])
def test_what_is_warned_of_stops_the_game(what: str) -> None:
    loaded = game(_rules(NOT_ASKED[what]))

    def play() -> None:
        state = loaded.start(1)
        while not state.is_over:
            state = state.play(0)

    with pytest.raises(RuleError, match="E0501"):
        play()


@pytest.mark.parametrize("what", [one for one in ASKED if one != "nothing is chosen"])
def test_what_is_not_warned_of_goes_on(what: str) -> None:
    loaded = game(_rules(ASKED[what]))
    for seed in range(3):
        state = loaded.start(seed)
        while not state.is_over:
            assert state.decision is not None
            state = state.play(seed % len(state.decision.options))
