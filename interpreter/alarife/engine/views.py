"""What a seat sees.

A view follows from the traits of places alone: pieces a seat can't see are only counted, unless it
knows them (saw them go there, was shown them). Everything else that would tell them goes through
here, too: a note that holds a hidden piece says only that there is one; what is noted of a hidden
piece, or lies on it, is left out; points that hang on hidden pieces are shown when the pieces are;
of somebody else's decision only who is asked is told where being asked tells something."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from alarife.checking.types import Many, Maybe, Pieces, Tie, Type, holds_pieces, member_of
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.engine.hidden.facts import in_force
from alarife.engine.machine import Machine
from alarife.engine.tables import BOX, GRID, PILE, ROW, SPACE
from alarife.engine.words import Words
from alarife.geometry.grid import xy
from alarife.lowering.flow.statements import Told
from alarife.lowering.layout import DECISION, KNOWN, LOC, Slots
from alarife.syntax import tree
from alarife.syntax.spell_expressions import spell

Points = dict[int | str, int]
_Instance = tuple[str, int, int, int | None, tuple[int, ...]]
"""An instance of a place: its keys as text, its number, the slot of its own (-1 if there is none),
the seats that see it if nothing else ever decides how it looks, its keys."""
_PlacePlan = tuple[PlaceInfo, list[_Instance], bool]
_NotePlan = tuple[NoteInfo, list[tuple[tuple[int, ...], str]], slice, bool, bool]
"""A note, its keys, its slots, whether they hold one tuple, whether pieces are in it or its keys.
"""
_Kept = tuple[Any, bytes, Any, Any]
"""What an instance held when it was last looked at, what was known of pieces, what else decided how
it looks, and how it looked."""


def may_know(machine: Machine, s: Slots, seat: int, x: int) -> bool:
    """Whether a seat knows which piece this is where it lies."""
    place = s[LOC][x]
    if machine.tables.shape[place] == BOX:
        return True
    return bool((machine.sight.who_sees(s, place, x) | s[KNOWN][x]) >> seat & 1)


def own(data: Any) -> Any:
    """A copy of data that shares nothing with it: whoever gets it may change it."""
    made = pickle.dumps(data, pickle.HIGHEST_PROTOCOL)  # a third of what a copy in Python costs
    return pickle.loads(made)  # noqa: S301 (made in the line before)


class Views:
    """Makes views of the states of one game. What a place or note looks like is kept until its
    slot, or what is known of pieces, changes; so parts of views are shared: `own` copies what goes
    out. `points` gives everybody's points, `party` a party as views name it."""

    def __init__(
        self,
        machine: Machine,
        words: Words,
        points: Callable[[Slots], Points],
        party: Callable[[int], int | str],
    ) -> None:
        self.machine, self.words = machine, words
        self.points, self.party = points, party
        world = machine.world
        self._face_slots = list(machine.lowered.layout.faces.values())
        self._places = [self._plan(p) for p in world.places.values() if p.name != "box"]
        self._notes = [self._note_plan(note) for note in world.shown_notes]
        self._kept: list[list[_Kept | None]] = [
            [None] * len(machine.tables.slot) for _ in range(world.players)
        ]
        self._kept_notes: dict[str, tuple[Any, Any]] = {}
        self._printed: dict[int, dict[str, Any]] = {}

    def _plan(self, place: PlaceInfo) -> _PlacePlan:
        machine = self.machine
        sight, own = machine.sight, machine.contents.own_slot
        names = place.element.names if isinstance(place.element, Pieces) else ()
        turning = any(machine.world.pieces[name].faces for name in names)
        instances: list[_Instance] = []
        for number, (keys, text) in enumerate(self._keys(place), place.first):
            mask = sight.seen[number]
            steady = mask if isinstance(mask, int) else None
            if sight.top_seen[number] != 0 or turning:
                steady = None
            instances.append((text, number, own[number], steady, keys))
        return place, instances, any(isinstance(d.type, Pieces) for d in place.domains)

    def _note_plan(self, note: NoteInfo) -> _NotePlan:
        slots = self.machine.lowered.layout.notes[note.name]
        span = slice(slots.base, slots.base + (1 if slots.packed else note.count))
        by_pieces = any(isinstance(d.type, Pieces) for d in note.domains)
        return note, self._keys(note), span, slots.packed, by_pieces or holds_pieces(note.type)

    def _keys(self, info: PlaceInfo | NoteInfo) -> list[tuple[tuple[int, ...], str]]:
        types = [d.type for d in info.domains]
        return [(k, self.words.keys_text(k, types)) for k in product(*info.ranges())]

    def view(self, s: Slots, seat: int) -> dict[str, Any]:
        """What a seat (from 0) sees of a state, JSON-able."""
        known = s[KNOWN].tobytes()
        places: dict[str, Any] = {}
        for place, instances, by_pieces in self._places:
            if not place.domains:
                places[place.name] = self._place(s, instances[0], seat, known)
                continue
            if by_pieces:
                places[place.name] = self._on_pieces(s, place, instances, seat, known)
            else:
                places[place.name] = {one[0]: self._place(s, one, seat, known) for one in instances}
        return {
            "game": self.machine.world.program.configuration.game,
            "seat": seat + 1,
            "places": places,
            "notes": {plan[0].name: self._note(s, seat, plan) for plan in self._notes},
            "decision": self.decision(s, seat),
            "over": s[DECISION] is None,
            "scores": {str(party): n for party, n in self.scores(s, seat).items()},
            **({"told": self.told(s, seat)} if self.machine.lowered.told else {}),
        }

    def told(self, s: Slots, seat: int) -> list[dict[str, Any]]:
        """What a seat has been told and remembers: in words, and as data."""
        found: list[dict[str, Any]] = []
        for number, mask, given, answer, *_ in in_force(s):
            if mask >> seat & 1:
                told = self.machine.lowered.told[number]
                about = [self.value(s, seat, v, t) for v, t in zip(given, told.given, strict=True)]
                value = self.value(s, seat, answer, told.type)
                found.append(
                    {"what": self.asked(told), "about": about, "is": value, "fact": number}
                )
        return found

    def asked(self, told: Told) -> str:
        """What is asked, in words: its own title, or that of what it asks."""
        program = self.machine.world.program
        asked = told.what
        name = asked.name if isinstance(asked, tree.Call) else ""
        named = program.rules.get(name) or next(iter(program.values.get(name, [])), None)
        return told.title or (named.title if named is not None else "") or spell(asked)

    # ----------------------------------------------------------------
    # places
    def _place(self, s: Slots, one: _Instance, seat: int, known: bytes) -> Any:
        """What lies in an instance of a place. It looks as it did last time if its slot holds the
        same, and the seat sees it, or knows of pieces what it knew."""
        _, number, slot, mask, _ = one
        held = s[slot] if slot >= 0 else self.machine.contents.of(s, number)
        kept = self._kept[seat][number]
        if mask is not None:
            seen = bool(mask >> seat & 1)
            if kept is not None and kept[0] is held and (seen or kept[1] == known):
                return kept[3]
            sight: Any = None
        else:
            sight = self._sight(s, number)
            seen = bool(sight[0] >> seat & 1)
            if kept is not None and kept[0] is held and kept[1] == known and kept[2] == sight:
                return kept[3]
        top_seen = sight is not None and sight[1] >> seat & 1
        found = self._seen(s, number, held, seat, seen, bool(top_seen))
        self._kept[seat][number] = (held, known, sight, found)
        return found

    def _on_pieces(
        self, s: Slots, place: PlaceInfo, instances: list[_Instance], seat: int, known: bytes
    ) -> dict[str, Any]:
        """What lies on pieces; on those that this seat does not know, nothing seems to lie."""
        unknown = self._unknown_keys(s, seat, place)
        content = self.machine.contents.of
        return {
            one[0]: self._place(s, one, seat, known)
            if (held := content(s, one[1])) is not None and held != () and not unknown(one[4])
            else self._nothing(place)
            for one in instances
        }

    def _sight(self, s: Slots, number: int) -> tuple[int, int, list[Any]]:
        """What else decides how a place looks: who sees all of it now, who its top, and the faces
        of pieces."""
        sight = self.machine.sight
        top = sight.top_seen[number]
        return (
            sight.of(s, number),
            top if isinstance(top, int) else top(s),
            [s[slot] for slot in self._face_slots],
        )

    @staticmethod
    def _nothing(place: PlaceInfo) -> Any:
        """An empty place; so looks what lies on a piece that a seat does not know."""
        return None if place.shape == "space" else []

    def _seen(
        self, s: Slots, number: int, held: Any, seat: int, all_seen: bool, top_seen: bool
    ) -> Any:
        shape = self.machine.tables.shape[number]
        remembered = s[KNOWN]

        def knows(x: int) -> bool:
            return all_seen or bool(remembered[x] >> seat & 1) or (top_seen and x == held[0])

        def entry(x: int) -> Any:
            return self._piece(s, x) if knows(x) else {"hidden": True}

        if shape == SPACE:
            return None if held is None else entry(held)
        if shape == GRID:
            return [{"at": list(xy(c)), "piece": entry(x)} for c, x in held.items_sorted()]
        known = [x for x in held if knows(x)]
        if len(known) == len(held):
            return [self._piece(s, x) for x in held]
        if shape in (PILE, ROW):
            return [entry(x) for x in held] if known else {"hidden": len(held)}
        return {
            "known": [self._piece(s, x) for x in known],
            "hidden": len(held) - len(known),
        }

    def _piece(self, s: Slots, x: int) -> dict[str, Any]:
        if self.machine.tables.face_slot[x] >= 0:
            return self.words.piece(s, x)
        found = self._printed.get(x)
        if found is None:
            found = self._printed[x] = self.words.piece(s, x)
        return found

    # ----------------------------------------------------------------
    # notes
    def _note(self, s: Slots, seat: int, plan: _NotePlan) -> Any:
        note, keys, span, packed, pieces = plan
        held: Any = s[span]
        values = held[0] if packed else held
        if note.decl.seen:
            return self._secret_note(s, seat, note, keys, values)
        if pieces:
            return self._note_of_pieces(s, seat, note, keys, values)
        kept = self._kept_notes.get(note.name)
        if kept is not None and kept[0] == held:
            return kept[1]
        data = [self.words.data(s, v, note.type) for v in values]
        found = (
            dict(zip([text for _, text in keys], data, strict=True)) if note.domains else data[0]
        )
        self._kept_notes[note.name] = (held, found)
        return found

    def _secret_note(
        self,
        s: Slots,
        seat: int,
        note: NoteInfo,
        keys: list[tuple[tuple[int, ...], str]],
        values: Sequence[Any],
    ) -> Any:
        """A note that not everybody sees."""
        said = [
            self.words.data(s, v, note.type)
            if note.is_seen(key, seat) or s[DECISION] is None
            else {"hidden": True}
            for (key, _), v in zip(keys, values, strict=True)
        ]
        return dict(zip([text for _, text in keys], said, strict=True)) if note.domains else said[0]

    def _note_of_pieces(
        self,
        s: Slots,
        seat: int,
        note: NoteInfo,
        keys: list[tuple[tuple[int, ...], str]],
        values: Sequence[Any],
    ) -> Any:
        if not note.domains:
            return self.value(s, seat, values[0], note.type)
        unknown = self._unknown_keys(s, seat, note)
        return {
            text: None if unknown(key) else self.value(s, seat, v, note.type)
            for (key, text), v in zip(keys, values, strict=True)
        }

    def _unknown_keys(
        self, s: Slots, seat: int, info: PlaceInfo | NoteInfo
    ) -> Callable[[tuple[int, ...]], bool]:
        """Whether keys name a piece that this seat does not know."""
        at = [i for i, d in enumerate(info.domains) if isinstance(d.type, Pieces)]
        if not at:
            return lambda _: False
        return lambda key: any(not may_know(self.machine, s, seat, key[i]) for i in at)

    def value(self, s: Slots, seat: int, value: Any, t: Type | None) -> Any:
        """A value as data, with pieces that this seat does not know as `{"hidden": True}`."""
        if value is None or t is None:
            return None
        match t:
            case Maybe():
                return self.value(s, seat, value, t.of)
            case Many():
                return [self.value(s, seat, v, member_of(t)) for v in value]
            case Tie():
                return [self.value(s, seat, v, t.of) for v in value[1]]
            case Pieces() if not may_know(self.machine, s, seat, value):
                return {"hidden": True}
            case _:
                return self.words.data(s, value, t)

    # ----------------------------------------------------------------
    # points and decisions
    def scores(self, s: Slots, seat: int) -> dict[int | str, int | None]:
        """Everybody's points; None where they hang on pieces that this seat does not know."""
        points: dict[int | str, int | None] = {**self.points(s)}
        scored = self.machine.lowered.checked.secrets.scored
        if not scored or s[DECISION] is None:
            return points
        for p in range(self.machine.world.players):
            if not all(
                self._knows_all(s, seat, self.machine.world.places[name], at, p)
                for name, at in scored.items()
            ):
                points[self.party(p)] = None
        return points

    def _knows_all(self, s: Slots, seat: int, place: PlaceInfo, at: int | None, party: int) -> bool:
        """Whether a seat knows all pieces in a place; of one with a key for the party, in the
        party's."""
        contents = self.machine.contents
        return all(
            may_know(self.machine, s, seat, x)
            for i, key in enumerate(place.keys())
            if at is None or key[at] == party
            for x in contents.pieces(s, place.first + i)
        )

    def decision(self, s: Slots, seat: int) -> dict[str, Any] | None:
        """Who is asked, and what: the empty text where that would tell something hidden."""
        decision = s[DECISION]
        if decision is None:
            return None
        site = self.machine.site(decision[0])
        if decision[1] != seat and site.follows >= 0:
            site = self.machine.site(site.follows)
        secret = decision[1] != seat and site.at in self.machine.lowered.checked.secrets.asked
        return {"player": decision[1] + 1, "prompt": "" if secret else site.prompt}
