"""BASE-22 to 27 and BASE-39 by plain networkx, from the rules reference: an Alhambra is a dict from
(x, y) to a string of walls.

Nothing of the package is used here. Whatever disagrees with this is wrong, here or there.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx

Cell = tuple[int, int]
City = dict[Cell, str]
STEPS: dict[str, Cell] = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
FACING = {"N": "S", "S": "N", "E": "W", "W": "E"}
START: Cell = (0, 0)


def city_of(dumped: Iterable[Mapping[str, Any]]) -> City:
    """A city from the dump of its place."""
    return {(e["at"][0], e["at"][1]): e["piece"].get("walls") or "" for e in dumped}


def beyond(c: Cell, side: str) -> Cell:
    """The next cell on that side."""
    return c[0] + STEPS[side][0], c[1] + STEPS[side][1]


def lawful(city: City) -> bool:
    """Whether everything that BASE-22 to 27 and BASE-31 ask is true."""
    return START in city and matching(city) and walkable(city) and touching(city) and no_gaps(city)


def matching(city: City) -> bool:
    """Wall meets wall, open side meets open side."""
    return all(
        (side in walls) == (FACING[side] in city[beyond(c, side)])
        for c, walls in city.items()
        for side in STEPS
        if beyond(c, side) in city
    )


def walkable(city: City) -> bool:
    """Every tile can be reached on foot from the start tile."""
    ways = nx.Graph()
    ways.add_nodes_from(city)
    for c, walls in city.items():
        for side in STEPS:
            other = beyond(c, side)
            if other in city and side not in walls and FACING[side] not in city[other]:
                ways.add_edge(c, other)
    return START in city and nx.node_connected_component(ways, START) == set(city)


def touching(city: City) -> bool:
    """Every tile touches another with a side."""
    return all(c == START or any(beyond(c, side) in city for side in STEPS) for c in city)


def no_gaps(city: City) -> bool:
    """Every empty cell is joined to the land outside."""
    xs, ys = [x for x, _ in city], [y for _, y in city]
    land = nx.grid_2d_graph(range(min(xs) - 1, max(xs) + 2), range(min(ys) - 1, max(ys) + 2))
    land.remove_nodes_from(city)
    return nx.is_connected(land)


def spots(city: City, walls: str) -> set[Cell]:
    """Where a tile with these walls may be laid."""
    near = {beyond(c, side) for c in city for side in STEPS} - set(city)
    return {c for c in near if lawful({**city, c: walls})}


def removable(city: City) -> set[Cell]:
    """Which tiles may be taken away."""
    return {c for c in city if c != START and lawful({k: v for k, v in city.items() if k != c})}


def exchangeable(city: City, walls: str) -> set[Cell]:
    """Which tiles may be exchanged for one with these walls."""
    return {c for c in city if c != START and lawful({**city, c: walls})}


def longest_wall(city: City) -> int:
    """Sides of the longest unbroken piece of outer wall (BASE-39)."""
    corners = {
        "N": ((0, 0), (1, 0)),
        "E": ((1, 0), (1, 1)),
        "S": ((0, 1), (1, 1)),
        "W": ((0, 0), (0, 1)),
    }
    sides = nx.MultiGraph()
    for c, walls in city.items():
        for side in walls:
            if beyond(c, side) not in city:
                (ax, ay), (bx, by) = corners[side]
                sides.add_edge((c[0] + ax, c[1] + ay), (c[0] + bx, c[1] + by))
    assert all(degree <= 2 for _, degree in sides.degree()), "outer walls branch"
    return max(
        (sides.subgraph(part).number_of_edges() for part in nx.connected_components(sides)),
        default=0,
    )
