"""Which steps are counted against the budget: those in which moving pieces may set off more."""

from __future__ import annotations

import pytest
from tests.soundness.small import game

RULES = """
piece Stone(number: number) "stone"
  | number |
  | 1      |
  | 2      |
  | 3      |
piece Bead(owner: Player) "bead"
  3 of each

place heap "heap": pile of Stone, starting with Stone
place row_of[p: Player] "row": row of Stone
place pit "pit": pile of Stone
place beads "beads": pile of Bead, starting with Bead
place used "used": pile of Bead
note told "told": number = 0

step play "Play"
  work

whenever stone: Stone enters pit as falls "It falls"
  > Beads follow.
  draw 100 from beads to used

step work "Work"
  for each n in 1..50
    DONE
"""
QUIET = {
    "a note": "told := n",
    "another place is entered": "draw 1 from heap to row_of[seat(1)]",
    "another type": "draw 1 from beads to used",
    "a piece of another type": "if first(beads) is some b\n      move b to used",
}
LOUD = {
    "the place that is watched": "draw 1 from heap to pit",
    "a move there": "if first(heap) is some s\n      move s to pit",
}


def counted(done: str) -> bool:
    source = game(RULES.replace("DONE", done)).lowered.source
    return "BUDGET.pace -=" in source.partition("def step·work(")[2].partition("\n\n")[0]


@pytest.mark.parametrize("how", QUIET)
def test_what_crosses_no_line_is_not_counted(how: str) -> None:
    assert not counted(QUIET[how])


@pytest.mark.parametrize("how", LOUD)
def test_what_may_set_off_more_is_counted(how: str) -> None:
    assert counted(LOUD[how])
