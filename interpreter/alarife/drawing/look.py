"""How a piece is shown, as data: made from its own fields, for every game.

What comes in: a `World` (kinds with their fields, types of pieces, places) and a piece, as an id,
as data of a dump or a view, or as its fields. What goes out: a `Look`, which says everything that a
drawing or a terminal needs. What always holds: pieces whose fields differ have looks that differ,
in more than their colour; every look has a label; equal pieces look alike.

What the fields of a kind mean here: `sign` is its letters, `colour` the name of a colour, `symbol`
the name of a symbol (see `symbols`). A kind without signs is shown by the shortest beginnings of
its titles; one whose values are all named like colours or symbols is shown by these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from alarife.checking.types import (
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Text,
    Truth,
    Type,
)
from alarife.checking.world import KindInfo, PieceInfo, World
from alarife.drawing import symbols
from alarife.drawing.colours import Colour, colour, is_colour, seat_colour
from alarife.drawing.edges import EDGES, as_turned, edge_kind, turning
from alarife.drawing.shapes import shape_of
from alarife.drawing.signs import abbreviations, initials, is_sign
from alarife.geometry.grid import xy
from alarife.syntax import tree

SIDE_LETTERS = "NESW"


@dataclass(frozen=True, slots=True)
class Chip:
    """A value that a piece shows: one of a kind, or whose it is. `colour` and `symbol` are names,
    and may be empty."""

    letter: str = ""
    colour: str = ""
    symbol: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """How a piece is shown.

    `shape`: tile, card, disc, die, marker, token or chip. `frame`: 0, or a number that tells types
    of pieces apart that would look alike. `colour`, `symbol`: names. `letter`: the letters of the
    value that gave the symbol. `texts`: its numbers and further values, the most telling first;
    `also`: what its colour says already. `pips`: what a die shows, if it is a small number.
    `walls`: letters of the sides with walls, None if it can have none. `needle`: the letter of the
    side that it points to. `parts`: what sets of values it shows. `owner`: whose it is. `caption`:
    words to be written on it. `edges`: what its edges show, north, east,
    south, west. `label`: what it is, in words. `marked`: whether it is framed, as
    what may not be done."""

    shape: str
    label: str
    frame: int = 0
    colour: str = ""
    symbol: str = ""
    letter: str = ""
    texts: tuple[str, ...] = ()
    also: tuple[str, ...] = ()
    pips: int = 0
    walls: str | None = None
    needle: str = ""
    parts: tuple[Chip, ...] = ()
    owner: Chip | None = None
    caption: str = ""
    marked: bool = False
    edges: tuple[Chip, ...] = ()

    @property
    def background(self) -> Colour:
        """What it is painted with."""
        return colour(self.colour)

    @property
    def short(self) -> str:
        """A few plain letters, for where nothing else can be shown."""
        owner = self.owner.letter if self.owner else ""
        parts = "".join(p.letter for p in self.parts)
        return (
            "".join(chip.letter for chip in self.edges)
            + self.letter
            + self.needle
            + parts
            + " ".join(self.written)
            + owner
            or self.caption[:1].upper()
        )

    @property
    def written(self) -> tuple[str, ...]:
        """All that is written on it, besides the letters of its symbol."""
        return self.texts + self.also


def same(text: str) -> str:
    """Says a text as it is: no translation."""
    return text


Title = Callable[[tree.Decl, str], str]
"""Gives the title of a declaration, or of the value of a kind: the second is the value's name, or
empty."""


class Looks:
    """Gives the looks of one world's pieces and values. `parties` are the names of the parties for
    labels, by seat, neutral ones last; `say` translates the few words of this module (listed in
    `MESSAGES`) and the titles of the rules, if there is no `title`, which knows whose title it
    is."""

    MESSAGES = (
        "walls: {sides}",
        "wall",
        "Player {seat}",
        "empty",
        "hidden",
        "north",
        "east",
        "south",
        "west",
    )

    def __init__(
        self,
        world: World,
        parties: Sequence[str] = (),
        say: Callable[[str], str] = same,
        title: Title | None = None,
    ) -> None:
        self.world = world
        self.say = say
        self._title = title
        self._parties = tuple(parties)
        self._chips = {name: self._kind_chips(info) for name, info in world.kinds.items()}
        self._known: dict[tuple[str, tuple[Any, ...]], Look] = {}

    def titled(self, decl: tree.Decl | None, text: str, value: str = "") -> str:
        """The title of a declaration, or of a value of a kind; `text` is what the rules say."""
        return self.say(text) if self._title is None or decl is None else self._title(decl, value)

    # ----------------------------------------------------------------
    # values
    def party(self, party: int) -> Chip:
        """A player or a neutral party, from 0."""
        players, neutrals = self.world.players, self.world.neutrals
        if party < len(self._parties):
            label = self._parties[party]
        elif party < players:
            label = self.say("Player {seat}").replace("{seat}", str(party + 1))
        else:
            decl = self.world.program.neutrals.get(neutrals[party - players])
            name = neutrals[party - players]
            label = (
                self.titled(decl, decl.title, "") if decl and decl.title else self.say(name.title())
            )
        letter = str(party + 1) if party < players else label[:1].upper()
        return Chip(letter, seat_colour(party, players), symbols.seat_symbol(party), label)

    def value(self, kind: str, index: int) -> Chip:
        """A value of a kind."""
        return self._chips[kind][index]

    def values(self, kind: str) -> tuple[Chip, ...]:
        """All values of a kind, in order."""
        return self._chips[kind]

    def chip(self, chip: Chip) -> Look:
        """A value as something that can be drawn by itself."""
        return Look(
            "chip",
            chip.label,
            colour=chip.colour,
            symbol=chip.symbol,
            letter=chip.letter,
            caption=chip.label,
        )

    def _kind_chips(self, info: KindInfo) -> tuple[Chip, ...]:
        count = len(info.names)
        titles = [
            self.titled(info.decl, title, name)
            for name, title in zip(info.names, info.titles, strict=True)
        ]
        signs = _texts(info, "sign") or [n if is_sign(n) else "" for n in info.names]
        if not all(signs) or len(set(signs)) < count:
            signs = abbreviations(titles)
        colours = _texts(info, "colour") or (
            list(info.names) if all(map(is_colour, info.names)) else [""] * count
        )
        shown = [symbols.named(w) for w in _texts(info, "symbol") or info.names]
        if not all(shown) or len(set(shown)) < count:
            first = self._plain_from(info.name)
            plain = "sign" in info.field_types or any(colours)
            shown = [symbols.plain(first + i) if plain else "" for i in range(count)]
        return tuple(Chip(*each) for each in zip(signs, colours, shown, titles, strict=True))

    def _plain_from(self, name: str) -> int:
        """Kinds take their plain symbols one after the other, so that two kinds of one game share
        few."""
        taken = 0
        for other, info in self.world.kinds.items():
            if other == name:
                break
            if "sign" in info.field_types or "colour" in info.field_types:
                taken += len(info.names)
        return taken

    def printed_on(self, place: str) -> dict[tuple[int, int], Chip]:
        """What is printed on the cells of a board."""
        found: dict[tuple[int, int], Chip] = {}
        for code, (t, value) in self.world.printed.get(place, {}).items():
            if isinstance(t, KindOf) and isinstance(value, int):
                found[xy(code)] = self.value(t.name, value)
            else:
                found[xy(code)] = Chip(str(value), label=str(value))
        return found

    # ----------------------------------------------------------------
    # pieces
    def of(self, piece: int, face: int | None = None) -> Look:
        """A piece by its id; `face` is what it shows, if it has faces and doesn't show the
        first."""
        info = self.world.piece_of(piece)
        fields = {name: values[piece - info.first] for name, values in info.fields.items()}
        if info.face:
            fields[info.face] = _face_value(info, 0) if face is None else face
        return self.of_fields(info.name, fields)

    def of_data(self, data: Mapping[str, Any]) -> Look:
        """A piece as dumps and views give it; `marked` may be added."""
        info = self.world.pieces[data["type"]]
        look = self.of_fields(
            info.name, {name: self._undo(data.get(name), t) for name, t in info.field_types.items()}
        )
        return replace(look, marked=True) if data.get("marked") else look

    def all(self) -> dict[Look, int]:
        """Every look there is, with how many pieces have it, in the order of pieces; faces that
        pieces can turn to count none."""
        found: dict[Look, int] = {}
        for info in self.world.pieces.values():
            for piece in info.ids:
                look = self.of(piece)
                found[look] = found.get(look, 0) + 1
            for face in range(info.face_values if info.face else 0):
                for piece in info.ids:
                    found.setdefault(self.of(piece, _face_value(info, face)), 0)
        return found

    def of_fields(self, type_name: str, fields: Mapping[str, Any]) -> Look:
        """A piece by its type and fields, with values as the engine has them; None where a field is
        not known."""
        info = self.world.pieces[type_name]
        values = tuple(fields.get(name) for name in info.field_types)
        key = (type_name, values)
        if key not in self._known:
            self._known[key] = _Maker(
                self, info, dict(zip(info.field_types, values, strict=True))
            ).look()
        return self._known[key]

    def _undo(self, value: Any, t: Type) -> Any:
        """A field of a dump as the engine has it; None if it is hidden."""
        if value is None:
            return None
        match t:
            case Maybe():
                return self._undo(value, t.of)
            case KindOf():
                return self.world.kinds[t.name].names.index(value)
            case Seat():
                return (
                    value - 1
                    if isinstance(value, int)
                    else self.world.players + self.world.neutrals.index(value)
                )
            case Sides():
                return sum(1 << SIDE_LETTERS.index(letter) for letter in value)
            case Many():
                return tuple(self._undo(v, t.of) for v in value)
            case _:
                return value

    # ----------------------------------------------------------------
    # types
    def title_of(self, info: PieceInfo) -> str:
        """What a type of pieces is called."""
        return self.titled(info.decl, info.decl.title, "") if info.decl.title else ""

    def frame(self, info: PieceInfo) -> int:
        """Which of the types it is that are of the same shape and show values of the same kinds."""
        return self._frames[info.name]

    @cached_property
    def _frames(self) -> dict[str, int]:
        frames: dict[str, int] = {}
        seen: dict[tuple[str, bool], int] = {}
        for info in self.world.pieces.values():
            shape = shape_of(self.world, info)
            plain = (shape, any(isinstance(t, KindOf) for t in info.field_types.values()))
            frames[info.name] = seen.get(plain, 0)
            seen[plain] = frames[info.name] + 1
        return frames

    @cached_property
    def owned_alone(self) -> dict[str, str]:
        """Letters for the types whose pieces say nothing but whose they are, where there are
        several of one shape."""
        by_shape: dict[str, list[PieceInfo]] = {}
        for info in self.world.pieces.values():
            fields = info.field_types.values()
            if fields and all(isinstance(t, Seat) for t in fields):
                by_shape.setdefault(shape_of(self.world, info), []).append(info)
        found: dict[str, str] = {}
        for infos in by_shape.values():
            titles = [(self.title_of(info) or info.name).capitalize() for info in infos]
            if len(infos) > 1:
                names = (info.name for info in infos)
                found.update(zip(names, abbreviations(titles), strict=True))
        return found

    @cached_property
    def named_by_values(self) -> frozenset[str]:
        """The types whose pieces are called by their values alone, such as Garden 10: the first of
        each kind."""
        first: dict[str, str] = {}
        for info in self.world.pieces.values():
            kind = next((t.name for t in info.field_types.values() if isinstance(t, KindOf)), "")
            first.setdefault(kind, info.name)
        return frozenset(first.values())


class _Maker:
    """Makes the look of one piece, field by field."""

    def __init__(self, looks: Looks, info: PieceInfo, fields: Mapping[str, Any]) -> None:
        self.looks, self.info, self.fields = looks, info, fields
        self.main: Chip | None = None
        self.tint = ""
        self.texts: list[str] = []
        self.also: list[str] = []
        self.parts: list[Chip] = []
        self.words: list[str] = []
        self.tail: list[str] = []
        self.owner: Chip | None = None
        self.walls: str | None = None
        self.needle = ""
        self.pips = 0
        self.edges: tuple[Chip, ...] = ()
        self.on_edges: frozenset[str] = frozenset()

    def look(self) -> Look:
        """The look."""
        self._edges()
        for name, t in self.info.field_types.items():
            value = self.fields[name]
            if value is not None and name not in self.on_edges:
                self._field(name, value, t.of if isinstance(t, Maybe) else t)
        shape = shape_of(self.looks.world, self.info)
        title = self.looks.title_of(self.info)
        look = Look(
            shape,
            self._label(title),
            frame=self.looks.frame(self.info),
            colour=self.tint,
            texts=tuple(self.texts),
            also=tuple(self.also),
            pips=self.pips,
            walls=self.walls,
            needle=self.needle,
            parts=tuple(self.parts),
            owner=self.owner,
            edges=self.edges,
            caption=title if self.main is None or self.looks.frame(self.info) else self.main.label,
        )
        if self.main is not None:
            look = replace(look, symbol=self.main.symbol, letter=self.main.letter)
        elif named := symbols.named(self.info.name):
            look = replace(look, symbol=named)
        elif not (self.texts or self.owner or self.needle or self.parts or self.pips):
            look = replace(look, letter=initials(title))
        elif self.info.name in self.looks.owned_alone:
            look = replace(look, letter=self.looks.owned_alone[self.info.name])
        return look

    def _edges(self) -> None:
        """What the edges show; their fields say nothing else."""
        kind = edge_kind(self.info)
        shown = as_turned(self.info, self.fields) if kind else ()
        if kind and None not in shown:
            self.edges = tuple(self.looks.value(kind, value) for value in shown)
            self.on_edges = frozenset((*EDGES, turning(self.info)))
            self.words += [chip.label for chip in self.edges]

    def _field(self, name: str, value: Any, t: Type) -> None:
        match t:
            case KindOf(name="Side"):
                self.needle = SIDE_LETTERS[value]
                self.words.append(self.looks.value("Side", value).label)
            case KindOf():
                self._kind(name, value, t)
            case Number():
                self._number(name, value, t)
            case Seat():
                self.owner = self.looks.party(value)
                self.tail.append(self.owner.label)
            case Sides():
                self.walls = "".join(
                    letter for i, letter in enumerate(SIDE_LETTERS) if value >> i & 1
                )
                sides = ", ".join(
                    self.looks.value("Side", i).label for i in range(4) if value >> i & 1
                )
                if sides:
                    self.tail.append(self.looks.say("walls: {sides}").replace("{sides}", sides))
            case Many(of=KindOf(name=kind)):
                self.parts += [self.looks.value(kind, v) for v in value]
                self.words += [self.looks.value(kind, v).label for v in value]
            case Truth():
                self.texts.append("✓" if value else "–")
            case Text():
                self.texts.append(str(value))
                self.words.append(str(value))
            case Pieces():
                self.words.append(self.looks.of(value).label)
            case _:
                self.texts.append(str(value))

    def _kind(self, name: str, value: int, t: KindOf) -> None:
        """The first value with a sign of its own gives symbol and letters, the first coloured one
        the colour."""
        chip = self.looks.value(t.name, value)
        self.words.append(chip.label)
        self.tint = self.tint or chip.colour
        fields = self.looks.world.kinds[t.name].field_types
        telling = (
            "sign" in fields or "symbol" in fields or (chip.symbol and not self._has_sign(name))
        )
        if telling and self.main is None:
            self.main = chip
        elif chip.colour and chip.colour == self.tint and self._has_sign(name):
            self.also.append(chip.letter)
        elif name != self.info.face or value or shape_of(self.looks.world, self.info) != "disc":
            # On a board, the side that lies on top from the start says nothing; only what has been
            # turned does.
            self.texts.append(chip.letter)

    def _has_sign(self, but: str) -> bool:
        """Whether a field other than this is of a kind with signs."""
        kinds = self.looks.world.kinds
        return any(
            "sign" in kinds[t.name].field_types
            for name, t in self.info.field_types.items()
            if name != but and isinstance(t, KindOf)
        )

    def _number(self, name: str, value: int, t: Number) -> None:
        if value == 0 and self._is_default(name, 0):
            return
        if name == self.info.face and 1 <= value <= 9:
            self.pips = value
        else:
            self.texts.append(str(value))
        self.words.append(str(value))

    def _is_default(self, name: str, value: int) -> bool:
        default = next((f.default for f in self.info.decl.fields if f.name == name), None)
        return isinstance(default, tree.Int) and default.value == value

    def _label(self, title: str) -> str:
        """Its values; before them what it is, where they alone would not tell."""
        said = " ".join(self.words)
        unclear = self.main is None or "sign" not in self._kind_fields(self.main) or self.info.face
        unclear = unclear or self.info.name not in self.looks.named_by_values
        if title and (unclear or not said):
            said = f"{title}: {said}" if said else title
        text = ", ".join([said, *self.tail])
        return text[:1].upper() + text[1:]

    def _kind_fields(self, chip: Chip) -> Mapping[str, Type]:
        return next(
            info.field_types
            for name, info in self.looks.world.kinds.items()
            if chip in self.looks.values(name)
        )


def _texts(info: KindInfo, field: str) -> list[str]:
    """A text field of a kind, or nothing, if the kind has none."""
    return (
        [str(v) for v in info.fields.get(field, ())]
        if isinstance(info.field_types.get(field), Text)
        else []
    )


def _face_value(info: PieceInfo, index: int) -> int:
    """The index-th value that the face of such pieces can show."""
    assert info.face
    t = info.field_types[info.face]
    return index + (t.low or 0) if isinstance(t, Number) else index
