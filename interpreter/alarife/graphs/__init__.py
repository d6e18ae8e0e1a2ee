"""Questions about whole graphs, answered by networkx.

A `Network` is a graph as it is now: its links, and the answers found so far. It never changes;
`renewed` gives the graph after some of its links have changed and shares with its predecessor every
row that is the same. A `Memory` hands the networks of a grid on to the grid that follows it, with
the cells that changed in between (`kept`). Free space is a graph as well, of which only what a
search comes to is made (`free`).

networkx takes longer to import than a small game takes to load, so it is imported at the first
question."""

from collections.abc import Iterable

from alarife.graphs.free import enclosed, free_space
from alarife.graphs.kept import MOST_PENDING, Memory
from alarife.graphs.network import (
    GraphTooLarge,
    Network,
    Node,
    network_by_centre,
    network_of,
    network_of_neighbours,
)


def put_together(links: Iterable[tuple[Node, Node]], directed: bool) -> dict[Node, set[Node]]:
    """Each node's neighbours in a graph of networkx that is put together link by link."""
    from alarife.graphs.frozen import put_together as together  # late: see above

    return together(links, directed)


__all__ = [
    "MOST_PENDING",
    "GraphTooLarge",
    "Memory",
    "Network",
    "Node",
    "enclosed",
    "free_space",
    "network_by_centre",
    "network_of",
    "network_of_neighbours",
    "put_together",
]
