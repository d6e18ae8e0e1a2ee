"""Reading the cells of rows by type, and listing the values of finite types."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Protocol

from alarife.checking.describe import describe
from alarife.checking.types import (
    CellType,
    Decimal,
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
    Unknown,
)
from alarife.checking.world import PLAYER_NAMES, World
from alarife.diagnostics import Report
from alarife.geometry import grid
from alarife.linking.wording import or_all
from alarife.syntax import tree

_CELL = re.compile(r"(-?[0-9]{1,3}),(-?[0-9]{1,3})")
_NUMBER = re.compile(r"-?[0-9]{1,18}")
_DECIMAL = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,2})?")
Reader = Callable[[tree.Cell, str], object]


class CellReader(Protocol):
    """What a reader needs: the world so far, and where to report."""

    world: World
    report: Report


def cell_reader(builder: CellReader, t: Type) -> Reader:
    """A function that reads a cell as a value of this type, reporting what it can't read
    (E0320)."""
    return _CellReader(builder, t).read


class _CellReader:
    """Reads cells as values of one type."""

    def __init__(self, builder: CellReader, t: Type) -> None:
        self.builder = builder
        self.world, self.report = builder.world, builder.report
        self.type = t
        self._said: set[str] = set()

    def read(self, cell: tree.Cell, name: str) -> object:
        """The value that stands in a cell; `name` says what it is, for messages."""
        match self.type:
            case Number() as t:
                return self._number(t, cell, name)
            case Decimal():
                return self._decimal(cell, name)
            case KindOf() as t:
                return self._of_kind(t, cell)
            case Sides():
                return self._sides(cell)
            case Truth():
                if cell.text not in ("yes", "no"):
                    self._wrong(cell, "yes or no", "Write `yes` or `no`.")
                return cell.text == "yes"
            case Many() as t:
                return self._many(t, cell, name)
            case Seat():
                return self._seat(cell)
            case Maybe() as t:
                return (
                    None
                    if cell.text in ("", "none")
                    else _CellReader(self.builder, t.of).read(cell, name)
                )
            case CellType(what="Cell") as t:
                return self._cell(t, cell)
            case Text() | Unknown():
                return cell.text
            case _:
                self._wrong(
                    cell,
                    describe(self.type),
                    "Rows hold numbers, texts, values of kinds, sides, players, yes or no.",
                )
                return None

    def _wrong(self, cell: tree.Cell, what: str, hint: str = "") -> None:
        """Report what can't be read; the same of a whole column is said once."""
        if what in self._said and not hint.startswith("Did you mean"):
            return
        self._said.add(what)
        self.report.error("E0320", f"`{cell.text}` is not {what}.", cell.at, hint=hint)

    def _number(self, t: Number, cell: tree.Cell, name: str) -> int | None:
        if not _NUMBER.fullmatch(cell.text):
            self._wrong(cell, f"a number, as `{name}` should be", "Write it in digits.")
            return None
        value = int(cell.text)
        if (t.low is not None and value < t.low) or (t.high is not None and value > t.high):
            ends = f"{'' if t.low is None else t.low}..{'' if t.high is None else t.high}"
            self._wrong(cell, f"within {ends}", "Correct it, or widen the range.")
        return value

    def _decimal(self, cell: tree.Cell, name: str) -> int | float:
        value = float(cell.text) if _DECIMAL.fullmatch(cell.text) else 0.1
        if value * 4 % 1:
            self._wrong(cell, f"a number, as `{name}` should be", "Write `3`, `2.5` or `2.25`.")
            return 0
        return int(value) if value % 1 == 0 else value

    def _of_kind(self, t: KindOf, cell: tree.Cell) -> int | None:
        names = self.world.kinds[t.name].names
        if cell.text in names:
            return names.index(cell.text)
        self._wrong(cell, f"a {t.name}", or_all(cell.text, names, f"The values of `{t.name}` are"))
        return None

    def _sides(self, cell: tree.Cell) -> int:
        mask = sides_mask(cell.text)
        if mask is None:
            self._wrong(
                cell,
                "made of the letters N, E, S, W",
                "Write the sides without blanks, as in `NW`.",
            )
        return mask or 0

    def _many(self, t: Many, cell: tree.Cell, name: str) -> tuple[int, ...]:
        member = _CellReader(self.builder, t.of)
        found = [member.read(tree.Cell(word, at=cell.at), name) for word in cell.text.split()]
        good = [v for v in found if isinstance(v, int)]
        return tuple(sorted(set(good))) if t.how == "set" else tuple(good)

    def _cell(self, t: CellType, cell: tree.Cell) -> int | None:
        found = _CELL.fullmatch(cell.text)
        x, y = map(int, found.groups()) if found else (grid.FAR + 1, 0)
        code = grid.cell(x, y) if max(abs(x), abs(y)) <= grid.FAR else None
        if code is None or (t.board and code not in self.world.spots[t.name]):
            self._wrong(cell, describe(t), "Write its column and its row, as in `3,1`.")
        return code

    def _seat(self, cell: tree.Cell) -> int | None:
        if cell.text in PLAYER_NAMES[: self.world.players]:
            return PLAYER_NAMES.index(cell.text)
        seated = PLAYER_NAMES[: self.world.players]
        by_seat = ", ".join(f"`{name}`" for name in seated)
        self._wrong(cell, "a player", f"Players are named in the order of their seats: {by_seat}.")
        return None


def sides_mask(letters: str) -> int | None:
    """`NE` → 3; None if these are no sides."""
    mask = 0
    for letter in letters:
        at = "NESW".find(letter)
        if at < 0 or mask >> at & 1:
            return None
        mask |= 1 << at
    return mask


def told_apart(world: World, t: Type) -> Sequence[object] | None:
    """All that a note of a finite type may say, none as well if it may be none."""
    if not isinstance(t, Maybe):
        return values_of(world, t)
    values = values_of(world, t.of)
    return None if values is None else [None, *values]


def values_of(world: World, t: Type) -> Sequence[object] | None:
    """All values of a finite type in order, or None."""
    match t:
        case KindOf():
            return range(len(world.kinds[t.name].names))
        case Number() if t.low is not None and t.high is not None:
            return range(t.low, t.high + 1)
        case Truth():
            return (False, True)
        case Seat(who="Player"):
            return range(world.players)
        case Seat(who="Party"):
            return range(world.parties)
        case Seat():
            return range(world.players, world.parties)
        case CellType(board=str()):
            return world.spots[t.name]
        case Pieces():
            return [i for name in world.pieces if name in t.names for i in world.pieces[name].ids]
        case _:
            return None
