"""In random games, every graph that is kept equals a graph of networkx built from scratch."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import networkx as nx
import pytest

import alarife
from alarife.engine import graphs as kept
from alarife.engine.machine import Machine
from alarife.geometry.grid import Grid
from alarife.graphs import Network, network_by_centre
from alarife.lowering.layout import Slots, standing

GAMES: tuple[tuple[str, tuple[str, ...], int | None, int], ...] = (
    ("hex", (), None, 60),
    ("alhambra", (), 2, 400),
    ("alhambra", ("bazaars", "invaders", "cards"), 3, 400),
    ("alcazaba", (), 2, 400),
)


def checked(compared: list[int]) -> Callable[..., Any]:
    """`kept_graph`, but every answer is compared with the links of all cells, put together anew."""

    def kept_graph(
        number: int, links: Any, grid: Any, offsets: tuple[int, ...], directed: bool
    ) -> Callable[..., Network]:
        asked = made(number, links, grid, offsets, directed)

        def both(s: list[Any], *args: Any) -> Network:
            found = asked(s, *args)
            g: Grid = grid(s, *args)
            built: Any = nx.DiGraph() if directed else nx.Graph()
            for c in g.cells:
                built.add_edges_from(links(s, c, *args))
            assert {n: set(row) for n, row in found.graph().adj.items()} == {
                n: set(row) for n, row in built.adj.items()
            }
            fresh = network_by_centre({c: tuple(links(s, c, *args)) for c in g.cells}, directed)
            assert (
                found.parts()
                == fresh.parts()
                == tuple(
                    sorted(tuple(sorted(part)) for part in nx.connected_components(nx.Graph(built)))
                )
            )
            assert found.cuts() == set(nx.articulation_points(nx.Graph(built)))
            for node in list(built)[:3]:
                assert found.reach(node) == {node, *nx.descendants(built, node)}
            compared.append(len(built))
            return found

        return both

    made = kept.kept_graph
    return kept_graph


@pytest.mark.parametrize(("game", "modules", "players", "moves"), GAMES)
def test_kept_graphs_are_those_built_from_scratch(
    game: str,
    modules: tuple[str, ...],
    players: int | None,
    moves: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[int] = []
    lowered = alarife.load(game, modules, players=players).lowered
    monkeypatch.setattr(kept, "kept_graph", checked(compared))
    m = Machine(lowered)
    rng = random.Random(11)
    for seed in range(2):
        s = m.start(seed, log=False)
        for _ in range(moves):
            if s[1] is None:
                break
            options = standing(s)[2]
            m.advance(s, options[rng.randrange(len(options))])
            if game != "hex":
                ask_all(m, s)
    assert len(compared) > 100
    assert max(compared) > 3


def ask_all(m: Machine, s: Slots) -> None:
    """Ask for every graph over a grid, of every grid there is."""
    for name, graph in m.lowered.checked.program.graphs.items():
        if len(graph.params) != 1:
            continue
        for place in m.world.places.values():
            if place.law is not None:
                for number in range(place.first, place.first + place.count):
                    m.names[f"graph·{name}"](s, m.contents.of(s, number))
