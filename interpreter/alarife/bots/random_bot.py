"""The bot that takes any of the options offered, all alike, step by step."""

from __future__ import annotations

from alarife.bots.chance import Generator
from alarife.bots.protocol import View
from alarife.engine.decisions import Decision


class RandomBot:
    """Takes one of the options, evenly. As choices are stepwise this is: a kind of action evenly,
    then evenly on. `simulation.driver` does the same without asking it."""

    def choose(self, view: View, decision: Decision, rng: Generator) -> int:
        """The index of an option."""
        return rng.below(len(decision.options))
