"""What is kept with a board is what would be worked out anew: random boards, changed at random."""

from __future__ import annotations

import random

import pytest

from alarife.geometry.grid import GAPS, Change, Grid, Kept, gaps
from alarife.geometry.kept import CellsWhere, MembersWhere, Run, kept_functions, tally
from alarife.geometry.lines import lines

PIECES = 20


def forms(chance: random.Random, bounds: tuple[int, int], length: int) -> list[Kept]:
    """One of each form, for conditions chosen at random."""
    board = gaps(Grid({}, bounds))
    holds = [bytes([chance.random() < 0.6 for _ in range(PIECES + 1)]) for _ in range(3)]
    cells = tuple((n, chance.choice(board)) for n in range(5))
    return [
        GAPS,
        CellsWhere(holds[0]),
        MembersWhere(holds[1], cells),
        Run(holds[2], bounds, length),
    ]


def changed(chance: random.Random, g: Grid) -> Grid:
    """A piece more, less, or another one."""
    free = gaps(Grid(g.cells, g.bounds))
    if free and (not g.cells or chance.random() < 0.6):
        return g.lay(chance.choice(free), chance.randrange(PIECES))
    cell = chance.choice(sorted(g.cells))
    return g.take(cell) if chance.random() < 0.5 else g.swap(cell, chance.randrange(PIECES))


def in_place(chance: random.Random, g: Grid) -> Grid:
    """The same as `changed`, where the cells are taken over."""
    after = changed(chance, Grid(dict(g.cells), g.bounds))
    (cell,) = [c for c in {*g.cells, *after.cells} if g.cells.get(c) != after.cells.get(c)] or [0]
    if not cell:
        return g
    change: Change = (cell, g.cells.get(cell), after.cells.get(cell))
    g.cells.clear()
    g.cells.update(after.cells)
    if chance.random() < 0.5:
        g.follow(change)
        return g
    return g.successor(g.cells, change)


@pytest.mark.parametrize("seed", range(12))
def test_kept_as_worked_out_anew(seed: int) -> None:
    chance = random.Random(seed)
    print("seed", seed)
    bounds, length = (chance.randint(3, 8), chance.randint(3, 8)), chance.randint(2, 4)
    every = forms(chance, bounds, length)
    g = Grid({}, bounds)
    for form in every:
        g.kept[form] = form.build(g)
    for _ in range(150):
        g = (in_place if chance.random() < 0.5 else changed)(chance, g)
        for form in every:
            assert g.kept[form] == form.build(Grid(g.cells, bounds))


def test_asked_with_known_values_as_with_others() -> None:
    def lies(_: object, piece: int | None, of: int, more: int = 0) -> bool:
        return piece is not None and (piece + more) % 3 == of

    made = kept_functions(PIECES)
    chance = random.Random(5)
    g = Grid({}, (5, 4))
    cells = tuple((n, c) for n, c in enumerate(gaps(g)[:9]))
    pairs = [
        (made[how](lies, given, *more), made[how](lies, given, *more, asked=asked), asked)
        for how, more in (
            ("cells_where", ()),
            ("members_where", (cells,)),
            ("in_line", (3, (5, 4))),
        )
        for given, asked in ((1, (1,)), (2, (2, 4)))
    ]
    for _ in range(60):
        for with_values, alone, asked in pairs:
            assert alone(g) == with_values(g, asked if len(asked) > 1 else asked[0])
            assert alone(Grid(g.cells, g.bounds)) == alone(g)
        g = (in_place if chance.random() < 0.5 else changed)(chance, g)


@pytest.mark.parametrize("seed", range(6))
def test_runs_are_lines(seed: int) -> None:
    chance = random.Random(seed)
    bounds, length = (chance.randint(3, 7), chance.randint(3, 7)), chance.randint(2, 4)
    holds = bytes([*[x % 2 == 0 for x in range(PIECES)], chance.random() < 0.5])
    run = Run(holds, bounds, length)
    g = Grid({}, bounds)
    for _ in range(60):
        g = changed(chance, g)
        found = any(
            all(holds[g.cells.get(c, -1)] for c in line) for line in lines(Grid({}, bounds), length)
        )
        assert run.build(g)[1] == found


@pytest.mark.parametrize("seed", range(6))
def test_a_tally_is_the_sum_under_each_key(seed: int) -> None:
    """Also where a grid is changed in place: what was known of it is not asked again."""
    chance = random.Random(seed)
    pairs = [
        None if chance.random() < 0.3 else (chance.randrange(4), chance.randint(-2, 5))
        for _ in range(PIECES)
    ]
    asked: list[int] = []

    def tells(_: object, x: int) -> tuple[int, int] | None:
        asked.append(x)
        return pairs[x]

    of = tally(tells, 0)
    g = Grid({}, (5, 5))
    for _ in range(80):
        g = (in_place if chance.random() < 0.5 else changed)(chance, g)
        here = [pair for x in g.cells.values() if (pair := pairs[x]) is not None]
        for key in range(5):
            assert of(g, key) == sum(more for k, more in here if k == key)
    assert len(asked) == len(set(asked)) > 0
