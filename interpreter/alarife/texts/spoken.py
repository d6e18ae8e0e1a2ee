"""The language in which rules are read where nobody names one, and in which tables, terminals and
pages speak of themselves.

In: a language, chosen once when a command begins. Out: its speech, for every library made
afterwards without one; phrases in it. Commands that read rules as they are written (checks,
translations) never choose."""

from __future__ import annotations

import re
from pathlib import Path

from alarife.texts.english import ENGLISH
from alarife.texts.speech import Speech

TABLE = "table"
"""The context of phrases in catalogues."""

_HOLE = re.compile(r"\{(\w+)(?::([^{}]*))?\}")
_spoken: list[Speech] = [ENGLISH]
_chosen: list[tuple[str, Path | None]] = [("en", None)]


def speak(language: str, catalogues: Path | None = None) -> None:
    """Choose a language. Raises `RuleError` if there is no catalogue for it."""
    from alarife.texts.catalogue import catalogue_for

    _spoken[0] = catalogue_for(language, catalogues)
    _chosen[0] = (language, catalogues)


def chosen() -> tuple[str, Path | None]:
    """What `speak` was called with, so that another process can speak the same."""
    return _chosen[0]


def spoken() -> Speech:
    """The speech that was chosen; English if none was."""
    return _spoken[0]


def phrase(message: str) -> str:
    """Mark a literal as a phrase that is said elsewhere, for translators' templates; no more."""
    return message


def phrase_of(message: str) -> str:
    """A phrase with its holes left open, in the language that is spoken. Where a message is no
    literal here, it is marked with `phrase` where it is one."""
    speech = _spoken[0]
    return message if speech is ENGLISH else speech.text(TABLE, message) or message


def phrased(message: str, /, **holes: object) -> str:
    """A phrase of a table in the language that is spoken. A hole is `{name}`, `{name:form}` for a
    word in a form, or `{n:forms card|cards}` for words that a number chooses among."""
    text = phrase_of(message)
    if not holes:
        return text
    return _HOLE.sub(lambda match: _filled(match, holes), text)


def _filled(match: re.Match[str], holes: dict[str, object]) -> str:
    name, form = match[1], match[2]
    if name not in holes:
        return match[0]
    value, speech = holes[name], _spoken[0]
    if not form:
        return str(value)
    if form.startswith("forms ") and isinstance(value, int):
        words = form.removeprefix("forms ").split("|")
        return words[min(speech.plural(value), len(words) - 1)]
    return speech.bent(str(value), form)
