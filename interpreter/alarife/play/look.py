"""How things read in a terminal: pieces, values and parties in letters or in words.

What comes in: a world, and pieces and values as views have them. What goes out: short texts for
boards and rows, long ones for lists. What always holds: nothing is known of any game. Which letters
and colours things have is not decided here, but in `alarife.drawing.look`, for pictures and
terminals alike; here they are put together to lines."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from alarife.checking.types import CellType, KindOf, Many, Maybe, Number, Seat, Sides, Truth, Type
from alarife.checking.world import PieceInfo, World
from alarife.drawing.edges import EDGES, as_it_lies
from alarife.drawing.look import Chip, Look
from alarife.drawing.look_of import SIDE_LETTERS
from alarife.drawing.looks import Looks
from alarife.drawing.signs import abbreviations, initials
from alarife.drawing.symbols import seat_letter
from alarife.play.context import Context, is_last_default, kind_of
from alarife.play.text import Text, composed, join
from alarife.play.used import Used
from alarife.texts.speech import worded
from alarife.texts.spoken import phrase_of, phrased, spoken

Piece = Mapping[str, Any]
MEANT = "→"
"""Stands before the piece that a question is about."""


class PieceText:
    """Looks of one world. `viewer` is the seat (from 1) that reads: what is its own is called so;
    `names` are those of the parties; pieces in `meant` are marked as what the question is about."""

    def __init__(
        self,
        world: World,
        viewer: int = 0,
        encoding: str = "utf-8",
        names: Sequence[str] = (),
        meant: Collection[int] = (),
    ) -> None:
        self.world = world
        self.viewer = viewer
        self._meant = meant
        self.on_sides: dict[int, str] = {}
        self._encoding = encoding
        self._looks = Looks(world, names)
        self.used = Used()
        self.stones = self._plays_stones()
        self.signed = any(
            isinstance(t.of if isinstance(t, Maybe) else t, Seat)
            for info in world.pieces.values()
            for t in info.field_types.values()
        )
        self._doubles = self._that_look_alike()

    # ----------------------------------------------------------------
    # kinds
    def _chip(self, kind: str, value: str) -> Chip:
        return self._looks.value(kind, self.world.kinds[kind].names.index(value))

    def sign(self, kind: str, value: str) -> Text:
        """A kind's value in a letter or two; if this terminal has not got them, in plain ones."""
        self.used.kinds[kind] = None
        chip = self._chip(kind, value)
        letter = chip.letter
        if not self._can_show(letter):
            info = self.world.kinds[kind]
            letter = abbreviations(info.titles)[info.names.index(value)]
        return Text((letter, chip.colour))

    def _can_show(self, text: str) -> bool:
        try:
            text.encode(self._encoding)
        except (UnicodeEncodeError, LookupError):
            return False
        return True

    def printed_on(self, place: str) -> dict[tuple[int, int], Text]:
        """What is printed on the cells of a board, in small letters."""
        chips = self._looks.printed_on(place)
        self.used.pieces.update({chip.letter.lower(): chip.label for chip in chips.values()})
        return {
            at: Text((chip.letter.lower(), f"dim {chip.colour} ?{at[0]},{at[1]}"))
            for at, chip in chips.items()
        }

    def title(self, kind: str, value: str) -> Text:
        """A kind's value in words."""
        chip = self._chip(kind, value)
        return Text((chip.label, chip.colour))

    # ----------------------------------------------------------------
    # parties
    def _plays_stones(self) -> bool:
        """Whether a board is played on with pieces that say nothing but whose they are."""
        for place in self.world.places.values():
            if place.bounds or place.shape == "grid":
                fields = [
                    t
                    for name in self._types_in(place.element)
                    for t in self.world.pieces[name].field_types.values()
                ]
                if fields and all(isinstance(t, Seat) for t in fields):
                    return True
        return False

    def _types_in(self, element: Type) -> list[str]:
        element = element.of if isinstance(element, Maybe) else element
        return sorted(getattr(element, "names", ()))

    def party_number(self, party: int | str) -> int:
        """A party, counted from 0, from what views call it."""
        return (
            party - 1
            if isinstance(party, int)
            else self.world.players + self.world.neutrals.index(party)
        )

    def party_sign(self, party: int | str) -> Text:
        """A party in a letter: its number, or what stands for its stones."""
        self.used.parties = True
        number = self.party_number(party)
        chip = self._looks.party(number)
        return Text((seat_letter(number) if self.stones else chip.letter, chip.colour))

    def party(self, party: int | str) -> Text:
        """A party in words."""
        chip = self._looks.party(self.party_number(party))
        return Text((chip.label, chip.colour))

    # ----------------------------------------------------------------
    # pieces
    def _that_look_alike(self) -> frozenset[str]:
        """The types of pieces whose fields say the same as those of a type before them that may lie
        in the same place, or say nothing but numbers where others lie, too: they are called by
        their titles as well."""
        found: set[str] = set()
        for place in self.world.places.values():
            if place.name == "box":
                continue
            seen: set[tuple[object, ...]] = set()
            types = self._types_in(place.element)
            for name in sorted(types, key=list(self.world.pieces).index):
                fields = self.world.pieces[name].field_types.values()
                says = tuple(
                    "number" if isinstance(t, Number) else t
                    for t in fields
                    if not isinstance(t, Seat)
                )
                numbers = len(types) > 1 and set(says) == {"number"}
                if numbers or (says and says in seen):
                    found.add(name)
                seen.add(says)
        return frozenset(found)

    def info(self, piece: Piece) -> PieceInfo:
        """The type of a piece."""
        return self.world.pieces[piece["type"]]

    def fields(self, piece: Piece, context: Context | None = None) -> list[tuple[str, Any, Type]]:
        """What is to be said of a piece: name, value and type of its fields, without what is not
        there, what is as it is by default, and what goes without saying here."""
        info = self.info(piece)
        held = as_it_lies(info, piece)
        found: list[tuple[str, Any, Type]] = []
        for i, (name, declared) in enumerate(info.field_types.items()):
            t = declared.of if isinstance(declared, Maybe) else declared
            value = held.get(name)
            if value is None or value in ("", []) or (context and context.get(kind_of(t)) == value):
                continue
            if value is False:
                continue  # what a piece is not, or a side that has not been turned up
            if value == 0 and is_last_default(info, i):
                continue
            found.append((name, value, t))
        return found

    def undecided(self, heap: Sequence[Piece]) -> Context:
        """What a heap of pieces does not say yet: whose they will be when they are turned."""
        owners = {
            p[name]
            for p in heap
            if "type" in p
            for name in self.info(p).faces
            if isinstance(self.info(p).field_types[name], Seat)
        }
        return {"Party": owners.pop()} if len(owners) == 1 else {}

    def colour(self, piece: Piece, context: Context | None = None) -> str:
        """The colour of a piece: of its first kind that has one, else of whose it is; the other way
        round where its kind goes without saying."""
        return self._coloured(self._looks.of_data(piece), piece, context)

    def _coloured(self, look: Look, piece: Piece, context: Context | None) -> str:
        owner = look.owner.colour if look.owner else ""
        if (
            owner
            and context
            and not any(isinstance(t, KindOf) for _, _, t in self.fields(piece, context))
        ):
            return owner
        return look.colour or owner

    def walls(self, piece: Piece) -> str:
        """The sides of a piece that are walls, or whatever else its rules say of sides; the empty
        text if it says nothing."""
        return "".join(value for _, value, t in self.fields(piece) if isinstance(t, Sides))

    def short(self, piece: Piece, context: Context | None = None, walls: bool = True) -> Text:
        """A piece in a few letters."""
        if piece.get("hidden"):
            return Text(("?", "dim"))
        look = self._looks.of_data(piece)
        colour = self._coloured(look, piece, context)
        words = ["".join(chip.letter for chip in look.edges)] if look.edges else []
        self.used.pieces.update({chip.letter: chip.label for chip in look.edges})
        tail = ""
        for name, value, t in self.fields(piece, context):
            if look.edges and name in EDGES:
                continue
            if isinstance(t, Sides):
                tail = f"[{value}]" if walls else ""
                self.used.sides = True
                continue
            if isinstance(t, Truth):
                word = "+" if name in self.info(piece).faces else name[0]
                self.used.pieces[word] = name.replace("_", " ")
            else:
                word = self._short_value(value, t).plain
            if words and words[-1][-1:].isdigit() and word[:1].isdigit():
                words.append(":")
            words.append(word)
        if not words:
            seats = [v for _, v, t in self.fields(piece) if isinstance(t, Seat)]
            words = (
                [self.party_sign(seats[0]).plain]
                if seats and self._bare(piece)
                else [self._titled(piece, self._initials(piece))]
            )
        if piece["type"] in self._doubles:
            words.append(self._titled(piece, self._initials(piece)[:1].lower()))
        elif self._bare(piece) and (letter := self._looks.owned_alone.get(piece["type"], "")):
            words.append(self._titled(piece, letter.lower()))
        return self._marked(piece, Text(("".join(words), colour), (tail, colour)))

    def _marked(self, piece: Piece, said: Text) -> Text:
        """A piece with a mark, if the question is about it."""
        return (
            Text((MEANT, "bold"), said.styled("bold")) if piece.get("id") in self._meant else said
        )

    def _bare(self, piece: Piece) -> bool:
        """Whether a piece says nothing but whose it is, and others of its kind do, too."""
        return piece["type"] in self._bare_types

    @cached_property
    def _bare_types(self) -> frozenset[str]:
        pieces = self.world.pieces
        types = {name: info.field_types.values() for name, info in pieces.items()}
        if any(isinstance(t, Sides) for fields in types.values() for t in fields):
            return frozenset()
        return frozenset(
            name for name, fields in types.items() if all(isinstance(t, Seat) for t in fields)
        )

    def _initials(self, piece: Piece) -> str:
        return initials(self.info(piece).decl.title or piece["type"])

    def bare(self, piece: Piece) -> Text:
        """A piece that says nothing, where all others say something."""
        return Text((self._titled(piece, "*"), "bold"))

    def _titled(self, piece: Piece, sign: str) -> str:
        """A sign that stands for the type of a piece."""
        self.used.pieces[sign] = self.info(piece).decl.title or piece["type"]
        return sign

    def _short_value(self, value: Any, t: Type) -> Text:
        match t:
            case KindOf():
                return self.sign(t.name, value)
            case Seat():
                return self.party_sign(value)
            case Many():
                return join((self._short_value(v, t.of) for v in value), "")
            case _:
                return self.value(value, t)

    def long(self, piece: Piece, context: Context | None = None, bare: bool = False) -> Text:
        """A piece in words; bare: without what kind of piece it is, if there is anything else to
        say."""
        if piece.get("hidden"):
            return Text((phrased("something hidden"), "dim"))
        words: list[Text] = []
        owner: Any = None
        named = False
        look = self._looks.of_data(piece)
        for name, value, t in self.fields(piece, context):
            if isinstance(t, Sides):
                words.append(Text(f"[{value}]"))
            elif isinstance(t, Truth):
                words.append(Text(name.replace("_", " ")))
            elif isinstance(t, Seat):
                owner = value
            else:
                named = named or isinstance(t, KindOf)
                words.append(self.value(value, t))
        if not named and not (bare and words):
            words.insert(0, Text(self.info(piece).decl.title or piece["type"]))
        elif named and piece["type"] in self._doubles:
            words.append(Text(f"({self.info(piece).decl.title or piece['type']})"))
        if owner is not None:
            said = join(words)
            words = [
                composed(phrase_of("your {piece}"), piece=said)
                if owner == self.viewer
                else composed(phrase_of("{piece} of {name}"), piece=said, name=self.party(owner))
            ]
        colour = self._coloured(look, piece, context)
        return self._marked(piece, Text((join(words).plain, colour)) if colour else join(words))

    # ----------------------------------------------------------------
    # any value
    def value(self, value: Any, t: Type) -> Text:
        """A value, as views have it, in words."""
        if value is None:
            return Text((worded(spoken(), "none"), "dim"))
        match t:
            case Maybe():
                return self.value(value, t.of)
            case KindOf():
                return self.title(t.name, value) if t.name in self.world.kinds else Text(str(value))
            case Seat():
                return Text(
                    self.party(value), f" {phrased('(you)')}" if value == self.viewer else ""
                )
            case Truth():
                return Text(worded(spoken(), "yes" if value else "no"))
            case CellType():
                x, y = value["at"]
                return Text(f"{x},{y}")
            case Many():
                return (
                    join((self.value(v, t.of) for v in value), "+")
                    if value
                    else Text((worded(spoken(), "none"), "dim"))
                )
            case Number():
                return Text(str(value))
            case _ if isinstance(value, int) and hasattr(t, "names"):
                return self.long(self.piece(value))
            case _:
                return Text(str(value))

    def piece(self, x: int) -> dict[str, Any]:
        """A piece by its id, as it is printed (a face is as it began)."""
        info = self.world.piece_of(x)
        found: dict[str, Any] = {"id": x, "type": info.name}
        for name, t in info.field_types.items():
            if name not in info.faces:
                found[name] = self._as_viewed(info.fields[name][x - info.first], t)
        return found

    def _as_viewed(self, value: Any, t: Type) -> Any:
        """A value of a world, as views have it."""
        if value is None:
            return None
        match t:
            case Maybe():
                return self._as_viewed(value, t.of)
            case KindOf() if t.name in self.world.kinds:
                return self.world.kinds[t.name].names[value]
            case Seat():
                return (
                    value + 1
                    if value < self.world.players
                    else self.world.neutrals[value - self.world.players]
                )
            case Sides():
                return "".join(letter for i, letter in enumerate(SIDE_LETTERS) if value >> i & 1)
            case Many():
                return [self._as_viewed(v, t.of) for v in value]
            case _:
                return value
