"""What things are called at a table: people, places, pieces, values.

In: a game and the names of its people. Out: words, and the looks that pictures are made of. Which
titles there are is said by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from alarife.checking.types import CellType, KindOf, Many, Maybe, Number, Pieces, Seat, Truth, Type
from alarife.checking.world import NoteInfo, PlaceInfo
from alarife.drawing.look import Chip
from alarife.drawing.looks import Looks
from alarife.engine.inspect import piece_data, rule_name
from alarife.engine.rules import RuleInfo
from alarife.engine.state import Game, State
from alarife.syntax import tree
from alarife.texts.speech import named, worded
from alarife.texts.spoken import phrase, phrase_of, phrased, spoken
from alarife.texts.targets import html_id, target_of

_MANY = 12
NO_FACES: Mapping[int, int | None] = MappingProxyType({})


_BOTS = {
    "random": phrase("random"),
    "greedy": phrase("greedy"),
    "easy": phrase("easy"),
    "fair": phrase("fair"),
    "hard": phrase("hard"),
}


def bot_title(name: str) -> str:
    """What a bot is called; one of somebody's own by its name."""
    return phrase_of(_BOTS[name]) if name in _BOTS else name


def _drawn(message: str) -> str:
    """A word of pictures in the language that is spoken."""
    return spoken().text("drawing", message) or message


