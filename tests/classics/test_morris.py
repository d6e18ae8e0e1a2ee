"""Nine men's morris against a second game in plain Python, move by move; and how many ways there are
to begin."""

from __future__ import annotations

import os
from collections import Counter
from random import Random

import pytest
from tests.independent.morris import Morris

import alarife

DEEP = int(os.environ.get("ALARIFE_DEEP", "0"))
GAMES = 8 * (DEEP or 1)
SEED = 99
PATIENCE = 30


def key(state: alarife.State) -> object:
    """The position, as the second game has it."""
    men = {
        ("abcdefg".index(name[0]) + 1, 8 - int(name[1])): man["owner"]
        for name, man in state.place("point").items()
        if man
    }
    lost = state.place("lost")
    return tuple(sorted(men.items())), (len(lost[1]), len(lost[2]))


def after_a_move(state: alarife.State) -> list[alarife.State]:
    """The states after each move of the player who is asked, and what follows unasked."""
    found: list[alarife.State] = []
    before = key(state)
    asked = state.decision.player if state.decision else 0

    def follow(now: alarife.State) -> None:
        decision = now.decision
        taking = decision is not None and decision.site.name == "taken"
        if decision is None or (key(now) != before and not (taking and decision.player == asked)):
            found.append(now)
            return
        for option in decision.options:
            follow(now.play(option))

    follow(state)
    return found


def settled(game: Morris, player: int) -> Morris:
    """What follows a move as long as there is only one way to go on."""
    while not game.turn_over(player, PATIENCE):
        player = 3 - player
        steps = list(game.steps(player))
        if len(steps) != 1:
            break
        game = game.step(player, *steps[0])
        takes = game.takes(steps[0][1])
        if len(takes) > 1:
            break
        if takes:
            game = game.without(takes[0])
    return game


@pytest.mark.parametrize("flying", [True, False])
def test_every_move_agrees(flying: bool) -> None:
    options = {"morris.flying": flying, "morris.patience": PATIENCE}
    game = alarife.load("morris", options=options)
    taken = 0
    for seed in range(SEED, SEED + GAMES):
        print(f"seed {seed}")
        lots, state, ours = Random(seed), game.start(seed=seed), Morris(flying)
        while state.decision is not None:
            player = state.decision.player
            if state.decision.site.name == "taken":  # a forced move, and a choice what to take
                state = state.play(lots.choice(state.decision.options))
                ours = read(state, flying)
                continue
            theirs = after_a_move(state)
            wanted = [settled(move, player) for move in ours.moves(player)]
            assert Counter(map(key, theirs)) == Counter(move.key() for move in wanted)
            state = lots.choice(theirs)
            ours = read(state, flying)
        taken += sum(ours.lost.values())
        assert state.winners == winners(ours, state)
    assert taken > 5 * GAMES


def read(state: alarife.State, flying: bool) -> Morris:
    """The state as a position of the second game."""
    men, (one, two) = key(state)  # type: ignore[misc]
    hand = {seat: len(held) for seat, held in state.place("hand").items()}
    return Morris(flying, dict(men), hand, {1: one, 2: two}, state.note("quiet"))


def winners(game: Morris, state: alarife.State) -> list[int]:
    """Who has won at the end."""
    for player in (1, 2):
        if game.lost[player] > 6:
            return [3 - player]
    turn = state.note("on_turn")
    return [3 - turn] if game.quiet < PATIENCE and not list(game.steps(turn)) else []


def test_a_game_begins_in_so_many_ways() -> None:
    """24, then one point fewer with each man. The third man of a colour may close one of 16 rows
    and then takes one of two, in 16 * 6 * 21 * 20 ways: 5,140,800."""
    states, counts = [alarife.load("morris").start(seed=1, log=False)], list[int]()
    for _ in range(2 if not DEEP else 3):
        states = [after for state in states for after in after_a_move(state)]
        counts.append(len(states))
    assert counts == [24, 552, 12_144][: len(counts)]
    ours, sizes = [Morris()], list[int]()
    for turn in range(3):
        ours = [after for game in ours for after in game.moves(turn % 2 + 1)]
        sizes.append(len(ours))
    assert sizes == [24, 552, 12_144]
    assert 24 * 23 * 22 * 21 * 20 + 16 * 6 * 21 * 20 == 5_140_800
