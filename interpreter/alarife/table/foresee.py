"""What an answer would bring about at once, as far as nobody can be surprised by it.

In: a state and the seat that is asked. Out: for an answer, events, and the cell on which something
lands. What always holds: an answer is tried on states that the seat can't tell from the real one,
and only that is told which is the same in all of them, and happens before chance or somebody else
has a say."""

from __future__ import annotations

from itertools import takewhile
from typing import Any

from alarife.checking.types import Number, Truth
from alarife.diagnostics import RuleError
from alarife.engine.inspect import (
    cell_of,
    chance_between,
    face_of,
    is_grid,
    knows,
    lies_in,
    logged_between,
    note_at,
    questions,
    value_data,
)
from alarife.engine.state import State
from alarife.table.turns import turn_notes
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased

_WORLDS = 8
_BY_CHANCE = ("shuffle", "turn")
"""What chance may have made so."""
_FEW = 8
"""Of so many answers to the next question it is told where they lead."""


def _equal(both: tuple[object, object]) -> bool:
    return both[0] == both[1]


class Foresight:
    """Tries answers to one decision."""

    def __init__(self, wording: Wording, state: State, seat: int) -> None:
        self.wording = wording
        self.state = state
        self.seat = seat
        self._worlds: list[State] = []
        self._led: dict[tuple[str, int], State | None] = {}
        self._told: dict[str, list[tuple[Any, ...]]] = {}
        pieces = range(state.game.world.piece_count)
        self._open = all(knows(state, seat, x) for x in pieces) and not any(
            asked.sealed for asked in questions(state.game)
        )

    def _world(self, n: int) -> State:
        while len(self._worlds) <= n:
            self._worlds.append(self.state.imagine(self.seat, len(self._worlds)))
        return self._worlds[n]

    def _after(self, key: str, n: int) -> State | None:
        """Where an answer leads in one of the states; None if it can't be given there."""
        if (key, n) not in self._led:
            try:
                self._led[key, n] = self._world(n).play(key)
            except RuleError:
                self._led[key, n] = None
        return self._led[key, n]

    def _adds(self, key: str, n: int) -> list[tuple[Any, ...]] | None:
        """What an answer adds to the log in one of the states, but for itself."""
        after = self._after(key, n)
        return after and logged_between(self._world(n), after)[1:]

    def entries(self, key: str) -> list[tuple[Any, ...]]:
        """The part of the log that an answer certainly adds."""
        if key not in self._told:
            self._told[key] = self._certain(key)
        return self._told[key]

    def _certain(self, key: str) -> list[tuple[Any, ...]]:
        after, log = self._after(key, 0), self._adds(key, 0)
        if after is None or log is None:
            return []
        if chance_between(self._world(0), after):
            log = list(takewhile(lambda entry: entry[0] not in _BY_CHANCE, log))
        log = list(takewhile(self._foreseen, log))
        for n in range(1, self._many()):
            if not log:
                break
            other = self._adds(key, n)
            if other is None:
                return []
            same = sum(1 for _ in takewhile(_equal, zip(log, other, strict=False)))
            log = log[:same]
        return log

    def _many(self) -> int:
        """In how many states an answer is tried."""
        return 2 if self._open else _WORLDS

    def _foreseen(self, entry: tuple[Any, ...]) -> bool:
        """Whether neither chance, nor somebody else, nor anything unknown has a part in it."""
        if entry[0] == "move":
            return all(knows(self.state, self.seat, x) for x in entry[2])
        if entry[0] in ("choice", "only"):
            return entry[3] == self.seat - 1
        return entry[0] in ("note", "turn")

    def lands(self, key: str) -> tuple[str, list[int]] | None:
        """The grid and cell on which the first piece lands that an answer certainly moves."""
        after = self._after(key, 0)
        if after is None:
            return None
        for entry in self.entries(key):
            if entry[0] == "move" and is_grid(after.game, entry[4]):
                x = entry[2][0]
                at = cell_of(after, x) if lies_in(after, x) == entry[4] else None
                if at is not None:
                    return self.wording.place_id(entry[4]), list(at)
        return None

    def preview(self, key: str) -> dict[str, Any]:
        """What an answer certainly does: words, and the spots where something lands."""
        entries = self.entries(key)
        lands = self.lands(key) if entries else None
        words: list[str] = []
        landed = False
        for entry in entries:
            if entry[0] == "move":
                went = self.wording.instance_title(entry[4])
                faces = {x: face_of(self.state, x) for x in entry[2]}
                said = f"{self.wording.pieces(entry[2], faces)} → {went}"
                if lands and not landed and lands[0] == self.wording.place_id(entry[4]):
                    landed = True
                    said = phrased("{words} at {x},{y}", words=said, x=lands[1][0], y=lands[1][1])
                words.append(said)
        words += self._notes(entries)
        points = self._points(entries)
        words += [
            phrased("{name}: {delta} points", name=self.wording.party(p), delta=f"{n:+d}")
            for p, n in points.items()
            if n
        ]
        words = words or self._leads_to(key)
        self._led.clear()
        return {
            "key": key,
            "words": list(dict.fromkeys(words))[:6],
            "spots": [{"place": lands[0], "at": lands[1]}] if lands else [],
        }

    def _leads_to(self, key: str) -> list[str]:
        """Where the answers to the question lead to which an answer certainly leads at once, if
        they are few, and each leads to an instance of its own of one place."""
        after, *worlds = (self._after(key, n) for n in range(self._many()))
        asked = after and after.decision
        if after is None or asked is None or asked.player != self.seat:
            return []
        if self.entries(key) != self._adds(key, 0):
            return []
        offered = [o.key for o in asked.options]
        same = all(
            w and w.decision and [o.key for o in w.decision.options] == offered for w in worlds
        )
        if not same or asked.kind != "one" or len(offered) > _FEW:
            return []
        inner = Foresight(self.wording, after, self.seat)
        went = [next((e[4] for e in inner.entries(key) if e[0] == "move"), 0) for key in offered]
        instances = [self.wording.instances[n] for n in went if n in self.wording.instances]
        places = {place.name for place, _ in instances}
        if 0 in went or len(places) != 1 or not len(instances) == len(set(went)) == len(offered):
            return []
        place = instances[0][0]
        keys = (self.wording.keys_said(place.domains, keys) for place, keys in instances)
        said = "; ".join(key.replace(", ", " ") for key in keys)
        return [f"{self.wording.place_title(place)}: {said}"]

    def _notes(self, entries: list[tuple[Any, ...]]) -> list[str]:
        """What the whole table will have to remember; with numbers and with yes or no, rules keep
        count, and whose turn it is then is seen by itself."""
        found: list[str] = []
        turns = turn_notes(self.state.game)
        for entry in entries:
            note = note_at(self.state.game, entry[2]) if entry[0] == "note" else None
            if (
                note is None
                or entry[2] in turns
                or note.domains
                or not note.decl.shown
                or isinstance(note.type, Truth | Number)
            ):
                continue
            value = value_data(self.state, entry[4], note.type)
            said = self.wording.value(value, note.type)
            found.append(f"{self.wording.note_title(note)}: {said}")
        return found

    def _points(self, entries: list[tuple[Any, ...]]) -> dict[int | str, int]:
        notes = list(self.state.game.world.notes)
        if "score" not in notes:
            return {}
        score = notes.index("score")
        now = self._world(0).scores
        after: dict[int | str, int] = {}
        for entry in entries:
            if entry[0] == "note" and entry[2] == score:
                after[self.state.game.party(entry[3])] = entry[4]
        return {p: n - now.get(p, 0) for p, n in after.items()}
