"""Brandub, written from its rules sheet with the reference alone, against a second calculation."""

from __future__ import annotations

import os
from random import Random

import alarife

PATH = f"{__file__.rpartition('/')[0]}/brandub.alr"
GAMES = 3 * (int(os.environ.get("ALARIFE_DEEP", "0")) or 1)
SEED = 71
Spot = tuple[int, int]
CASTLES = {(1, 1), (1, 7), (7, 1), (7, 7), (4, 4)}
WAYS = ((1, 0), (-1, 0), (0, 1), (0, -1))


class Brandub:
    """The board: `R`, `G` and `K` by space."""

    def __init__(self) -> None:
        self.men: dict[Spot, str] = {(4, 4): "K"}
        for dx, dy in WAYS:
            for far, man in (1, "G"), (2, "R"), (3, "R"):
                self.men[4 + far * dx, 4 + far * dy] = man

    def of(self, player: int) -> dict[Spot, set[Spot]]:
        """Where the men of a player may go."""
        found = {
            at: self.goals(at) for at, man in self.men.items() if (man == "R") == (player == 1)
        }
        return {at: goals for at, goals in found.items() if goals}

    def goals(self, at: Spot) -> set[Spot]:
        found: set[Spot] = set()
        for dx, dy in WAYS:
            x, y = at[0] + dx, at[1] + dy
            while 1 <= x <= 7 and 1 <= y <= 7 and (x, y) not in self.men:
                if self.men[at] == "K" or (x, y) not in CASTLES:
                    found.add((x, y))
                x, y = x + dx, y + dy
        return found

    def hostile(self, at: Spot, raiders: bool) -> bool:
        man = self.men.get(at)
        return at in CASTLES if man is None else (man == "R") == raiders

    def move(self, begin: Spot, goal: Spot) -> bool:
        """Move and take; whether something was taken."""
        man = self.men[goal] = self.men.pop(begin)
        raiders, before = man == "R", len(self.men)
        for dx, dy in WAYS:
            beside, behind = (goal[0] + dx, goal[1] + dy), (goal[0] + 2 * dx, goal[1] + 2 * dy)
            enemy = self.men.get(beside)
            if enemy is None or (enemy == "R") == raiders or not self.hostile(behind, raiders):
                continue
            near_throne = abs(beside[0] - 4) + abs(beside[1] - 4) < 2
            around = [(beside[0] + a, beside[1] + b) for a, b in WAYS]
            if enemy == "K" and near_throne and not all(self.hostile(s, True) for s in around):
                continue
            del self.men[beside]
        return len(self.men) < before

    def winner(self) -> int | None:
        king = next((at for at, man in self.men.items() if man == "K"), None)
        return 1 if king is None else 2 if king in CASTLES - {(4, 4)} else None


def lying(state: alarife.State) -> dict[Spot, str]:
    letter = {"raider": "R", "guard": "G", "king": "K"}
    board = state.place("board")
    return {(e["at"][0], e["at"][1]): letter[e["piece"]["rank"]] for e in board}


def test_every_move_agrees() -> None:
    game = alarife.load(PATH)
    taken, ends = 0, set[int | None]()
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        lots, state, ours = Random(seed), game.start(seed=seed), Brandub()
        player, quiet = 1, 0
        while ours.winner() is None and quiet < 60 and (moves := ours.of(player)):
            assert not state.is_over, f"seed {seed}"
            assert lying(state) == ours.men, f"seed {seed}"
            begin = min(moves)
            if state.decision is not None and state.decision.site.name == "man":
                assert state.decision.player == player
                spots = {piece_at(state, o.value): o for o in state.decision.options}
                assert spots.keys() == moves.keys(), f"seed {seed}"
                begin = lots.choice(sorted(moves))
                state = state.play(spots[begin])
            goals = moves[begin]
            goal = min(goals)
            if len(goals) > 1:
                assert state.decision is not None
                offered = {(o.value["at"][0], o.value["at"][1]): o for o in state.decision.options}
                assert offered.keys() == goals, f"seed {seed}"
                corner = sorted(goals & CASTLES)
                goal = corner[0] if corner and lots.random() < 0.2 else lots.choice(sorted(goals))
                state = state.play(offered[goal])
            took = ours.move(begin, goal)
            taken, quiet, player = taken + took, 0 if took else quiet + 1, 3 - player
            quiet += took
        assert state.is_over, f"seed {seed}"
        assert lying(state) == ours.men, f"seed {seed}"
        winner = ours.winner()
        assert state.winners == ([] if winner is None else [winner]), f"seed {seed}"
        ends.add(winner)
    assert taken > GAMES
    assert GAMES < 20 or ends == {1, 2, None}


def piece_at(state: alarife.State, number: int) -> Spot:
    """Where a piece lies."""
    return next(
        (e["at"][0], e["at"][1]) for e in state.place("board") if e["piece"]["id"] == number
    )
