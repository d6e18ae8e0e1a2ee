"""Numbers in words: a small interface, and English.

In: whole numbers. Out: "three", "third", and back again. What a catalogue of another language has
to bring is a `NumberWords`."""

from __future__ import annotations

from typing import Protocol


class NumberWords(Protocol):
    """How a language says numbers. Where it has no word for a number, digits stand."""

    def word(self, number: int) -> str:
        """ "three"; digits where a word would be clumsy"""
        ...

    def ordinal(self, number: int) -> str:
        """ "third"; digits where a word would be clumsy"""
        ...

    def read(self, text: str) -> int | None:
        """The number that a word or digits say, or None."""
        ...

    def reads_as_number(self, word: str) -> bool:
        """Whether this word, in the middle of a sentence, names a number (and is not, say, a
        pronoun)."""
        ...


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
_MOST_IN_WORDS = 12


class English:
    """English: words up to twelve, digits beyond."""

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
        return _UNITS[number] if 0 <= number <= _MOST_IN_WORDS else str(number)

    def ordinal(self, number: int) -> str:
        """ "third", "21st" """
        if 0 <= number < len(_ORDINALS):
            return _ORDINALS[number]
        ending = "th" if number % 100 in (11, 12, 13) else _ENDINGS.get(number % 10, "th")
        return f"{number}{ending}"

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
