"""Saying values: for readers (labels), as stable texts (keys), and as JSON-able data.

A value in a state is a small number whose meaning depends on its type. Here numbers get their names
back: `label` for people, `key` for programs and saves, `data` for JSON. Nothing here changes
anything."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from alarife.checking.types import (
    CellType,
    Decimal,
    GridOf,
    KindOf,
    Many,
    Maybe,
    Number,
    Picture,
    Pieces,
    Seat,
    Sides,
    Tie,
    Truth,
    Type,
    member_of,
)
from alarife.checking.world import PieceInfo, World
from alarife.engine.budget import LARGEST
from alarife.engine.damage import Damage, quoted
from alarife.engine.tables import Tables
from alarife.geometry.grid import Grid, cell, xy
from alarife.lowering.layout import Slots
from alarife.meanings import ranking_of

SIDE_LETTERS = "NESW"


class Words:
    """Says values of one world."""

    def __init__(self, world: World, tables: Tables) -> None:
        self.world = world
        self.tables = tables
        self._infos: list[PieceInfo] = [
            info for info in world.pieces.values() for _ in range(info.count)
        ]
        self._labels: dict[int, str] = {}
        self._piece_keys: dict[int, str] = {}

    # ----------------------------------------------------------------
    # pieces
    def fields(self, s: Slots, x: int) -> dict[str, tuple[Any, Type]]:
        """The fields of a piece as they are now, with their types."""
        info = self._infos[x]
        found: dict[str, tuple[Any, Type]] = {}
        shown = info.shown(s[self.tables.face_slot[x]][x - info.first]) if info.faces else {}
        for name, t in info.field_types.items():
            if name in shown:
                found[name] = (shown[name], t)
            else:
                found[name] = (info.fields[name][x - info.first], t)
        return found

    def piece(self, s: Slots, x: int) -> dict[str, Any]:
        """A piece as data: id, type, and fields by name."""
        found: dict[str, Any] = {"id": x, "type": self._infos[x].name}
        for name, (value, t) in self.fields(s, x).items():
            found[name] = self.data(s, value, t)
        return found

    def piece_label(self, s: Slots, x: int) -> str:
        """A piece for readers: what its fields say, or its title if they don't tell it from other
        pieces. A zero or a no that stands for what was left out of its row is not said."""
        return self._said(self._labels, self._piece_label, s, x)

    def piece_key(self, s: Slots, x: int) -> str:
        """A piece as a stable text: type and fields."""
        return self._said(self._piece_keys, self._piece_key, s, x)

    def _said(
        self, said: dict[int, str], say: Callable[[Slots, int], str], s: Slots, x: int
    ) -> str:
        """The words for a piece; those for one that can't turn are kept."""
        if self.tables.face_slot[x] >= 0:
            return say(s, x)
        found = said.get(x)
        if found is None:
            found = said[x] = say(s, x)
        return found

    def _piece_label(self, s: Slots, x: int) -> str:
        info = self._infos[x]
        said = [
            (self.label(s, v, t), t)
            for name, (v, t) in self.fields(s, x).items()
            if v is not None and v != () and not _is_nothing(v, t, info.defaults.get(name))
        ]
        words = [f"[{w}]" if isinstance(t, Sides) else w for w, t in said if w]
        title = info.decl.title or info.name
        telling = [t for _, t in said if not isinstance(t, (Seat, Sides))]
        if not words:
            return title
        return " ".join(words) if telling else f"{title} ({', '.join(words)})"

    def piece_name(self, s: Slots, x: int) -> str:
        """A piece by its type's title and what its fields say; not how it is turned, nor what is
        left out of its row."""
        info = self._infos[x]
        told = [
            self.label(s, v, t)
            for name, (v, t) in self.fields(s, x).items()
            if name not in info.faces and v not in (None, (), info.defaults.get(name))
        ]
        title = info.decl.title or info.name
        return f"{title}: {', '.join(told)}" if told else title

    def _piece_key(self, s: Slots, x: int) -> str:
        values = [self.key(s, v, t) for v, t in self.fields(s, x).values()]
        name = self._infos[x].name
        return f"{name}({','.join(values)})" if values else name

    # ----------------------------------------------------------------
    # any value
    def label(self, s: Slots, value: Any, t: Type) -> str:
        """A value for readers."""
        if value is None:
            return "nothing"
        match t:
            case Maybe():
                return self.label(s, value, t.of)
            case KindOf():
                return str(self.world.kinds[t.name].titles[int(value)])
            case Pieces():
                return self.piece_label(s, value)
            case Seat():
                return self.party_title(value)
            case CellType():
                return ",".join(str(n) for n in xy(value))
            case Sides():
                return "".join(letter for i, letter in enumerate(SIDE_LETTERS) if value >> i & 1)
            case Truth():
                return "yes" if value else "no"
            case Tie():
                return " = ".join(self.label(s, v, t.of) for v in value[1])
            case Many():
                member = member_of(t) or t.of
                return ", ".join(self.label(s, v, member) for v in value)
            case _:
                return str(value)

    def key(self, s: Slots, value: Any, t: Type) -> str:
        """A value as a stable text."""
        if value is None:
            return "none"
        match t:
            case Maybe():
                return self.key(s, value, t.of)
            case KindOf():
                return str(self.world.kinds[t.name].names[int(value)])
            case Pieces():
                return self.piece_key(s, value)
            case Seat():
                return self.party_key(value)
            case Tie():
                return "=".join(self.key(s, v, t.of) for v in value[1])
            case Many():
                member = member_of(t) or t.of
                return "+".join(self.key(s, v, member) for v in value)
            case _:
                return self.label(s, value, t)

    def data(self, s: Slots, value: Any, t: Type) -> Any:
        """A value as JSON-able data."""
        if value is None:
            return None
        match t:
            case Maybe():
                return self.data(s, value, t.of)
            case KindOf():
                return str(self.world.kinds[t.name].names[int(value)])
            case Seat():
                seat = int(value)
                players = self.world.players
                return seat + 1 if seat < players else self.world.neutrals[seat - players]
            case CellType():
                return {"at": list(xy(value))}
            case Sides():
                return self.label(s, value, t)
            case Tie():
                return [self.data(s, v, t.of) for v in value[1]]
            case Many():
                member = member_of(t) or t.of
                return [self.data(s, v, member) for v in value]
            case GridOf():
                return self.grid(s, value)
            case _:
                return value

    def undo_data(self, value: Any, t: Type) -> Any:
        """The inverse of `data` for what can be remembered in notes. Raises ValueError for what is
        none."""
        match t:
            case Maybe():
                return None if value is None else self.undo_data(value, t.of)
            case KindOf():
                return self.world.kinds[t.name].names.index(value)
            case Seat():
                if isinstance(value, int):
                    return _within(value - 1, 0, self.world.players)
                return self.world.players + self.world.neutrals.index(value)
            case CellType():
                return cell(*value["at"])
            case Sides():
                return sum(1 << SIDE_LETTERS.index(letter) for letter in value)
            case Many(how="ranking"):
                return ranking_of([[self.undo_data(v, t.of) for v in tied] for tied in value])
            case Many():
                return tuple(self.undo_data(v, t.of) for v in value)
            case Truth():
                return bool(value)
            case Number():
                return _number(value, t)
            case Decimal():
                return _decimal(value)
            case Picture():
                if not isinstance(value, str):
                    raise Damage(f"{quoted(value)} is no picture")
                return value
            case Pieces():
                if value not in (i for name in t.names for i in self.world.pieces[name].ids):
                    raise Damage(f"{quoted(value)} is no such piece")
                return value
            case _:
                return value

    def grid(self, s: Slots, g: Grid) -> list[dict[str, Any]]:
        """A grid as data: its pieces with their cells, in the order of cells."""
        return [{"at": list(xy(c)), "piece": self.piece(s, x)} for c, x in g.items_sorted()]

    # ----------------------------------------------------------------
    # parties
    def party_key(self, party: int) -> str:
        """A party as a stable text: the seat, or the neutral's name."""
        return (
            str(party + 1)
            if party < self.world.players
            else self.world.neutrals[party - self.world.players]
        )

    def party_title(self, party: int) -> str:
        """A party for readers."""
        if party < self.world.players:
            return f"Player {party + 1}"
        name = self.world.neutrals[party - self.world.players]
        return self.world.program.neutrals[name].title or name

    def constant(self, value: Any, t: Type) -> Any:
        """A value that is the same in every state, JSON-able."""
        return self.data(Slots(), value, t)

    def keys_text(self, keys: Sequence[int], types: Sequence[Type]) -> str:
        """The keys of a place or note as one text."""
        return ",".join(
            str(k) if isinstance(t, Pieces) else self.key(Slots(), k, t)
            for k, t in zip(keys, types, strict=True)
        )


def _decimal(value: Any) -> int | float:
    """A number in quarters; `Damage` for anything else."""
    if type(value) not in (int, float) or not abs(value) < 1e15 or value * 4 % 1:
        raise Damage(f"{quoted(value)} is no number in quarters")
    return value


def _number(value: Any, t: Number) -> int:
    if (
        type(value) is not int
        or abs(value) > LARGEST
        or (t.low is not None and value < t.low)
        or (t.high is not None and value > t.high)
    ):
        raise Damage(f"{quoted(value)} is no number that can stand here")
    return value


def _within(n: int, low: int, size: int) -> int:
    if not low <= n < low + size:
        raise Damage(f"there is no player {n + 1}")
    return n


def _is_nothing(value: Any, t: Type, default: Any) -> bool:
    """Whether it is a default of zero or no: a number of nothing, a property that is missing."""
    return isinstance(t, (Number, Truth)) and value == default and not value
