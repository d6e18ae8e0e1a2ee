"""Signs: a few letters that stand for a title.

What comes in: titles or names. What goes out: letters. What always holds: of different titles the
signs differ."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

_SMALL = 3
"""Words of so many letters say little: "of", "the"."""


def abbreviations(titles: Sequence[str]) -> list[str]:
    """For each title its shortest beginning that no other has; numbers stay whole."""
    alike = Counter(title.lower() for title in set(titles))
    ordered = sorted(alike)
    shared = dict.fromkeys(ordered, 0)
    for one, other in pairwise(ordered):  # a longest common beginning is one with a neighbour
        differ = (i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b)
        common = next(differ, min(len(one), len(other)))
        shared[one], shared[other] = max(shared[one], common), common
    return [
        title[: None if alike[low] > 1 or title.isdigit() else shared[low] + 1].strip()
        for title, low in zip(titles, map(str.lower, titles), strict=True)
    ]


def is_sign(name: str) -> bool:
    """Whether a name is a sign by itself, such as A or 7."""
    return len(name) <= 2 and (name.isupper() or name.isdigit())


def initials(title: str) -> str:
    """The first letters of the first two words, small words left out: for what has nothing but a
    name."""
    words = re.findall(r"\w+", title)
    weighty = [word for word in words if len(word) > _SMALL]
    return "".join(word[0] for word in (weighty if len(weighty) > 1 else words)[:2]).upper()
