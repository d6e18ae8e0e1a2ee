"""What a linked program is made of before anything moves: kinds, pieces, parties, places and notes,
with their numbers.

Everything that can be counted gets a number here, once: the values of a kind 0, 1, …; players from
0, neutral parties behind them; every piece an id, in the order of declarations and rows, copies
side by side; every place an instance number (0 is the box). Later stages speak in these numbers
only. Field values are kept as tuples by id."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod
from typing import SupportsIndex

from alarife.checking.types import (
    CellType,
    GridOf,
    KindOf,
    Maybe,
    Number,
    Pieces,
    Type,
    alike,
    join,
    list_of,
    set_of,
)
from alarife.linking.program import Program
from alarife.syntax import tree

PLAYER_NAMES = ("ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ida", "jim")
"""How examples call the players, seat 1 first."""


class Names(tuple[str, ...]):  # noqa: SLOT001  # it keeps what it has looked up
    """Names that are found at once, however many there are."""

    @cached_property
    def _at(self) -> dict[object, int]:
        return {name: i for i, name in reversed(list(enumerate(self)))}

    def __contains__(self, name: object) -> bool:
        return name in self._at

    def index(self, name: object, start: SupportsIndex = 0, stop: SupportsIndex = 0, /) -> int:
        """Where a name stands, from 0; between two bounds if they are given."""
        return super().index(name, start, stop) if start or stop else self._at[name]


@dataclass(eq=False, slots=True)
class KindInfo:
    """A kind: its values' names and titles by index, and its fields by name, each a tuple by
    index."""

    name: str
    decl: tree.Kind | None
    names: tuple[str, ...]
    titles: tuple[str, ...]
    field_types: dict[str, Type] = field(default_factory=dict[str, Type])
    fields: dict[str, tuple[object, ...]] = field(default_factory=dict[str, tuple[object, ...]])

    def __post_init__(self) -> None:
        self.names = Names(self.names)


@dataclass(eq=False, slots=True)
class PieceInfo:
    """A type of pieces: ids `first` … `first + count - 1`; `fields` by name, each a tuple by id -
    first; `faces` are the fields that turn, each with its values; `defaults` are those of the
    fields that a literal may leave out, `optional_from` says from which field on it may."""

    name: str
    decl: tree.Piece
    first: int = 0
    count: int = 0
    field_types: dict[str, Type] = field(default_factory=dict[str, Type])
    fields: dict[str, tuple[object, ...]] = field(default_factory=dict[str, tuple[object, ...]])
    faces: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    optional_from: int = 0
    defaults: dict[str, object] = field(default_factory=dict[str, object])

    @property
    def ids(self) -> range:
        """The ids of its pieces."""
        return range(self.first, self.first + self.count)

    @property
    def codes(self) -> Sequence[int]:
        """What a slot may hold of its faces: the value of a single one; of several, the number of
        their combination, the last face counting fastest."""
        if len(self.faces) == 1:
            return next(iter(self.faces.values()))
        return range(prod(map(len, self.faces.values())) if self.faces else 0)

    def shown(self, code: int) -> dict[str, int]:
        """The values of its faces."""
        if len(self.faces) == 1:
            return dict.fromkeys(self.faces, code)
        found: dict[str, int] = {}
        for name, values in reversed(self.faces.items()):
            code, i = divmod(code, len(values))
            found[name] = values[i]
        return found

    def code(self, shown: Mapping[str, int]) -> int:
        """What stands for these values of its faces; a face that is not named shows its first."""
        if len(self.faces) == 1:
            return next((shown.get(name, values[0]) for name, values in self.faces.items()))
        code = 0
        for name, values in self.faces.items():
            code = code * len(values) + values.index(shown.get(name, values[0]))
        return code


@dataclass(slots=True)
class Domain:
    """The keys that a place, note or table is asked with: `type` and how a key becomes an index,
    `size` of them. Numbered keys become key - low; spots of a board are found by their `codes`."""

    name: str | None
    type: Type
    low: int
    size: int
    codes: tuple[int, ...] | None = None

    @property
    def values(self) -> Sequence[int]:
        """The keys in order."""
        return range(self.low, self.low + self.size) if self.codes is None else self.codes

    def index(self, key: int) -> int:
        """Which of the keys this is, from 0."""
        return key - self.low if self.codes is None else self.codes.index(key)


@dataclass(eq=False, slots=True)
class PlaceInfo:
    """A declared place. `shape` is space, set, bag, row, pile, grid or board. Instances are
    numbered `first` … in the order of keys. `law` is the name of the law it is under. `bounds` is
    the size of a board; `hexagonal` says that each row of a grid lies half a space further east
    than the one to its north."""

    name: str
    decl: tree.Place | None
    shape: str
    element: Type
    domains: list[Domain] = field(default_factory=list[Domain])
    first: int = 0
    law: str | None = None
    bounds: tuple[int, int] | None = None
    hexagonal: bool = False

    @property
    def count(self) -> int:
        """How many instances it has."""
        return prod([domain.size for domain in self.domains])

    @property
    def content(self) -> Type:
        """The type of what lies in one instance."""
        match self.shape:
            case "space":
                return Maybe(self.element)
            case "set" | "bag":
                return set_of(self.element)
            case "row" | "pile":
                return list_of(self.element)
            case _:
                return GridOf(self.element, self.name if self.bounds else None)

    def ranges(self) -> list[Sequence[int]]:
        """The values of each key, in order."""
        return [d.values for d in self.domains]

    def keys(self) -> list[tuple[int, ...]]:
        """The keys of the instances, in order."""
        return list(product(*self.ranges()))


@dataclass(eq=False, slots=True)
class NoteInfo:
    """A declared note: keys, type, and its bounds if it is a number with a range."""

    name: str
    decl: tree.Note
    type: Type
    domains: list[Domain] = field(default_factory=list[Domain])
    low: int | None = None
    high: int | None = None

    def is_seen(self, keys: Sequence[int], seat: int) -> bool:
        """Whether a seat (from 0) sees the value of these keys."""
        seen = self.decl.seen
        if seen in ("", "all"):
            return True
        names = [key.name for key in self.decl.keys]
        return seen in names and keys[names.index(seen)] == seat

    def ranges(self) -> list[Sequence[int]]:
        """The values of each of its keys, in order."""
        return [d.values for d in self.domains]

    @property
    def count(self) -> int:
        """How many values it has."""
        return prod([domain.size for domain in self.domains])


@dataclass(eq=False, slots=True)
class TableInfo:
    """A table: `rows` are nested tuples by the index of the keys."""

    name: str
    decl: tree.Table
    type: Type
    domains: list[Domain]
    rows: tuple[object, ...] = ()


@dataclass
class World:
    """See the module. `members` maps the name of a type of pieces, open ones too, to the declared
    piece types in it."""

    program: Program
    players: int
    neutrals: tuple[str, ...] = ()
    kinds: dict[str, KindInfo] = field(default_factory=dict[str, KindInfo])
    members: dict[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    pieces: dict[str, PieceInfo] = field(default_factory=dict[str, PieceInfo])
    places: dict[str, PlaceInfo] = field(default_factory=dict[str, PlaceInfo])
    notes: dict[str, NoteInfo] = field(default_factory=dict[str, NoteInfo])
    tables: dict[str, TableInfo] = field(default_factory=dict[str, TableInfo])
    spots: dict[str, tuple[int, ...]] = field(default_factory=dict[str, tuple[int, ...]])
    """All cells, edges or corners of a board, as far as the rules name them: `Edge of island`."""
    maps: dict[str, tuple[tuple[int, int], ...]] = field(
        default_factory=dict[str, tuple[tuple[int, int], ...]]
    )
    """The lines of each kind that is a map (see `checking.maps`), as pairs of values."""
    printed: dict[str, dict[int, tuple[Type, object]]] = field(
        default_factory=dict[str, dict[int, tuple[Type, object]]]
    )
    """What is printed on the cells of boards: type and value by cell."""
    piece_count: int = 0
    place_count: int = 1

    @property
    def shown_notes(self) -> list[NoteInfo]:
        """The notes that a table shows."""
        return [note for note in self.notes.values() if note.decl.shown]

    def lying_on(self, board: str) -> list[PlaceInfo]:
        """The places on the cells, edges and corners of a board, in declared order."""
        return [
            info
            for info in self.places.values()
            if len(info.domains) == 1
            and isinstance(info.domains[0].type, CellType)
            and info.domains[0].type.board == board
        ]

    @cached_property
    def lie_on_boards(self) -> frozenset[str]:
        """The places that are drawn on a board without keys."""
        return frozenset(
            info.name
            for board in self.places.values()
            if board.bounds and (board.shape == "pile" or not board.domains)
            for info in self.lying_on(board.name)
        )

    def position(self, kind: str, value: int) -> tuple[int, int]:
        """Where a value stands on its map."""
        fields = self.kinds[kind].fields
        return int(str(fields["x"][value])), int(str(fields["y"][value]))

    def lying_on_map(self, kind: str) -> list[PlaceInfo]:
        """The places on the values of a map, in declared order."""
        return [
            info
            for info in self.places.values()
            if [d.type for d in info.domains] == [KindOf(kind)] and kind in self.maps
        ]

    @property
    def parties(self) -> int:
        """How many parties there are: players and neutrals."""
        return self.players + len(self.neutrals)

    @cached_property
    def type_names(self) -> dict[frozenset[str], str]:
        """The declared name of each set of piece types that has one."""
        return {members: name for name, members in self.members.items()}

    def piece_of(self, piece: int) -> PieceInfo:
        """The type of a piece."""
        for info in self.pieces.values():
            if info.first <= piece < info.first + info.count:
                return info
        raise KeyError(piece)

    def field_type(self, pieces: Pieces, name: str) -> Type | None:
        """The type of a field that all these pieces have, and that is alike in all of them; else
        None."""
        found = [self.pieces[p].field_types.get(name) for p in sorted(pieces.names)]
        types = [t for t in found if t is not None]
        if len(types) < len(found) or not all(alike(types[0], t) for t in types):
            return None
        return join(types)

    def seat_name(self, party: int) -> str:
        """What a party is called in examples: a player's name or the neutral's."""
        return PLAYER_NAMES[party] if party < self.players else self.neutrals[party - self.players]


def bounds_of(t: Type) -> tuple[int | None, int | None]:
    """The bounds of a number's type."""
    if isinstance(t, Maybe):
        t = t.of
    return (t.low, t.high) if isinstance(t, Number) else (None, None)
