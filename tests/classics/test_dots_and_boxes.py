"""Dots and boxes against a second game in plain Python; and who wins on small boards."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.independent.pencil_and_blocks import Boxes, Line, best

import alarife

GAMES = 20 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SEED = 31


def line_at(key: str) -> Line:
    """A line by the key of its edge: the sum of the cells on its two sides."""
    x, y = (int(n) for n in key.split(","))
    if x % 2:  # between a cell and the one to its east
        return frozenset({((x - 1) // 2, y // 2 - 1), ((x - 1) // 2, y // 2)})
    return frozenset({(x // 2 - 1, (y - 1) // 2), (x // 2, (y - 1) // 2)})


@pytest.mark.parametrize(
    ("columns", "rows", "players"), [(1, 1, 2), (4, 3, 2), (3, 5, 3), (2, 2, 4)]
)
def test_every_line_and_every_box_agree(columns: int, rows: int, players: int) -> None:
    options = {"dots_and_boxes.columns": columns, "dots_and_boxes.rows": rows}
    game = alarife.load("dots_and_boxes", options=options, players=players)
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        lots, state, ours = Random(seed), game.start(seed=seed), Boxes(columns, rows, players)
        while state.decision is not None:
            assert state.decision.player == ours.turn
            offered = {line_at(o.key): o for o in state.decision.options}
            assert offered.keys() == ours.free()
            line = lots.choice(sorted(offered, key=sorted))
            state = state.play(offered[line])
            ours.draw(line)
            if len(ours.free()) == 1:  # it is drawn unasked
                ours.draw(*ours.free())
            held = {
                (e["at"][0] - 1, e["at"][1] - 1): e["piece"]["owner"] for e in state.place("board")
            }
            assert held == ours.owner
        boxes = [list(ours.owner.values()).count(p) for p in range(1, players + 1)]
        assert list(state.scores.values()) == boxes
        assert state.winners == [p for p, n in enumerate(boxes, 1) if n == max(boxes)]


@pytest.mark.parametrize(("columns", "rows"), [(1, 1), (2, 1), (3, 1)])
def test_what_perfect_play_brings(columns: int, rows: int) -> None:
    options = {"dots_and_boxes.columns": columns, "dots_and_boxes.rows": rows}
    game = alarife.load("dots_and_boxes", options=options, players=2)
    known: dict[frozenset[str], int] = {}

    def ahead(state: alarife.State) -> int:
        """How many boxes more whoever is asked gets from now on."""
        if state.decision is None:
            return 0
        player = state.decision.player
        left = frozenset(o.key for o in state.decision.options)
        if left not in known:
            known[left] = max(gain(state, option, player) for option in state.decision.options)
        return known[left]

    def gain(state: alarife.State, option: alarife.Option, player: int) -> int:
        after = state.play(option)
        won = [after.scores[p] - state.scores[p] for p in (player, 3 - player)]
        asked = after.decision.player if after.decision else player
        return won[0] - won[1] + (ahead(after) if asked == player else -ahead(after))

    assert ahead(game.start(seed=1)) == best(columns, rows)
