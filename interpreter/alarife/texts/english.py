"""English, in which rule files are written.

In: whole numbers, words. Out: "three", "third", and back again; "a, b and c"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from alarife.texts.nouns import plural

_UNITS = [
    "none",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENTHS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_TENS = dict(zip(range(20, 100, 10), _TENTHS, strict=True))
_ORDINALS = [
    "zeroth",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
]
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}
MOST_IN_WORDS = 12
"""Up to this number, `:word` and `:ordinal` say words."""


_YOUR = re.compile(r"\b([Yy])our\b")


def of_others(title: str) -> str:
    """What is said to whoever acts, said of somebody else: "In their Alhambra"."""
    return _YOUR.sub(lambda found: "Their" if found[1] == "Y" else "their", title)


class English:
    """English as a `Speech`: words up to twelve, digits beyond."""

    language = "en"

    def __init__(self) -> None:
        self._numbers = {word: n for n, word in enumerate(_UNITS)} | {
            "zero": 0,
            "no": 0,
            "hundred": 100,
        }
        self._numbers |= {word: n for n, word in _TENS.items()}
        self._numbers |= {word: n for n, word in enumerate(_ORDINALS) if n > 2}
        self._numbers |= {
            f"{word}-{_UNITS[n]}": tens + n for tens, word in _TENS.items() for n in range(1, 10)
        }

    def word(self, number: int) -> str:
        """ "three", "13" """
        return _UNITS[number] if 0 <= number <= MOST_IN_WORDS else str(number)

    def ordinal(self, number: int) -> str:
        """ "third", "21st" """
        if 0 <= number < len(_ORDINALS):
            return _ORDINALS[number]
        ending = "th" if number % 100 in (11, 12, 13) else _ENDINGS.get(number % 10, "th")
        return f"{number}{ending}"

    def text(self, context: str, message: str) -> str | None:
        """Nothing has to be translated."""
        return None

    def listed(self, words: Sequence[str]) -> str:
        """ "a, b and c" """
        return ", ".join(words[:-1]) + " and " + words[-1] if len(words) > 1 else "".join(words)

    def plural(self, number: int) -> int:
        """One, or several."""
        return 0 if number == 1 else 1

    def several(self, title: str) -> str:
        """ "tiles" for "tile" """
        return plural(title)

    def bent(self, text: str, form: str) -> str:
        """English titles have one form."""
        return text

    def read(self, text: str) -> int | None:
        """3 for "three", "Three", "third" and "3" """
        text = text.strip()
        return int(text) if text.removeprefix("-").isdecimal() else self._numbers.get(text.lower())

    def reads_as_number(self, word: str) -> bool:
        """ "one", "no" and "none" are pronouns more often than numbers, "second" is but the other,
        and a hundred may be many."""
        word = word.lower()
        return word.isdecimal() or (
            word in self._numbers and word not in ("one", "no", "none", "zero", "hundred")
        )


ENGLISH = English()
