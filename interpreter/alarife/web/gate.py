"""A gate that processes on one machine pass one at a time.

In: the file of a database. Out: a context manager. SQLite lets a writer that finds another at work
sleep for up to a tenth of a second and try again; at this gate the next one is woken at once. It
stands in a file of its own, because SQLite's locks on the database are lost when any other handle
of it is closed."""

from __future__ import annotations

from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where one process serves
    fcntl = None


class Gate:
    """The gate of a database, entered by one thread of a process at a time; always open where the
    database is kept in memory or is no file, or locks can't be had."""

    def __init__(self, database: str = "") -> None:
        shut = fcntl is not None and database not in ("", ":memory:")
        self._file = Path(f"{database}-gate").open("ab") if shut else None  # noqa: SIM115

    def __enter__(self) -> None:
        if fcntl is not None and self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_EX)

    def __exit__(self, *wrong: object) -> None:
        if fcntl is not None and self._file is not None:
            fcntl.flock(self._file, fcntl.LOCK_UN)

    def close(self) -> None:
        """Let go of the file."""
        if self._file is not None:
            self._file.close()
