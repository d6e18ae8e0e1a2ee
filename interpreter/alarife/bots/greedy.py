"""The bot that takes what gives most points by the end of its own turn; it knows no game.

For each option it imagines the state a few times, takes the option, plays on until its turn is
over, and counts. While it is still its turn it completes what it began at random. What counts is
its own points less the best of the others'. Where several options are equally good, chance decides.
It never reads the real state: only imagined ones."""

from __future__ import annotations

from alarife.bots.chance import Generator
from alarife.bots.protocol import View
from alarife.diagnostics import RuleError
from alarife.engine.state import Decision, State
from alarife.lowering.layout import DECISION

_LOST = -(10**9)


class GreedyBot:
    """Tries every option so often; `steps` bounds how far a turn is followed."""

    def __init__(self, tries: int = 4, steps: int = 40) -> None:
        self.tries = tries
        self.steps = steps

    def choose(self, view: View, decision: Decision, rng: Generator) -> int:
        """The index of the best option."""
        number = len(decision.options)
        if number == 1:
            return 0
        totals = [0] * number
        for _ in range(self.tries):
            seed = rng.seed()
            imagined = view.imagine(seed)
            for option in range(number):
                totals[option] += self._worth(imagined, option, view.seat, rng)
        best = max(totals)
        return rng.pick([option for option in range(number) if totals[option] == best])

    def _worth(self, imagined: State, option: int, seat: int, rng: Generator) -> int:
        """The points ahead of the others after an option and the rest of the turn."""
        try:
            state = imagined.play(option)
            machine, s = state.game.machine, state.slots
            for _ in range(self.steps):
                if s[DECISION] is None or s[DECISION][1] != seat - 1:
                    break
                machine.advance(s, rng.pick(s[DECISION][2]))
        except RuleError:
            # what is imagined can't always be played on as the rules would have it; such an option
            # is no temptation
            return _LOST
        scores = state.scores
        own = scores.get(seat, 0)
        return own - max((points for party, points in scores.items() if party != seat), default=0)
