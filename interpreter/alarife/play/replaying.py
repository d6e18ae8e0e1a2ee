"""Stepping through a saved game.

In: a save. Out: its positions, one screen after the other, forward and back, each with what led to
it. While a game is not over, only what one seat may see is shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from alarife.play import saves
from alarife.play.saves import PERSON, Save
from alarife.play.scene import Scene, Size
from alarife.play.screen import draw
from alarife.play.telling import final_lines, news_lines
from alarife.play.terminal import Quit, Terminal
from alarife.play.text import Text
from alarife.table import History, Table
from alarife.texts.spoken import phrased

Data = dict[str, Any]
_TOLD = 5
"""Lines that are kept free for what happened in a step without a scoring."""


def history_of(save: Save) -> tuple[Table, History]:
    """The table and the whole history of a save. Raises `RuleError` (E0724) if its answers don't
    fit its rules."""
    game = saves.game_of(save)
    return Table(game, save.names, memory=save.memory), saves.history(save, game)


def seat_of(save: Save, seat: int, over: bool) -> int:
    """Through whose eyes a save is seen: 0 for everybody's, which only a game that is over can
    be."""
    persons = [n for n, name in enumerate(save.seats, 1) if name == PERSON]
    return seat or (0 if over else (persons or [1])[0])


def export(save: Save, path: Path, seat: int = 0) -> None:
    """Write a game as text. Raises `RuleError`."""
    table, played = history_of(save)
    saves.write_text(path, table.transcript(played, seat_of(save, seat, played.state.is_over)))


def replay(save: Save, terminal: Terminal, seat: int = 0) -> int:
    """Show a game step by step. Of a game that is over, each position is seen by whoever is asked
    there, unless a seat is named."""
    table, played = history_of(save)
    fixed = seat_of(save, seat, played.state.is_over)
    persons = [n for n, name in enumerate(save.seats, 1) if name == PERSON]
    at = 0
    try:
        if not played.state.is_over and len(persons) > 1 and terminal.live:
            name = table.wording.party(fixed)
            terminal.ask(
                phrased("Press Enter when only {name} can see the screen.", name=name) + " "
            )
        while True:
            _show(save, terminal, table, played, at, fixed)
            at = _next(terminal, table, played, at)
    except Quit as left:
        return left.code


def _show(
    save: Save, terminal: Terminal, table: Table, played: History, at: int, fixed: int
) -> None:
    state = played.at(at)
    sees = fixed or (state.decision.player if state.decision else 1)
    bots = {n: name for n, name in enumerate(save.seats, 1) if name != PERSON}
    data = table.show(played, sees, position=at)
    size = terminal.size
    terminal.clear()
    step = [e for e in table.log(played, sees) if e["position"] == at] if at else []
    told = _told(step, size)
    room = replace(size, height=size.height - len(told) - 1)
    scene = Scene(table, data, room, [], bots, terminal.encoding)
    scene.nobody = not fixed
    terminal.show(draw(scene).lines)
    terminal.page(told)
    if state.is_over:
        terminal.page(final_lines(data, table.breakdown(played), scene.look, size.width))


def _told(step: list[Data], size: Size) -> list[Text | str]:
    """What happened in a step; where there is no room for all of it, the scorings."""
    lines = news_lines(step, size.width)
    scorings = [event for event in step if event["kind"] == "scoring"]
    most = max(size.height // 2, _TOLD) if scorings else _TOLD
    if len(lines) <= most:
        return [*lines]
    shown = news_lines(scorings, size.width) if scorings else lines
    return [*shown[: most - 1], phrased("… {n} lines: l", n=len(lines))]


def _next(terminal: Terminal, table: Table, played: History, at: int) -> int:
    """Which position to show now."""
    last = played.position
    asks = phrased(
        "[{at} of {last}] Enter on · b back · s scoring · number · /word · q leave",
        at=at,
        last=last,
    )
    while True:
        word = terminal.ask(f"{asks} > ").strip().lower()
        if word in ("q", "quit"):
            raise Quit
        if word in ("b", "back"):
            return max(at - 1, 0)
        if word.isdigit() and int(word) <= last:
            return int(word)
        if not word and at < last:
            return at + 1
        if word == "l":
            step = [e for e in table.log(played) if e["position"] == at]
            terminal.page(news_lines(step, terminal.size.width))
            continue
        if word == "s" or word.startswith("/"):
            found = _found(table.log(played), at, word)
            if found:
                return found
            terminal.show([phrased("There is none further on.")])
            continue
        terminal.show(
            [
                phrased("This is the last position.")
                if not word
                else phrased("Type Enter, b, s, /word, q, or a number up to {last}.", last=last)
            ]
        )


def _found(log: list[Data], at: int, word: str) -> int:
    """The next position at which there is a scoring, or of which something is said."""
    later = (e for e in log if e["position"] > at)
    if word == "s":
        return next((e["position"] for e in later if e["kind"] in ("scoring", "points")), 0)
    said = word[1:].strip()
    return next((e["position"] for e in later if said and said in e["words"].casefold()), 0)
