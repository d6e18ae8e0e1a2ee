"""The looks of a world's pieces and values.

What comes in: a `World` (kinds with their fields, types of pieces, places) and a piece, as an id,
as data of a dump or a view, or as its fields. What goes out: a `Look`. What always holds: pieces
whose fields differ have looks that differ, in more than their colour; every look has a label; equal
pieces look alike.

What the fields of a kind mean here: `sign` is its letters, `colour` the name of a colour, `symbol`
the name of a symbol (see `symbols`). A kind without signs is shown by the shortest beginnings of
its titles; one whose values are all named like colours or symbols is shown by these."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

from alarife.checking.types import KindOf, Many, Maybe, Seat, Sides, Text, Type
from alarife.checking.world import KindInfo, PieceInfo, World
from alarife.drawing import symbols
from alarife.drawing.colours import is_colour, seat_colour
from alarife.drawing.look import Chip, Look
from alarife.drawing.look_of import SIDE_LETTERS, LookOfPiece
from alarife.drawing.shapes import shape_of
from alarife.drawing.signs import abbreviations, is_sign
from alarife.geometry.grid import xy
from alarife.syntax import tree

MOST_WAYS = 1000
"""In so many ways at most the faces of a piece are combined for a list of all looks."""


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
        self._seen: dict[tuple[Any, ...], Look] = {}

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
    def of(self, piece: int, code: int | None = None) -> Look:
        """A piece by its id; `code` says which faces it shows, if it has some and not the first
        are meant."""
        info = self.world.piece_of(piece)
        fields = {name: values[piece - info.first] for name, values in info.fields.items()}
        if info.faces:
            fields.update(info.shown(info.codes[0] if code is None else code))
        return self.of_fields(info.name, fields)

    def of_data(self, data: Mapping[str, Any]) -> Look:
        """A piece as dumps and views give it; `marked` may be added."""
        info = self.world.pieces[data["type"]]
        key = (info.name, *[_frozen(data.get(name)) for name in info.field_types])
        if (look := self._seen.get(key)) is None:
            fields = {name: self._undo(data.get(name), t) for name, t in info.field_types.items()}
            look = self._seen[key] = self.of_fields(info.name, fields)
        return replace(look, marked=True) if data.get("marked") else look

    def all(self) -> dict[Look, int]:
        """Every look there is, with how many pieces have it, in the order of pieces; faces that
        pieces can turn to count none."""
        found: dict[Look, int] = {}
        for info in self.world.pieces.values():
            for piece in info.ids:
                look = self.of(piece)
                found[look] = found.get(look, 0) + 1
            for code in info.codes if len(info.codes) <= MOST_WAYS else ():
                for piece in info.ids:
                    found.setdefault(self.of(piece, code), 0)
        return found

    def of_fields(self, type_name: str, fields: Mapping[str, Any]) -> Look:
        """A piece by its type and fields, with values as the engine has them; None where a field is
        not known."""
        info = self.world.pieces[type_name]
        values = tuple(fields.get(name) for name in info.field_types)
        key = (type_name, values)
        if key not in self._known:
            self._known[key] = LookOfPiece(
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


def _frozen(value: Any) -> Any:
    """A field of a dump, as something that can be looked up."""
    if isinstance(value, list):
        return tuple([_frozen(v) for v in value])
    return _frozen(list(value.items())) if isinstance(value, dict) else value


def _texts(info: KindInfo, field: str) -> list[str]:
    """A text field of a kind, or nothing, if the kind has none."""
    return (
        [str(v) for v in info.fields.get(field, ())]
        if isinstance(info.field_types.get(field), Text)
        else []
    )
