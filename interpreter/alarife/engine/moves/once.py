"""Steps that are done once in what is going on, with the same arguments."""

from __future__ import annotations

from typing import Any

from alarife.lowering.layout import ONCE, Slots


def once_begins(s: Slots, step: int, given: tuple[Any, ...]) -> bool:
    """Whether a step has not been done with these in what is going on; then it is now."""
    depth, done = s[ONCE] or (0, frozenset[tuple[Any, ...]]())
    if (step, *given) in done:
        return False
    s[ONCE] = (depth + 1, done | {(step, *given)})
    return True


def once_ends(s: Slots) -> None:
    """The step is done; when the first of them is, all may be done again."""
    begun = s[ONCE]
    assert begun is not None
    depth, done = begun
    s[ONCE] = (depth - 1, done) if depth > 1 else None
