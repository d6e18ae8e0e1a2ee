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
    """See the module. `_changes`: those of the grid that something kept does not know of yet, the
    latest last; `_known`: by key what is kept, and how many of them it knows."""

    __slots__ = ("_changes", "_known")

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[Any, int]] = {}
        self._changes: list[Change] = []

    def after(self, change: Change) -> Memory | None:
        """What the grid knows that follows by a change; None if there is nothing to hand on."""
        found = Memory()
        found._known, found._changes = self._known.copy(), self._changes.copy()
        return found if found.follow(change) else None

    def follow(self, change: Change) -> bool:
        """Take in a change of the grid itself; False if there is nothing to keep."""
        if not self._known or (len(self._changes) >= MOST_PENDING and not self._shortened()):
            return False
        self._changes.append(change)
        return True

    def _shortened(self) -> bool:
        """Forget what knows none of the changes, and then those that all others know; whether
        anything is left."""
        left = {key: found for key, found in self._known.items() if found[1]}
        first = min([known for _, known in left.values()], default=0)
        self._known = {key: (kept, known - first) for key, (kept, known) in left.items()}
        del self._changes[:first]
        return bool(left)

    def current(self, key: Hashable) -> Any:
        """What is kept under a key, if nothing has changed since; else None."""
        kept, known = self._known.get(key, (None, 0))
        return kept if known == len(self._changes) else None

    def put(self, key: Hashable, kept: Any) -> Any:
        """Keep what is true now under a key."""
        self._known[key] = (kept, len(self._changes))
        return kept

    def ask(
        self,
        key: Hashable,
        build: Callable[[], Any],
        renew: Callable[[Any, tuple[Change, ...]], Any],
    ) -> Any:
        """What is kept under a key: as it is, `renew`ed by the changes since, or `build` anew."""
        found = self._known.get(key)
        if found is None:
            return self.put(key, build())
        kept, known = found
        if known == len(self._changes):
            return kept
        return self.put(key, renew(kept, tuple(self._changes[known:])))
