"""What is kept from version to version is told exactly the changes it does not know of."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from alarife.graphs import MOST_PENDING, Memory
from alarife.graphs.kept import Change

Seen = tuple[Change, ...]


class Version:
    """A grid as far as it matters here: all its changes, and its memory, if it has one."""

    def __init__(self, history: Seen, memory: Memory | None) -> None:
        self.history = history
        self.memory = memory

    def ask(self, key: int, told: list[int]) -> None:
        """What is kept is the whole history."""

        def build() -> Seen:
            told.append(-1)
            return self.history

        def renew(before: Seen, changes: Seen) -> Seen:
            told.append(len(changes))
            return before + changes

        if self.memory is None:
            self.memory = Memory()
        known = self.memory.current(key)
        assert known is None or known == self.history
        assert self.memory.ask(key, build, renew) == self.history
        assert self.memory.current(key) == self.history


@given(st.randoms(use_true_random=False))
def test_what_is_renewed_is_told_all_changes_since(chance: Random) -> None:
    versions = [Version((), None)]
    told: list[int] = []
    for n in range(150):
        at = chance.choice(versions[-3:])
        if chance.random() < 0.1:
            at.ask(chance.randrange(3), told)
        elif chance.random() < 0.7:
            change = (n, None, n)
            if at.memory is not None and not at.memory.follow(change):
                at.memory = None
            at.history += (change,)
        else:
            change = (n, None, n)
            after = at.memory.after(change) if at.memory is not None else None
            versions.append(Version((*at.history, change), after))
    for version in versions[-3:]:
        for key in range(3):
            version.ask(key, told)
    assert max(told) <= MOST_PENDING


def test_what_is_asked_again_and_again_is_never_built_anew() -> None:
    told: list[int] = []
    version = Version((), None)
    version.ask(0, told)
    version.ask(1, told)
    for n in range(4 * MOST_PENDING):
        assert version.memory is not None
        assert version.memory.follow((n, None, n))
        version.history += ((n, None, n),)
        if n % 5 == 0:
            version.ask(0, told)
    version.ask(1, told)
    assert told.count(-1) == 3
