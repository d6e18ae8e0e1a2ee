"""Logs, compared with plain lists of entries."""

from __future__ import annotations

import gc
import random
from typing import Any

import pytest

import alarife
from alarife.engine import logs
from alarife.engine.restoring import _DETAILS  # pyright: ignore[reportPrivateUsage]
from alarife.lowering.layout import LOG, Log, Slots

WORDS = list(logs.PARTS)


def entry(rng: random.Random) -> logs.Entry:
    word = rng.choice(WORDS)
    return (word, *[rng.randrange(9) for _ in range(logs.PARTS[word] - 1)])


def keeping(log: Log | None) -> Slots:
    """A state with this log."""
    s: Any = [None] * (LOG + 1)
    s[LOG] = log
    return s


@pytest.mark.parametrize("seed", range(20))
def test_a_tree_of_logs(seed: int) -> None:
    """States are copied and played on, copies and originals alike, in any order: each has its own
    entries, those of the state that it is a copy of, and no others."""
    rng = random.Random(seed)
    tree: list[tuple[Slots, list[logs.Entry]]] = [(keeping(logs.begun()), [])]
    for _ in range(rng.choice((30, 300))):
        s, told = rng.choice(tree) if rng.random() < 0.3 else tree[-1]
        if rng.random() < 0.7:
            s, told = keeping(logs.goes_on(s)), told[:]
            tree.append((s, told))
        log = s[LOG]
        assert log is not None
        for _ in range(rng.choice((0, 1, 3, 40))):
            told.append(entry(rng))
            log.extend(told[-1])
    for s, told in tree:
        log = s[LOG]
        assert logs.entries(log) == told, f"seed {seed}"
        assert list(logs.newest_first(log)) == told[::-1]
        for other, already in tree:
            if told[: len(already)] == already:
                assert logs.entries(log, other[LOG]) == told[len(already) :], f"seed {seed}"
    assert logs.entries(logs.begun(told)) == told


def test_no_log() -> None:
    """A state may keep none."""
    assert logs.goes_on(keeping(None)) is None
    assert logs.entries(None) == list(logs.newest_first(None)) == []


def test_lines_from_a_position() -> None:
    """They are counted for the budget."""
    rng, log = random.Random(4), logs.begun()
    marks: list[int] = []
    for _ in range(50):
        marks.append(len(log))
        log.extend(entry(rng))
    for n, mark in enumerate(marks):
        assert logs.lines_from(log, mark) == 50 - n
    assert logs.lines_from(log, len(log)) == 0


def test_lists_are_few() -> None:
    """However many copies are made between entries."""
    s = keeping(logs.begun())
    for n in range(5000):
        s = keeping(logs.goes_on(s))
        log = s[LOG]
        assert log is not None
        log.extend(("note", 0, 0, 0, n))
    lists, longest, log = 0, 0, s[LOG]
    while log is not None:
        lists, longest, log = lists + 1, max(longest, len(log)), log[0]
    assert longest <= logs.LONG + max(logs.PARTS.values())
    assert lists <= 5000 * logs.PARTS["note"] / (logs.LONG - 2) + 1


def test_entries_have_their_parts() -> None:
    """Restoring knows the same entries."""
    assert {word: len(details) + 2 for word, details in _DETAILS.items()} == logs.PARTS


def test_a_long_game_leaves_little_to_the_collector() -> None:
    """Whatever has been logged, a state that is played on holds hardly anything that the collector
    goes through."""

    def after(decisions: int) -> tuple[int, int]:
        rng, state = random.Random(1), game.start(seed=1)
        for _ in range(decisions):
            assert state.decision is not None
            state = state.play(rng.choice(state.decision.options))
        gc.collect()
        held: list[object] = [state.slots[LOG]]
        seen = {id(held[0])}
        for one in held:
            for other in gc.get_referents(one):
                if gc.is_tracked(other) and id(other) not in seen:
                    seen.add(id(other))
                    held.append(other)
        return len(held), len(state.log)

    game = alarife.load("alhambra", players=3)
    tracked, told = after(500)
    assert told > 1000
    assert tracked < told / 8
