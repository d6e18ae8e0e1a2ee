"""What has happened, event by event.

In: a history and who reads. Out: events as data, oldest first, each with the rule it follows from.
What always holds: a piece is named only to those who saw it, what somebody has answered in secret
only to that one, and nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from alarife.checking.types import Number, Seat, Truth
from alarife.engine.inspect import (
    cell_of,
    first_notes,
    is_grid,
    knows,
    lies_in,
    question,
    told_words,
    value_data,
)
from alarife.engine.state import Game, State
from alarife.table.answers import asks, said_of
from alarife.table.gathered import with_deals_gathered, with_notes_gathered
from alarife.table.history import History
from alarife.table.scorings import with_scorings
from alarife.table.sources import Source
from alarife.table.superseded import is_secret
from alarife.table.turns import turn_notes
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased

Entry = tuple[Any, ...]
Data = dict[str, Any]
_MANY = 40


@dataclass(slots=True)
class _Told:
    """What is known while a log is told from the beginning, and the events of each answer."""

    values: dict[tuple[int, int], Any] = field(default_factory=dict)
    acted: dict[int, set[int]] = field(default_factory=dict)
    points: int = 0
    length: int = 0
    forced: set[int] = field(default_factory=set)
    faces: dict[int, int | None] = field(default_factory=dict)
    events: list[list[Data]] = field(default_factory=list)


class News:
    """Tells a history to a seat (from 1); seat 0 is told what all may see. What was told once is
    kept with the history."""

    def __init__(self, wording: Wording, history: History, seat: int) -> None:
        self.wording = wording
        self.game = wording.game
        self.history = history
        self.seat = seat
        self.state: State
        self._entries: Sequence[Entry] = ()
        self._sources: list[Source] = history.sources
        self._notes = list(self.game.world.notes.values())
        self._score = list(self.game.world.notes).index("score") if self._scores() else -1
        self._turns = turn_notes(self.game)
        self._last: dict[int, int] = {}
        self._told: _Told = history.memo.setdefault(("news", seat, wording.names), _Told())

    def _scores(self) -> bool:
        note = self.game.world.notes.get("score")
        return note is not None and len(note.domains) == 1

    # ----------------------------------------------------------------
    # all of it
    def events(self, since: int = 0, until: int | None = None) -> list[Data]:
        """What happened after `since` answers (-1: with the laying out), up to `until`."""
        last = self.history.position if until is None else until
        told = self._told
        if len(told.events) <= last:
            self._tell(last)
        return [e for events in told.events[since + 1 : last + 1] for e in events]

    def _tell(self, last: int) -> None:
        """Tell the answers that have not been told yet."""
        told = self._told
        if not told.events:
            told.values = dict(_first_values(self.game))
        for position, state, entries in self.history.walk(len(told.events), last):
            self.state, self._entries = state, entries
            self._last = {
                x: told.length + i
                for i, entry in enumerate(entries)
                if entry[0] == "move"
                for x in entry[2]
            }
            by = self.history.steps()[position - 1].seat if position else 0
            events = self._batch(entries, by, told)
            for event in events:
                event["position"] = position
            told.events.append(events)
            told.length += len(entries)

    def _batch(self, log: list[Entry], by: int, told: _Told) -> list[Data]:
        """What one answer brought about."""
        found: list[Data] = []
        told.forced.clear()
        i = 0
        while i < len(log):
            entry = log[i]
            j = i + 1
            if entry[0] in ("move", "turn"):
                while j < len(log) and self._goes_on(entry, log[j]):
                    j += 1
            if entry[0] == "turn":
                for turn in log[i:j]:
                    self._note_faces(told.faces, turn)
            found += self._event_of(log[i:j], told.length + i, by, told)
            i = j
        return with_scorings(with_notes_gathered(with_deals_gathered(found)), self._names())

    def _names(self) -> dict[str, str]:
        parties = (self.game.party(n) for n in range(self.game.world.parties))
        return {str(party): self.wording.party(party) for party in parties}

    def _goes_on(self, one: Entry, other: Entry) -> bool:
        """Whether two moves, or two turns of pieces, are told as one."""
        if one[0] != other[0] or one[1] != other[1]:
            return False
        if one[0] == "turn":
            return True
        instances = self.wording.instances
        same = one[3] == other[3] or (
            one[3] in instances
            and other[3] in instances
            and instances[one[3]][0] is instances[other[3]][0]
        )
        return one[4:] == other[4:] and same and not self._is_grid(one[4])

    def _is_grid(self, place: int) -> bool:
        return is_grid(self.game, place)

    def _event_of(self, run: list[Entry], n: int, by: int, told: _Told) -> Iterator[Data]:
        match run[0][0]:
            case "choice" | "only":
                yield from self._choice(run[0], n, told)
            case "move":
                yield self._move(run, n, by, told)
            case "note":
                yield from self._note(run[0], n, by, told)
            case "shuffle":
                words = phrased("{place}: shuffled", place=self.wording.instance_title(run[0][2]))
                yield self._event("shuffle", run[0][1], n, by, words)
            case "turn":
                yield from self._turned(run, n, by)
            case "show":
                yield self._shown(run[0], n, by, told)
            case "tell":
                yield self._informed(run[0], n, by)
            case _:
                return

    def _event(self, kind: str, rule: int, n: int, by: int, words: str, **more: Any) -> Data:
        return {
            "n": n,
            "kind": kind,
            "by": by,
            "words": words,
            "rule": self.wording.rule_numbered(rule),
            "spots": [],
            "forced": False,
            **more,
        }

    # ----------------------------------------------------------------
    # choices
    def _choice(self, entry: Entry, n: int, told: _Told) -> Iterator[Data]:
        """What somebody has chosen. Actions are done in the open: that one was taken is told even
        where being asked would tell something, but not whether anything else was possible."""
        what, rule, number, you, option = entry
        site = question(self.game, number)
        for acted in told.acted.values():
            acted.add(you)
        forced = what == "only"
        if forced:
            told.forced.add(rule)
        own = you + 1 == self.seat
        if option is None:
            return
        secret = (site.sealed or site.secret) and not own
        if secret and (site.sealed or site.kind != "menu"):
            if not forced and (site.first or not site.sealed):
                words = phrased("{name} has answered", name=self._who(you))
                said = {"question": site.prompt, "answer": ""}
                yield self._event("answered", rule, n, you + 1, words, **said)
            return
        forced = forced and not secret
        asked, answer = said_of(self.wording, self.state, site, option, forced, own)
        if answer:
            words = answer if site.kind == "menu" or not asked else f"{asks(asked)} {answer}"
            words = f"{self._who(you)}: {words}"
            if forced:
                words = phrased("{words} (nothing else was possible)", words=words)
            said = {"question": asked, "answer": answer, "forced": forced}
            event = self._event("choice", rule, n, you + 1, words, **said)
            yield {**event, **self._action(site, option)}

    def _action(self, site: Any, option: Any) -> Data:
        """The rule of an action that was chosen from a menu: what was said names it already."""
        if site.kind != "menu":
            return {}
        program = self.game.program
        action = program.actions[program.actions_of[site.menu][option]]
        return {"rule": {"name": action.name, "title": action.title or action.name}, "named": True}

    def _who(self, party: int) -> str:
        return self.wording.party(self.game.party(party))

    # ----------------------------------------------------------------
    # pieces
    def _sees(self, mask: int) -> bool:
        everybody = (1 << self.game.players) - 1
        if self.seat == 0:
            return mask & everybody == everybody
        return bool(mask >> (self.seat - 1) & 1)

    def _move(self, run: list[Entry], n: int, by: int, told: _Told) -> Data:
        _, rule, _, source, place, mask = run[0]
        pieces = [x for entry in run for x in entry[2]]
        seen = self._sees(mask)
        what = (
            self.wording.pieces(pieces, told.faces)
            if seen
            else phrased("{n} {n:forms piece|pieces} unseen", n=len(pieces))
        )
        several = len({entry[3] for entry in run}) > 1
        came = (
            self.wording.place_title(self.wording.instances[source][0])
            if several
            else self.wording.instance_title(source)
        )
        went = self.wording.instance_title(place)
        spots = self._spots(pieces, place, n) if seen or self._is_grid(place) else []
        at = next((s["at"] for s in spots if "at" in s), None)
        words = f"{what}: {came} → {went}"
        if at and len(pieces) == 1:
            words = phrased("{words} at {x},{y}", words=words, x=at[0], y=at[1])
        forced = rule in told.forced
        moved = self._event("move", rule, n, by, words, spots=spots, forced=forced)
        info, keys = self.wording.instances.get(place, (None, ()))
        if not seen and not spots and info is not None and keys:
            counts = {self.wording.keys_said(info.domains, keys): len(pieces)}
            title = self.wording.place_title(info)
            moved["dealt"] = {"from": came, "place": title, "counts": counts}
        return moved

    def _spots(self, pieces: list[int], place: int, n: int) -> list[Data]:
        """Where pieces lie that were moved there, if they have not been moved since."""
        id_ = self.wording.place_id(place)
        if not id_:
            return []
        if not self._is_grid(place):
            there = [x for x in pieces if lies_in(self.state, x) == place]
            still = [x for x in there if knows(self.state, self.seat, x)]
            return [{"place": id_, "piece": x} for x in still] if len(still) <= _MANY else []
        found: list[Data] = []
        for x in pieces:
            here = self._last[x] == n and lies_in(self.state, x) == place
            at = cell_of(self.state, x) if here else None
            if at is not None:
                found.append({"place": id_, "at": list(at)})
        return found

    def _note_faces(self, faces: dict[int, int | None], turn: Entry) -> None:
        """Remember what stands for the faces of pieces after a turn."""
        for x in turn[2]:
            info, shown = self.game.world.piece_of(x), turn[3]
            if isinstance(shown, tuple):
                before = faces.get(x)
                held = info.shown(info.codes[0] if before is None else before)
                shown = info.code({**held, **dict([shown])})
            faces[x] = shown

    def _turned(self, run: list[Entry], n: int, by: int) -> Iterator[Data]:
        """Pieces that turned: those that are seen with their faces, of the others how many."""
        at = n - self._told.length
        turned = [(x, entry[3], at + i) for i, entry in enumerate(run) for x in entry[2]]
        pieces = [
            (x, face)
            for x, face, i in turned
            if knows(self.state, self.seat, x) and not is_secret(self.state, self._entries, i, x)
        ]
        rule = run[0][1]
        if pieces:
            counts: dict[str, int] = {}
            for x, face in pieces:
                said = self._face_shown(x, face)
                counts[said] = counts.get(said, 0) + 1
            info = self.game.world.piece_of(pieces[0][0])
            title = info.decl.title or info.name
            shown = ", ".join(f"{k} × {v}" if k > 1 else v for v, k in counts.items())
            title = title[:1].upper() + title[1:]
            words = phrased("{piece} turned to {shown}", piece=title, shown=shown)
            spots = self._lying([x for x, _ in pieces])
            yield self._event("turn", rule, n, by, words, spots=spots)
        if unseen := len(turned) - len(pieces):
            words = phrased("{n} {n:forms piece|pieces} turned", n=unseen)
            yield self._event("turn", rule, n, by, words)

    def _face_shown(self, x: int, shown: Any) -> str:
        """What a piece was turned to: the value of its face, or of the one that is named."""
        info = self.game.world.piece_of(x)
        values = dict([shown]) if isinstance(shown, tuple) else info.shown(shown)
        said: list[str] = []
        for face, value in values.items():
            t = info.field_types[face]
            word = self.wording.value(value_data(self.state, value, t), t)
            said.append(f"{face}: {word}" if isinstance(t, Truth) else word)
        return " ".join(said)

    def _lying(self, pieces: list[int]) -> list[Data]:
        """Where pieces lie on grids."""
        found: list[Data] = []
        for x in pieces:
            at = cell_of(self.state, x)
            if at is not None:
                place = self.wording.place_id(lies_in(self.state, x))
                found.append({"place": place, "at": list(at)})
        return found

    def _shown(self, entry: Entry, n: int, by: int, told: _Told) -> Data:
        _, rule, pieces, mask = entry
        at = n - self._told.length
        seen = self._sees(mask) or (
            (self.seat > 0)
            and all(
                knows(self.state, self.seat, x) and not is_secret(self.state, self._entries, at, x)
                for x in pieces
            )
        )
        who = self._everybody(mask) or [
            self._who(p) for p in range(self.game.players) if mask >> p & 1
        ]
        what = (
            self.wording.pieces(pieces, told.faces)
            if seen
            else phrased("{n} unseen", n=len(pieces))
        )
        words = phrased(
            "{names} {n:forms looks|look} at {what}", names=", ".join(who), n=len(who), what=what
        )
        return self._event("show", rule, n, by, words)

    def _everybody(self, mask: int) -> list[str]:
        """One word for all players, where there are several; nothing if it is not all of them."""
        everybody = (1 << self.game.players) - 1
        every = self.game.players > 1 and mask & everybody == everybody
        return [phrased("Everybody")] if every else []

    def _informed(self, entry: Entry, n: int, by: int) -> Data:
        """What somebody is told; the others learn that it was."""
        _, rule, fact, _, answer, mask = entry
        everybody = self._everybody(mask)
        who = ", ".join(
            everybody or (self._who(p) for p in range(self.game.players) if mask >> p & 1)
        )
        what, t, _ = told_words(self.game, fact)
        said = ""
        if self._sees(mask):
            said = f" {self.wording.value(value_data(self.state, answer, t), t)}"
        return self._event("tell", rule, n, by, f"{who}: {asks(what)}{said or ' …'}")

    # ----------------------------------------------------------------
    # notes
    def _note(self, entry: Entry, n: int, by: int, told: _Told) -> Iterator[Data]:
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
            yield self._event("note", rule, n, by, f"{title}: {said}")
            return
        key = self._key_said(note, index)
        noted = {"note": number, "title": title, "parts": [(key, said)]}
        yield self._event("note", rule, n, by, f"{title} ({key}): {said}", noted=noted)

    def _key_said(self, note: Any, index: int) -> str:
        keys: list[int] = []
        for domain in reversed(note.domains):
            index, at = divmod(index, domain.size)
            keys.insert(0, domain.values[at])
        return self.wording.keys_said(note.domains, tuple(keys))

    def _turn_passes(self, rule: int, n: int, was: tuple[int, Any], told: _Told) -> Iterator[Data]:
        """Whose turn it is has changed: if whoever had it did nothing, that is told."""
        number, before = was
        acted = told.acted.get(number)
        if number not in self._turns:
            return
        if acted is not None and isinstance(before, int) and before not in acted:
            words = phrased("{name} passes: nothing was possible", name=self._who(before))
            yield self._event("pass", rule, n, before + 1, words, forced=True)
        told.acted[number] = set()

    def _points(
        self, rule: int, n: int, by: int, index: int, values: tuple[int, int], source: Source
    ) -> Data:
        party = self.game.party(index)
        delta = values[1] - values[0]
        return self._event(
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
def _first_values(game: Game) -> dict[tuple[int, int], Any]:
    """What notes begin with, by the number of the note and that of its key."""
    return {
        (n, i): value
        for n, values in enumerate(first_notes(game).values())
        for i, (_, value) in enumerate(values)
    }
