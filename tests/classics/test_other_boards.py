"""The length of an edge is one fact: a module changes it, and the setup and the far side follow."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import alarife

MODULE = """alarife 2
module other "Another board" for {game}
  > Another board.
  players 2
change edge as other_edge "Another edge" to {edge}
  > Another board.
"""


@pytest.mark.parametrize(("name", "edge"), [("breakthrough", 6), ("draughts", 10), ("reversi", 10)])
def test_an_edge_of_another_length(name: str, edge: int, tmp_path: Path) -> None:
    module = tmp_path / "other.alr"
    module.write_text(MODULE.format(game=name, edge=edge), encoding="utf-8")
    game, lots = alarife.load(name, modules=[str(module)], players=2), Random(1)
    for seed in range(3):
        state = game.start(seed=seed)
        rows = [entry["at"][1] for entry in state.dump()["places"]["board"]]
        assert min(rows) + max(rows) == edge + 1
        assert rows.count(min(rows)) == rows.count(max(rows))
        while state.decision is not None:
            state = state.play(lots.choice(state.decision.options))
        assert isinstance(state.value("promise", seat=1), int)
