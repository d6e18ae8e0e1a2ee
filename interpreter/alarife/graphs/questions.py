"""The questions about a network, answered by networkx's algorithms.

networkx has no longest trail: the parts, and whether one can be drawn in one line, are its answers;
only the search in a part that can't is our own (`trails`). Every call names the backend, so that
the answer is the same on every machine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import networkx as nx

from alarife.graphs.network import GraphTooLarge, Link, Network, Node, network_of
from alarife.graphs.trails import longest_trail

OWN = {"backend": "networkx"}


def reach(network: Network, start: Node) -> frozenset[Node]:
    """The connected component of a node; if directed, the node and its descendants."""
    graph = network.graph()
    if network.directed:
        return frozenset({start, *nx.descendants(graph, start, **OWN)})
    return frozenset(nx.node_connected_component(graph, start, **OWN))


def within(network: Network, start: Node, most: int) -> frozenset[Node]:
    """The nodes at most so far from one."""
    return frozenset(
        nx.single_source_shortest_path_length(network.graph(), start, cutoff=most, **OWN)
    )


def distance(network: Network, start: Node, end: Node) -> int | None:
    """The length of a shortest path."""
    try:
        return nx.shortest_path_length(network.graph(), start, end, **OWN)
    except nx.NetworkXNoPath:
        return None


def path(network: Network, start: Node, end: Node) -> tuple[Node, ...]:
    """The first of the shortest paths, compared node by node."""
    back: Any = network.graph()
    if network.directed:
        back = nx.reverse_view(back)
    far: dict[Node, int] = dict(nx.single_source_shortest_path_length(back, end, **OWN))
    if start not in far:
        return ()
    found = [start]
    while found[-1] != end:
        left = far[found[-1]]
        found.append(min(n for n in network.rows[found[-1]] if far.get(n, left) == left - 1))
    return tuple(found)


def parts(network: Network) -> tuple[tuple[Node, ...], ...]:
    """The (weakly) connected components."""
    return tuple(sorted(tuple(sorted(part)) for part in _components(network)))


def cuts(network: Network) -> frozenset[Node]:
    """The articulation points."""
    graph = network.graph()
    if network.directed:
        graph = graph.to_undirected(as_view=True)
    return frozenset(nx.articulation_points(graph, **OWN))


def trail(network: Network, budget: int) -> int:
    """The length of a longest trail."""
    return max((size for size, _ in _trails(network, budget)), default=0)


def longest(network: Network, budget: int) -> tuple[Link, ...]:
    """The links of a longest trail."""
    best = trail(network, budget)
    return min(tuple(sorted(links)) for size, links in _trails(network, budget) if size == best)


def _trails(network: Network, budget: int) -> Iterator[tuple[int, tuple[Link, ...]]]:
    """A longest trail of each part that may have the longest of all: how many links, and which.
    Larger parts come first; those too small to matter are left out."""
    best = 0
    of_node: dict[Node, int] = {}
    components = _components(network)
    for number, nodes in enumerate(components):
        of_node.update(dict.fromkeys(nodes, number))
    links: list[list[Link]] = [[] for _ in components]
    for link in network.links():
        links[of_node[link[0]]].append(link)
    for part in sorted(links, key=len, reverse=True):
        if len(part) < max(best, 1):
            break
        if nx.has_eulerian_path(network_of(part, network.directed).graph(), **OWN):
            found: tuple[Link, ...] = tuple(part)
        elif len(part) > budget:
            raise GraphTooLarge(len(part), budget)
        else:
            found = longest_trail(part, network.directed, budget)
        best = max(best, len(found))
        yield len(found), found


def _components(network: Network) -> list[set[Node]]:
    graph = network.graph()
    find = nx.weakly_connected_components if network.directed else nx.connected_components
    return list(find(graph, **OWN))
