"""Graphs of networkx over rows that are there already.

The rows are shared with other versions of the graph, so nothing may change them. `_adj`, `_succ`
and `_pred` are private names of networkx's, and `adj`, `succ` and `pred` are views it would put
round them at the first question: most of the time of a search in a small graph. The algorithms only
read, so the rows stand for the views, too. This module alone touches these names, and a test holds
it to what networkx builds itself."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import networkx as nx

if TYPE_CHECKING:
    from alarife.graphs.network import Network


def _refused(*_: Any, **__: Any) -> None:
    raise nx.NetworkXError("Frozen: its rows are shared with other versions of the graph.")


class FrozenGraph(nx.Graph):  # type: ignore[type-arg]
    """See the module. Without rows it is an empty graph: views of networkx's ask for one."""

    add_node = add_nodes_from = remove_node = remove_nodes_from = _refused
    add_edge = add_edges_from = add_weighted_edges_from = _refused
    remove_edge = remove_edges_from = update = clear = clear_edges = _refused


class FrozenDiGraph(nx.DiGraph):  # type: ignore[type-arg]
    """The same with links that lead one way."""

    add_node = add_nodes_from = remove_node = remove_nodes_from = _refused
    add_edge = add_edges_from = add_weighted_edges_from = _refused
    remove_edge = remove_edges_from = update = clear = clear_edges = _refused


def graph_of_rows(nodes: Any, rows: Any, directed: bool = False) -> Any:
    """Nodes and their neighbours as a graph of networkx, made without its constructor, which asks
    for backends first."""
    graph: Any = object.__new__(FrozenDiGraph if directed else FrozenGraph)
    graph.__dict__ = {
        "graph": {},
        "_node": nodes,
        "_adj": rows,
        "adj": rows,
        "__networkx_cache__": {},
    }
    return graph


def graph_of(network: Network) -> Any:
    """The network as a graph of networkx. Nobody reads attributes of nodes, so the rows stand for
    those, too."""
    rows, back = network.rows, network.back
    graph = graph_of_rows(rows, rows, network.directed)
    if network.directed:
        graph.__dict__.update(_succ=rows, succ=rows, _pred=back, pred=back)
    return graph


def put_together(links: Iterable[tuple[Any, Any]], directed: bool) -> dict[Any, set[Any]]:
    """Each node's neighbours in a graph of networkx that is put together link by link."""
    graph: Any = nx.DiGraph() if directed else nx.Graph()  # pyright: ignore[reportUnknownVariableType]
    graph.add_edges_from(links)
    return {node: set(graph.adj[node]) for node in graph}
