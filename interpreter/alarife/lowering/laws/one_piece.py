"""Conditions that say one thing of one piece.

`g[c] is some t and N is in t.walls or (g[c] is some t and stick[t, N])` is true where something
lies on `c` that has a wall there or a stick. Which of them it is makes no difference to a law that
says no more, so it is read as one atom, and pieces of which it is true for different reasons are
the same to the law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from alarife.checking.types import Sides, Truth
from alarife.checking.world import NoteInfo
from alarife.lowering.laws.read_sets import (
    NOTE,
    Atom,
    Env,
    Fixed,
    Off,
    PieceAt,
    known,
    one_of,
)
from alarife.syntax import tree

if TYPE_CHECKING:
    from alarife.lowering.laws.offsets import OffsetAnalysis

Told = tuple[Off | Fixed, Atom]


class OnePiece:
    """Finds them, with a reader that knows what names stand for."""

    def __init__(self, reader: OffsetAnalysis) -> None:
        self.reader = reader
        self.checked = reader.checked

    def told(self, e: tree.Expr, env: Env) -> Told | None:
        """The cell and the atom, if a condition says that something lies there of which this atom
        is true."""
        reader = self.reader
        match e:
            case tree.Or():
                parts = [self.told(part, env) for part in e.parts]
                found = [part for part in parts if part is not None]
                if len(found) < len(parts) or len({cell for cell, _ in found}) > 1:
                    return None
                return found[0][0], one_of(atom for _, atom in found)
            case tree.And(parts=[tree.IsSome(of=tree.At() as spot) as some, then]) if (
                reader.of_grid(spot, env)
            ):
                cell, inner = reader.value(spot.keys[0], env), dict(env)
                if not isinstance(cell, (Off, Fixed)):
                    return None
                held = PieceAt(cell)
                reader.bind(some, inner, held)
                atom = self._atom(then, inner, held)
                return None if atom is None else (cell, atom)
            case tree.Call() | tree.Name() if reader.says(e, env):
                return self.told(*reader.asked(e, env))
            case _:
                return None

    def _atom(self, e: tree.Expr, env: Env, held: PieceAt) -> Atom | None:
        """What a condition says of a piece, if it is one atom or one of several."""
        match e:
            case tree.Or():
                atoms = [self._atom(part, env, held) for part in e.parts]
                found = [atom for atom in atoms if atom is not None]
                return one_of(found) if len(found) == len(atoms) else None
            case tree.Compare(
                op="in", left=left, right=tree.Get(of=tree.Name() as of) as right
            ) if isinstance(self.checked.types.get(right), Sides):
                side = known(self.reader.value(left, env))
                told = side is not None and self.reader.value(of, env) == held
                return ("has", right.field, str(side)) if told else None
            case tree.At() if self.reader.notes and self.checked.refs[e].kind == "note":
                return note_atom(self.reader, e, env, held)
            case _:
                return None


def note_atom(reader: OffsetAnalysis, e: tree.At, env: Env, held: PieceAt) -> Atom | None:
    """What a note of yes or no about this piece says, whose other keys the text shows."""
    note = reader.checked.refs[e].target
    assert isinstance(note, NoteInfo)
    about, *rest = [reader.value(key, env) for key in e.keys]
    keys = [known(key) for key in rest]
    if about != held or None in keys or not isinstance(note.type, Truth):
        return None
    return (NOTE, note.name, *[str(int(k or 0)) for k in keys])
