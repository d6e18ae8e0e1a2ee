"""What can be read of a grid, and what names in a condition can stand for.

A condition speaks of cells by their offset from a centre, or of cells that never change. Its read
set (`OffsetReads`) says which cells it reads, and what it sees there (`Atom`): that something lies
there, of which type, a field, one side of a field, a note about it. `Meaning`: what an expression
stands for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from alarife.checking.scope import Local
from alarife.checking.types import UNKNOWN
from alarife.geometry import grid
from alarife.syntax import tree

Atom = tuple[str, ...]
THERE: Atom = ("there",)
ONLY_THERE: frozenset[Atom] = frozenset({THERE})
"""Read of a cell is no more than whether something lies there."""
NOTE = "note"
"""An atom ("note", name, key …) is what a note of yes or no says of what lies there; the keys after
the piece are numbers."""

EITHER = "either"
"""An atom ("either", atom …), the atoms with blanks between their words, is that one of them is
true."""


def one_of(atoms: Iterable[Atom]) -> Atom:
    """That one of these atoms is true, each of which is true or false."""
    found = sorted({" ".join(part) for atom in atoms for part in parts_of(atom)})
    return (EITHER, *found) if len(found) > 1 else tuple(found[0].split(" "))


def parts_of(atom: Atom) -> list[Atom]:
    """The atoms of which one is true; a single atom is its own."""
    return [tuple(part.split(" ")) for part in atom[1:]] if atom[0] == EITHER else [atom]


def notes_in(atom: Atom) -> list[Atom]:
    """The notes that an atom reads."""
    return [part for part in parts_of(atom) if part[0] == NOTE]


class NotLocal(Exception):
    """Something reads more of the grid than cells at constant offsets. `why` in words, `at`
    where."""

    def __init__(self, why: str, at: tree.Span | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.at = at


@dataclass(frozen=True, slots=True)
class Meaning:
    """What an expression stands for; as such: something that has nothing to do with the grid."""


@dataclass(frozen=True, slots=True)
class TheGrid(Meaning):
    """The grid that the law is about."""


@dataclass(frozen=True, slots=True)
class Off(Meaning):
    """The cell at this offset from the centre."""

    by: int


@dataclass(frozen=True, slots=True)
class Fixed(Meaning):
    """Always the same cell."""

    cell: int


@dataclass(frozen=True, slots=True)
class Known(Meaning):
    """A value that the text shows."""

    value: object


@dataclass(frozen=True, slots=True)
class Items(Meaning):
    """Several, in order."""

    members: tuple[Meaning, ...]


@dataclass(frozen=True, slots=True)
class PieceAt(Meaning):
    """What lies on a cell."""

    cell: Off | Fixed


@dataclass(frozen=True, slots=True)
class Usual(Meaning):
    """What `usual` means in a change: the bodies it stands for, one below the other, asked with
    what the changed value was asked with."""

    bodies: tuple[tuple[tree.Decl, tree.Expr], ...]
    args: tuple[Meaning, ...]


OTHER = Meaning()
USUAL = Local("usual", UNKNOWN, tree.NOWHERE)
"""Under this name an `Env` holds what `usual` means, in the body of a change."""
Env = dict[Local, Meaning]


@dataclass(slots=True)
class OffsetReads:
    """The read set of a condition: `atoms` and `polarities` by offset from the centre, `fixed`
    cells, `near`: offsets of the centres that a comparison with a fixed cell singles out, and the
    `notes` about pieces."""

    atoms: dict[int, set[Atom]] = field(default_factory=dict[int, set[Atom]])
    polarities: dict[int, set[int]] = field(default_factory=dict[int, set[int]])
    fixed: set[int] = field(default_factory=set[int])
    near: set[int] = field(default_factory=set[int])
    notes: set[Atom] = field(default_factory=set[Atom])

    def see(self, cell: Meaning, atom: Atom, polarity: int, at: tree.Span) -> None:
        """Note that something is read of a cell."""
        self.notes.update(notes_in(atom))
        if isinstance(cell, Off):
            self.atoms.setdefault(cell.by, set()).add(atom)
            self.polarities.setdefault(cell.by, set()).add(polarity)
        elif isinstance(cell, Fixed):
            self.fixed.add(cell.cell)
        else:
            raise NotLocal("it reads a cell whose distance the text does not show", at)


def steps(offset: int) -> tuple[int, int]:
    """An offset as columns and rows."""
    rows = (offset + grid.W // 2) // grid.W
    return offset - rows * grid.W, rows


def known(e: Meaning) -> int | None:
    """The number that an expression stands for, if the text shows it."""
    return e.value if isinstance(e, Known) and isinstance(e.value, int) else None


def moved(c: Off | Fixed, by: int) -> Off | Fixed:
    """The cell at an offset from another."""
    return Off(c.by + by) if isinstance(c, Off) else Fixed(c.cell + by)
