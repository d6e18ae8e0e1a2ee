"""Cells, edges and corners: what touches, on square and hexagonal grids."""

from __future__ import annotations

from itertools import product

import pytest

from alarife.geometry.grid import cell, xy
from alarife.geometry.spots import all_spots, between, touching

KINDS = ("Cell", "Edge", "Corner")
SIZES = ((1, 1), (3, 2), (5, 4), (7, 7))


@pytest.mark.parametrize(("six", "size"), list(product((False, True), SIZES)))
def test_touching_is_mutual_and_counts_agree_with_euler(six: bool, size: tuple[int, int]) -> None:
    spots = {what: all_spots(what, size, six) for what in KINDS}
    assert len(spots["Cell"]) - len(spots["Edge"]) + len(spots["Corner"]) == 1
    for a, b in product(KINDS, KINDS):
        for spot in spots[a]:
            for other in touching((size, six), a, b, spot):
                assert other in spots[b]
                assert spot in touching((size, six), b, a, other), (a, xy(spot), b, xy(other))


@pytest.mark.parametrize("six", [False, True])
def test_without_end_every_spot_touches_as_many(six: bool) -> None:
    sides, meeting = (6, 3) if six else (4, 4)
    wanted = {
        ("Cell", "Cell"): sides, ("Cell", "Edge"): sides, ("Cell", "Corner"): sides,
        ("Edge", "Cell"): 2, ("Edge", "Edge"): 2 * (meeting - 1), ("Edge", "Corner"): 2,
        ("Corner", "Cell"): meeting, ("Corner", "Edge"): meeting, ("Corner", "Corner"): meeting,
    }  # fmt: skip
    for (a, b), n in wanted.items():
        for spot in all_spots(a, (4, 4), six):
            assert len(touching((None, six), a, b, spot)) == n, (a, b, xy(spot))


@pytest.mark.parametrize("six", [False, True])
def test_what_lies_between_cells_touches_them(six: bool) -> None:
    shape = ((5, 5), six)
    cells = all_spots("Cell", (5, 5), six)
    for a in cells:
        for b in touching(shape, "Cell", "Cell", a):
            assert set(touching(shape, "Edge", "Cell", between(six, (a, b)))) == {a, b}
    for corner in all_spots("Corner", (5, 5), six):
        around = touching((None, six), "Corner", "Cell", corner)
        assert between(six, around[:3]) == corner
        assert between(six, around[2::-1]) == corner
    assert between(six, (cell(1, 1), cell(3, 1))) == -1
    assert between(six, (cell(1, 1), cell(2, 1), cell(3, 1))) == -1
