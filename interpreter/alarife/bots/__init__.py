"""Bots: who plays when no person does.

What comes in: names ("random", "greedy", or "package.module:Bot" for one of your own). What goes
out: bots. Bots know no game and stand on the engine alone."""

from __future__ import annotations

from alarife.bots.chance import Generator
from alarife.bots.choosing import BOTS, answer_of, bots_for, is_shipped, make_bot
from alarife.bots.mcts import LEVELS, PATIENCE, Budget, Hint, MctsBot, hint
from alarife.bots.protocol import Bot, View

__all__ = [
    "BOTS",
    "LEVELS",
    "PATIENCE",
    "Bot",
    "Budget",
    "Generator",
    "Hint",
    "MctsBot",
    "View",
    "answer_of",
    "bots_for",
    "hint",
    "is_shipped",
    "make_bot",
]

PUBLIC = (
    "chance",
    "choosing",
    "protocol",
    "random_bot",
)
"""Its modules that other packages may import."""
