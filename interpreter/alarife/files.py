"""Reading files that come from outside.

A path that somebody names may be a pipe that never ends, a device, a folder, a link that leads
round in a circle, or a file that grows while it is read. Only plain files are read, and never more
of them than the caller can use."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


class NotPlain(OSError):
    """Something that is there and is no plain file; `what` says what it is, in words."""

    def __init__(self, what: str) -> None:
        super().__init__(errno.EINVAL, f"it is {what}, not a plain file")
        self.what = what


def read_bytes(path: str | Path, most: int) -> bytes:
    """The content of a plain file, and one byte beyond `most` if it has more than that. Raises
    what `open_plain` does."""
    with open_plain(path) as file:
        return file.read(most + 1)


def open_plain(path: str | Path) -> BinaryIO:
    """A plain file, open for reading. Raises `OSError` with a `strerror` for people; `NotPlain` for
    whatever is not a plain file."""
    try:
        _check(Path(path).stat().st_mode)  # opening a device may already do something
        file = os.fdopen(os.open(path, _FLAGS), "rb")
        try:
            _check(os.fstat(file.fileno()).st_mode)
        except OSError:
            file.close()
            raise
        return file
    except ValueError:
        raise OSError(errno.EINVAL, "no file can have such a name") from None
    except OSError as wrong:
        if wrong.errno == errno.ELOOP:
            raise OSError(errno.ELOOP, "it is a link that leads round in a circle") from None
        raise


def is_plain(path: str | Path) -> bool:
    """Whether there is a plain file of that name."""
    try:
        return stat.S_ISREG(Path(path).stat().st_mode)
    except (OSError, ValueError):
        return False


def _check(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise NotPlain(next((what for is_it, what in _KINDS if is_it(mode)), "something else"))
