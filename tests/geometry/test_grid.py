"""Cells, sides, corners and grids against plain calculations with pairs of coordinates."""

import itertools
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alarife.geometry import grid, lines
from alarife.geometry.grid import FAR, HOME, Grid, GridTooLarge, cell, xy

NEAR = st.integers(-FAR, FAR)
SIDES = {0: (0, -1), 1: (1, 0), 2: (0, 1), 3: (-1, 0)}
SMALL = st.dictionaries(
    st.tuples(st.integers(-5, 5), st.integers(-5, 5)), st.integers(0, 99), max_size=12
)
BOARDS = st.tuples(st.integers(1, 6), st.integers(1, 6))


def laid(places: dict[tuple[int, int], int]) -> Grid:
    g = Grid()
    for (x, y), piece in places.items():
        g = g.lay(cell(x, y), piece)
    return g


@given(NEAR, NEAR)
def test_a_cell_keeps_its_coordinates(x: int, y: int) -> None:
    assert xy(cell(x, y)) == (x, y)


@given(st.lists(st.tuples(NEAR, NEAR)))
def test_cells_are_ordered_by_row_from_the_north_and_then_from_the_west(
    spots: list[tuple[int, int]],
) -> None:
    assert [xy(c) for c in sorted(cell(*spot) for spot in spots)] == sorted(
        spots, key=lambda spot: (spot[1], spot[0])
    )


@given(NEAR, NEAR)
def test_neighbours_are_one_step_away(x: int, y: int) -> None:
    c = cell(x, y)
    assert [xy(d) for d in grid.beside(c)] == [(x + dx, y + dy) for dx, dy in SIDES.values()]
    assert list(grid.beside(c)) == [grid.toward(c, s) for s in SIDES]
    clockwise = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)]
    assert [xy(d) for d in grid.around(c)] == [(x + dx, y + dy) for dx, dy in clockwise]
    assert list(grid.around(c)) == [c + o for o in grid.AROUND]


@pytest.mark.parametrize("side", SIDES)
def test_sides_turn_as_they_should(side: int) -> None:
    dx, dy = SIDES[side]
    assert SIDES[grid.opposite(side)] == (-dx, -dy)
    assert grid.next_to(side) == tuple(s for s, (ex, ey) in SIDES.items() if dx * ex + dy * ey == 0)


