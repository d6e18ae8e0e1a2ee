"""Longest lines of declared graphs, to be marked in the maps of examples that are about them.

What comes in: a loaded game and an example. What goes out: `Trail`s. What always holds: only graphs
are drawn whose nodes are corner points, so that their links are sides of cells; the line drawn is
as long as the engine says; of several, the first is drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from alarife.checking.types import CELL
from alarife.drawing.example_map import place_name, read_map
from alarife.drawing.grid_marks import Segment, Trail
from alarife.drawing.looks import Looks
from alarife.engine.workbench import Workbench
from alarife.geometry.grid import Grid, xy
from alarife.linking.walk import below
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.engine.state import Game
    from alarife.linking.program import Program

Link = tuple[int, int]
_LEVELS = 2
LONGEST = 400
"""How many links a part may have in which the longest line is searched for."""


def trails_in(
    game: Game, looks: Looks, example: tree.Example, given: tree.GivenMap
) -> tuple[Trail, ...]:
    """The longest lines to be marked in a map of an example; none, if it is about something
    else."""
    graphs = graphs_of(game.program, example)
    if not graphs:
        return ()
    place = looks.world.places[place_name(given.place)]
    bench = Workbench.of(game)
    state = bench.begun(1)
    held = bench.content(state, place.first)
    for cell, _ in held.items_sorted():
        held = held.take(cell)
    for (x, y), piece in read_map(looks, given).ids.items():
        held = held.lay(game.words.undo_data({"at": [x, y]}, CELL), piece)
    return trails_on(bench.table, looks, graphs, state, held)


def trails_on(
    table: Callable[[str], Any],
    looks: Looks,
    graphs: Iterable[tree.Graph],
    state: list[Any],
    held: Grid,
) -> tuple[Trail, ...]:
    """The longest lines of graphs over a grid, as it lies in a state; `table` gives the functions
    of graphs by name."""
    found: list[Trail] = []
    for graph in graphs:
        line = table(f"graph·{graph.name}")(state, held).longest(LONGEST)
        if line:
            title = looks.titled(graph, graph.title or "")
            found.append(
                Trail(
                    tuple(_segment(link) for link in line),
                    f"{title[:1].upper()}{title[1:]}: {len(line)}",
                )
            )
    return tuple(found)


def graphs_of(program: Program, example: tree.Example) -> list[tree.Graph]:
    """The graphs whose longest line an example asks for: in what it carries out or claims, or in
    what that asks at once."""
    nodes: list[tree.Node] = list(example.steps)
    names: set[str] = set()
    for _ in range(_LEVELS + 1):
        seen = list(below(nodes))
        asked = [
            n.args[0] for n in seen if isinstance(n, tree.Call) and n.name == "trail" and n.args
        ]
        found = [
            program.graphs[a.name]
            for a in asked
            if isinstance(a, tree.Call) and a.name in program.graphs
        ]
        if found:
            return [g for g in dict.fromkeys(found) if _between_corners(g)]
        new = {
            n.name if isinstance(n, tree.Call) else n.id
            for n in seen
            if isinstance(n, (tree.Call, tree.Name))
        } - names
        names |= new
        nodes = [decl for name in sorted(new) for decl in _declared(program, name)]
    return []


def _declared(program: Program, name: str) -> Iterator[tree.Node]:
    yield from program.values.get(name, ())
    if name in program.steps:
        yield program.steps[name]


def _between_corners(graph: tree.Graph) -> bool:
    ends = {e.name for e in (graph.a, graph.b) if isinstance(e, tree.Call)}
    return ends == {"left_end", "right_end"} and len(graph.params) == 1


def _segment(link: Link) -> Segment:
    """A link between two corner points as the side of a cell; a corner is called like the cell to
    its south-east."""
    one, (other_x, _) = sorted(xy(corner) for corner in link)
    return one, "N" if other_x > one[0] else "W"
