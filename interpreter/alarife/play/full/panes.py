"""What stands in the panes of the whole screen.

In: a session, what a seat is shown. Out: lines."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from textual.geometry import Size as Extent

from alarife.play.answering import Asked
from alarife.play.scene import ENDLESS, Scene, Size
from alarife.play.screen import choice_lines, picked_line, question_line, with_effects
from alarife.play.session import Session
from alarife.play.sitting import Sitting
from alarife.play.telling import news_lines
from alarife.play.terminal import Terminal
from alarife.play.text import Text, wrapped
from alarife.table import is_out_of_turn
from alarife.texts.spoken import phrased

Data = dict[str, Any]


_PAGE = 0.96
"""A page's part of the width of the screen."""
_FRAME = 6
"""A page's frame, its margins, and the bar that scrolls it."""


def room_of_page(width: int) -> int:
    """The columns of a page's text."""
    return int(width * _PAGE) - _FRAME


class Said(Terminal):
    """What commands would print is kept, to be shown on a page."""

    def __init__(self) -> None:
        super().__init__(colour=True)
        self.live = False
        self.told: list[Text] = []
        self.wide = 80

    @property
    def size(self) -> Size:
        """As wide as what can be seen of a page at once."""
        return Size(max(room_of_page(self.wide), 30), ENDLESS, colour=True, fine=self.draws())

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
    elif data["yours"] and is_out_of_turn(sitting.state):
        turn = phrased("● {name}: you are asked", name=sitting.name(data["seat"]))
    elif data["yours"]:
        turn = phrased("● {name}: your turn", name=sitting.name(data["seat"]))
    else:
        turn = phrased("{name} is thinking …", name=sitting.name(data["asked"]))
    return f" {sitting.game.title} — {turn}"


def asking_lines(
    scene: Scene, asked: Asked | None, room: Extent, unsaved: list[str], tight: bool = False
) -> list[Text]:
    """The question, what is picked, the choices, and what went wrong with saving; if it is to be
    `tight`, what is marked on the table is not listed, and what answers would do is left to the
    pointer."""
    width = max(room.width, 40)
    line = question_line(scene, asked)
    lines = [line] if line.width <= width else wrapped(line.plain, width)
    if asked is None:
        return lines
    if asked.members:
        lines.append(picked_line(asked))
    listed = choice_lines(asked, width)
    if tight or len(listed) > max(room.height // 12, 2):
        listed = choice_lines(asked, width, marked=True)
    left = max(room.height // 3 - len(lines), 1)
    listed = (not tight and with_effects(scene, asked, width, left)) or listed
    return [*lines, *listed, *(Text((said, "red")) for said in unsaved)]


def news_of(session: Session, seat: int, seen: int, width: int) -> tuple[list[Text], int]:
    """All that has happened, what is new since the seat's last turn under a line, and the line from
    which on the seat has not seen it yet, who had seen what happened up to the position `seen`."""
    table, played = session.table, session.sitting.played
    since = table.since(played, seat)
    events = table.log(played, seat)
    old = news_lines([e for e in events if e["position"] <= since], width)
    new = news_lines([e for e in events if e["position"] > since], width)
    if not new:
        return old, len(old)
    known = news_lines([e for e in events if since < e["position"] <= seen], width)
    head = f"─ {phrased('since your last turn')} "
    lines = [*old, Text((head.ljust(width, "─"), "bold")), *new]
    return lines, len(old) + (len(known) + 1 if known else 0)
