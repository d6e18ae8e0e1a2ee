"""The terminal: how large it is, what it can show, asking for a line.

What comes in: what the streams and the environment say. What goes out: a `Terminal` with which
everything else of this folder talks to people. What always holds: without a terminal (a pipe, a
file) no codes are written and nothing is cleared."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from typing import TextIO

from alarife.play.screen import Size
from alarife.play.text import Text
from alarife.signs import plain, plain_lines

_PLAIN = str.maketrans("→×–…“”·─", '>x-~"".-')
"""What stands for signs that a terminal has not got; as wide as they are."""


class Quit(Exception):
    """The person wants to leave."""


class Terminal:
    """Where a game is shown and asked. `colour`: yes, no, or, if None, as the terminal is; `width`
    and `height` may be given."""

    def __init__(
        self, colour: bool | None = None, width: int = 0, height: int = 0, out: TextIO | None = None
    ) -> None:
        self._out = out or sys.stdout
        self.live = self._out.isatty() and os.environ.get("TERM") != "dumb"
        self.encoding = getattr(self._out, "encoding", None) or "ascii"
        self._width, self._height = width, height
        self._colour = colour if colour is not None else self.live and "NO_COLOR" not in os.environ
        if self.live:
            with suppress(ImportError):
                import_module("readline")  # editing of lines comes with it

    @property
    def size(self) -> Size:
        """Its size now: people change it while they play."""
        found = shutil.get_terminal_size((80, 24))
        return Size(
            self._width or max(found.columns, 40),
            self._height or max(found.lines, 12),
            self._colour,
            self._draws(),
        )

    def _draws(self) -> bool:
        try:
            "·━┃╋–…→×“”".encode(self.encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def clear(self, thoroughly: bool = False) -> None:
        """An empty screen; thoroughly: with nothing left to scroll back to."""
        if self.live:
            self._out.write("\x1b[H\x1b[2J" + ("\x1b[3J" if thoroughly else ""))
            self._out.flush()

    def show(self, lines: Iterable[Text | str]) -> None:
        """Lines, one under the other."""
        for line in lines:
            text = line.render(self._colour) if isinstance(line, Text) else plain_lines(line)
            if not self._draws():
                text = text.translate(_PLAIN)
            self._out.write(text.encode(self.encoding, "replace").decode(self.encoding) + "\n")
        self._out.flush()

    def ask(self, prompt: str = "> ") -> str:
        """A line from the person. Raises `Quit` if there will be none."""
        try:
            return input(plain(prompt))
        except EOFError:
            self.show([""])
            raise Quit from None
        except KeyboardInterrupt:
            self.show([""])
            raise Quit from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
