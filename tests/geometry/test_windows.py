"""What is told from eight cells against what the whole graph says."""

from hypothesis import given
from hypothesis import strategies as st

from alarife.geometry import graphs, windows
from alarife.geometry.graphs import Links
from alarife.geometry.grid import AROUND, HOME, Grid, around, beside, cell, cells, gaps, xy

SPOTS = st.sets(st.tuples(st.integers(-2, 2), st.integers(-2, 2)), max_size=16)


def touching(some: list[int]) -> Links:
    """The graph of these cells, each linked to those beside it."""
    return Links(some, [(c, d) for c in some for d in beside(c) if d in some and c < d])


def test_every_mask_says_whether_the_free_cells_beside_are_joined_in_the_ring() -> None:
    for mask in range(256):
        free = [HOME + o for i, o in enumerate(AROUND) if not mask >> i & 1]
        sides = [c for c in free if c in beside(HOME)]
        joined = not sides or set(sides) <= graphs.reach(touching(free), sides[0])
        assert windows.ring_whole(mask) is joined, bin(mask)


@given(SPOTS)
def test_a_mask_shows_what_lies_around(spots: set[tuple[int, int]]) -> None:
    occupied = {cell(*spot) for spot in spots}
    mask = windows.mask_around(occupied, HOME)
    assert {c for i, c in enumerate(around(HOME)) if mask >> i & 1} == occupied & set(around(HOME))


@given(SPOTS.map(lambda spots: spots - {(0, 0)}))
def test_a_whole_ring_means_that_filling_the_middle_parts_nothing(
    spots: set[tuple[int, int]],
) -> None:
    g = Grid({cell(*spot): i for i, spot in enumerate(sorted(spots | {(3, 0)}))})
    land = touching(list(gaps(g)))
    if windows.ring_whole(windows.mask_around(g.cells, HOME)):
        assert HOME not in graphs.articulation(land)


@given(SPOTS.map(lambda spots: spots | {(0, 0)}), st.data())
def test_neighbours_joined_around_are_joined_without_the_middle(
    spots: set[tuple[int, int]], data: st.DataObject
) -> None:
    g = Grid({cell(*spot): i for i, spot in enumerate(sorted(spots))})
    pairs = touching(list(cells(g))).pairs
    kept = data.draw(st.lists(st.sampled_from(pairs), unique=True)) if pairs else []
    links = Links(cells(g), kept)
    verdict = windows.joined_around(HOME, links.near.__getitem__, links.near[HOME])
    window = set(around(HOME))
    within = Links(window, [(a, b) for a, b in kept if a in window and b in window])
    ends = links.near[HOME]
    plainly = len(ends) < 2 or set(ends) <= graphs.reach(within, ends[0])
    assert verdict is (True if plainly else None)
    if verdict:
        assert HOME not in graphs.articulation(links)


def test_ends_beyond_the_window_are_left_to_the_whole_graph() -> None:
    far = cell(5, 5)
    assert xy(far) == (5, 5)
    assert windows.joined_around(HOME, lambda _: [], [cell(1, 0), far]) is None
    assert windows.joined_around(HOME, lambda _: [], [far]) is True
    assert windows.joined_around(HOME, lambda _: [], []) is True
