"""How much of a catalogue is done.

In: a catalogue as Babel reads it, the messages of today. Out: counts by rule file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from babel.messages.catalog import Catalog

from alarife.translation.template import Source


@dataclass(slots=True)
class Done:
    """How many messages of a file are translated, how many wait for somebody to look at them, how
    many there are."""

    translated: int = 0
    fuzzy: int = 0
    all: int = 0


def done(catalogue: Catalog, found: Iterable[Source]) -> dict[str, Done]:
    """Counts by the path of the rule file; what every game says stands under ""."""
    counts: dict[str, Done] = {}
    for source in found:
        count = counts.setdefault(source.path, Done())
        count.all += 1
        message = catalogue.get(source.text, source.context)
        if message is not None and message.string:
            count.fuzzy += message.fuzzy
            count.translated += not message.fuzzy
    return counts
