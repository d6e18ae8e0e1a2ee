"""The lab: what a rule does to a game, from many games between bots.

What comes in: configurations of a game (arms), bots, a number of pairs, a seed. What goes out:
figures with intervals, as JSON and as a page with pictures. A **pair** is one game of each arm from
the same seed, with the same bots on the same seats: differences are taken within pairs. Same seed,
same figures, for any number of processes or machines."""

from __future__ import annotations

from alarife.lab.arms import Arm, Plan, arm_of
from alarife.lab.figures import Figure, figures_of
from alarife.lab.run import run
from alarife.lab.sums import Sums

__all__ = ["Arm", "Figure", "Plan", "Sums", "arm_of", "figures_of", "run"]
