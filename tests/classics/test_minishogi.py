"""Small shogi against a second game in plain Python, move by move, and the numbers that the world
knows: in how many ways the first moves can be made."""

from __future__ import annotations

import os
from random import Random

from tests.classics.counting import Counter
from tests.independent.minishogi import Move, Shogi

import alarife
from alarife.lowering.layout import Slots

DEEP = int(os.environ.get("ALARIFE_DEEP", "0"))
GAMES = DEEP or 1
SEED = 515
PATIENCE = 120 if DEEP else 50
KNOWN = [14, 181, 2512, 35401]
"""Published for years by several programs that play it."""


class EveryMove(Counter):
    """Counts without putting positions together: hands and both faces belong to them."""

    def position(self, s: Slots) -> object:
        return id(s)


def test_as_many_ways_as_the_world_knows() -> None:
    deep = 4 if DEEP else 3
    assert EveryMove(alarife.load("minishogi"), "Man", "rank").ways(deep) == KNOWN[:deep]


def read(state: alarife.State) -> tuple[object, ...]:
    """The position, as the second game has it."""
    letters = {"king": "K", "gold": "G", "silver": "S", "bishop": "B", "rook": "R", "pawn": "P"}
    men = {
        tuple(entry["at"]): (
            letters[entry["piece"]["rank"]],
            entry["piece"]["owner"],
            entry["piece"]["promoted"],
        )
        for entry in state.view(1)["places"]["board"]
    }
    hands = state.view(1)["places"]["hand"]
    held = [tuple(sorted(letters[man["rank"]] for man in hands[p])) for p in ("1", "2")]
    return tuple(sorted(men.items())), *held


def reached(state: alarife.State) -> dict[tuple[object, ...], alarife.State]:
    """The positions after each move; a move is all that is chosen until the other is asked."""
    assert state.decision is not None
    player, begun = state.decision.player, state.note("turns")
    found: dict[tuple[object, ...], alarife.State] = {}

    def follow(now: alarife.State) -> None:
        if now.decision is None or now.note("turns") != begun or now.decision.player != player:
            found[read(now)] = now
            return
        for option in now.decision.options:
            follow(now.play(option))

    follow(state)
    return found


class Course:
    """A game of the second sort. What can only go on in one way goes on unasked."""

    def __init__(self) -> None:
        self.at, self.player, self.moves = Shogi(), 1, Shogi().moves(1)
        self.boards: list[object] = []
        self.winner: int | None = None
        self.over = False

    def after(self, move: Move) -> Course:
        """The game after a move, and those that are forced."""
        new = Course()
        new.at, new.player, new.moves = self.at, self.player, {move}
        new.boards = list(self.boards)
        while len(new.moves) == 1 and not new.over:
            (only,) = new.moves
            new.at = new.at.after(new.player, only)
            new.boards.append(new.at.key()[0])
            if new.boards.count(new.boards[-1]) == 4:
                new.over, new.winner = True, 2
                break
            new.player = 3 - new.player
            new.moves = new.at.moves(new.player, mating=False)
            if len(new.boards) == PATIENCE:
                new.over = True
            elif not new.moves:
                new.over, new.winner = True, 3 - new.player
        return new


def test_every_move_agrees() -> None:
    game = alarife.load("minishogi", options={"minishogi.patience": PATIENCE})
    dropped = promoted = 0
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        lots, state, ours = Random(seed), game.start(seed=seed), Course()
        while not ours.over:
            after = {move: ours.after(move) for move in ours.moves}
            theirs = reached(state)
            assert set(theirs) == {one.at.key() for one in after.values()}, f"seed {seed}"
            turning = [m for m in after if m.promoted] if lots.random() < 0.5 else []
            move = lots.choice(sorted(turning or after, key=repr))
            dropped += isinstance(move.begin, str)
            promoted += move.promoted
            ours = after[move]
            state = theirs[ours.at.key()]
        assert state.is_over, f"seed {seed}"
        assert state.winners == ([] if ours.winner is None else [ours.winner]), f"seed {seed}"
    assert min(dropped, promoted) > 1, "the games don't show what they are to show"
