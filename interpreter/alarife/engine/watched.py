"""A state that notes which of its slots are read, and of which pieces it was asked where they
lie."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from typing import Any

from alarife.lowering.layout import HEAD, LOC, Slots


class Watched(list[Any]):
    """See the module. `read`: what the slots hold that were read; whoever asks may begin another
    one."""

    def __init__(self, s: Slots) -> None:
        super().__init__(s)
        self.read: dict[int, Any] = {}
        self.located = Located(s[LOC])
        super().__setitem__(LOC, self.located)

    def __getitem__(self, i: Any) -> Any:
        found = super().__getitem__(i)
        if isinstance(i, int) and i >= HEAD:
            self.read[i] = found
        return found


class Located:
    """Where pieces lie, noting of which it was asked."""

    def __init__(self, loc: array[int]) -> None:
        self.loc = loc
        self.read: dict[int, int] = {}

    def __getitem__(self, x: int) -> int:
        self.read[x] = self.loc[x]
        return self.loc[x]

    def __iter__(self) -> Iterator[int]:
        return (self[x] for x in range(len(self.loc)))
