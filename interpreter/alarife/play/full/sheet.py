"""A sheet: lines of the terminal in a pane, some parts of which can be pointed at.

In: lines with tags. Out: a widget that scrolls, and says what is pointed at or clicked. A part is
tagged `@handle` if it is an answer, `?x,y` if it is a cell that is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rich.ansi import AnsiDecoder
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.scroll_view import ScrollView
from textual.strip import Strip

from alarife.play.framing import columns_above
from alarife.play.text import Text, cells

_POINTED = Style(color="#10233a", bgcolor="#6db3f2", bold=True, reverse=False, dim=False)


@dataclass(frozen=True, slots=True)
class Span:
    """Where a tagged part stands: line, first column, column after its last."""

    tag: str
    y: int
    begin: int
    end: int

    @property
    def middle(self) -> float:
        """The column of its middle."""
        return (self.begin + self.end) / 2


def spans_of(lines: list[Text]) -> list[Span]:
    """All tagged parts, in reading order."""
    found: list[Span] = []
    for y, line in enumerate(lines):
        x = 0
        for text, style in line.parts:
            wide = cells(text)
            tag = tag_of(style)
            if tag and found and (found[-1].tag, found[-1].y, found[-1].end) == (tag, y, x):
                found[-1] = Span(tag, y, found[-1].begin, x + wide)
            elif tag:
                found.append(Span(tag, y, x, x + wide))
            x += wide
    return found


def nearest(spans: Sequence[Span], here: Span, dx: int, dy: int) -> str:
    """The tag of the nearest part in a direction; the empty text if there is none."""
    found: list[tuple[float, str]] = []
    for s in spans:
        right, down = s.middle - here.middle, (s.y - here.y) * 2.0
        ahead, aside = (right * dx, abs(down)) if dx else (down * dy, abs(right))
        if s.tag != here.tag and ahead > 0 and (not dx or s.y == here.y):
            found.append((ahead + aside * 0.6, s.tag))
    return min(found)[1] if found else ""


def tag_of(style: str) -> str:
    """The tag among styles; the empty text if there is none."""
    return next((word for word in style.split() if word[0] in "@?"), "")


@lru_cache(maxsize=512)
def rich_style(style: str) -> Style:
    """Styles as Rich has them."""
    shown = " ".join(word for word in style.split() if word[0] not in "@?!^")
    drawn = Text(("x", shown)).render(colour=True)
    decoded = next(iter(AnsiDecoder().decode(drawn)))
    return decoded.get_style_at_offset(_console(), 0)


@lru_cache(maxsize=1)
def _console():  # noqa: ANN202 - Rich's own
    from rich.console import Console

    return Console()


class Sheet(ScrollView, can_focus=False):
    """Lines in a pane."""

    class Pressed(Message):
        """A tagged part was clicked."""

        def __init__(self, tag: str) -> None:
            super().__init__()
            self.tag = tag

    class Pointed(Message):
        """The mouse is over a tagged part."""

        def __init__(self, tag: str) -> None:
            super().__init__()
            self.tag = tag

    def __init__(self, id: str) -> None:  # noqa: A002 - Textual's name
        super().__init__(id=id)
        self.lines: list[Text] = []
        self.spans: list[Span] = []
        self.pointed = ""
        self.signs = ""

    def put(self, lines: list[Text], signs: str = "") -> None:
        """Show these lines. With `signs`, such as `↑↓`, what is hidden above and below is told by
        them, and a board keeps the numbers of its columns."""
        self.lines = lines
        self.signs = signs
        self.spans = spans_of(lines)
        wide = max((line.width for line in lines), default=0)
        self.virtual_size = Size(wide, len(lines))
        self.refresh()

    def point(self, tag: str, follow: bool = True) -> None:
        """Mark the parts with this tag; if it is to `follow`, bring the first into view."""
        self.pointed = tag
        span = next((s for s in self.spans if s.tag == tag), None) if tag else None
        if span is not None and follow:
            self.scroll_to_region(
                Region(span.begin, span.y, span.end - span.begin, 1), animate=False
            )
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """One line of the pane."""
        x, top = self.scroll_offset
        n = top + y
        base = self.rich_style
        if n >= len(self.lines):
            return Strip.blank(self.size.width, base)
        numbers = columns_above(self.lines, n) if y == 0 and n and self.signs else None
        strip = self._strip(numbers or self.lines[n], x)
        hidden = self._hidden(y, top)
        if not hidden:
            return strip
        end = self.scrollable_content_region.width
        sign = Strip([Segment(hidden, base + rich_style("bold reverse"))])
        return Strip.join([strip.crop(0, end - sign.cell_length), sign])

    def _strip(self, line: Text, x: int) -> Strip:
        base = self.rich_style
        parts: list[Segment] = []
        for text, style in line.parts:
            drawn = base + rich_style(style)
            if self.pointed and tag_of(style) == self.pointed:
                drawn += _POINTED
            parts.append(Segment(text, drawn))
        width = self.scrollable_content_region.width if self.signs else self.size.width
        strip = Strip(parts).crop_extend(x, x + width, base)
        if not self.signs:
            return strip
        dots = Strip([Segment("…" if self.signs == "↑↓" else ">", base)])
        if x and line.plain[:x].strip():
            strip = Strip.join([dots, strip.crop(1, width)])
        return Strip.join([strip.crop(0, width - 1), dots]) if line.width > x + width else strip

    def _hidden(self, y: int, top: int) -> str:
        """How many lines are hidden beyond this one: above the first, below the last."""
        if not self.signs:
            return ""
        below = len(self.lines) - top - self.size.height
        if y == 0 and top > 0:
            return f" {self.signs[0]}{top} "
        return f" {self.signs[1]}{below} " if y == self.size.height - 1 and below > 0 else ""

    def _tag_at(self, event: events.MouseEvent) -> str:
        x, y = event.x + self.scroll_offset.x, event.y + self.scroll_offset.y
        here = (s for s in self.spans if s.y == y and s.begin <= x < s.end)
        return next((s.tag for s in here), "")

    def on_click(self, event: events.Click) -> None:
        """Say what was clicked."""
        if tag := self._tag_at(event):
            self.post_message(self.Pressed(tag))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Say what is pointed at."""
        tag = self._tag_at(event)
        if tag and tag != self.pointed:
            self.post_message(self.Pointed(tag))