class Wording:
    """Names of one game at one table. `names` are those of the people by seat; where one is empty,
    it is "Player n"."""

    def __init__(self, game: Game, names: Sequence[str] = ()) -> None:
        self.game = game
        self.world = game.world
        given = [names[i] if i < len(names) else "" for i in range(game.players)]
        player = _drawn("Player {seat}")
        self.names = tuple(n or player.format(seat=i + 1) for i, n in enumerate(given))
        self.looks = Looks(game.world, self.names, _drawn)
        self.instances = {
            number: (place, keys)
            for place in game.world.places.values()
            for number, keys in enumerate(place.keys(), place.first)
        }
        self._decls: dict[str, tree.Decl] = {}
        for article in game.program.articles:
            if not isinstance(article.decl, tree.Example | tree.Chapter | tree.Section):
                self._decls.setdefault(article.decl.name, article.decl)

    # ----------------------------------------------------------------
    # people
    def party(self, party: int | str) -> str:
        """A party by what views call it."""
        return self.looks.party(self.number(party)).label

    def number(self, party: int | str) -> int:
        """The number of a party, from 0."""
        if isinstance(party, int):
            return party - 1
        return self.world.players + self.world.neutrals.index(party)

    def chip(self, party: int | str) -> Chip:
        """The colour, symbol and letter of a party."""
        return self.looks.party(self.number(party))

    # ----------------------------------------------------------------
    # places
    def place_title(self, place: PlaceInfo) -> str:
        """What a place is called."""
        title = self._title(place)
        return title[:1].upper() + title[1:]

    @staticmethod
    def _title(place: PlaceInfo | NoteInfo) -> str:
        title = place.decl.title if place.decl else ""
        return title or named(spoken(), place.name.replace("_", " "))

    def key_text(self, number: int) -> str:
        """The key of an instance as views write it."""
        place, keys = self.instances[number]
        return self.game.words.keys_text(keys, [d.type for d in place.domains]) if keys else ""

    def place_id(self, number: int) -> str:
        """The id of an instance, as `show` gives it; empty for the box."""
        if number == 0 or number not in self.instances:
            return ""
        key = self.key_text(number)
        name = self.instances[number][0].name
        return f"{name}:{key}" if key else name

    def instance_title(self, number: int) -> str:
        """An instance in words, such as "Hand of Ann"."""
        if number == 0 or number not in self.instances:
            return phrased("the box")
        place, keys = self.instances[number]
        title = self.place_title(place)
        if not keys:
            return title
        if len(keys) == 1 and isinstance(place.domains[0].type, Seat):
            owner = self.party(self.game.party(keys[0]))
            return phrased("{place} of {owner}", place=title, owner=owner)
        return f"{title} ({self.keys_said(place.domains, keys)})"

    def own_title(self, place: PlaceInfo) -> str:
        """A place with a key for each player, to the one whose it is: "Your hand"."""
        return phrased("Your {place}", place=self._title(place))

    def keys_said(self, domains: Sequence[Any], keys: Sequence[int]) -> str:
        """Keys in words; where there are several, what a piece's sides say stands in brackets."""
        piece = self.piece if len(domains) == 1 else self._logged
        said = (
            piece(k, None)
            if isinstance(d.type, Pieces)
            else self.value(self.game.words.constant(k, d.type), d.type)
            for k, d in zip(keys, domains, strict=True)
        )
        return ", ".join(said)

    def key_label(self, note: NoteInfo, key: str) -> str:
        """The key of a note, as views have it, in words."""
        types = [domain.type for domain in note.domains]
        if any(isinstance(t, Pieces) for t in types) and not any(
            isinstance(t, CellType) for t in types
        ):
            return self._pieces_label(note, key)
        parts = key.split(",") if len(types) > 1 else [key]
        said: list[str] = []
        for part, t in zip(parts, types, strict=False):
            kind = self.world.kinds.get(getattr(t, "name", "")) if part else None
            known = kind is not None and part in kind.names
            said.append(kind.titles[kind.names.index(part)] if kind and known else part)
        return " ".join(said)

    def _pieces_label(self, note: NoteInfo, key: str) -> str:
        keys: list[int] = []
        for part, domain in zip(key.split(","), note.domains, strict=True):
            said = self.game.words.keys_text
            keys.append(next(v for v in domain.values if said((v,), (domain.type,)) == part))
        return self.keys_said(note.domains, keys)

    def owner(self, number: int) -> int | str | None:
        """Whose an instance is."""
        place, keys = self.instances[number]
        if len(keys) == 1 and isinstance(place.domains[0].type, Seat):
            return self.game.party(keys[0])
        return None

    # ----------------------------------------------------------------
    # pieces and values
    def piece(self, piece: int, face: int | None = None) -> str:
        """A piece with the face that it showed; None is the first one."""
        return self.looks.of(piece, face).label

    def piece_now(self, state: State, piece: int) -> str:
        """A piece as it lies in a state."""
        return self.looks.of_data(piece_data(state, piece)).label

    def pieces(self, pieces: Sequence[int], faces: Mapping[int, int | None]) -> str:
        """Pieces with the faces that they showed, those that aren't in `faces` with the first;
        equal ones are counted. Of very many different ones, how many they are."""
        counts: dict[str, int] = {}
        for x in pieces:
            label = self._logged(x, faces.get(x))
            counts[label] = counts.get(label, 0) + 1
        if len(counts) > _MANY:
            return phrased("{n} {n:forms piece|pieces}", n=len(pieces))
        said = [f"{n} × {label}" if n > 1 else label for label, n in counts.items()]
        return ("; " if any(", " in label for label in counts) else ", ").join(said)

    def _logged(self, piece: int, face: int | None) -> str:
        """A piece in a line of the log: what its sides say stands in brackets."""
        label = self.piece(piece, face)
        begin = self.looks.say("walls: {sides}").partition("{")[0]
        said, _, sides = label.rpartition(f", {begin}")
        return f"{said} ({begin}{sides})" if said else label

    def value(self, value: Any, t: Type, faces: Mapping[int, int | None] = NO_FACES) -> str:
        """A value, as views have it, in words; pieces with the faces that they showed."""
        if value is None:
            return worded(spoken(), "none")
        match t:
            case Maybe():
                return self.value(value, t.of, faces)
            case KindOf() if t.name in self.world.kinds:
                info = self.world.kinds[t.name]
                return info.titles[info.names.index(value)]
            case Seat():
                return self.party(value)
            case Truth():
                return worded(spoken(), "yes" if value else "no")
            case CellType():
                return "{},{}".format(*value["at"])
            case Many():
                said = ", ".join(self.value(v, t.of, faces) for v in value)
                return said or worded(spoken(), "none")
            case Number():
                return str(value)
            case _ if isinstance(value, int) and hasattr(t, "names"):
                return self.piece(value, faces.get(value))
            case _:
                return str(value)

    def note_title(self, note: NoteInfo) -> str:
        """What a note is called."""
        title = self._title(note)
        return title[:1].upper() + title[1:]

    def end(self, state: State) -> str:
        """That the game is over, and who has won it. Who plays alone, or all together, has lost if
        nobody has won."""
        winners = [self.party(w) for w in state.winners]
        if winners:
            return phrased(
                "The game is over: {names} {n:forms has|have} won.",
                names=spoken().listed(winners),
                n=len(winners),
            )
        if len(state.teams) == 1:
            return phrased("The game is over: it is lost.")
        return phrased("The game is over: it is a draw.")

    # ----------------------------------------------------------------
    # rules
    def file_title(self, name: str) -> str:
        """What a game, module or library is called."""
        titles = (f.title for f in self.game.program.files if f.name == name and f.title)
        return next(titles, name)

    def rule(self, info: RuleInfo) -> dict[str, Any]:
        """A rule as data: name, title, its sentences with their numbers filled in, citations."""
        return {
            "name": info.name,
            "title": self.filled(info.name, info.title),
            "sentence": self.sentences(info.name) or info.sentence,
            "cites": list(info.cites),
        }

    def rule_numbered(self, rule: int) -> dict[str, str]:
        """The name and title of a rule by its number in a log; no title, if it has none but its
        name."""
        name = rule_name(self.game, rule)
        if name and self.game.rule(name).title == name:
            return {"name": name, "title": ""}
        return {"name": name, "title": self.game.rule(name).title if name else phrased("Setup")}

    def anchor(self, name: str) -> str:
        """The id of a rule in the book, to link to; empty if it is none that stands there."""
        decl = self._decls.get(name)
        return html_id(target_of(decl)) if decl else ""

    def about(self) -> str:
        """What the game says of itself."""
        from alarife.sentences.text import filler

        game = next(file for file in self.game.program.files if file.what == "game")
        fill = filler(self.game.checked).fill
        return " ".join(fill(None, prose.text) for prose in game.prose)

    def sentences(self, name: str) -> str:
        """The sentences of a declaration, its numbers filled in."""
        from alarife.sentences.text import sentences

        decl = self._decls.get(name)
        return " ".join(sentences(self.game.checked, decl)) if decl else ""

    def filled(self, name: str, text: str) -> str:
        """A title or sentence of a declaration, its numbers filled in."""
        if "{" not in text or name not in self._decls:
            return text
        from alarife.sentences.text import sentence

        return sentence(self.game.checked, self._decls[name], text)
