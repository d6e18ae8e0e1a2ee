"""The look of one piece, made field by field.

What comes in: a piece's type and the values of its fields. What goes out: its `Look`. The first
value with a sign of its own gives symbol and letters, the first coloured one the colour; what these
don't tell is written on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

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
from alarife.checking.world import PieceInfo
from alarife.drawing import symbols
from alarife.drawing.edges import EDGES, as_turned, edge_kind, turning
from alarife.drawing.look import Chip, Look
from alarife.drawing.shapes import shape_of
from alarife.drawing.signs import initials
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.drawing.looks import Looks

SIDE_LETTERS = "NESW"


class LookOfPiece:
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
            case Truth() if value or name not in self.info.faces or not self._is_disc():
                self.texts.append("✓" if value else "–")
            case Truth():
                pass  # as for a kind: what has not been turned says nothing
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
        elif value or name not in self.info.faces or not self._is_disc():
            # On a board, the side that lies on top from the start says nothing; only what has been
            # turned does.
            self.texts.append(chip.letter)

    def _is_disc(self) -> bool:
        return shape_of(self.looks.world, self.info) == "disc"

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
        if name in self.info.faces and 1 <= value <= 9:
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
        unclear = self.main is None or "sign" not in self._kind_fields(self.main) or self.info.faces
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
