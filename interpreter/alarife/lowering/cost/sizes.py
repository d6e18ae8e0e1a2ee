"""Upper bounds on how many members a list or set has, told from its text and its type."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from math import prod

from alarife.checking.builtins import BUILT_INS, LINES
from alarife.checking.scope import Checked, Local
from alarife.checking.types import (
    CellType,
    KindOf,
    Many,
    Maybe,
    Number,
    Pieces,
    Seat,
    Sides,
    Type,
    member_of,
)
from alarife.checking.world import PlaceInfo
from alarife.linking.walk import below
from alarife.syntax import tree

MANY = 10_000
"""Members of a set of which nothing is known."""
_OF_THE_SAME = ("reverse", "short_of")
"""What these give has no more members than what they are given first."""
HUGE = 10**15
"""Weights are not told apart beyond this."""


class Sizes:
    """Sizes of the lists and sets of a checked program."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._known: dict[tree.Expr, int] = {}

    def of(self, e: tree.Expr) -> int:
        """How many members a list or set may have at most; at least 1."""
        if e not in self._known:
            written = self._written(e)
            self._known[e] = max(1, self._typed(e) if written is None else written)
        return self._known[e]

    def _written(self, e: tree.Expr) -> int | None:
        """What the form of an expression tells; None if nothing."""
        match e:
            case tree.Call() if (row := BUILT_INS.get(e.name)) is not None:
                if row.most is not None:
                    return row.most
                if e.name in _OF_THE_SAME:
                    return self.of(e.args[0])
                if row.per_cell:
                    cells = self._board(e)
                    return MANY if cells is None else row.per_cell * cells
            case tree.Name() if self._is_line(e):
                return max((max(p.bounds) for p in self._places() if p.bounds), default=MANY)
            case tree.Several():
                return len(e.items)
            case tree.Those() | tree.ListFor():
                return min(HUGE, prod(self.of(source.of) for source in e.sources.each))
            case _:
                pass
        return None

    def _typed(self, e: tree.Expr) -> int:
        """What is known by the type of an expression, or by what it names."""
        t, ref = self.checked.types.get(e), self.checked.refs.get(e)
        if isinstance(t, Maybe):
            return 1
        numbers = t.of if isinstance(e, tree.RangeOf) and isinstance(t, Many) else None
        if isinstance(numbers, Number) and numbers.low is not None and numbers.high is not None:
            return numbers.high - numbers.low + 1
        local = self.checked.local(e)
        if local is not None:
            given = self._handed_in(local)
            if given:
                self._known[e] = MANY  # while they are looked at: one may be handed on
                return max(map(self.of, given))
        if ref is not None and ref.kind == "value":
            self._known[e] = MANY  # while its cases are looked at: one may ask another
            cases = self._asked("value", str(ref.target))
            return max((self.of(case.body) for case in cases), default=MANY)
        if ref is not None and isinstance(ref.target, PlaceInfo):
            return self._values(ref.target.element)
        most = self._values(member_of(t) if t is not None else None)
        is_list = isinstance(t, Many) and t.how == "list"
        return max(MANY, most) if is_list and (ref is None or ref.kind != "members") else most

    def _handed_in(self, param: Local) -> list[tree.Expr]:
        """The arguments that calls anywhere in the program give to a parameter that is a list."""
        return self._given.get(param, [])

    @cached_property
    def _given(self) -> dict[Local, list[tree.Expr]]:
        found: dict[Local, list[tree.Expr]] = {}
        for node in below(*(file.decls for file in self.checked.program.files)):
            ref = self.checked.refs.get(node) if isinstance(node, tree.Call) else None
            if not isinstance(node, tree.Call) or ref is None:
                continue
            for decl in self._asked(ref.kind, str(ref.target)):
                params = self.checked.params.get(decl, [])
                for local, arg in zip(params, node.args, strict=False):
                    if isinstance(local.type, Many):
                        found.setdefault(local, []).append(arg)
        return found

    def _asked(self, kind: str, name: str) -> list[tree.Value | tree.Rule | tree.Change]:
        """The declarations that a call may come to."""
        p = self.checked.program
        found: list[tree.Value | tree.Rule | tree.Change] = []
        if kind == "value":
            found += p.values.get(name, [])
        if kind == "rule" and name in p.rules:
            found.append(p.rules[name])
        return [*found, *p.all_changes(name)] if found else []

    def _board(self, e: tree.Call) -> int | None:
        """How many cells the board has that is asked; None of a grid without bounds."""
        ref = self.checked.refs.get(e.args[0])
        board = ref.target if ref is not None and isinstance(ref.target, PlaceInfo) else None
        if board is None or board.bounds is None:
            return None
        return board.bounds[0] * board.bounds[1]

    def _is_line(self, e: tree.Name) -> bool:
        """Whether a name stands for a line or ray of a board. Such a list is no longer than the
        board."""
        return self.checked.local(e) in self._lines

    @cached_property
    def _lines(self) -> set[Local]:
        """The locals that stand for lines and rays of boards."""
        found = {
            self.checked.refs[node].target
            for node in below(*(file.decls for file in self.checked.program.files))
            if isinstance(node, tree.Source)
            and isinstance(node.of, tree.Call)
            and node.of.name in BUILT_INS
            and self.checked.types.get(node.of) == LINES
            and node in self.checked.refs
            and self._board(node.of) is not None
        }
        return {local for local in found if isinstance(local, Local)}

    def _values(self, member: Type | None) -> int:
        world = self.checked.world
        match member:
            case Pieces():
                return sum(world.pieces[n].count for n in member.names)
            case KindOf():
                return len(world.kinds[member.name].names)
            case Seat():
                return world.parties
            case Sides():
                return 4
            case CellType():
                return self.cells
            case _:
                return MANY

    def _places(self) -> Iterable[PlaceInfo]:
        return self.checked.world.places.values()

    @cached_property
    def cells(self) -> int:
        """An upper bound on the cells that are occupied or border on an occupied one."""
        boards = [p.bounds[0] * p.bounds[1] for p in self._places() if p.bounds is not None]
        free = [self._values(p.element) for p in self._places() if p.shape == "grid"]
        return max([1, *boards, *free])
