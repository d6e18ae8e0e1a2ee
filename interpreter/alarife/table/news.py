"""What has happened, event by event.

In: a history and who reads. Out: events as data, oldest first, each with the rule it follows from.
What always holds: a piece is named only to those who saw it, what somebody has answered in secret
only to that one, and nothing is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Any

from alarife.checking.types import Truth
from alarife.engine.inspect import (
    cell_of,
    is_grid,
    knows,
    lies_in,
    question,
    told_words,
    value_data,
)
from alarife.engine.state import State
from alarife.table.answers import asks, said_of
from alarife.table.events import Told, event_of
from alarife.table.gathered import told_together
from alarife.table.history import History
from alarife.table.note_news import NoteNews, first_values
from alarife.table.scorings import with_scorings
from alarife.table.superseded import is_secret
from alarife.table.wording import Wording
from alarife.texts.spoken import phrased

Entry = tuple[Any, ...]
Data = dict[str, Any]
_MANY = 40


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
        self._notes = NoteNews(wording, history.sources)
        self._last: dict[int, int] = {}
        self._told: Told = history.memo.setdefault(("news", seat, wording.names), Told())

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
            told.values = dict(first_values(self.game))
        for position, state, entries in self.history.walk(len(told.events), last):
            self.state = self._notes.state = state
            self._entries = entries
            self._last = {
                x: told.length + i
                for i, entry in enumerate(entries)
                if entry[0] == "move"
                for x in entry[2]
            }
            events = self._batch(entries, self.history.seat_at(position), told)
            for event in events:
                event["position"] = position
            told.events.append(events)
            told.length += len(entries)

    def _batch(self, log: list[Entry], by: int, told: Told) -> list[Data]:
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
        return with_scorings(told_together(found), self._names())

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

    def _event_of(self, run: list[Entry], n: int, by: int, told: Told) -> Iterator[Data]:
        match run[0][0]:
            case "choice" | "only":
                yield from self._choice(run[0], n, told)
            case "move":
                yield self._move(run, n, by, told)
            case "note":
                yield from self._notes.told(run[0], n, by, told)
            case "shuffle":
                words = phrased("{place}: shuffled", place=self.wording.instance_title(run[0][2]))
                yield event_of(self.wording, "shuffle", run[0][1], n, by, words)
            case "turn":
                yield from self._turned(run, n, by)
            case "show":
                yield self._shown(run[0], n, by, told)
            case "tell":
                yield self._informed(run[0], n, by)
            case _:
                return

    # ----------------------------------------------------------------
    # choices
    def _choice(self, entry: Entry, n: int, told: Told) -> Iterator[Data]:
        """What somebody has chosen. Actions are done in the open: that one was taken is told even
        where being asked would tell something, but not whether anything else was possible."""
        what, rule, number, you, option = entry
        site = question(self.game, number)
        for acted in told.acted.values():
            acted.add(you)
        own = you + 1 == self.seat
        only = what == "only"
        forced = only and (own or not site.telling)
        if forced:
            told.forced.add(rule)
        if option is None:
            return
        secret = (site.sealed or site.secret) and not own
        if secret and (site.sealed or site.kind != "menu"):
            if not only and (site.first or not site.sealed):
                words = phrased("{name} has answered", name=self._who(you))
                said = {"question": site.prompt, "answer": ""}
                yield event_of(self.wording, "answered", rule, n, you + 1, words, **said)
            return
        forced = forced and not secret
        shown = forced or self._shows_itself(n - told.length)
        asked, answer = said_of(self.wording, self.state, site, option, forced, shown, own)
        if answer:
            words = answer if site.kind == "menu" or not asked else f"{asks(asked)} {answer}"
            words = f"{self._who(you)}: {words}"
            if forced:
                words = phrased("{words} (nothing else was possible)", words=words)
            said = {"question": asked, "answer": answer, "forced": forced}
            event = event_of(self.wording, "choice", rule, n, you + 1, words, **said)
            yield {**event, **self._action(site, option)}

    def _shows_itself(self, at: int) -> bool:
        """Whether a cell that was chosen need not be told: something has moved then, or nothing has
        been done yet."""
        later = takewhile(lambda e: e[0] not in ("choice", "only"), self._entries[at + 1 :])
        done = [entry[0] for entry in later]
        return not done or "move" in done

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

    def _move(self, run: list[Entry], n: int, by: int, told: Told) -> Data:
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
        moved = event_of(self.wording, "move", rule, n, by, words, spots=spots, forced=forced)
        info, keys = self.wording.instances.get(place, (None, ()))
        if info is not None and keys and not self._is_grid(place):
            counts = {self.wording.keys_said(info.domains, keys): len(pieces)}
            title = self.wording.place_title(info)
            moved["dealt"] = {
                "what": what if seen else "",
                "from": came,
                "place": title,
                "counts": counts,
            }
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
            yield event_of(self.wording, "turn", rule, n, by, words, spots=spots)
        if unseen := len(turned) - len(pieces):
            words = phrased("{n} {n:forms piece|pieces} turned", n=unseen)
            yield event_of(self.wording, "turn", rule, n, by, words)

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

    def _shown(self, entry: Entry, n: int, by: int, told: Told) -> Data:
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
        return event_of(self.wording, "show", rule, n, by, words)

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
        return event_of(self.wording, "tell", rule, n, by, f"{who}: {asks(what)}{said or ' …'}")
