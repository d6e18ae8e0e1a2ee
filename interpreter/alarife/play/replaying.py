"""Stepping through a saved game.

What comes in: a save. What goes out: its states, one screen after the other, forward and back.
While a game is not over, only what one seat may see is shown."""

from __future__ import annotations

from dataclasses import replace

from alarife.play import saves
from alarife.play.ending import final_lines
from alarife.play.look import Look
from alarife.play.saves import Save
from alarife.play.screen import Scene, draw
from alarife.play.story import Story
from alarife.play.terminal import Quit, Terminal
from alarife.play.text import Text

_TOLD = 3
"""So many things that happened in a step are told below it."""


def replay(save: Save, terminal: Terminal, seat: int = 0) -> int:
    """Show a game step by step. Of a game that is over, each state is seen by whoever is asked
    there, unless a seat is named."""
    game = saves.game_of(save)
    states = saves.history(save, game)
    over = states[-1].is_over
    persons = [n for n, name in enumerate(save.seats, 1) if name == "person"]
    fixed = seat or (0 if over else (persons or [1])[0])
    bots = {n: name for n, name in enumerate(save.seats, 1) if name != "person"}
    at = 0
    try:
        while True:
            state = states[at]
            sees = fixed or (state.decision.player if state.decision else 1)
            size = terminal.size
            terminal.clear()
            room = replace(size, height=size.height - _TOLD)
            terminal.show(draw(Scene(state, sees, room, len(state.log), bots, terminal.encoding)))
            look = Look(game.world, sees, terminal.encoding)
            if at:
                told = Story(state, look, sees).entries(len(states[at - 1].log))
                terminal.show(
                    [
                        Text(("· ", "dim"), e.words, (f"  [{e.rule}]", "dim")).cut(size.width)
                        for e in told[:_TOLD]
                    ]
                )
            if state.is_over:
                terminal.show(final_lines(state, look, save.answers, save.seed, size.width))
            at = _next(terminal, at, len(states) - 1)
    except Quit:
        return 0


def _next(terminal: Terminal, at: int, last: int) -> int:
    """Which state to show now."""
    while True:
        word = (
            terminal.ask(f"[{at} of {last}] Enter: on, b: back, a number: there, q: leave > ")
            .strip()
            .lower()
        )
        if word in ("q", "quit"):
            raise Quit
        if word in ("b", "back"):
            return max(at - 1, 0)
        if word.isdigit() and int(word) <= last:
            return int(word)
        if not word and at < last:
            return at + 1
        terminal.show(
            [
                "This is the last state."
                if not word
                else f"Type Enter, b, q, or a number up to {last}."
            ]
        )
