"""What tests of the budget share: a clock that is set by hand, and functions that count as
generated."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Never

import pytest

from alarife.code.symbols import SEPARATOR
from alarife.lowering.layout import FRAME, LOG


class Stopped(Exception):
    """What a fault says."""


def fault(code: str, message: str, rule: int, hint: str) -> Never:
    assert rule == -1
    assert message
    assert hint.endswith(".")
    raise Stopped(code)


class Clock:
    """Seconds of computing that pass when a test says so; `looks` counts who asks. On the `wall`,
    a second passes with each glance if a test does not say otherwise."""

    def __init__(self) -> None:
        self.now, self.looks = 100.0, 0
        self.wall, self.tick = 50.0, 1.0

    def glance(self) -> float:
        self.wall += self.tick
        return self.wall

    def __call__(self) -> float:
        self.looks += 1
        return self.now


def stops(code: str, act: Callable[..., object], *args: Any) -> None:
    with pytest.raises(Stopped, match=code):
        act(*args)


RULES = """
def step{0}outer(s, act):
    return b1(s, act)
def b1(s, act):
    return value{0}inner(s, act)
def value{0}inner(s, act):
    return act()
def helper(s, act):
    return act()
"""
OWNERS = ["", "of_a_block"]


def rules() -> dict[str, Any]:
    """Functions that count as generated."""
    made: dict[str, Any] = {}
    exec(compile(RULES.format(SEPARATOR), "<rules>", "exec"), made)  # noqa: S102 (a text of this file)
    return made


def known(name: str) -> bool:
    return name in ("outer", "inner")


def state(*blocks: int) -> list[Any]:
    """A state in which these blocks wait for others, the lowest first."""
    frame: Any = None
    for block in blocks:
        frame = (block, frame)
    s: list[Any] = [None] * (LOG + 1)
    s[FRAME] = frame
    return s
