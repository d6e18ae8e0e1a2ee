"""The line to type in.

In: keys. Out: a line. What always holds: while it is empty, the space bar is the pointer's. That is
decided when a key's turn comes, so that whoever types fast loses no space."""

from __future__ import annotations

from textual import events
from textual.widgets import Input

from alarife.texts.spoken import phrased


class Line(Input):
    """Takes all that can be printed, but no space at its beginning."""

    def __init__(self) -> None:
        super().__init__(id="line", placeholder=phrased("a number, a name, or ?"), compact=True)

    async def _on_key(self, event: events.Key) -> None:
        """A key: it is written, but for a space at the beginning."""
        if event.key != "space" or self.value:
            await super()._on_key(event)
            return
        event.stop()
        event.prevent_default()
        await self.app.run_action("choose")
