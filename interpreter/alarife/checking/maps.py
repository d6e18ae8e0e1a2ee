"""Maps: kinds whose values have a position, and the lines between them.

A kind with the number fields `x` and `y` is a map. What lies at its values is drawn there. Its
lines are the links of the graphs without parameters that join its values and depend on nothing in
play."""

from __future__ import annotations

from alarife.checking.constants import Constants
from alarife.checking.scope import Checked
from alarife.checking.types import GraphOf, KindOf, Number
from alarife.checking.world import World
from alarife.linking.evaluate import Evaluator, NotKnown

Link = tuple[int, int]


def find_maps(checked: Checked) -> None:
    """Put the maps of a program into its world."""
    world = checked.world
    for name in world.kinds:
        if _has_positions(world, name):
            world.maps[name] = _links(checked, name)


def _has_positions(world: World, kind: str) -> bool:
    types = world.kinds[kind].field_types
    return all(isinstance(types.get(field), Number) for field in ("x", "y"))


def _links(checked: Checked, kind: str) -> tuple[Link, ...]:
    found: set[Link] = set()
    for name, graph in checked.program.graphs.items():
        t = checked.results.get(f"graph {name}")
        if graph.params or not isinstance(t, GraphOf) or t.of != KindOf(kind):
            continue
        rounds = Evaluator(Constants(checked.world, checked)).bindings(graph.sources)
        try:
            pairs = [(inner.value(graph.a), inner.value(graph.b)) for inner in rounds]
        except NotKnown:
            continue
        found |= {(min(a, b), max(a, b)) for a, b in pairs if a != b}
    return tuple(sorted(found))
