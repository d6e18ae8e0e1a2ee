"""Moves in playouts: no log, no knowledge, and grids changed in place.

In a playout nobody looks at the states on the way. So who knows which piece is not kept, and a grid
that belongs to the state alone (`Grid.owned`) is changed itself, with what is known of it. A grid
that somebody else may hold is copied at its first change; from then on the copy is the state's
own. `release` ends that, before a state is
handed out. How a piece leaves and enters a place is told once, when a game is loaded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, final

from alarife.checking.scope import Checked, Local
from alarife.checking.types import GridOf, Many, Maybe, Pair, Type
from alarife.engine.laws.quick_cache import QuickCache
from alarife.engine.moves.contents import insert
from alarife.engine.moves.sight import Unwatched
from alarife.engine.tables import BAG, BOX, GRID, PILE, ROW, SET, SPACE
from alarife.engine.transactions import Transactions
from alarife.geometry.grid import Grid, W
from alarife.lowering.layout import LOC, TOGETHER, Slots
from alarife.syntax import tree

NEAR: Final = 24
"""How far from the origin cells are near."""
PACKED: Final = 7
"""How a piece leaves or enters a place whose instances share a slot."""
PURE = (tree.Value, tree.Rule, tree.Law, tree.Graph, tree.Change)


def plays_out(checked: Checked) -> bool:
    """Whether grids can be changed in place: no step or action gives a grid a name, under which it
    would have to stay as it was."""
    pure = {p for decl, params in checked.params.items() if isinstance(decl, PURE) for p in params}
    for ref in checked.refs.values():
        local = ref.target
        if isinstance(local, Local) and _holds_grid(local.type) and local not in pure:
            return False
    return True


def _holds_grid(t: Type) -> bool:
    match t:
        case GridOf():
            return True
        case Many() | Maybe():
            return _holds_grid(t.of)
        case Pair():
            return any(map(_holds_grid, t.parts))
        case _:
            return False


@lru_cache(maxsize=64)
def _near(bounds: tuple[int, int] | None) -> frozenset[int]:
    """All cells of a board; of a grid without bounds those not far from the origin."""
    if bounds is not None:
        columns, rows = range(129, bounds[0] + 129), range(129, bounds[1] + 129)
    else:
        columns = rows = range(128 - NEAR, 128 + NEAR + 1)
    return frozenset([y * W + x for y in rows for x in columns])


def chooser(
    words: Sequence[Callable[[], int]] = (), trail: list[tuple[int, int, Any]] | None = None
) -> list[Any]:
    """Who answers in a playout. It stands in the place of a decision (`DECISION`) while a playout
    runs: [how many decisions more are answered where they are put, the random words by seat, the
    trail]. Each is answered with the next word of the seat that is asked; the trail gets the
    question, the seat and the option, if there is one. Then the next decision is put, so that
    Python's calls never nest too deep."""
    return [0, words, trail]


