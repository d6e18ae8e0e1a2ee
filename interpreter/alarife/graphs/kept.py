"""What is handed on from one version of a grid to the next: its networks, with what has changed.

A grid asked about its graphs has a `Memory`. A grid that follows it by a change has one that knows
the same networks and the change; nothing is worked out until somebody asks, and then only near what
has changed. So a question costs as much as the changes since the last one, not as much as the
grid. Old and new grids stay valid side by side."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final

Change = tuple[int, int | None, int | None]
"""A cell, what lay there before, and what lies there now."""

MOST_PENDING: Final = 24
"""After more changes than this a network is built anew."""


class Memory:
    """See the module."""

    __slots__ = ("_changes", "_known")

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, tuple[Change, ...]]] = {}
        self._changes: tuple[Change, ...] = ()

    def after(self, change: Change) -> Memory | None:
        """What the grid knows that follows by a change; None if there is nothing to hand on."""
        if len(self._changes) >= MOST_PENDING or not self._known:
            return None
        found = Memory()
        found._known = self._known
        found._changes = (*self._changes, change)
        return found

    def follow(self, change: Change) -> bool:
        """Take in a change of the grid itself; False if there is nothing to keep."""
        if len(self._changes) >= MOST_PENDING or not self._known:
            return False
        self._changes = (*self._changes, change)
        return True

    def current(self, key: Hashable) -> Any:
        """What is kept under a key, if nothing has changed since; else None."""
        if self._changes:
            return None
        found = self._known.get(key)
        return found[0] if found is not None and not found[1] else None

    def put(self, key: Hashable, kept: Any) -> Any:
        """Keep what is true now under a key that is current."""
        self._known = {**self._known, key: (kept, ())}
        return kept

    def ask(
        self,
        key: Hashable,
        build: Callable[[], Any],
        renew: Callable[[Any, tuple[Change, ...]], Any],
    ) -> Any:
        """What is kept under a key: as it is, `renew`ed by the changes since, or `build` anew."""
        if self._changes:
            self._known = {
                k: (kept, (*pending, *self._changes))
                for k, (kept, pending) in self._known.items()
                if len(pending) + len(self._changes) <= MOST_PENDING
            }
            self._changes = ()
        kept, pending = self._known.get(key, (None, ()))
        if kept is None:
            kept = build()
        elif pending:
            kept = renew(kept, pending)
        else:
            return kept
        self._known[key] = (kept, ())
        return kept
