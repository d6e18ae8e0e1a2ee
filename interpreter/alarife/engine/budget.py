"""Budgets: what keeps a rule file from going on for ever or from filling memory.

Between two decisions a game may spend so many rounds of those loops that could be long (`spend`,
which lowering writes into them, and into nothing else), and so many seconds; numbers and lists may
be so large. What goes beyond is a fault that names the rule. In the seconds only what would
otherwise seem to hang can run out: a sound game takes thousandths of one."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from time import process_time
from typing import Any

from alarife.code.symbols import declared

MOST_SPENT = 1 << 22
"""Rounds of heavy loops between two decisions."""
MOST_SECONDS = 10
"""Seconds of computing between two decisions; asked only every 4096 rounds."""
MOST_MEMBERS = 100_000
"""How long a list or range may be."""
LARGEST = 10**18
"""How large a number may be, above and below zero."""

Raise = Callable[[str, str, int, str], None]


class Budget:
    """The budget of one machine; `renew` when a decision has been answered. `fault(code, message,
    rule, hint)` raises."""

    def __init__(self, fault: Raise) -> None:
        self.fault = fault
        self.left = MOST_SPENT
        self.until = 0.0

    def renew(self) -> None:
        """Begin anew."""
        self.left = MOST_SPENT
        self.until = 0.0

    def spend(self) -> None:
        """One more round of a loop that may be long."""
        self.left -= 1
        if not self.left & 4095:
            self._look()

    def _look(self) -> None:
        now = process_time()
        if not self.until:
            self.until = now + MOST_SECONDS
        if self.left <= 0 or now > self.until:
            self.fault(
                "E0507",
                "something goes on and on: too many rounds without a decision",
                -1,
                "Loops in loops multiply. Let them go over less, or let the condition of a `repeat`"
                " come true sooner.",
            )

    def span(self, low: int, high: int) -> range:
        """`low..high`, if that is not too long."""
        if high - low >= MOST_MEMBERS:
            self.fault(
                "E0515",
                f"the range {low}..{high} is too long; a list may have {MOST_MEMBERS} members",
                -1,
                "Choose nearer bounds.",
            )
        return range(low, high + 1)

    def joined(self, left: tuple[Any, ...], right: tuple[Any, ...]) -> tuple[Any, ...]:
        """Two lists one behind the other."""
        if len(left) + len(right) > MOST_MEMBERS:
            self.fault(
                "E0515",
                f"a list grows too long; it may have {MOST_MEMBERS} members",
                -1,
                "Let it be emptied at times.",
            )
        return left + right

    def times(self, a: int, b: int) -> int:
        """The product of two numbers."""
        return self.sized(a * b)

    def sized(self, n: int) -> int:
        """A number that is not too large."""
        if not -LARGEST <= n <= LARGEST:
            self.fault(
                "E0514",
                "a number grows too large",
                -1,
                "Give the note a range, as in `0..1000`: then it keeps within it.",
            )
        return n

    def names(self) -> dict[str, Any]:
        """What generated code calls."""
        return {
            "spend": self.spend,
            "span": self.span,
            "joined": self.joined,
            "times": self.times,
            "sized": self.sized,
        }


def running(block_owners: Sequence[str], known: Callable[[str], bool]) -> str:
    """The name of the declaration whose generated code runs just now; "" if none does."""
    frame = sys._getframe(1)
    while frame is not None:
        if frame.f_code.co_filename == "<rules>":
            owner = owner_of(frame.f_code.co_name, block_owners, known)
            if owner:
                return owner
        frame = frame.f_back
    return ""


def owner_of(function: str, block_owners: Sequence[str], known: Callable[[str], bool]) -> str:
    """The declaration that a generated function belongs to; "" if its name does not tell."""
    if function[:1] == "b" and function[1:].isdigit():
        return block_owners[int(function[1:])]
    name = declared(function)[1]
    return name if name and known(name) else ""
