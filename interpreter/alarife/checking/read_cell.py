"""Reading the cells of rows by type, and listing the values of finite types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from alarife.checking.types import KindOf, Many, Maybe, Number, Pieces, Seat, Sides, Text, Truth, Type
from alarife.checking.world import PLAYER_NAMES, World
from alarife.diagnostics import Report
from alarife.linking.wording import did_you_mean
from alarife.syntax import tree

Reader = Callable[[tree.Cell, str], object]


class Reads(Protocol):
    """What a reader needs: the world so far, and where to report."""

    world: World
    report: Report


def cell_reader(builder: Reads, t: Type) -> Reader:
    """A function that reads a cell as a value of this type, reporting what it can't read (E0320)."""
    world, report = builder.world, builder.report

    def wrong(cell: tree.Cell, what: str, hint: str = "") -> None:
        report.error("E0320", f"`{cell.text}` is not {what}.", cell.at, hint=hint)

    def number(cell: tree.Cell, name: str) -> object:
        try:
            value = int(cell.text)
        except ValueError:
            wrong(cell, f"a number, as `{name}` should be", "Write it in digits.")
            return None
        low, high = (t.low, t.high) if isinstance(t, Number) else (None, None)
        if (low is not None and value < low) or (high is not None and value > high):
            wrong(cell, f"within {low}..{'' if high is None else high}", "Correct it, or widen the range.")
        return value

    def kind(cell: tree.Cell, name: str) -> object:
        names = world.kinds[t.name].names if isinstance(t, KindOf) else ()
        if cell.text in names:
            return names.index(cell.text)
        wrong(cell, f"a {t.name if isinstance(t, KindOf) else name}", did_you_mean(cell.text, names))
        return None

    def sides(cell: tree.Cell, name: str) -> object:
        mask = sides_mask(cell.text)
        if mask is None:
            wrong(cell, "made of the letters N, E, S, W", "Write the sides one behind the other, as in `NW`.")
        return mask or 0

    def truth(cell: tree.Cell, name: str) -> object:
        if cell.text not in ("yes", "no"):
            wrong(cell, "yes or no", "Write `yes` or `no`.")
        return cell.text == "yes"

    def many(cell: tree.Cell, name: str) -> object:
        member = cell_reader(builder, t.of) if isinstance(t, Many) else number
        found = [member(tree.Cell(word, at=cell.at), name) for word in cell.text.split()]
        good = [v for v in found if isinstance(v, int)]
        return tuple(sorted(set(good))) if isinstance(t, Many) and t.how == "set" else tuple(good)

    def seat(cell: tree.Cell, name: str) -> object:
        if cell.text in PLAYER_NAMES[: world.players]:
            return PLAYER_NAMES.index(cell.text)
        wrong(cell, "a player")
        return None

    def text(cell: tree.Cell, name: str) -> object:
        return cell.text

    def maybe(cell: tree.Cell, name: str) -> object:
        assert isinstance(t, Maybe)
        return None if cell.text in ("", "none") else cell_reader(builder, t.of)(cell, name)

    readers: dict[type[Type], Reader] = {
        Number: number,
        KindOf: kind,
        Sides: sides,
        Truth: truth,
        Many: many,
        Seat: seat,
        Text: text,
        Maybe: maybe,
    }
    return readers.get(type(t), text)


def sides_mask(letters: str) -> int | None:
    """`NE` → 3; None if these are no sides."""
    mask = 0
    for letter in letters:
        at = "NESW".find(letter)
        if at < 0 or mask >> at & 1:
            return None
        mask |= 1 << at
    return mask


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
        case Pieces():
            return [i for name in world.pieces if name in t.names for i in world.pieces[name].ids]
        case _:
            return None
