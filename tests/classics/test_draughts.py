"""Draughts against a plain generator of moves, which itself is held to well-known numbers."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.classics.positions import place

import alarife

Square = tuple[int, int]
Men = dict[Square, tuple[int, bool]]
"""Square → whose man it is, and whether it is a king."""

SETUP: Men = {
    (x, y): (1 if y <= 3 else 2, False)
    for y in (1, 2, 3, 6, 7, 8)
    for x in range(1, 9)
    if (x + y) % 2
}


def men(state: Any) -> Men:
    return {
        (entry["at"][0], entry["at"][1]): (
            1 if entry["piece"]["army"] == "black" else 2,
            entry["piece"]["rank"] == "king",
        )
        for entry in place(state, "board")
    }


def directions(player: int, king: bool) -> list[tuple[int, int]]:
    ahead = 1 if player == 1 else -1
    return [(dx, dy) for dy in ((-1, 1) if king else (ahead,)) for dx in (-1, 1)]


def is_free(now: Men, x: int, y: int) -> bool:
    return 1 <= x <= 8 and 1 <= y <= 8 and (x, y) not in now


def moved(now: Men, start: Square, target: Square) -> tuple[Men, bool]:
    """After a single move or jump, and whether the man became a king by it."""
    after = dict(now)
    player, king = after.pop(start)
    crowned = not king and target[1] == (8 if player == 1 else 1)
    after[target] = (player, king or crowned)
    if abs(start[0] - target[0]) == 2:
        del after[(start[0] + target[0]) // 2, (start[1] + target[1]) // 2]
    return after, crowned


def jumps(now: Men, start: Square) -> list[Men]:
    """The positions after each whole series of jumps of one man."""
    player, king = now[start]
    found = []
    for dx, dy in directions(player, king):
        over, target = (start[0] + dx, start[1] + dy), (start[0] + 2 * dx, start[1] + 2 * dy)
        if over in now and now[over][0] != player and is_free(now, *target):
            after, crowned = moved(now, start, target)
            found.extend((not crowned and jumps(after, target)) or [after])
    return found


def moves(now: Men, player: int) -> list[Men]:
    """The position after each move that is allowed."""
    own = [square for square, (owner, _) in now.items() if owner == player]
    captures = [after for square in own for after in jumps(now, square)]
    if captures:
        return captures
    return [
        moved(now, (x, y), (x + dx, y + dy))[0]
        for x, y in own
        for dx, dy in directions(player, now[x, y][1])
        if is_free(now, x + dx, y + dy)
    ]


def ways(now: Men, player: int, plies: int) -> int:
    if plies == 0:
        return 1
    return sum(ways(after, 3 - player, plies - 1) for after in moves(now, player))


@pytest.mark.parametrize(("plies", "number"), [(1, 7), (2, 49), (3, 302), (4, 1469), (5, 7361)])
def test_the_plain_generator_knows_the_numbers(plies: int, number: int) -> None:
    assert ways(SETUP, 1, plies) == number


def turns(state: Any) -> list[Any]:
    """The state after each turn of the player who is asked. A forced answer may have been made,
    too, so that the same player is asked again: a turn goes on only as long as nothing has moved,
    or while a jumping man goes on."""
    before, player = men(state), state.decision.player

    def after(state: Any) -> list[Any]:
        found = []
        for option in state.decision.options:
            then = state.play(option)
            goes_on = not then.is_over and then.decision.player == player
            if goes_on and (men(then) == before or amid_a_jump(then)):
                found += after(then)
            else:
                found.append(then)
        return found

    return after(state)


def forced(now: Men, player: int) -> tuple[Men, int | None]:
    """Go on while there is a single move, as the engine does; nobody is on turn at the end."""
    while True:
        after = moves(now, player)
        if not after:
            return now, None
        if len(after) > 1:
            return now, player
        now, player = after[0], 3 - player


def amid_a_jump(state: Any) -> bool:
    """Whether the first jump of a series was forced and made, and only the next is a choice."""
    return not state.is_over and state.decision.prompt == "And where to from there?"


@pytest.mark.parametrize("seed", range(3))
def test_moves_are_those_of_the_plain_generator(seed: int) -> None:
    lot = random.Random(seed)
    state: Any = alarife.load("draughts").start(seed=seed)
    for _ in range(40):
        now, player = men(state), state.decision.player
        found = turns(state)
        expected = [forced(after, 3 - player) for after in moves(now, player)]
        assert len(found) == len(expected)
        whole = [after for after in found if not amid_a_jump(after)]
        for after in whole:
            assert (men(after), None if after.is_over else after.decision.player) in expected
        if not whole:
            break
        state = lot.choice(whole)
        if state.is_over:
            break
