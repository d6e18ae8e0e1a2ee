"""The questions about a network, answered by networkx's algorithms.

networkx has no longest trail: the parts are its answer, the search in a part that can't be drawn in
one line is our own (`trails`). Every call names the backend, or is of networkx's own function, so
that the answer is the same on every machine."""

# networkx has no types of its own.
# pyright: reportUnknownVariableType=false, reportUnknownMemberType=false

from __future__ import annotations

import inspect
from collections.abc import Sequence
from typing import Any

import networkx as nx

from alarife.graphs import frozen
from alarife.graphs.network import GraphTooLarge, Link, Network, Node
from alarife.graphs.trails import longest_trail

OWN = {"backend": "networkx"}
_component, _components_of, _cuts_of, _shortest = (
    inspect.unwrap(f)
    for f in (
        nx.node_connected_component,
        nx.connected_components,
        nx.articulation_points,
        nx.bidirectional_shortest_path,
    )
)
"""Algorithms that are asked oftenest, without what networkx wraps round each: the choice of a
backend, and a look at the sort of graph."""
graph_of, graph_of_rows = frozen.graph_of, frozen.graph_of_rows


def reach(network: Network, start: Node) -> frozenset[Node]:
    """The connected component of a node; if directed, the node and its descendants."""
    graph = network.graph()
    if network.directed:
        return frozenset({start, *nx.descendants(graph, start, **OWN)})
    return part_of(graph, start)


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


def part_of(graph: Any, node: Node) -> frozenset[Node]:
    """The connected component of a node of a graph that is not directed."""
    return frozenset(_component(graph, node))


def all_joined(graph: Any, nodes: Sequence[Node]) -> bool:
    """Whether shortest paths lead from the first node to all others. Nothing is kept."""
    try:
        for node in nodes[1:]:
            _shortest(graph, nodes[0], node)
    except nx.NetworkXNoPath:
        return False
    return True


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
    return frozenset(_cuts_of(graph))


def trail(network: Network, budget: int) -> int:
    """The length of a longest trail: larger parts first, those too small to matter left out."""
    best = 0
    for size, nodes, drawn in _measured(network):
        if size <= best:
            break
        best = size if drawn else max(best, len(_searched(network, nodes, budget)))
    return best


def longest(network: Network, budget: int) -> tuple[Link, ...]:
    """The links of a longest trail; of several the first."""
    best = trail(network, budget)
    found: list[tuple[Link, ...]] = []
    for size, nodes, drawn in _measured(network):
        if size >= max(best, 1):
            line = _links(network, nodes) if drawn else _searched(network, nodes, budget)
            found += [tuple(line)] if len(line) == best else []
    return min(found, default=())


def _measured(network: Network) -> list[tuple[int, set[Node], bool]]:
    """The parts, the one with the most links first: how many links, its nodes, and whether it can
    be drawn in one line. Of a connected part Euler's condition is a matter of degrees, which are
    the lengths of the rows."""
    rows, back = network.rows, network.back
    found: list[tuple[int, set[Node], bool]] = []
    for nodes in _components(network):
        ends = odd = 0
        for node in nodes:
            row = rows[node]
            degree = len(row) - (node in row)
            ends += degree
            if not network.directed:
                odd += degree & 1
            elif (more := degree - len(back[node]) + (node in row)) > 0:
                odd += 2 * more
        found.append((ends if network.directed else ends // 2, nodes, odd <= 2))
    found.sort(key=lambda part: -part[0])
    return found


def _searched(network: Network, nodes: set[Node], budget: int) -> tuple[Link, ...]:
    part = _links(network, nodes)
    if len(part) > budget:
        raise GraphTooLarge(len(part), budget)
    return longest_trail(part, network.directed, budget)


def _links(network: Network, nodes: set[Node]) -> list[Link]:
    """The links of a part, sorted."""
    return sorted(
        (a, b) for a in nodes for b in network.rows[a] if a < b or (network.directed and a != b)
    )


def _components(network: Network) -> list[set[Node]]:
    graph = network.graph()
    if network.directed:
        return list(nx.weakly_connected_components(graph, **OWN))
    return list(_components_of(graph))