@given(NEAR, NEAR)
def test_ends_of_sides_are_the_corners_left_and_right_looking_out(x: int, y: int) -> None:
    c = cell(x, y)
    for s, (dx, dy) in SIDES.items():
        # the middle of the cell is (x + ½, y + ½); turning (dx, dy) to the left gives (dy, -dx)
        left = (x + (1 + dx + dy) // 2, y + (1 + dy - dx) // 2)
        right = (x + (1 + dx - dy) // 2, y + (1 + dy + dx) // 2)
        assert (xy(grid.left_end(c, s)), xy(grid.right_end(c, s))) == (left, right)


@given(NEAR, NEAR, st.sampled_from(list(SIDES)))
def test_a_side_has_the_same_ends_from_both_its_cells(x: int, y: int, s: int) -> None:
    c = cell(x, y)
    d, back = grid.toward(c, s), grid.opposite(s)
    assert (grid.left_end(c, s), grid.right_end(c, s)) == (
        grid.right_end(d, back),
        grid.left_end(d, back),
    )


@given(SMALL, st.tuples(st.integers(6, 9), st.integers(6, 9)))
def test_changes_give_new_grids_and_leave_the_old_one(
    places: dict[tuple[int, int], int], spot: tuple[int, int]
) -> None:
    g, c = laid(places), cell(*spot)
    before = dict(g.cells)
    more = g.lay(c, 100)
    assert more.cells == {**before, c: 100}
    assert more.swap(c, 101).cells == {**before, c: 101}
    assert more.take(c) == g
    assert g.cells == before


@given(SMALL)
def test_equal_grids_are_equal_however_they_were_made_and_whatever_was_asked(
    places: dict[tuple[int, int], int],
) -> None:
    one, other = laid(places), laid(dict(reversed(places.items())))
    grid.gaps(one)
    assert one == other
    assert hash(one) == hash(other)
    assert one.items_sorted() == other.items_sorted()
    back = pickle.loads(pickle.dumps(one))
    assert (back, back.memo) == (one, {})


def test_a_board_differs_from_an_endless_grid() -> None:
    assert Grid({}, (3, 3)) != Grid()
    assert Grid() != "a grid"


@given(SMALL)
def test_pieces_are_found_where_they_lie(places: dict[tuple[int, int], int]) -> None:
    numbered = {spot: 10 + i for i, spot in enumerate(places)}
    g = laid(numbered)
    assert {spot: g.where(piece) for spot, piece in numbered.items()} == {
        spot: cell(*spot) for spot in numbered
    }
    assert g.where(9) is None
    assert grid.pieces(g) == tuple(sorted(numbered.values()))
    assert [xy(c) for c in grid.cells(g)] == sorted(numbered, key=lambda spot: (spot[1], spot[0]))
    assert len(g) == len(numbered)


@given(SMALL.filter(bool))
def test_gaps_are_the_free_cells_of_the_box_with_a_margin(
    places: dict[tuple[int, int], int],
) -> None:
    xs, ys = [x for x, _ in places], [y for _, y in places]
    box = [(x, y) for y in range(min(ys) - 1, max(ys) + 2) for x in range(min(xs) - 1, max(xs) + 2)]
    g = laid(places)
    assert [xy(c) for c in grid.gaps(g)] == [spot for spot in box if spot not in places]
    assert xy(grid.outside(g)) == box[0]
    assert grid.outside(g) in grid.gaps(g)


@given(BOARDS, st.data())
def test_gaps_of_a_board_are_its_free_cells(bounds: tuple[int, int], data: st.DataObject) -> None:
    every = [(x, y) for y in range(1, bounds[1] + 1) for x in range(1, bounds[0] + 1)]
    taken = data.draw(st.sets(st.sampled_from(every)))
    g = Grid({cell(*spot): i for i, spot in enumerate(taken)}, bounds)
    assert [xy(c) for c in grid.gaps(g)] == [spot for spot in every if spot not in taken]
    assert grid.outside(g) not in grid.gaps(g)


def test_where_nothing_lies_the_first_piece_may_come_home() -> None:
    assert grid.gaps(Grid()) == (HOME,)
    assert grid.outside(Grid()) == HOME
    assert lines.lines(Grid(), 2) == ()


def plain_lines(spots: set[tuple[int, int]], n: int) -> set[frozenset[tuple[int, int]]]:
    """Every set of n cells that starts somewhere and goes on in one of eight directions."""
    ways = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    runs = [
        frozenset((x + i * dx, y + i * dy) for i in range(n)) for x, y in spots for dx, dy in ways
    ]
    return {run for run in runs if run <= spots}


@given(BOARDS, st.integers(1, 5))
def test_lines_of_a_board_are_all_there_are_each_once(bounds: tuple[int, int], n: int) -> None:
    spots = {(x, y) for x in range(1, bounds[0] + 1) for y in range(1, bounds[1] + 1)}
    found = lines.lines(Grid({}, bounds), n)
    assert {frozenset(map(xy, line)) for line in found} == plain_lines(spots, n)
    assert len(found) == len(plain_lines(spots, n))
    forward = {(1, 0), (0, 1), (1, 1), (-1, 1)}
    steps = {
        (xy(b)[0] - xy(a)[0], xy(b)[1] - xy(a)[1])
        for line in found
        for a, b in itertools.pairwise(line)
    }
    assert steps <= forward
    assert [line[0] for line in found] == sorted(line[0] for line in found)


def test_known_numbers_of_lines() -> None:
    assert len(lines.lines(Grid({}, (3, 3)), 3)) == 8
    assert len(lines.lines(Grid({}, (7, 6)), 4)) == 69
    assert lines.lines(Grid({}, (3, 3)), 0) == ()
    assert lines.lines(Grid({}, (3, 3)), 4) == ()


@given(SMALL.filter(bool), st.integers(1, 4))
def test_lines_without_bounds_lie_in_the_box_of_the_pieces(
    places: dict[tuple[int, int], int], n: int
) -> None:
    xs, ys = [x for x, _ in places], [y for _, y in places]
    spots = {(x, y) for x in range(min(xs), max(xs) + 1) for y in range(min(ys), max(ys) + 1)}
    found = lines.lines(laid(places), n)
    assert {frozenset(map(xy, line)) for line in found} == plain_lines(spots, n)


@pytest.mark.parametrize(
    ("x", "y"), [(FAR, 0), (-FAR, 0), (0, FAR), (0, -FAR), (FAR, FAR), (-FAR, -FAR)]
)
def test_the_farthest_cells_have_all_their_neighbours(x: int, y: int) -> None:
    g = Grid().lay(cell(x, y), 1)
    assert len(grid.gaps(g)) == 8
    assert set(grid.gaps(g)) == set(grid.around(cell(x, y)))


@pytest.mark.parametrize(("x", "y"), [(FAR + 1, 0), (-FAR - 1, 0), (0, FAR + 1), (0, -FAR - 1)])
def test_nothing_is_laid_farther_out(x: int, y: int) -> None:
    with pytest.raises(GridTooLarge, match=f"{FAR}") as caught:
        Grid().lay(cell(x, y), 1)
    assert (caught.value.x, caught.value.y) == (x, y)


def test_there_are_no_cells_far_away() -> None:
    with pytest.raises(GridTooLarge):
        cell(FAR + 2, 0)
    with pytest.raises(GridTooLarge):
        cell(0, -1000)


def test_a_grid_shows_what_lies_where() -> None:
    assert repr(Grid({HOME + 1: 7})) == "Grid({(1, 0): 7})"
    assert repr(Grid({}, (3, 2))) == "Grid({}, (3, 2))"
