"""What quick questions tell from windows and by counting links, held to searches of the whole
grid."""

from __future__ import annotations

import random
from types import SimpleNamespace
from typing import Any

import pytest

from alarife.engine.laws.parts import Gaps
from alarife.engine.laws.quick_taking import spare
from alarife.engine.laws.rings import always_shut, ring, rings
from alarife.geometry.grid import AROUND, HOME, STEP, Grid, W
from alarife.graphs import enclosed, network_of_neighbours
from alarife.lowering.laws.forms import GapsPart


def grown(rng: random.Random, size: int) -> list[int]:
    """Cells that are connected side by side."""
    cells = [HOME]
    while len(cells) < size:
        c = rng.choice(cells) + rng.choice(STEP)
        if c not in cells:
            cells.append(c)
    return cells


def linked_at_random(rng: random.Random, cells: list[int]) -> dict[int, tuple[int, ...]]:
    """Links between neighbours by which all cells are connected: a tree, and some more."""
    ways: dict[int, set[int]] = {c: set() for c in cells}
    more = rng.choice([0.0, 0.2, 0.5, 1.0])
    for i, c in enumerate(cells):
        near = [o for o in STEP if c + o in cells[:i]]
        must = rng.choice(near) if near else None
        for o in near:
            if o == must or rng.random() < more:
                ways[c].add(o)
                ways[c + o].add(-o)
    return {c: tuple(sorted(found)) for c, found in ways.items()}


def test_what_holds_the_others_together_is_told_by_counting_where_that_is_enough() -> None:
    rng = random.Random(7)
    asked: list[int] = []
    for _ in range(3000):
        linked = linked_at_random(rng, grown(rng, rng.randrange(2, 13)))
        links = sum(map(len, linked.values())) // 2
        several = [c for c, ways in linked.items() if len(ways) > 1]
        inner = rng.sample(several, rng.randrange(len(several) + 1))
        cuts = network_of_neighbours({c: [c + o for o in linked[c]] for c in linked}).cuts()
        circles = links - len(linked) + 1
        asked.append(circles)
        if circles:
            assert spare(inner, linked, links) == [c for c in inner if c not in cuts]
        else:
            assert cuts.issuperset(inner)
    assert all(asked.count(circles) > 100 for circles in range(3))


def side_by_side(*offsets: int) -> Any:
    """Stands for a part that connects cells at these offsets."""
    return SimpleNamespace(links=[(None, o) for o in offsets])


def free_cells(offsets: tuple[int, ...] = STEP, start: int | None = None) -> Gaps:
    return Gaps(GapsPart(frozenset(offsets), start=start), {})


def test_a_broken_ring_shuts_cells_in_where_all_is_connected_side_by_side() -> None:
    """Filling a cell beside connected ones, among which none is shut in: the ring says what a
    search of the free space says."""
    rng = random.Random(11)
    told = rings(free_cells(), [side_by_side(1, W)])
    seen: list[bool] = []
    for _ in range(300):
        cells = dict.fromkeys(grown(rng, rng.randrange(2, 22)), 0)
        g = Grid(cells)
        if enclosed(g, [c + o for c in cells for o in STEP], STEP):
            continue
        for c in {c + o for c in cells for o in AROUND} - cells.keys():
            after = g.lay(c, 0)
            shut = bool(enclosed(after, [c + o for o in STEP], STEP))
            mask = sum(1 << i for i, o in enumerate(AROUND) if c + o in cells)
            assert told[mask] is not shut
            seen.append(shut)
    assert min(seen.count(True), seen.count(False)) > 50


@pytest.mark.parametrize(
    ("part", "links"),
    [
        (free_cells(), None),
        (free_cells(), (1, W + 1)),
        (free_cells(AROUND), (1, W)),
        (free_cells(start=HOME), (1, W)),
    ],
)
def test_elsewhere_a_broken_ring_leaves_a_doubt(part: Gaps, links: tuple[int, ...] | None) -> None:
    reaches = [] if links is None else [side_by_side(*links)]
    assert not always_shut(part, reaches)
    assert False not in rings(part, reaches)
    assert None in rings(part, reaches)


def test_a_whole_ring_leaves_none() -> None:
    for part in (free_cells(), free_cells(AROUND)):
        whole = ring(part.offsets)
        told = rings(part, [side_by_side(1, W)])
        assert [i for i in range(256) if told[i]] == [i for i in range(256) if whole[i]]
