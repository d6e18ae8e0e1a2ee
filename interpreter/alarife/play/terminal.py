"""The terminal: how large it is, what it can show, asking for a line.

What comes in: what the streams and the environment say. What goes out: a `Terminal` with which
everything else of this folder talks to people. What always holds: without a terminal (a pipe, a
file) no codes are written and nothing is cleared."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from importlib import import_module
from typing import TextIO

from alarife.play.scene import Size
from alarife.play.text import Text
from alarife.signs import plain, plain_lines
from alarife.texts.spoken import phrased

_PLAIN = str.maketrans("→×–…“”·─", '>x-~"".-')
"""What stands for signs that a terminal has not got; as wide as they are."""


INTERRUPTED = 130
"""The exit code of whoever is interrupted."""


class Quit(Exception):
    """The person wants to leave; `code` is the exit code."""

    def __init__(self, code: int = 0) -> None:
        super().__init__()
        self.code = code


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
    def takes_keys(self) -> bool:
        """Whether a person sits at it, key by key."""
        return self.live and sys.stdin.isatty() and sys.stderr.isatty()

    @property
    def size(self) -> Size:
        """Its size now: people change it while they play."""
        found = shutil.get_terminal_size((80, 24))
        return Size(
            self._width or max(found.columns, 40),
            self._height or max(found.lines, 12),
            self._colour,
            self.draws(),
        )

    def draws(self) -> bool:
        """Whether it has lines to draw with."""
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
            if not self.draws():
                text = text.translate(_PLAIN)
            self._out.write(text.encode(self.encoding, "replace").decode(self.encoding) + "\n")
        self._out.flush()

    def page(self, lines: Sequence[Text | str], head: str = "", last: bool = False) -> None:
        """Lines, in pages that fit the screen, with a pause after each but the last, or after the
        last, too. Where nothing is cleared there is no pause. Raises `Quit`."""
        if not self.live:
            self.show([*([head] if head else []), *lines])
            return
        room = self.size.height - (3 if head else 2)
        parts = [lines[i : i + room] for i in range(0, len(lines), room)] or [[]]
        for n, part in enumerate(parts, 1):
            if head:
                self.clear()
                count = (
                    " " + phrased("({n} of {all})", n=n, all=len(parts)) if len(parts) > 1 else ""
                )
                self.show([Text((head + count, "bold reverse"))])
            self.show(part)
            if n < len(parts) or last:
                self.ask(phrased("Enter goes on") + " > ")

    def ask(self, prompt: str = "> ") -> str:
        """A line from the person. Raises `Quit` if there will be none."""
        try:
            return input(plain(prompt))
        except EOFError:
            self.show([""])
            raise Quit from None
        except KeyboardInterrupt:
            self.show([""])
            raise Quit(INTERRUPTED) from None
        except UnicodeDecodeError:
            return "\N{REPLACEMENT CHARACTER}"
