"""Signs: a few letters that stand for a title.

What comes in: titles or names. What goes out: letters. What always holds: of different titles the
signs differ."""

from __future__ import annotations

import re
from collections.abc import Sequence


def abbreviations(titles: Sequence[str]) -> list[str]:
    """For each title its shortest beginning that no other has; numbers stay whole."""
    found: list[str] = []
    for title in titles:
        others = [t for t in titles if t != title]
        length = 1
        while length < len(title) and any(
            t[:length].lower() == title[:length].lower() for t in others
        ):
            length += 1
        found.append(title if title.isdigit() else title[:length].strip())
    return found


def is_sign(name: str) -> bool:
    """Whether a name is a sign by itself, such as A or 7."""
    return len(name) <= 2 and (name.isupper() or name.isdigit())


def initials(title: str) -> str:
    """The first letters of the first two words: for what has nothing but a name."""
    return "".join(word[0] for word in re.findall(r"\w+", title)[:2]).upper()
