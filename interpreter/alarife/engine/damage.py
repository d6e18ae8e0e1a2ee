"""What is said of a saved state that is damaged (E0701): where, what, and what to do.

Data from outside goes wrong in ways that nobody lists. What is expected is said as `Damage`, a
sentence; the rest is caught by its part of the dump, and what Python says of it is said to
nobody."""

from __future__ import annotations

import json
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from alarife.diagnostics import RuleError, rule_error
from alarife.geometry.grid import GridTooLarge

WHAT_TO_DO = "Take it as it was written, or an older copy of it."
LONGEST = 40
"""So many characters of a value are quoted."""
UNEXPECTED = (
    KeyError,
    TypeError,
    ValueError,
    IndexError,
    AttributeError,
    OverflowError,
    StopIteration,
    ZeroDivisionError,
    RecursionError,
    GridTooLarge,
)
"""What Python raises where data is not what it should be."""


class Damage(ValueError):
    """What is wrong with a value of a dump: the end of a sentence that begins with its part."""


def bad(message: str, hint: str = WHAT_TO_DO) -> RuleError:
    """A dump that can't be used."""
    return rule_error("E0701", message, hint)


def quoted(value: Any) -> str:
    """A value from a dump as a short text of plain characters."""
    if isinstance(value, (dict, list, tuple)):
        return "a list" if not isinstance(value, dict) else "an object"
    text = json.dumps(value, default=repr)
    return f"`{text[:LONGEST]}…`" if len(text) > LONGEST else f"`{text}`"


@contextmanager
def damage(part: str = "") -> Generator[None]:
    """What goes wrong in here goes wrong because this part of a state was damaged: say that
    (E0701). `part` is where in the dump, by its keys: `places, hand`."""
    where = f", at “{part}”" if part else ""
    try:
        yield
    except Damage as wrong:
        raise bad(f"This saved state is damaged{where}: {wrong}.") from None
    except UNEXPECTED:
        what = "something is missing, or of a wrong form" if part else "it doesn't fit its rules"
        raise bad(f"This saved state is damaged{where}: {what}.") from None
