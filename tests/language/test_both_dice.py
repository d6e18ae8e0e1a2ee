"""Both dice must be used if they can be, else the higher one: against every way to play a roll."""

from __future__ import annotations

from random import Random

import alarife

PATH = f"{__file__.rpartition('/')[0]}/both_dice.alr"
LENGTH = 12
SEED = 2024
Line = dict[int, list[int]]
Move = tuple[int, int]


def moved(line: Line, me: int, move: Move) -> Line | None:
    """The line after a move; None if it is not allowed."""
    pips, n = move
    goal = n + pips if me == 1 else n - pips
    there = line.get(goal, [])
    if line[n][:1] != [me] or sum(owner != me for owner in there) > 1:
        return None
    new = {k: list(men) for k, men in line.items()}
    new[n].remove(me)
    if goal in new:
        new[goal] = [me] + [owner for owner in there if owner == me]
    return new


def moves(line: Line, me: int, dice: list[int]) -> set[Move]:
    return {(d, n) for d in dice for n in line if moved(line, me, (d, n)) is not None}


def expected(line: Line, me: int, dice: list[int]) -> set[Move]:
    """The moves that may be made first with these dice."""
    if len(dice) == 1:
        return moves(line, me, dice)
    both: set[Move] = set()
    for move in moves(line, me, dice):
        rest = list(dice)
        rest.remove(move[0])
        after = moved(line, me, move)
        if after is not None and moves(after, me, rest):
            both.add(move)
    return both or moves(line, me, [max(dice)]) or moves(line, me, dice)


def test_what_is_offered_is_what_can_be_played() -> None:
    game, asked, forbidden = alarife.load(PATH), 0, 0
    for seed in range(SEED, SEED + 60):
        print(f"seed {seed}")
        lots, state, die = Random(seed), game.start(seed=seed), 0
        while state.decision is not None:
            decision = state.decision
            me, line = decision.player, lying(state)
            dice = [d["pips"] for d in state.place("cup")]
            pairs = expected(line, me, dice)
            forbidden += pairs < moves(line, me, dice)
            option = lots.choice(decision.options)
            if decision.site.name == "die":
                shown = {d["id"]: d["pips"] for d in state.place("cup")}
                assert {shown[o.value] for o in decision.options} == {d for d, _ in pairs}
                die = shown[option.value]
                if sum(d == die for d, _ in pairs) == 1:
                    die = 0  # the man is moved unasked
            else:
                die = die or next(iter(pairs))[0]
                assert {o.value for o in decision.options} == {n for d, n in pairs if d == die}
                die = 0
            state = state.play(option)
            asked += 1
    assert asked > 500
    assert forbidden > 5, "the games don't show what they are to show"


def lying(state: alarife.State) -> Line:
    return {int(n): [man["owner"] for man in men] for n, men in state.place("point").items()}
