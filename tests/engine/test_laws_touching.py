"""Laws that ask `beside(grid, cell)`, with four sides to a cell and with six, on boards and without
bounds, held equal to the plain law."""

from __future__ import annotations

import pytest
from tests.engine.law_layers import LAYERS, grow
from tests.engine.lawgames import LAND, STAYS, machine
from tests.engine.test_laws import play

from alarife.lowering.laws.classification import classification

Size = tuple[int, int] | None

TOUCHING = """
rule next in fine(g) "Next to another"
  > No stone lies alone.
  every c in cells(g) where c differs from home: some d in beside(g, c): d in cells(g)

rule unlike in fine(g) "Neighbours differ"
  > Stones that touch are not all alike.
  every c in cells(g) with d in beside(g, c) where g[c] is some a and g[d] is some b: a.colour differs from b.colour or a.colour differs from 2

rule thin in fine(g) "Not too crowded"
  > At most three touch one, and none that is of the third colour touches two of the first.
  every c in cells(g): (count d in beside(g, c) where g[d] is not empty) at most 3 and (no d in beside(g, c) with e in beside(g, c): g[c] is some t and t.colour = 3 and g[d] is some u and g[e] is some v and u.colour + v.colour = 2 and d differs from e)

graph joined(g: grid of Thing) "joined"
  > What touches.
  join c and d for c in cells(g) with d in beside(g, c) where d in cells(g)

rule whole in fine(g) "In one piece"
  > Every stone can be reached.
  every c in cells(g): c in reach(joined(g), home)
"""
"""What touches a cell of the grid, said of the grid."""

FREE_SIDES = """
rule sides in fine(g) "A free side"
  > Every stone touches a free cell or the edge of the board.
  every c in cells(g): (count d in beside(g, c) where g[d] is empty) differs from 1
"""
"""It matters how many cells of the board touch one."""


@pytest.mark.parametrize("six", [False, True])
@pytest.mark.parametrize("board", [None, (5, 4)])
def test_what_touches_a_cell_is_seen_by_windows(board: Size, six: bool) -> None:
    m = machine(TOUCHING + STAYS, board, six)
    forms = classification(m.lowered.checked)
    assert {name: form.lay for name, form in forms.items() if form.lay == "plain"} == {}
    compared = sum(grow(m, "fine", "yard", LAYERS, seed, 14) for seed in range(4))
    assert compared > 2000


@pytest.mark.parametrize("six", [False, True])
@pytest.mark.parametrize("board", [None, (4, 3)])
def test_free_cells_that_touch_are_reached(board: Size, six: bool) -> None:
    m = machine(LAND.replace("NEAR(c)", "beside(g, c)"), board, six)
    assert classification(m.lowered.checked)["open"].lay == "window"
    assert sum(grow(m, "fine", "yard", LAYERS, seed, 14) for seed in range(4)) > 1500


@pytest.mark.parametrize("six", [False, True])
def test_what_depends_on_the_edge_of_a_board_is_asked_of_the_whole(six: bool) -> None:
    on_a_board = machine(FREE_SIDES, (5, 4), six)
    form = classification(on_a_board.lowered.checked)["sides"]
    assert form.lay == "plain"
    assert "depends on the edge of the board" in form.why
    without_bounds = machine(FREE_SIDES, None, six)
    assert classification(without_bounds.lowered.checked)["sides"].lay == "local"
    for m, layers in (on_a_board, ("plain",)), (without_bounds, LAYERS):
        assert sum(grow(m, "fine", "yard", layers, seed, 14) for seed in range(3)) > 300


@pytest.mark.parametrize("board", [None, (5, 4)])
def test_whole_games_on_six_sides_are_the_same(board: Size) -> None:
    expected = play(machine(TOUCHING + STAYS, board, True), 7, "plain")
    assert len(expected) > 20
    for layer in ("direct", "windows undecided", "windows", "quick"):
        assert play(machine(TOUCHING + STAYS, board, True), 7, layer) == expected
