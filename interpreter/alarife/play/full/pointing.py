"""The pointer: which answer the arrows or the mouse are at.

In: the panes with the table and with the question. Out: the tag of an answer. What always holds: it
is one of the answers that are shown; on a table that has to be scrolled it begins where it can be
seen."""

from __future__ import annotations

from alarife.play.full.sheet import Sheet, Span, nearest


class Pointer:
    """Points at an answer on the table, or at one that is listed."""

    def __init__(self) -> None:
        self.tag = ""

    def put(self, board: Sheet, ask: Sheet, top: int | None, height: int) -> None:
        """Point at an answer that is there still, otherwise at the first; `top` is the first line
        of the table that is seen, where that is new, `height` how many are."""
        spans = self.spans(board, ask)
        if self.tag not in {s.tag for s in spans}:
            first = next(iter(spans), None)
            listed = len(board.lines)
            seen = (s for s in spans if s.y >= listed or 0 <= s.y - (top or 0) < height)
            self.tag = (next(seen, first) or Span("", 0, 0, 0)).tag
        self.at(self.tag, board, ask, follow=top is None)

    def at(self, tag: str, board: Sheet, ask: Sheet, follow: bool = True) -> None:
        """Point at this one."""
        self.tag = tag
        board.point(tag, follow)
        ask.point(tag)

    @staticmethod
    def spans(board: Sheet, ask: Sheet) -> list[Span]:
        """The answers that can be pointed at: those of the table, then those listed."""
        under = len(board.lines)
        listed = [Span(s.tag, s.y + under, s.begin, s.end) for s in ask.spans]
        return [s for s in (*board.spans, *listed) if s.tag[0] == "@"]

    def moved(self, board: Sheet, ask: Sheet, dx: int, dy: int) -> str:
        """The tag of the nearest answer in a direction; to the side, of the next one otherwise."""
        spans = self.spans(board, ask)
        here = next((s for s in spans if s.tag == self.tag), None)
        if here is None:
            return spans[0].tag if spans else ""
        return nearest(spans, here, dx, dy) or (self.next(board, ask, dx) if dx else self.tag)

    def next(self, board: Sheet, ask: Sheet, by: int) -> str:
        """The tag of the next answer."""
        tags = list(dict.fromkeys(s.tag for s in self.spans(board, ask)))
        if not tags:
            return ""
        at = tags.index(self.tag) if self.tag in tags else -by
        return tags[(at + by) % len(tags)]
