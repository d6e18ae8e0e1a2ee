"""Nouns that agree with numbers: a small interface, and English.

In: the title of a thing. Out: the title of several of it. The head of "card of the deck" is
"card"."""

from __future__ import annotations

import re

_HEAD = re.compile(r"^(.*?)( (?:of|for|in|on|from|with|to) .*)?$")
_IRREGULAR = {"die": "dice", "man": "men", "person": "people", "foot": "feet", "money": "money"}


def plural(title: str) -> str:
    """The title of several things."""
    found = _HEAD.match(title)
    assert found is not None
    words, rest = found[1].rsplit(" ", 1), found[2] or ""
    return " ".join([*words[:-1], _word(words[-1])]) + rest


def _word(word: str) -> str:
    low = word.lower()
    if low in _IRREGULAR:
        made = _IRREGULAR[low]
        return made.capitalize() if word[:1].isupper() else made
    if re.search(r"(s|x|z|ch|sh)$", low):
        return f"{word}es"
    return f"{word[:-1]}ies" if re.search(r"[^aeiou]y$", low) else f"{word}s"
