"""A progress bar on the error stream. Imports rich, so import this only for a terminal."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


class Bar:
    """A bar that is told how many more are done. It draws itself only when it is told, at most ten
    times a second: no thread of its own, so that processes can be started while it is there."""

    def __init__(self, total: int, what: str) -> None:
        columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        self._progress = Progress(
            *columns, console=Console(stderr=True), transient=True, auto_refresh=False
        )
        self._task = self._progress.add_task(what, total=total)
        self._shown = 0.0

    def __enter__(self) -> Callable[[int], None]:
        self._progress.start()
        return self._told

    def __exit__(
        self,
        kind: type[BaseException] | None,
        wrong: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._progress.stop()

    def _told(self, more: int) -> None:
        self._progress.advance(self._task, more)
        now = self._progress.get_time()
        if now - self._shown > 0.1:
            self._shown = now
            self._progress.refresh()
