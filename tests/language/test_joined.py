"""Sets of different pieces are joined; cells taken from a board are cells of that board."""

from __future__ import annotations

from tests.soundness.small import all_pass, codes

RULES = """
type Thing "thing"
piece Tool(strength: 1..2) "tool" is Thing
  1 of each
piece Charm(power: 0..1) "charm" is Thing
  1 of each
piece Hut "hut"
  4 of each

place bag "bag": set of Thing, starting with Tool + Charm
place village "village": grid 3 by 3 of Hut
place meadow "meadow": grid of Hut
note level[Cell of village] "height": 0..3 = 1

value useful "Useful": set of Thing = (those t in Tool where t.strength is 2) + Charm

step act "Act"
  > Act.
  for each c in gaps(village)
    level[c] += 1
  if first(box) is some x and x is a Hut
    move x to village[cell(2, 2)]
  for each c in cells(village)
    level[c] := 3

example "Joined"
  when act
  then size(bag) is 4 and size(useful) is 3 and (count t in useful where t is a Charm) is 2
  then level[cell(1, 1)] is 2 and level[cell(2, 2)] is 3
"""


def test_they_play() -> None:
    all_pass(RULES)


def test_a_cell_of_another_grid_is_still_told() -> None:
    assert codes(RULES) == []
    assert codes(RULES.replace("c in gaps(village)", "c in gaps(meadow)")) == ["E0305"]


def test_other_things_are_not_joined() -> None:
    assert codes(RULES.replace("+ Charm\n\nstep", "+ Player\n\nstep")) == ["E0352"]
