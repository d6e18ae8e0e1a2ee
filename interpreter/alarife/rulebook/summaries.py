"""Pieces of which there are many, by their kind.

In: a type of pieces. Out: a small table: how many there are of each kind, with which numbers."""

from __future__ import annotations

from alarife.checking.scope import Checked
from alarife.checking.types import KindOf, Number
from alarife.checking.world import PieceInfo
from alarife.rulebook.book import Table
from alarife.rulebook.phrases import phrase
from alarife.rulebook.telling import Telling
from alarife.syntax import tree
from alarife.texts.speech import named
from alarife.texts.targets import capital

_MANY = 14
"""So many different pieces are told apart by kind in a table of their own."""


def summary(checked: Checked, telling: Telling, decl: tree.Piece) -> Table | None:
    """The pieces of a type by their kind: how many, and from which number to which. None if there
    are few, or they are of no kind."""
    info = checked.world.pieces.get(decl.name)
    kind = _kind_of(info) if info else None
    if info is None or kind is None or info.count <= _MANY or 1 < len(decl.rows) <= _MANY + 1:
        return None
    field, of = kind
    fixed = {name: t for name, t in info.field_types.items() if name in info.fields}
    numbers = [name for name, t in fixed.items() if isinstance(t, Number)]
    if not numbers:
        return None
    groups: dict[int, list[int]] = {}
    for i, value in enumerate(info.fields[field]):
        if isinstance(value, int):
            groups.setdefault(value, []).append(i)
    t = telling.speech
    head = [
        capital(telling.kind_title(of)),
        phrase("count", t),
        *(capital(named(t, n)) for n in numbers),
    ]
    rows = [
        [
            telling.value_title(of, checked.world.kinds[of].names[value]),
            str(len(members)),
            *(_span([info.fields[name][i] for i in members]) for name in numbers),
        ]
        for value, members in sorted(groups.items())
    ]
    return Table(head, rows) if len(rows) > 1 else None


def _kind_of(info: PieceInfo) -> tuple[str, str] | None:
    """The first field of a piece that is a value of a kind, and the kind."""
    return next(
        (
            (name, t.name)
            for name, t in info.field_types.items()
            if isinstance(t, KindOf) and name in info.fields
        ),
        None,
    )


def _span(numbers: list[object]) -> str:
    known = [n for n in numbers if isinstance(n, int)]
    if not known:
        return "–"
    low, high = min(known), max(known)
    return str(low) if low == high else f"{low}–{high}"
