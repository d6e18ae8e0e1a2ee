"""A gate that processes on one machine pass one at a time.

In: the file of a database. Out: a context manager. SQLite lets a writer that finds another at work
sleep for up to a tenth of a second and try again; at this gate the next one is woken at once. It
stands in a file of its own, because SQLite's locks on the database are lost when any other handle
of it is closed."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where one process serves
    fcntl = None


def gate_of(database: str) -> AbstractContextManager[None]:
    """The gate of a database; none where it is kept in memory, or locks can't be had."""
    if fcntl is None or not database or database == ":memory:":
        return nullcontext()
    return _Gate(Path(f"{database}-gate"))


class _Gate(AbstractContextManager[None]):
    """Entered by one thread of a process at a time."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("ab")

    def __enter__(self) -> None:
        assert fcntl is not None
        fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *wrong: object) -> None:
        assert fcntl is not None
        fcntl.flock(self._file, fcntl.LOCK_UN)
