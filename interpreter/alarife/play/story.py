"""What has happened, in words.

What comes in: a game's log and who reads it. What goes out: entries, oldest first, each with the
rule it follows from. What always holds: a piece is named only to those who saw it, and what
somebody has chosen in secret only to that one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from alarife.checking.types import Maybe, Number, Pieces, Seat
from alarife.engine.inspect import (
    cell_of,
    first_notes,
    knows,
    lies_in,
    question,
    rule_name,
    value_data,
)
from alarife.engine.state import Game, State
from alarife.play.look import Look
from alarife.play.people import is_of_parties, note_title
from alarife.play.table import title_of
from alarife.play.text import Text

_MANY = 6
_ANSWERED = "has answered"


@dataclass(slots=True)
class Entry:
    """Something that happened: words, the title of the rule, the number of its (last) log tuple;
    `who` chose it, and what was `said`, if somebody did."""

    words: Text
    rule: str
    number: int
    what: str = ""
    who: int = -1
    said: Text | None = None


class Story:
    """Tells the log of a state to a seat (from 1); seat 0 is told what all may see. `brief`: not
    where things came from."""

    def __init__(self, state: State, look: Look, seat: int, brief: bool = False) -> None:
        self.brief = brief
        self.state = state
        self.game = state.game
        self.look = look
        self.seat = seat
        self._last: dict[int, int] = {}
        self._notes = list(self.game.world.notes.values())
        self._places = {
            number: (place, keys)
            for place in self.game.world.places.values()
            for number, keys in enumerate(place.keys(), place.first)
        }

    def first_choice(self) -> int:
        """How long the log was when somebody chose something for the first time: before that, the
        game was laid out."""
        log = self.state.log
        return next((i for i, entry in enumerate(log) if entry[0] == "choice"), len(log))

    def entries(self, since: int = 0) -> list[Entry]:
        """All that happened from the log's tuple number `since` on."""
        log = self.state.log
        first = first_values(self.game)
        values = dict(first)
        self._last = {x: n for n, entry in enumerate(log) if entry[0] == "move" for x in entry[2]}
        found: list[Entry] = []
        i = 0
        while i < len(log):
            if log[i][0] == "note":
                if i >= since and (entry := self._note(log[i], i, values, first)):
                    found.append(entry)
                values[log[i][2:4]] = log[i][4]
                i += 1
                continue
            j = i + 1
            while j < len(log) and (
                self._goes_on(log[i], log[j]) or _goes_further(log[j - 1], log[j], j - i)
            ):
                j += 1
            if i >= since and not self._told_by_move(log, i):
                found.extend(self._told(log[i:j], j - 1))
            i = j
        return found

    def _goes_on(self, one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
        """Whether two moves, or two turns of pieces, are told as one: moves go from the same place,
        whoever's, to the same."""
        if one[0] != other[0] or one[1] != other[1]:
            return False
        return (
            one[0] == "move" and one[4:] == other[4:] and self._same_place(one[3], other[3])
        ) or one[0] == "turn"

    def _same_place(self, one: int, other: int) -> bool:
        return one == other or (
            one in self._places
            and other in self._places
            and self._places[one][0] is self._places[other][0]
        )

    def _told_by_move(self, log: Sequence[tuple[Any, ...]], i: int) -> bool:
        """Whether a piece was chosen, and the next thing told is that it moved, alone or with
        others of a set."""
        entry = log[i]
        if entry[0] not in ("choice", "only"):
            return False
        site = question(self.game, entry[2])
        if site.kind not in ("one", "set") or not isinstance(
            getattr(site.element, "of", None), Pieces
        ):
            return False
        j = i + 1
        while (
            site.kind == "set"
            and j < len(log)
            and log[j][0] in ("choice", "only")
            and log[j][2] == entry[2]
        ):
            j += 1
        while j < len(log) and log[j][0] == "move":
            if entry[4] in log[j][2]:
                return True
            j += 1
        return False

    def _told(self, run: list[tuple[Any, ...]], number: int) -> Iterator[Entry]:
        what, rule = run[0][0], run[0][1]
        title = self.rule_title(rule)
        words: Text | None = None
        match what:
            case "move":
                words = self._move(run, number)
            case "choice" | "only":
                words = self._choice(run[0])
            case "shuffle":
                words = Text(f"{self.place_name(run[0][2])} shuffled")
            case "turn":
                words = self._turned(run)
            case "show":
                words = self._shown(run[0])
            case _:
                pass
        if words is not None:
            if what in ("choice", "only"):
                who = self.look.party(run[0][3] + 1)
                yield Entry(
                    Text(who, " " if words.plain == _ANSWERED else ": ", words),
                    title,
                    number,
                    what,
                    run[0][3],
                    words,
                )
            else:
                yield Entry(words, title, number, what)

    def rule_title(self, rule: int) -> str:
        """The title of a rule by its number in the lowered program."""
        name = rule_name(self.game, rule)
        return self.game.rule(name).title if name else "Setup"

    # ----------------------------------------------------------------
    # parts
    def place_name(self, number: int) -> str:
        """A place in words."""
        if number == 0 or number not in self._places:
            return "the box"
        place, keys = self._places[number]
        if not keys:
            return title_of(place)
        types = [d.type for d in place.domains]
        said: list[str] = []
        for k, t in zip(keys, types, strict=True):
            if isinstance(t, Pieces):
                said.append(self.look.long(self.look.piece(k)).plain)
            else:
                value = self.game.words.data([], k, t)
                said.append(
                    "you"
                    if value == self.seat
                    and self.game.words.data([], k, t) == self.seat
                    and _is_seat(t)
                    else self.look.value(value, t).plain
                )
        return f"{title_of(place)} ({', '.join(said)})"

    def _sees(self, mask: int) -> bool:
        everybody = (1 << self.game.players) - 1
        return (
            mask & everybody == everybody if self.seat == 0 else bool(mask >> (self.seat - 1) & 1)
        )

    def _piece(self, x: int) -> Text:
        """A piece as it is printed: a face may have been another one when this happened."""
        return self.look.long(self.look.piece(x))

    def _named(self, pieces: list[int]) -> Text:
        words: list[str | Text] = []
        said: list[tuple[Text, int]] = []
        for x in pieces:
            text = self._piece(x)
            if said and said[-1][0].plain == text.plain:
                said[-1] = (text, said[-1][1] + 1)
            else:
                said.append((text, 1))
        most = _MANY if len(said) > _MANY + 1 else len(said)
        for text, n in said[:most]:
            words += [", "] if words else []
            words.append(Text(f"{n}×", text) if n > 1 else text)
        if len(said) > most:
            words.append(f" and {sum(n for _, n in said[most:])} more")
        return Text(*words)

    def _move(self, run: list[tuple[Any, ...]], number: int) -> Text:
        _, _, _, source, place, mask = run[0]
        pieces = [x for entry in run for x in entry[2]]
        if place != run[-1][4]:
            pieces, place = list(run[0][2]), run[-1][4]
        what = (
            self._named(pieces)
            if self._sees(mask)
            else Text(f"{len(pieces)} {'piece' if len(pieces) == 1 else 'pieces'} unseen")
        )
        whose = {entry[3] for entry in run}
        several = len(whose) > 1 and place == run[0][4]
        came = title_of(self._places[source][0]) if several else self.place_name(source)
        went = self.place_name(place)
        if not several and self._same_place(source, place) and source != place:
            went = went.removeprefix(title_of(self._places[place][0])).lstrip()
        spot = self._spot(pieces, place, number)
        if self.brief:
            return Text(what, f" → {self.place_name(place)}", f" at {spot}" if spot else "")
        if source == place and spot:
            return Text(what, f": {came} → {spot}")
        return Text(what, f": {came} → {went}", f" at {spot}" if spot else "")

    def _spot(self, pieces: list[int], place: int, number: int) -> str:
        """Where on a grid a piece lies that was moved there, if it has not been moved since."""
        if len(pieces) != 1 or self._last[pieces[0]] != number:
            return ""
        at = cell_of(self.state, pieces[0]) if lies_in(self.state, pieces[0]) == place else None
        return "" if at is None else "{},{}".format(*at)

    def _choice(self, entry: tuple[Any, ...]) -> Text | None:
        what, _, number, you, option = entry
        site = question(self.game, number)
        own = you + 1 == self.seat
        if option is None or (
            what == "only" and site.kind != "menu" and not (own and site.kind == "one")
        ):
            return None
        if (site.sealed or site.secret) and not own:
            return Text(_ANSWERED) if what == "choice" else None
        element = getattr(site.element, "of", site.element)
        element = element.of if isinstance(element, Maybe) else element
        if site.kind == "menu" and len(self.game.program.actions_of[site.menu]) == 1:
            return None
        if site.kind == "menu":
            action = self.game.program.actions[self.game.program.actions_of[site.menu][option]]
            said = Text((action.title or action.name, "bold"))
        elif site.kind == "may":
            said = Text(f"{_asks(site.prompt)} {'yes' if option else 'no'}")
        elif isinstance(element, Pieces):
            if not own or what == "only":
                return None  # what becomes of the piece is told by its moves, to those who see them
            info = self.game.world.piece_of(option)
            if info.face and len(info.field_types) == 1:
                return None  # a die like the others: what matters is what it shows afterwards
            said = self._piece(option)
        else:
            value = value_data(self.state, option, element) if element else option
            said = self.look.value(value, element) if element else Text(str(value))
            if site.prompt:
                said = Text(f"{_asks(site.prompt)} ", said)
        return Text(
            said, " (nothing else was possible)" if what == "only" and site.kind == "one" else ""
        )

    def _turned(self, run: list[tuple[Any, ...]]) -> Text | None:
        pieces = [(x, entry[3]) for entry in run for x in entry[2]]
        if self.seat and not all(knows(self.state, self.seat, x) for x, _ in pieces):
            return Text(f"{len(pieces)} pieces turned")
        said: list[str] = []
        for x, face in pieces:
            info = self.game.world.piece_of(x)
            t = info.field_types[info.face or ""]
            said.append(self.look.value(value_data(self.state, face, t), t).plain)
        info = self.game.world.piece_of(pieces[0][0])
        title = info.decl.title or info.name
        return Text(
            f"{title}: "
            + ", ".join(
                f"{said.count(v)}×{v}" if said.count(v) > 1 else v for v in dict.fromkeys(said)
            )
        )

    def _shown(self, entry: tuple[Any, ...]) -> Text:
        _, _, pieces, mask = entry
        who = ", ".join(
            self.look.party(p + 1).plain for p in range(self.game.players) if mask >> p & 1
        )
        what = self._named(list(pieces)) if self._sees(mask) else Text(f"{len(pieces)} unseen")
        return Text(f"{who} look at " if "," in who else f"{who} looks at ", what)

    # ----------------------------------------------------------------
    # notes
    def _note(
        self,
        entry: tuple[Any, ...],
        i: int,
        values: dict[tuple[int, int], Any],
        first: dict[tuple[int, int], Any],
    ) -> Entry | None:
        _, rule, number, index, value = entry
        before = values.get((number, index))
        note = self._notes[number]
        if before == value:
            return None
        key = note_key(self.game.words, note, index)
        title = note_title(note)
        if key:
            title += (
                " ("
                + ", ".join(
                    "you" if v == self.seat and _is_seat(t) else self.look.value(v, t).plain
                    for v, t in key
                )
                + ")"
            )
        said = self.look.value(value_data(self.state, value, note.type), note.type)
        counts = (
            isinstance(note.type, Number) and isinstance(value, int) and isinstance(before, int)
        )
        change = f" ({value - before:+d})" if counts and before else ""
        news = (
            counts
            and is_of_parties(note)
            and value != first.get((number, index))
            and not self._repeats(i, index, value)
        )
        return Entry(
            Text(f"{title}: ", said, change), self.rule_title(rule), i, "points" if news else "note"
        )

    def _repeats(self, i: int, index: int, value: Any) -> bool:
        """Whether a note only keeps what its party has answered just before."""
        before = self.state.log[i - 1] if i else ()
        return (
            len(before) > 4 and before[0] == "choice" and before[3] == index and before[4] == value
        )


def _goes_further(one: tuple[Any, ...], other: tuple[Any, ...], before: int) -> bool:
    """Whether the same pieces move on from where they have just come; `before`: how many moves are
    told as one already."""
    same = (
        one[0] == other[0] == "move"
        and one[1:3] == other[1:3]
        and one[4] == other[3]
        and one[5] == other[5]
    )
    return same and (before == 1 or one[3] != other[3])


def _asks(prompt: str) -> str:
    """A question before its answer."""
    return prompt if prompt.endswith(("?", ":", ".")) else prompt + ":"


def _is_seat(t: Any) -> bool:
    return isinstance(t, Seat)


def first_values(game: Game) -> dict[tuple[int, int], Any]:
    """The values of all notes before a game began, by number of the note and index of its key."""
    return {
        (n, i): value
        for n, values in enumerate(first_notes(game).values())
        for i, (_, value) in enumerate(values)
    }


def note_key(words: Any, note: Any, index: int) -> list[tuple[Any, Any]]:
    """The key of a note by its index: values and types."""
    from itertools import product

    keys = (
        list(product(*(range(d.low, d.low + d.size) for d in note.domains)))[index]
        if note.domains
        else ()
    )
    return [(words.data([], k, d.type), d.type) for k, d in zip(keys, note.domains, strict=True)]
