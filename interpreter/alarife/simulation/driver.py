"""One game between bots, from its seed to its end.

What comes in: a game, bots, the game's seed. What goes out: a `Result`. A bot's chance is derived
from the game's seed and its seat. Two ways lead to the same result: `by_asking` asks every bot with
a view of its own; `at_random` plays in place, without making options or copies, what random bots
would have answered. A test holds them equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from alarife.bots.chance import Generator, seed_of_bot, words
from alarife.bots.choosing import answer_of
from alarife.bots.protocol import Bot, View
from alarife.bots.random_bot import RandomBot
from alarife.diagnostics import RuleError, rule_error
from alarife.engine.inspect import played_at_random
from alarife.engine.state import Game

MOST_DECISIONS = 1_000_000
"""A game that asks oftener than this is given up."""


@dataclass(slots=True)
class Result:
    """How one game went: its seed, how many decisions were made, points by party, who has won."""

    seed: int
    decisions: int
    scores: dict[int | str, int]
    winners: list[int | str]


def play_out(game: Game, bots: Sequence[Bot], seed: int) -> Result:
    """One game between these bots, one for each seat."""
    if all(type(bot) is RandomBot for bot in bots):
        return at_random(game, seed)
    return by_asking(game, bots, seed)


def at_random(game: Game, seed: int) -> Result:
    """One game between random bots, in place."""
    streams = [words(seed_of_bot(seed, seat + 1)).__next__ for seat in range(game.players)]
    decisions, last = played_at_random(game, seed, streams, MOST_DECISIONS)
    if decisions > MOST_DECISIONS:
        raise _endless(seed)
    return Result(seed, decisions, last.scores, last.winners)


def by_asking(game: Game, bots: Sequence[Bot], seed: int) -> Result:
    """The same by asking each bot in turn."""
    state = game.start(seed, log=False)
    generators = [Generator(seed_of_bot(seed, seat + 1)) for seat in range(game.players)]
    decisions = 0
    while (decision := state.decision) is not None:
        seat = decision.player
        state = state.play(
            answer_of(bots[seat - 1], View(state, seat), decision, generators[seat - 1])
        )
        decisions += 1
        if decisions > MOST_DECISIONS:
            raise _endless(seed)
    return Result(seed, decisions, state.scores, state.winners)


def _endless(seed: int) -> RuleError:
    message = (
        f"The game with seed {seed} does not end: it was given up after {MOST_DECISIONS} decisions."
    )
    return rule_error("E0713", message, "Let the game end at some time whatever is chosen.")
