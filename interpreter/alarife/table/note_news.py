"""What happens to notes, event by event: points, whose turn it is, and whatever else rules note.

In: entries of a log. Out: events. What always holds: what is not shown is not told; points name the
scoring and the rule that they come from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from alarife.checking.types import Number, Seat, Truth
from alarife.engine.inspect import first_notes, value_data
from alarife.engine.state import Game, State
from alarife.table.events import Told, event_of
from alarife.table.sources import Source
from alarife.table.turns import turn_notes
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased

Entry = tuple[Any, ...]
Data = dict[str, Any]


class NoteNews:
    """Tells the notes of one game; `state` is the one after the answer that is told."""

    def __init__(self, wording: Wording, sources: Sequence[Source]) -> None:
        self.wording = wording
        self.game = wording.game
        self.state: State
        self._sources = sources
        self._notes = list(self.game.world.notes.values())
        self._score = list(self.game.world.notes).index("score") if self._scores() else -1
        self._turns = turn_notes(self.game)

    def _scores(self) -> bool:
        note = self.game.world.notes.get("score")
        return note is not None and len(note.domains) == 1

    def told(self, entry: Entry, n: int, by: int, told: Told) -> Iterator[Data]:
        """What has been written into a note."""
        _, rule, number, index, value = entry
        before = told.values.get((number, index))
        told.values[number, index] = value
        note = self._notes[number]
        if number == self._score:
            source = self._sources[told.points] if told.points < len(self._sources) else ("", ())
            told.points += 1
            if value != before:
                yield self._points(rule, n, by, index, (before or 0, value), source)
            return
        if before == value or not note.decl.shown or note.decl.seen:
            return
        if isinstance(note.type, Seat) and not note.domains:
            yield from self._turn_passes(rule, n, (number, before), told)
            return
        if isinstance(note.type, Truth) and not note.domains:
            return
        title = self.wording.note_title(note)
        data = value_data(self.state, value, note.type)
        said = self.wording.value(data, note.type, told.faces)
        if isinstance(note.type, Number) and isinstance(value, int) and isinstance(before, int):
            said += f" ({value - before:+d})"
        if not note.domains:
            event = event_of(self.wording, "note", rule, n, by, f"{title}: {said}")
            if isinstance(note.type, Number) and isinstance(value, int) and isinstance(before, int):
                event["wrote"] = {"note": number, "title": title, "was": before, "now": value}
            yield event
            return
        key = self._key_said(note, index)
        noted = {"note": number, "title": title, "parts": [(key, said)]}
        yield event_of(self.wording, "note", rule, n, by, f"{title} ({key}): {said}", noted=noted)

    def _key_said(self, note: Any, index: int) -> str:
        keys: list[int] = []
        for domain in reversed(note.domains):
            index, at = divmod(index, domain.size)
            keys.insert(0, domain.values[at])
        return self.wording.keys_said(note.domains, tuple(keys))

    def _turn_passes(self, rule: int, n: int, was: tuple[int, Any], told: Told) -> Iterator[Data]:
        """Whose turn it is has changed: if whoever had it did nothing, that is told."""
        number, before = was
        acted = told.acted.get(number)
        if number not in self._turns:
            return
        if acted is not None and isinstance(before, int) and before not in acted:
            name = self.wording.party(self.game.party(before))
            words = phrased("{name} passes: nothing was possible", name=name)
            yield event_of(self.wording, "pass", rule, n, before + 1, words, forced=True)
        told.acted[number] = set()

    def _points(
        self, rule: int, n: int, by: int, index: int, values: tuple[int, int], source: Source
    ) -> Data:
        party = self.game.party(index)
        delta = values[1] - values[0]
        return event_of(
            self.wording,
            "points",
            rule,
            n,
            by,
            phrased(
                "{name}: {delta} points, now {total}",
                name=self.wording.party(party),
                delta=f"{delta:+d}",
                total=values[1],
            ),
            party=party,
            delta=delta,
            total=values[1],
            scoring=source[0],
            path=list(source[1]),
        )


@lru_cache(maxsize=64)
def first_values(game: Game) -> dict[tuple[int, int], Any]:
    """What notes begin with, by the number of the note and that of its key."""
    return {
        (n, i): value
        for n, values in enumerate(first_notes(game).values())
        for i, (_, value) in enumerate(values)
    }
