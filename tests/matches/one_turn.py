"""A simple opponent that stays as it is, so that strength can be compared over the years: it counts
points at the end of its own turn, and nothing else."""

from __future__ import annotations

from alarife.bots import Generator, View
from alarife.diagnostics import RuleError
from alarife.engine.decisions import Decision
from alarife.engine.state import State

_LOST = -(10**9)
TRIES, STEPS = 4, 40


class OneTurn:
    """For each option it imagines four states, takes the option, and completes its turn at random.
    It takes the option with the best lead in points."""

    def choose(self, view: View, decision: Decision, rng: Generator) -> int:
        """The index of the best option."""
        number = len(decision.options)
        if number == 1:
            return 0
        totals = [0] * number
        for _ in range(TRIES):
            imagined = view.imagine(rng.seed())
            for option in range(number):
                totals[option] += _lead(imagined, option, view.seat, rng)
        best = max(totals)
        return rng.pick([option for option in range(number) if totals[option] == best])


def _lead(imagined: State, option: int, seat: int, rng: Generator) -> int:
    try:
        state = imagined.play(option)
        for _ in range(STEPS):
            if state.decision is None or state.decision.player != seat:
                break
            state = state.play(rng.below(len(state.decision.options)))
    except RuleError:
        return _LOST
    scores = state.scores
    own = scores.get(seat, 0)
    return own - max((points for party, points in scores.items() if party != seat), default=0)
