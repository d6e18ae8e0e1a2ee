"""Many games between bots: measured, counted, in as many processes as asked.

What comes in: which game in which configuration, which bots, a seed. What goes out: the results of
all games, in their order. Same seed, same results, whatever the number of processes."""

from __future__ import annotations

from alarife.simulation.driver import Result, at_random, by_asking, play_out
from alarife.simulation.many import Setup, Simulation, simulate

__all__ = ["Result", "Setup", "Simulation", "at_random", "by_asking", "play_out", "simulate"]
