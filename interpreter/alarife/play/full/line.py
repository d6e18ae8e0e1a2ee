"""The line to type in.

In: keys. Out: a line. What always holds: while it is empty, the space bar is the pointer's."""

from __future__ import annotations

from textual.widgets import Input

from alarife.texts.spoken import phrased


class Line(Input):
    """Takes all that can be printed, but no space at its beginning."""

    def __init__(self) -> None:
        super().__init__(id="line", placeholder=phrased("a number, a name, or ?"), compact=True)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Whether a key is kept from the bindings of the screen."""
        return (key != "space" or bool(self.value)) and super().check_consume_key(key, character)
