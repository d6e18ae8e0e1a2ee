"""Clockwork beetles against a second game in plain Python: every option, every step and push; and
nobody sees what another winds up."""

from __future__ import annotations

import os
from random import Random
from typing import Any

import pytest

import alarife

GAMES = 25 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
MOVES = ["forward", "dash", "left", "right"]
SIDES = "NESW"
STEP = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
Cell = tuple[int, int]


class Floor:
    """Beetles and crumbs, as a person would write them down."""

    def __init__(self, beetles: dict[int, Cell], looks: dict[int, str], crumbs: set[Cell]) -> None:
        self.beetles, self.looks, self.crumbs = beetles, looks, crumbs
        self.eaten = dict.fromkeys(beetles, 0)

    def move(self, p: int, move: str) -> None:
        """One move of a beetle."""
        if move in ("left", "right"):
            turn = 3 if move == "left" else 1
            self.looks[p] = SIDES[(SIDES.index(self.looks[p]) + turn) % 4]
            return
        for _ in range(2 if move == "dash" else 1):
            self.ahead(p, self.looks[p])

    def ahead(self, p: int, side: str) -> None:
        """A step, pushing whoever is in the way."""
        (x, y), (dx, dy) = self.beetles[p], STEP[side]
        there = (x + dx, y + dy)
        if not (1 <= there[0] <= 7 and 1 <= there[1] <= 7):
            return
        for q, c in list(self.beetles.items()):
            if c == there:
                self.ahead(q, side)
        if there in self.beetles.values():
            return
        self.beetles[p] = there
        if there in self.crumbs:
            self.crumbs.remove(there)
            self.eaten[p] += 1


def read(dump: dict[str, Any]) -> tuple[dict[int, Cell], dict[int, str], set[Cell]]:
    """Where the beetles are and look, and the crumbs."""
    board = dump["places"]["board"]
    beetles = {e["piece"]["owner"]: tuple(e["at"]) for e in board}
    looks = {e["piece"]["owner"]: e["piece"]["heading"][0].upper() for e in board}
    return beetles, looks, {tuple(e["at"]) for e in dump["places"]["floor"]}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_same_game(players: int) -> None:
    game = alarife.load("clockwork", players=players)
    for seed in range(GAMES):
        lots, state = Random(seed), game.start(seed=seed)
        mine = Floor(*read(state.dump()))
        for _ in range(8):
            programmes: dict[int, list[str]] = {}
            before = read(state.dump())
            views = [state.view(p) for p in range(1, players + 1)]
            for p in range(1, players + 1):
                programmes[p] = []
                for n in range(3):
                    asked = state.decision
                    assert asked is not None
                    assert asked.player == p
                    same = programmes[p] if n == 2 and len(set(programmes[p])) == 1 else []
                    assert [o.value for o in asked.options] == [m for m in MOVES if m not in same]
                    for q in range(1, players + 1):  # who is asked is all that the others see
                        if q != p:
                            seen = {**state.view(q), "decision": None}
                            assert seen == {**views[q - 1], "decision": None}
                    option = lots.choice(asked.options)
                    programmes[p].append(option.value)
                    assert read(state.dump()) == before
                    state = state.play(option)
            for n in range(3):
                for p in range(1, players + 1):
                    mine.move(p, programmes[p][n])
            assert read(state.dump()) == (mine.beetles, mine.looks, mine.crumbs), seed
            assert state.scores == mine.eaten
        assert state.is_over
        best = max(mine.eaten.values())
        assert state.winners == sorted(p for p, n in mine.eaten.items() if n == best)


def test_what_another_winds_up_is_imagined() -> None:
    """Seat 2 can't know what seat 1 has wound up: its imagined rounds end differently."""
    state = alarife.load("clockwork", players=2).start(seed=3)
    for key in ("forward", "dash", "forward"):
        state = state.play(key)
    ends = set()
    for k in range(25):
        imagined = state.imagine(2, k)
        assert imagined.view(2) == state.view(2)
        for key in ("left", "left", "right"):
            imagined = imagined.play(key)
        ends.add(read(imagined.dump())[0][1])
    assert len(ends) > 2
