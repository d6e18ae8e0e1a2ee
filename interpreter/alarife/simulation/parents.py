"""Processes that end with the one that started them.

A process that is killed can't end its workers: they would play on, or wait for ever. So each worker
watches its parent from a thread, which sleeps until then."""

from __future__ import annotations

import os
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """From now on this process ends as soon as the one that started it has ended."""
    if parent_process() is not None:
        threading.Thread(target=_end, daemon=True).start()


def _end() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)
