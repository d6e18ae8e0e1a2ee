"""A person at a terminal: runs the command in a pseudo-terminal, types lines, reads what is
shown."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import sys
import time
from pathlib import Path

_CODES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r|\x07")


class Person:
    """Sits before one run of the program. `data` is where saves go."""

    def __init__(self, data: Path, *arguments: str) -> None:
        self.shown = ""
        environment = {
            **os.environ,
            "XDG_DATA_HOME": str(data),
            "TERM": "xterm",
            "COLUMNS": "80",
            "LINES": "24",
            "PYTHONUNBUFFERED": "1",
        }
        environment["PYTHONPATH"] = os.pathsep.join(p for p in sys.path if p)
        self.process, self.terminal = pty.fork()
        if self.process == 0:  # pragma: no cover - this is the other process
            os.execve(  # noqa: S606
                sys.executable,
                [sys.executable, "-m", "alarife", "play", "--lines", *arguments],
                environment,
            )
        self.over = False

    def wait(self, for_what: str = "> ", seconds: float = 240) -> str:
        """Read until the output ends with this; what was shown since the last time."""
        end = time.monotonic() + seconds
        got = ""
        while not _ends_with(_CODES.sub("", got), for_what):
            if not select.select([self.terminal], [], [], max(0, end - time.monotonic()))[0]:
                raise AssertionError(
                    f"nothing like {for_what!r} came; but: {_CODES.sub('', got)[-800:]}"
                )
            try:
                piece = os.read(self.terminal, 65536).decode(errors="replace")
            except OSError:
                piece = ""
            if not piece:
                self.over = True
                break
            got += piece
        self.shown = _CODES.sub("", got)
        return self.shown

    def types(self, line: str, for_what: str = "> ") -> str:
        """Type a line; what is shown then, up to the next prompt (or the end)."""
        os.write(self.terminal, (line + "\n").encode())
        return self.wait(for_what)

    def is_killed(self) -> None:
        """The power goes out."""
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)

    def leaves(self) -> int:
        """The exit code, once the program is done."""
        _, status = os.waitpid(self.process, 0)
        os.close(self.terminal)
        return os.waitstatus_to_exitcode(status)


def _ends_with(text: str, prompt: str) -> bool:
    """Whether a prompt is the last thing shown. A mark on a board, such as `<X> `, is none."""
    if prompt != "> ":
        return text.endswith(prompt)
    return text == prompt or text.endswith(("\n> ", " > "))
