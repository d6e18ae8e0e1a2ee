"""The line to type in.

In: keys. Out: a line. What always holds: while it is empty, the space bar is Enter: it chooses what
is pointed at. The line decides this itself, after the keys before it: keys that come in a burst, as
over a slow connection, are passed on to it before it has taken in the first of them.
"""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from alarife.texts.spoken import phrased


class Line(Input):
    """Takes all that can be printed, but no space at its beginning."""

    def __init__(self) -> None:
        super().__init__(id="line", placeholder=phrased("a number, a name, or ?"), compact=True)

    async def _on_key(self, event: events.Key) -> None:
        if event.key == "space" and not self.value:
            event.stop()
            event.prevent_default()
            await self.action_submit()
