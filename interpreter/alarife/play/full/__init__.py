"""The whole screen of a terminal: panes, a pointer, the mouse; needs Textual (extra `tui`).

In: a sitting. Out: the same table, questions and commands as line by line, drawn by the same parts.
"""

from __future__ import annotations

from alarife.play.full.app import play

__all__ = ["play"]
