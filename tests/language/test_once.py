"""A step that is done once for each of what it is handed: a chain reaction, held against plain
Python."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.soundness.small import all_pass, codes

import alarife

FILE = Path(__file__).parent / "chain.alr"
Cell = tuple[int, int]


def near(c: Cell) -> list[Cell]:
    """Row by row."""
    x, y = c
    around = [(x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)]
    return [(a, b) for a, b in around if 1 <= a <= 4 and 1 <= b <= 4]


class Board:
    """Whose cells are, and how many stones lie there."""

    def __init__(self) -> None:
        self.owner: dict[Cell, int] = {}
        self.stones: dict[Cell, int] = {}
        self.moves = 0

    def add(self, p: int, c: Cell, burst: set[Cell] | None = None) -> None:
        """A stone more, and what follows; nothing bursts twice in a chain."""
        burst = set() if burst is None else burst
        self.owner[c] = p
        self.stones[c] = min(9, self.stones.get(c, 0) + 1)
        if self.stones[c] >= len(near(c)) and c not in burst:
            burst.add(c)
            self.stones[c] -= len(near(c))
            for d in near(c):
                self.add(p, d, burst)

    def play(self, p: int, c: Cell) -> None:
        """A move, and the moves after it for which there is one cell only: nobody is asked."""
        self.add(p, c)
        self.moves += 1
        every = [(x, y) for x in range(1, 5) for y in range(1, 5)]
        owners = set(self.owner.values())
        if self.moves == 30 or (self.moves > 2 and len(owners) == 1):
            return
        free = [d for d in every if self.owner.get(d, 3 - p) == 3 - p]
        if len(free) == 1:
            self.play(3 - p, free[0])


@pytest.mark.parametrize("seed", range(40))
def test_chains_are_as_long_as_in_plain_python(seed: int) -> None:
    lots, mine = Random(seed), Board()
    state = alarife.load(str(FILE), players=2).start(seed=seed)
    while state.decision is not None:
        p = state.decision.player
        cells = {tuple(o.value["at"]): o for o in state.decision.options}
        every = {(x, y) for x in range(1, 5) for y in range(1, 5)}
        assert set(cells) == {c for c in every if mine.owner.get(c, p) == p}
        c = lots.choice(sorted(cells))
        mine.play(p, c)
        state = state.play(cells[c])
        dump = state.dump()
        held = {tuple(e["at"]): e["piece"]["owner"] for e in dump["places"]["board"]}
        assert held == mine.owner
        stones = {k: n for k, n in dump["notes"]["stones"].items() if n}
        assert stones == {f"{x},{y}": n for (x, y), n in mine.stones.items() if n}


def test_a_circle_may_lead_through_it_and_through_nothing_else() -> None:
    circle = """
note score[Player] "points": 0.. = 0
step one(p: Player) "One" ONCE
  > One.
  score[p] += 1
  two(p.left)
step two(p: Player) "Two"
  > Two.
  score[p] += 10
  one(p)
example "Round"
  when one(ann)
  then score[ann] = 11 and score[bob] = 11 and score[cid] = 11
"""
    assert "E0375" in codes(circle.replace(" ONCE", ""))
    all_pass(circle.replace(" ONCE", ", once for each"))
