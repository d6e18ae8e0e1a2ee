"""Our own graph questions against networkx and against plain calculations, on random graphs."""

import itertools
from random import Random
from types import ModuleType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from alarife.geometry import graphs, reference
from alarife.geometry.graphs import GraphTooLarge, Link, Links

NODE = st.integers(0, 7)
NODES = st.sets(NODE, max_size=4)
PAIRS = st.lists(st.tuples(NODE, NODE), max_size=16)
FEW = st.lists(st.tuples(NODE, NODE), max_size=8)
PLENTY = 100


def plain_trail(pairs: list[Link], directed: bool) -> int:
    """Goes on from the end of every line in every way; no thought."""

    def on(at: int, left: list[Link]) -> int:
        best = 0
        for i, (a, b) in enumerate(left):
            rest = left[:i] + left[i + 1 :]
            if a == at:
                best = max(best, 1 + on(b, rest))
            if b == at and not directed:
                best = max(best, 1 + on(a, rest))
        return best

    return max((on(node, pairs) for node in set(itertools.chain(*pairs))), default=0)


def plain_reach(links: Links, start: int) -> set[int]:
    """Adds ends of links until nothing changes."""
    got = {start} & set(links.near)
    while True:
        more = {b for a, b in links.pairs if a in got} | (
            set() if links.directed else {a for a, b in links.pairs if b in got}
        )
        if more <= got:
            return got
        got |= more


@given(NODES, PAIRS, st.booleans(), NODE)
def test_reach_is_what_links_lead_to(
    nodes: set[int], pairs: list[Link], directed: bool, start: int
) -> None:
    links = Links(nodes, pairs, directed)
    assert graphs.reach(links, start) == reference.reach(links, start) == plain_reach(links, start)


def test_reach_holds_the_start_if_it_is_a_node_and_else_nothing() -> None:
    assert graphs.reach(Links([5], []), 5) == {5}
    assert graphs.reach(Links([], [(1, 2)]), 5) == frozenset()


@given(NODES, PAIRS, st.booleans())
def test_what_holds_a_graph_together_is_what_networkx_says(
    nodes: set[int], pairs: list[Link], directed: bool
) -> None:
    links = Links(nodes, pairs, directed)
    assert graphs.articulation(links) == reference.articulation(links)


@given(NODES, PAIRS)
def test_what_holds_a_graph_together_is_what_parts_fall_apart_without(
    nodes: set[int], pairs: list[Link]
) -> None:
    links = Links(nodes, pairs)

    def parts(some: Links) -> int:
        return len({graphs.reach(some, n) for n in some.near})

    falls = {
        n
        for n in links.near
        if parts(Links(set(links.near) - {n}, [p for p in pairs if n not in p])) > parts(links)
    }
    assert graphs.articulation(links) == falls


@given(FEW, st.booleans())
@settings(max_examples=60)
def test_the_longest_line_is_what_networkx_and_trying_everything_find(
    pairs: list[Link], directed: bool
) -> None:
    links = Links([], pairs, directed)
    assert (
        graphs.trail(links, PLENTY)
        == reference.trail(links, PLENTY)
        == plain_trail(pairs, directed)
    )


@given(NODES, PAIRS, st.booleans(), st.randoms(use_true_random=False))
def test_no_answer_hangs_on_the_order_of_links(
    nodes: set[int], pairs: list[Link], directed: bool, random: Random
) -> None:
    mixed = list(pairs)
    random.shuffle(mixed)
    one, other = Links(nodes, pairs, directed), Links(sorted(nodes, reverse=True), mixed, directed)
    assert graphs.trail(one, PLENTY) == graphs.trail(other, PLENTY)
    assert graphs.articulation(one) == graphs.articulation(other)


@pytest.mark.parametrize(
    ("pairs", "length"),
    [
        ([], 0),
        ([(1, 1)], 1),
        ([(1, 2), (2, 1)], 2),
        ([(1, 2), (2, 3), (3, 4)], 3),
        ([(1, 2), (2, 3), (3, 1)], 3),
        ([(1, 2), (1, 3), (1, 4)], 2),
        ([(1, 2), (2, 3), (3, 1), (7, 8)], 3),
        ([(1, 2), (2, 3), (3, 4), (4, 1), (1, 3), (2, 4)], 5),
    ],
)
def test_known_longest_lines(pairs: list[Link], length: int) -> None:
    assert graphs.trail(Links([], pairs), PLENTY) == length


def test_a_one_way_line_goes_one_way() -> None:
    assert graphs.trail(Links([], [(1, 2), (3, 2)], directed=True), PLENTY) == 1
    assert graphs.trail(Links([], [(1, 2), (2, 3)], directed=True), PLENTY) == 2


STAR = [(0, n) for n in range(1, 10)]


@pytest.mark.parametrize("version", [graphs, reference])
def test_a_part_with_more_links_than_the_budget_is_refused(version: ModuleType) -> None:
    assert version.trail(Links([], STAR), 9) == 2
    with pytest.raises(GraphTooLarge, match="9 links") as caught:
        version.trail(Links([], STAR), 8)
    assert (caught.value.links, caught.value.budget) == (9, 8)


@pytest.mark.parametrize("version", [graphs, reference])
def test_a_part_that_counts_whole_needs_no_budget(version: ModuleType) -> None:
    ring = [(n, (n + 1) % 30) for n in range(30)]
    assert version.trail(Links([], ring), 1) == 30
    far_star = [(100 + a, 100 + b) for a, b in STAR]
    assert version.trail(Links([], ring + far_star), 9) == 30


def test_a_search_that_would_never_end_is_given_up() -> None:
    side = 9
    mesh = [(r * side + c, r * side + c + 1) for r in range(side) for c in range(side - 1)]
    mesh += [(r * side + c, r * side + side + c) for r in range(side - 1) for c in range(side)]
    spikes = [(n, 1000 + n) for n in range(side * side)]
    with pytest.raises(GraphTooLarge):
        graphs.trail(Links([], mesh + spikes), 10_000)


def test_long_lines_meet_no_limit_of_recursion() -> None:
    chain = Links([], [(n, n + 1) for n in range(20_000)])
    assert len(graphs.reach(chain, 0)) == 20_001
    assert graphs.trail(chain, 1) == 20_000
    assert graphs.articulation(chain) == set(range(1, 20_000))
