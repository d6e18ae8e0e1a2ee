"""Bots: who plays when no person does.

What comes in: names ("random", "greedy", or "package.module:Bot" for one of your own). What goes
out: bots. Bots know no game and stand on the engine alone."""

from __future__ import annotations

from alarife.bots.chance import Generator
from alarife.bots.choosing import BOTS, answer_of, bots_for, make_bot
from alarife.bots.protocol import Bot, View

__all__ = ["BOTS", "Bot", "Generator", "View", "answer_of", "bots_for", "make_bot"]
