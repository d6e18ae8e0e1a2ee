"""The answers of `graphs` as networkx gives them: the yardstick that our own are held equal to.

The only module that touches networkx, and it does so when first asked: importing it takes longer
than starting a game. What goes in and comes out has the same types as in `graphs`, which says what
the functions mean."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from alarife.geometry.graphs import GraphTooLarge, Links


def reach(links: Links, start: int) -> frozenset[int]:
    """What one gets to from `start`; see `graphs.reach`."""
    graph = _graph(links)
    if start not in graph:
        return frozenset()
    return frozenset({start} | set(_networkx().descendants(graph, start)))


def trail(links: Links, budget: int) -> int:
    """The longest line that uses no link twice; see `graphs.trail`. Where a part can't be drawn
    whole, every choice of its links is tried, the most links first: only for small graphs."""
    nx = _networkx()
    graph = _graph(links)
    best = 0
    for nodes in (
        nx.weakly_connected_components(graph) if links.directed else nx.connected_components(graph)
    ):
        part = graph.subgraph(nodes)
        if part.number_of_edges() <= best:
            continue
        if nx.has_eulerian_path(part):
            best = part.number_of_edges()
        elif part.number_of_edges() > budget:
            raise GraphTooLarge(part.number_of_edges(), budget)
        else:
            best = max(best, _longest(part))
    return best


def articulation(links: Links) -> set[int]:
    """The nodes that hold a part of the graph together; see `graphs.articulation`."""
    nx = _networkx()
    return set(nx.articulation_points(nx.Graph(_graph(links).to_undirected())))


def _longest(part: Any) -> int:
    """The size of the largest set of links that makes one line."""
    nx = _networkx()
    every = sorted(part.edges(keys=True))
    for size in range(len(every) - 1, 0, -1):
        if any(
            nx.has_eulerian_path(part.edge_subgraph(some)) for some in combinations(every, size)
        ):
            return size
    return 0


def _graph(links: Links) -> Any:
    nx = _networkx()
    graph = nx.MultiDiGraph() if links.directed else nx.MultiGraph()
    graph.add_nodes_from(links.near)
    graph.add_edges_from(links.pairs)
    return graph


def _networkx() -> Any:
    import networkx  # late: it is slow to load and seldom asked

    return networkx
