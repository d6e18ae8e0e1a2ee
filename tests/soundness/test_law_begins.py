"""A law holds from the beginning; what else it looks at may change."""

from __future__ import annotations

import pytest
from tests.soundness.small import game

from alarife.engine.faults import Fault

RULES = """
type Stone "stone"
piece King "king" is Stone
  1 of each
piece Pawn(nth: 1..4) "pawn" is Stone
  1 of each
place board "board": grid 3 by 3 of Stone, under lawful, starting with King at cell(X, 2)
place bowl "bowl": set of Pawn, starting with Pawn
note most "most": number = 3
menu your_turn "Your turn"
action lay in your_turn "Lay"
  > Lay a pawn.
  choose pawn from bowl
  choose point from gaps(board) "Where?"
  move pawn to board[point]
action tighten in your_turn "Tighten"
  > No more than two from now on.
  most := 1
law lawful(g: grid of Stone) "Law"
  > These rules hold.
rule free_middle in lawful(g) "Free middle"
  > The middle stays free.
  g[cell(2, 2)] is empty
rule few in lawful(g) "Few"
  > Not too many.
  size(cells(g)) at most most
step play "Play"
  repeat 4 times
    as seat(1)
      choose from your_turn
"""


def test_what_begins_on_a_place_obeys_its_law() -> None:
    assert game(RULES.replace("X", "1")).start(1).decision is not None
    with pytest.raises(Fault) as broken:
        game(RULES.replace("X", "2")).start(1)
    (wrong,) = broken.value.diagnostics
    assert wrong.code == "E0504"
    assert "free_middle" in wrong.message


def test_what_a_law_looks_at_may_change_and_counts_for_what_comes_later() -> None:
    state = game(RULES.replace("X", "1")).start(1).play("lay").play(0).play(0)
    state = state.play("tighten")
    assert state.is_over, "nothing more can be laid, so tightening is all that is left"
    assert len(state.view(1)["places"]["board"]) == 2