@final
class PlayoutTransactions(Transactions):
    """See the module. `like`: the transactions of the machine that keeps log and knowledge."""

    def __init__(self, like: Transactions) -> None:
        super().__init__(like.contents, Unwatched(like.sight), like.lots, like.settling.like())
        self.how = [
            shape if shape == BOX or slot >= 0 else PACKED
            for shape, slot in zip(self.shape, self.own_slot, strict=True)
        ]
        self.heaped = [how in (BOX, SET, BAG, ROW, PILE) for how in self.how]
        self.grids = sorted(
            {slot for slot, how in zip(self.own_slot, self.how, strict=True) if how == GRID}
        )
        self.near = [_near(bounds) for bounds in self.tables.bounds]
        """By place: cells on which something may lie, which need no closer look."""

    def release(self, s: Slots) -> None:
        """Whoever has the state now may keep its grids."""
        self.proven = True
        for slot in self.grids:
            s[slot].owned = False

    def flat(self) -> tuple[int, ...]:
        """By place the slot of one whose pieces lie in a tuple there, that is under no law and that
        nothing watches; else 0."""
        places = zip(self.own_slot, self.how, self.leaves, self.tables.law, strict=True)
        return tuple(
            slot if SET <= how <= PILE and not leaves and law is None else 0
            for slot, how, leaves, law in places
        )

    # ----------------------------------------------------------------
    # moves
    def move(self, s: Slots, x: int, place: int, rule: int, cell: int | None = None) -> None:
        """Move a piece; to a pile it goes on top."""
        loc = s[LOC]
        source: int = loc[x]
        if source == place and cell is None:
            return
        how, slot = self.how[source], self.own_slot[source]
        if SET <= how <= PILE:
            held = s[slot]
            if held[0] == x:
                s[slot] = held[1:]
            else:
                i = held.index(x)
                s[slot] = held[:i] + held[i + 1 :]
        elif how == GRID:
            g: Grid = s[slot]
            self._change(s, slot, g, g.where(x), x, None)
        elif how == SPACE:
            s[slot] = None
        elif how == PACKED:
            self.contents.take_out(s, x)
        how, slot = self.how[place], self.own_slot[place]
        if how == GRID:
            assert cell is not None
            self.lay(s, x, place, slot, rule, cell)
        elif how in (SET, BAG):
            loc[x] = place
            held = s[slot]
            s[slot] = (*held, x) if not held or held[-1] < x else insert(held, x)
        elif how == ROW:
            loc[x] = place
            s[slot] = (*s[slot], x)
        elif how == PILE:
            loc[x] = place
            s[slot] = (x, *s[slot])
        elif how == SPACE and s[slot] is None:
            loc[x] = place
            s[slot] = x
        else:
            self.contents.put_in(s, x, place, rule, cell)
        if self.waits and (self.leaves[source] or self.enters[place]):
            self.settling.cross(s, x, source, place)

    def lay(self, s: Slots, x: int, place: int, slot: int, rule: int, cell: int) -> None:
        """Let a piece that has been taken out of its place lie on a cell of a grid."""
        g: Grid = s[slot]
        if cell in g.cells or cell not in self.near[place]:
            self.contents.room(g, place, rule, cell)
        s[LOC][x] = place
        if g.owned and g.view is None:
            g.cells[cell] = x
            g.follow((cell, None, x))
        else:
            self._change(s, slot, g, cell, None, x)

    def _change(
        self, s: Slots, slot: int, g: Grid, cell: int | None, old: int | None, new: int | None
    ) -> None:
        """Put something else on a cell: in place, if what is known of the grid can follow."""
        assert cell is not None
        change = (cell, old, new)
        view = g.view
        if view is not None and not (
            self.proven
            and s[TOGETHER] is None
            and isinstance(view, QuickCache)
            and view.stays_quick(s, change)
        ):
            if old is None:
                assert new is not None
                after = g.lay(cell, new)
            else:
                after = g.take(cell) if new is None else g.swap(cell, new)
        else:
            cells = g.cells if g.owned else g.cells.copy()
            if new is None:
                del cells[cell]
            else:
                cells[cell] = new
            if g.owned:
                g.follow(change)
                if view is not None:
                    view.move_on(s, g, change)
                return
            after = g.successor(cells, change)
            if view is not None:
                view.twin(cells, g).move_on(s, after, change)
        after.owned = True
        s[slot] = after

    def move_all(self, s: Slots, pieces: Sequence[int], place: int, rule: int) -> None:
        """Move several pieces in one transaction; onto a pile in their order, the first on top."""
        if self.waits and self._is_watched(s, pieces, place):
            super().move_all(s, pieces, place, rule)
        elif len(pieces) < 3 or not self._move_heap(s, pieces, place):
            for x in reversed(pieces) if self.shape[place] == PILE else pieces:
                self.move(s, x, place, rule)

    def _is_watched(self, s: Slots, pieces: Sequence[int], place: int) -> bool:
        """Whether a `whenever` waits for some of these pieces."""
        if self.enters[place]:
            return True
        loc, leaves = s[LOC], self.leaves
        for x in pieces:  # noqa: SIM110 - a generator would cost more than the answer
            if leaves[loc[x]]:
                return True
        return False

    def _move_heap(self, s: Slots, pieces: Sequence[int], place: int) -> bool:
        """Move pieces of one place to another in one go; False if they don't lie so."""
        loc = s[LOC]
        source: int = loc[pieces[0]]
        if source == place or not self.heaped[source] or not self.heaped[place] or place == 0:
            return False
        if self.leaves[source] or self.enters[place]:  # somebody looks at them one by one
            return False
        if source and s[self.own_slot[source]] is pieces:  # the whole heap
            self._shift(s, pieces, None, source, place)
            return True
        gone = set(pieces)
        if len(gone) < len(pieces) or {*map(loc.__getitem__, pieces)} != {source}:
            return False
        self._shift(s, pieces, gone, source, place)
        return True

    def swap(self, s: Slots, a: int, b: int, rule: int) -> None:
        """Two pieces exchange their places; who knows them is not asked."""
        loc = s[LOC]
        place_a, place_b = loc[a], loc[b]
        if place_a == place_b:
            super().swap(s, a, b, rule)
            return
        self._replace(s, place_a, a, b)
        self._replace(s, place_b, b, a)
        if self.waits:
            self._swapped(s, a, place_a, b, place_b)

    def _replace(self, s: Slots, place: int, old: int, new: int) -> None:
        how = self.how[place]
        if how == GRID:
            s[LOC][new] = place
            slot = self.own_slot[place]
            g: Grid = s[slot]
            self._change(s, slot, g, g.where(old), old, new)
        elif how in (SET, BAG):
            s[LOC][new] = place
            slot = self.own_slot[place]
            s[slot] = tuple(sorted([new if x == old else x for x in s[slot]]))
        else:
            super()._replace(s, place, old, new)
