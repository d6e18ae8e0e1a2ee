"""Networks against plain calculation, and every version of one against a graph built from
scratch."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.graphs import plain

from alarife.geometry.grid import AROUND, HOME, STEP, Grid, W, gaps
from alarife.graphs import (
    GraphTooLarge,
    Network,
    enclosed,
    free_space,
    network_by_centre,
    network_of,
)

NODE = st.integers(0, 7)
PAIRS = st.lists(st.tuples(NODE, NODE), max_size=16)
FEW = st.lists(st.tuples(NODE, NODE), max_size=8)
PLENTY = 100
Pairs = list[tuple[int, int]]


def as_built_by_networkx(links: Pairs, directed: bool) -> Any:
    graph: Any = nx.DiGraph() if directed else nx.Graph()
    graph.add_edges_from(links)
    return graph


def same_rows(network: Network, links: Pairs) -> None:
    built = as_built_by_networkx(links, network.directed)
    shown = network.graph()
    assert {n: set(row) for n, row in shown.adj.items()} == {
        n: set(row) for n, row in built.adj.items()
    }
    assert set(shown.nodes) == set(built.nodes)
    assert shown.number_of_edges() == built.number_of_edges()
    if network.directed:
        assert {n: set(shown.pred[n]) for n in shown} == {n: set(built.pred[n]) for n in built}


@given(PAIRS, st.booleans(), NODE, NODE, st.integers(0, 4))
def test_every_question_is_answered_as_by_plain_calculation(
    pairs: Pairs, directed: bool, a: int, b: int, n: int
) -> None:
    network = network_of(pairs, directed)
    assert network.reach(a) == plain.reach(pairs, directed, a)
    assert network.within(a, n) == plain.within(pairs, directed, a, n)
    ways = plain.paths(pairs, directed, a, b)
    assert network.path(a, b) == (ways[0] if ways else ())
    assert network.distance(a, b) == (len(ways[0]) - 1 if ways else None)
    assert list(network.parts()) == plain.parts(pairs)
    assert network.cuts() == plain.cuts(pairs)


@given(FEW, st.booleans())
@settings(max_examples=60)
def test_the_longest_trail_is_what_trying_everything_finds(pairs: Pairs, directed: bool) -> None:
    network = network_of(pairs, directed)
    size = plain.trail(pairs, directed)
    assert network.trail(PLENTY) == size
    if size:
        line = network.longest(PLENTY)
        assert len(line) == size
        assert nx.has_eulerian_path(as_built_by_networkx(list(line), directed))


@given(PAIRS, st.booleans(), st.randoms(use_true_random=False))
def test_no_answer_depends_on_the_order_or_number_of_links(
    pairs: Pairs, directed: bool, random: Random
) -> None:
    mixed = [*pairs, *pairs[:3]]
    random.shuffle(mixed)
    one, other = network_of(pairs, directed), network_of(mixed, directed)
    assert one.trail(PLENTY) == other.trail(PLENTY)
    assert one.parts() == other.parts()
    assert one.links() == other.links()


CHANGES = st.lists(st.tuples(st.integers(0, 4), PAIRS.map(tuple)), max_size=12)


@given(CHANGES, st.booleans())
def test_a_renewed_network_is_the_one_built_from_scratch(
    changes: list[tuple[int, tuple[tuple[int, int], ...]]], directed: bool
) -> None:
    given_now: dict[int, tuple[tuple[int, int], ...]] = {}
    network = network_by_centre({}, directed)
    versions = [(network, dict(given_now))]
    for centre, links in changes:
        given_now[centre] = links
        network = network.renewed({centre: links})
        versions.append((network, dict(given_now)))
    for version, links_then in versions:  # older ones stay as they were
        same_rows(version, [link for links in links_then.values() for link in links])


def test_where_nothing_changes_the_network_is_handed_on_with_its_answers() -> None:
    network = network_by_centre({1: ((1, 2),), 2: ((2, 3),)}, directed=False)
    reached = network.reach(1)
    assert network.renewed({1: ((1, 2),), 5: ()}) is network
    assert network.reach(3) is reached


@pytest.mark.parametrize("directed", [False, True])
def test_a_graph_of_networkx_over_shared_rows_refuses_to_be_changed(directed: bool) -> None:
    graph = network_of([(1, 2), (2, 3)], directed).graph()
    for change in (
        lambda: graph.add_edge(1, 3),
        lambda: graph.remove_node(1),
        lambda: graph.add_node(9),
        graph.clear,
        lambda: graph.remove_edge(1, 2),
    ):
        with pytest.raises(nx.NetworkXError, match="Frozen"):
            change()
    assert nx.Graph(graph).number_of_edges() == 2
    assert graph.subgraph([1, 2]).number_of_edges() == 1


def test_a_link_to_itself_makes_a_node_and_no_line() -> None:
    network = network_of([(1, 1), (2, 3)])
    assert network.parts() == ((1,), (2, 3))
    assert network.trail(PLENTY) == 1
    assert network_of([(1, 1)]).trail(PLENTY) == 0


STAR = [(0, n) for n in range(1, 10)]


def test_a_part_with_more_links_than_the_budget_is_refused() -> None:
    assert network_of(STAR).trail(9) == 2
    with pytest.raises(GraphTooLarge, match="9 links") as caught:
        network_of(STAR).trail(8)
    assert (caught.value.links, caught.value.budget) == (9, 8)


def test_a_part_that_counts_whole_needs_no_budget() -> None:
    ring = [(n, (n + 1) % 30) for n in range(30)]
    assert network_of(ring).trail(1) == 30
    assert network_of(ring + [(100 + a, 100 + b) for a, b in STAR]).trail(9) == 30


def test_a_search_that_would_never_end_is_given_up() -> None:
    side = 9
    mesh = [(r * side + c, r * side + c + 1) for r in range(side) for c in range(side - 1)]
    mesh += [(r * side + c, r * side + side + c) for r in range(side - 1) for c in range(side)]
    spikes = [(n, 1000 + n) for n in range(side * side)]
    with pytest.raises(GraphTooLarge):
        network_of(mesh + spikes).trail(10_000)


def test_long_lines_meet_no_limit_of_recursion() -> None:
    chain = network_of([(n, n + 1) for n in range(20_000)])
    assert len(chain.reach(0)) == 20_001
    assert chain.trail(1) == 20_000
    assert chain.cuts() == set(range(1, 20_000))


# ----------------------------------------------------------------
# free space
SPOT = st.tuples(st.integers(-3, 3), st.integers(-3, 3))


def plain_free(g: Grid, offsets: tuple[int, ...]) -> Pairs:
    free = set(gaps(g))
    return [(c, c + o) for c in free for o in offsets if c + o in free]


@given(st.lists(SPOT, max_size=25), st.sampled_from([STEP, AROUND]), st.booleans())
def test_free_space_that_is_kept_is_the_free_space_there_is(
    spots: list[tuple[int, int]], offsets: tuple[int, ...], board: bool
) -> None:
    g = Grid({}, (7, 7)) if board else Grid({})
    middle = HOME + 4 * W + 4 if board else HOME
    free_space(g, offsets)
    for i, (x, y) in enumerate(spots):
        c = middle + y * W + x
        g = g.take(c) if c in g.cells else g.lay(c, i)
        if i % 3:
            space, built = free_space(g, offsets), nx.Graph(plain_free(g, offsets))
            built.add_nodes_from(gaps(g))
            some = sorted(space.free)[:: len(space.free) // 4 + 1]
            assert all(space.reach(c) == nx.node_connected_component(built, c) for c in some)
            assert space.joined(some) == (len({space.reach(c) for c in some}) < 2)
            assert {c: set(space.rows[c]) for c in space.free} == {
                c: set(row) for c, row in built.adj.items()
            }


@given(st.lists(SPOT, max_size=30, unique=True))
def test_what_is_shut_in_has_no_way_out(spots: list[tuple[int, int]]) -> None:
    g = Grid({HOME + y * W + x: i for i, (x, y) in enumerate(spots)})
    links = plain_free(g, STEP)
    margin = min(gaps(g))
    out = plain.reach(links, False, margin)
    assert enclosed(g, gaps(g), STEP) == (set(gaps(g)) - out if spots else set())


def test_networkx_is_imported_at_the_first_question_only() -> None:
    script = (
        "import sys, alarife\n"
        "g = alarife.load('connect_four'); g.start(1); assert 'networkx' not in sys.modules\n"
        "h = alarife.load('hex'); assert 'networkx' not in sys.modules\n"
        "s = h.start(1)\n"
        "while not s.is_over: s = s.play(0)\n"
        "assert 'networkx' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=600)
