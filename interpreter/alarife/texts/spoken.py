"""The language in which rules are read where nobody names one.

In: a language, chosen once when a command begins. Out: its speech, for every library made
afterwards without one. Commands that read rules as they are written (checks, translations) never
choose."""

from __future__ import annotations

from pathlib import Path

from alarife.texts.english import ENGLISH
from alarife.texts.speech import Speech

_spoken: list[Speech] = [ENGLISH]


def speak(language: str, catalogues: Path | None = None) -> None:
    """Choose a language. Raises `RuleError` if there is no catalogue for it."""
    from alarife.texts.catalogue import catalogue_for

    _spoken[0] = catalogue_for(language, catalogues)


def spoken() -> Speech:
    """The speech that was chosen; English if none was."""
    return _spoken[0]
