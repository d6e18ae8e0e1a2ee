"""How a language says what sentences need: numbers, lists, forms of words, small words.

English is in `english`; every other language is a `Catalogue`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol


class Speech(Protocol):
    """A language. Where it has no word for a number, digits stand."""

    @property
    def language(self) -> str:
        """Its code: "en", "hu"."""
        ...

    def text(self, context: str, message: str) -> str | None:
        """The translation of a message, with the holes it wants; None if there is none."""
        ...

    def word(self, number: int) -> str:
        """ "three"; digits where a word would be clumsy"""
        ...

    def ordinal(self, number: int) -> str:
        """ "third"; digits where a word would be clumsy"""
        ...

    def listed(self, words: Sequence[str]) -> str:
        """ "a, b and c" """
        ...

    def plural(self, number: int) -> int:
        """Which plural form a number takes."""
        ...

    def several(self, title: str) -> str:
        """The title of several things, as it stands behind a number above one."""
        ...

    def bent(self, text: str, form: str) -> str:
        """A word in another form: with its article, a case, a suffix."""
        ...


def named(speech: Speech, words: str) -> str:
    """A name that rule files give no title, such as that of a column, in another language."""
    return speech.text("names", words) or words


def worded(speech: Speech, words: str) -> str:
    """A small word that values are said with: yes, no, none, a side."""
    return speech.text("words", words) or words
