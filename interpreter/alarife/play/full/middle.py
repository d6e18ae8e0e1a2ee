"""The middle of the screen: the table, and the news beside or below it.

In: a scene, the room there is. Out: two panes. What always holds: of a table higher than its
pane that part is seen where the last move went and where answers lie; news that have not been seen
are in view."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.containers import Container

from alarife.play.framing import first_column, first_seen
from alarife.play.full.panes import news_of
from alarife.play.full.pointing import Pointer
from alarife.play.full.sheet import Sheet
from alarife.play.scene import Scene, Size
from alarife.play.screen import body_lines
from alarife.play.session import Session

WIDE = 116
"""From so many columns on, news stand beside the table."""
_LEAST_NEWS = 4
_NEWS_WIDE = 46


class Middle(Container):
    """The panes with the table and the news."""

    def __init__(self) -> None:
        super().__init__(id="middle")
        self.board = Sheet("board")
        self.news = Sheet("news")
        self._height = 0
        self._position: object = None

    def compose(self) -> ComposeResult:
        """The two panes."""
        yield self.board
        yield self.news

    def lay(self, scene: Scene, room: Size, held: bool = True) -> bool:
        """Draw the table, and leave the room to the news that it does not need itself. Returns
        whether all of it can be seen. Without `held`, what the seat holds is shown elsewhere."""
        beside = room.width >= WIDE
        width = max(room.width - (_NEWS_WIDE if beside else 0), 40)
        height = max(room.height if beside else room.height - _LEAST_NEWS, 5)
        scene.size = Size(width, height, True, room.fine, True)
        lines = body_lines(scene, held)
        self.news.styles.height = "100%" if beside else max(room.height - len(lines), _LEAST_NEWS)
        if len(lines) > height:
            scene.size.width -= 1  # for the bar that scrolls it
            lines = body_lines(scene, held)
        self.board.put(lines, "↑↓" if room.fine else "^v")
        self._height = height
        return len(lines) <= height and max(line.width for line in lines) <= width

    def show(self, pointer: Pointer, ask: Sheet, position: object) -> None:
        """Bring into view what matters in a position, until somebody scrolls; the pointer is there
        as well."""
        lines = self.board.lines
        top = None if position == self._position else first_seen(lines, self._height)
        self._position = position
        pointer.put(self.board, ask, top, self._height)
        if top is not None:
            left = first_column(lines, self.board.size.width - 2)
            self.call_after_refresh(self.board.scroll_to, left, top, animate=False)

    def tell(self, session: Session, seat: int, seen: int) -> None:
        """All that has happened; what this seat has not seen yet is in view."""
        width = max(self.news.size.width - 2, 30)
        lines, unseen = news_of(session, seat, seen, width)
        self.news.put(lines)
        self.call_after_refresh(self.news.scroll_to, 0, unseen, animate=False)
