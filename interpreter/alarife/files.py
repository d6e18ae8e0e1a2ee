"""Reading files that come from outside, and writing them anew.

A path that somebody names may be a pipe that never ends, a device, a folder, a link that leads
round in a circle, or a file that grows while it is read. Only plain files are read, and never more
of them than the caller can use."""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISSOCK, "a socket"),
)
_BINARY = getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)
_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | _BINARY


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


def replace(path: str | Path, data: bytes, mode: int = 0o666) -> None:
    """Write a file in one go: beside it, to the disk, then in its place. Whatever happens, the old
    or the new content is there, and nothing else. What is there keeps its permissions (a new file
    gets `mode`, less the umask), and a link stays a link. What is no file, such as a pipe or a
    device, is written to. Raises `OSError`."""
    if Path(path).exists() and not is_plain(path):
        Path(path).write_bytes(data)
        return
    there = Path(os.path.realpath(path))
    beside = there.with_name(f".{there.name}.{int.from_bytes(os.urandom(4))}")
    number = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if there.exists():
            beside.chmod(stat.S_IMODE(there.stat().st_mode))
        beside.replace(there)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    with suppress(OSError, AttributeError):  # so that the name is on the disk, too, where it can be
        handle = os.open(there.parent, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def _check(mode: int) -> None:
    if not stat.S_ISREG(mode):
        raise NotPlain(next((what for is_it, what in _KINDS if is_it(mode)), "something else"))
