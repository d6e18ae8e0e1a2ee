"""Numbers for answers, from the rules of a configuration alone.

The numbers are, in this order: `done`, `no`, `yes`; the actions of all menus; the values of kinds
and the parties, as far as a question asks for one; the whole numbers that a question may ask for;
the cells of the widest bounded board; the pieces; positions. A piece on a bounded board is answered
by its cell. Pieces that look alike share a run of numbers, and options among them take these in
order. What has no bound (cells of a board that grows, large numbers) is answered by its position
among the options."""

from __future__ import annotations

from typing import Any

from alarife.checking.types import CellType, KindOf, Many, Maybe, Number, Pieces, Seat
from alarife.engine.decisions import Decision
from alarife.engine.inspect import cell_of, laid_out, lies_in, questions, tables_of
from alarife.engine.state import Game
from alarife.engine.tables import GRID
from alarife.geometry.grid import cell, xy

_WIDEST = 512
"""A question for numbers with more values than this has no bounds worth the name."""
_SMALL = 63
"""Numbers up to this have numbers of their own where a question has no bounds."""


class Actions:
    """The numbers of one configuration; `count` is how many there are."""

    def __init__(self, game: Game) -> None:
        self.game = game
        world = game.world
        self.names: list[str] = ["done", "no", "yes"]
        self._menu = {
            name: self._add(f"action {name}")
            for name in sorted({a for menu in game.program.actions_of.values() for a in menu})
        }
        elements = [_plain(q.element) for q in questions(game)]
        self._kind = {
            kind: self._run([f"{kind} {name}" for name in info.names])
            for kind, info in world.kinds.items()
            if any(isinstance(t, KindOf) and t.name == kind for t in elements)
        }
        seats = any(isinstance(t, Seat) for t in elements)
        self._party = self._run(
            [f"party {game.party(p)}" for p in range(world.parties)] if seats else []
        )
        asked = [_bounds(t) for t in elements if isinstance(t, Number)]
        self._low = min((low for low, _ in asked), default=0)
        self._high = max((high for _, high in asked), default=self._low - 1)
        self._number = self._run([f"number {n}" for n in range(self._low, self._high + 1)])
        on_board = any(isinstance(t, (CellType, Pieces)) for t in elements)
        bounds = [b for b in tables_of(game).bounds if b is not None and on_board]
        self._columns = max((b[0] for b in bounds), default=0)
        rows = max((b[1] for b in bounds), default=0)
        self._cell = self._run(
            [f"cell {x},{y}" for y in range(1, rows + 1) for x in range(1, self._columns + 1)]
        )
        self._piece = self._pieces(elements)
        grows = any(
            b is None and shape == GRID
            for b, shape in zip(tables_of(game).bounds, tables_of(game).shape, strict=True)
        )
        most = 4 * world.piece_count + 4 if grows else 64
        self._position = self._run([f"position {n}" for n in range(most)])

    @property
    def count(self) -> int:
        """How many numbers there are."""
        return len(self.names)

    def _add(self, name: str) -> int:
        self.names.append(name)
        return len(self.names) - 1

    def _run(self, names: list[str]) -> int:
        first = len(self.names)
        self.names += names
        return first

    def _pieces(self, elements: list[Any]) -> dict[int, int]:
        """The first number of each look; every piece that may be chosen has one number."""
        asked = {name for t in elements if isinstance(t, Pieces) for name in t.names}
        tables, words = tables_of(self.game), self.game.words
        slots = laid_out(self.game)
        first: dict[int, int] = {}
        by_look: dict[int, int] = {}
        for x, look in enumerate(tables.look):
            if tables.kind[x] in asked:
                by_look[look] = by_look.get(look, 0) + 1
        for look, many in by_look.items():
            said = words.piece_key(slots, look)
            first[look] = self._run([said if many == 1 else f"{said} #{n}" for n in range(many)])
        return first

    # ----------------------------------------------------------------
    # answers
    def of(self, decision: Decision) -> list[int]:
        """The number of each option, in their order."""
        raws = [option.raw for option in decision.options]
        taken: set[int] = set()
        found: list[int] = []
        for position, raw in enumerate(raws):
            number = self._of(decision, raw, taken)
            if number is None or number in taken:
                number = self._position + position
            taken.add(number)
            found.append(number)
        return found

    def _of(self, decision: Decision, raw: Any, taken: set[int]) -> int | None:
        if raw is None:
            return 0
        if decision.kind == "menu":
            return self._menu[self.game.program.actions_of[decision.site.menu][raw]]
        if decision.kind == "may":
            return 2 if raw else 1
        t = _plain(decision.element)
        if isinstance(t, Pieces):
            return self._of_piece(decision, raw, taken)
        if isinstance(t, KindOf) and t.name in self._kind:
            return self._kind[t.name] + raw
        if isinstance(t, Seat):
            return self._party + raw
        if isinstance(t, Number) and self._low <= raw <= self._high:
            return self._number + raw - self._low
        if isinstance(t, CellType):
            return self._of_cell(raw)
        return None

    def _of_cell(self, raw: int) -> int | None:
        x, y = xy(raw)
        number = self._cell + (y - 1) * self._columns + x - 1
        inside = 1 <= x <= self._columns and y >= 1 and number < self._cell_end
        return number if inside else None

    @property
    def _cell_end(self) -> int:
        return min(self._piece.values(), default=self._position)

    def _of_piece(self, decision: Decision, x: int, taken: set[int]) -> int | None:
        tables, state = tables_of(self.game), decision.state
        spot = cell_of(state, x)
        if spot is not None and tables.bounds[lies_in(state, x)] is not None:
            return self._of_cell(cell(*spot))
        number = self._piece[tables.look[x]]
        while number in taken:
            number += 1
        return number


def _plain(t: Any) -> Any:
    while isinstance(t, (Many, Maybe)):
        t = t.of
    return t


def _bounds(t: Number) -> tuple[int, int]:
    """The bounds of a question for numbers; small numbers, where none are declared."""
    if t.low is not None and t.high is not None and t.high - t.low < _WIDEST:
        return t.low, t.high
    return 0, _SMALL
