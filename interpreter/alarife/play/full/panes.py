"""What stands in the panes of the whole screen.

In: a session, what a seat is shown. Out: lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual.geometry import Size as Extent

from alarife.play.answering import Asked
from alarife.play.screen import (
    ENDLESS,
    Scene,
    Size,
    choice_lines,
    picked_line,
    question_line,
    with_effects,
)
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.play.telling import news_lines
from alarife.play.terminal import Terminal
from alarife.play.text import Text, wrapped
from alarife.texts.spoken import phrased

Data = dict[str, Any]


class Said(Terminal):
    """What commands would print is kept, to be shown on a page."""

    def __init__(self) -> None:
        super().__init__(colour=True)
        self.live = False
        self.told: list[Text] = []
        self.wide = 80

    @property
    def size(self) -> Size:
        """So wide as a page is."""
        return Size(max(self.wide - 6, 40), ENDLESS, colour=True, fine=self.draws())

    def show(self, lines: Iterable[Text | str]) -> None:
        """Keep the lines."""
        self.told += [line if isinstance(line, Text) else Text(line) for line in lines]

    def page(self, lines: Sequence[Text | str], head: str = "", last: bool = False) -> None:
        """Keep the lines."""
        self.show(lines)

    def take(self) -> list[Text]:
        """What has been kept."""
        told, self.told = self.told, []
        return told


def heading(sitting: Sitting, data: Data) -> str:
    """The game, and whose turn it is."""
    if data["over"]:
        turn = phrased("the game is over: again, log, stats, export FILE, quit")
    elif data["yours"]:
        turn = phrased("● {name}: your turn", name=sitting.name(data["seat"]))
    else:
        turn = phrased("{name} is thinking …", name=sitting.name(data["asked"]))
    return f" {sitting.game.title} — {turn}"


def asking_lines(scene: Scene, asked: Asked | None, room: Extent, unsaved: list[str]) -> list[Text]:
    """The question, what is picked, the choices, and what went wrong with saving."""
    width = max(room.width, 40)
    line = question_line(scene, asked)
    lines = [line] if line.width <= width else wrapped(line.plain, width)
    if asked is None:
        return lines
    if asked.picked:
        lines.append(picked_line(asked))
    listed = choice_lines(asked, width)
    if len(listed) > max(room.height // 12, 2):
        listed = choice_lines(asked, width, marked=True)
    left = max(room.height // 3 - len(lines), 1)
    listed = with_effects(scene, asked, width, left) or listed
    return [*lines, *listed, *(Text((said, "red")) for said in unsaved)]


def news_of(session: Session, seat: int, width: int) -> tuple[list[Text], list[Text]]:
    """All that has happened: what a seat knows already, and what is new, under a line."""
    table, played = session.table, session.sitting.played
    told = table.since(played, seat)
    events = table.log(played, seat)
    old = news_lines([e for e in events if e["position"] <= told], width)
    new = news_lines([e for e in events if e["position"] > told], width)
    head = f"─ {phrased('since your last turn')} "
    return old, [Text((head.ljust(width, "─"), "bold")), *new] if new else []
