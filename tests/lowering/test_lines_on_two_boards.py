"""Boards of different sizes asked the same question have lines of their own."""

from __future__ import annotations

import random
from pathlib import Path

import alarife

RULES = """alarife 2
game boards "Boards"
  > A small board and a large one.
  players 2..2

piece Stone(owner: Player) "stone"
  > Stones.
  20 of each

place small "small board": grid 3 by 3 of Stone
place large "large board": grid 5 by 4 of Stone

chapter turn "A turn"

step play "Play"
  > Play.
  repeat 8 times
    as seat(1)
      choose c from gaps(large) "Where?"
      otherwise
        stop
      choose d from gaps(small) "Where?"
      otherwise
        stop
      choose p from Player "Whose?"
      if first(those x in Stone where x is in box and x.owner is p) is some stone
        move stone to large[c]
      if first(those x in Stone where x is in box and x.owner is p) is some stone
        move stone to small[d]

value in_small(p: Player) "small line": yes/no = (some line in lines(small, 3): every c in line: small[c] is some s and s.owner is p)
value in_large(p: Player) "large line": yes/no = (some line in lines(large, 3): every c in line: large[c] is some s and s.owner is p)
value filled_small "small row": yes/no = (some line in lines(small, 3): every c in line: small[c] is some s)
value filled_large "large row": yes/no = (some line in lines(large, 3): every c in line: large[c] is some s)
value winners "Who wins": set of Player
  > Lines.
  those p in Player where in_large(p) or filled_small or in_small(p) or filled_large
"""


def has_line(cells: set[tuple[int, int]]) -> bool:
    """Whether three of these lie in a line."""
    ways = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(
        all((x + i * dx, y + i * dy) in cells for i in range(3))
        for x, y in cells
        for dx, dy in ways
    )


def test_lines_are_those_of_each_board(tmp_path: Path) -> None:
    path = tmp_path / "boards.alr"
    path.write_text(RULES, encoding="utf-8")
    game = alarife.load(str(path))
    assert "kept_" in game.lowered.source, "this is about what is kept with boards"
    for seed in range(8):
        state, chance = game.start(seed), random.Random(seed)
        while state.decision is not None:
            state = state.play(chance.randrange(len(state.decision.options)))
            for name in ("small", "large"):
                lies = state.view(1)["places"][name]
                filled = {tuple(one["at"]) for one in lies}
                assert state.value(f"filled_{name}") == has_line(filled), (seed, name)
                for p in (1, 2):
                    own = {tuple(x["at"]) for x in lies if x["piece"]["owner"] == p}
                    assert state.value(f"in_{name}", p=p) == has_line(own), (seed, name, p)
