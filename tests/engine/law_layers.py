"""The layers that answer for a law, each by itself, and the plain law to compare them with."""

from __future__ import annotations

import random
from typing import Any

from alarife.engine.laws import guards
from alarife.engine.laws.laws import LawBook, LawSource
from alarife.engine.laws.noted import NotedLaw
from alarife.engine.laws.quick import questions_of
from alarife.engine.laws.relaxed import RelaxedLaw
from alarife.engine.machine import Machine
from alarife.geometry.grid import Grid, gaps

LAYERS = ("windows", "windows undecided", "direct", "quick")


class Quick:
    """A book whose quick questions are asked first."""

    def __init__(self, book: LawBook) -> None:
        self.book, self.questions = book, questions_of(book)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.questions, name, None) or getattr(self.book, name)


def book_of(m: Machine, law: str, layer: str) -> Any:
    """A book of its own that answers by one layer."""
    book = guards.book_of(
        LawSource(m.lowered.law_forms[law], m.names, m.world.members, m.tables.kind)
    )
    use(book, layer)
    return Quick(book) if layer == "quick" and isinstance(book, LawBook) else book


def use(book: guards.AnyBook, layer: str) -> None:
    """Answer by this layer."""
    book.use("windows" if layer.startswith("windows") else layer)
    if layer == "windows undecided":
        inner = innermost(book)
        assert inner.windows is not None
        inner.windows.decide = False


def innermost(book: guards.AnyBook) -> LawBook:
    """The book that answers in the end."""
    if isinstance(book, RelaxedLaw):
        return book.book
    return book.inner if isinstance(book, NotedLaw) else book


class Compared:
    """A grid for each layer, all with the same pieces, and what the plain law says."""

    def __init__(
        self,
        m: Machine,
        law: str,
        layers: tuple[str, ...],
        start: dict[int, int],
        bounds: tuple[int, int] | None = None,
    ) -> None:
        self.holds: Any = m.names[f"law·{law}"]
        self.state = m.table(1, log=False)
        self.books = [book_of(m, law, layer) for layer in layers]
        self.grids = [Grid(dict(start), bounds) for _ in layers]
        self.compared = 0

    def plain(self, g: Grid) -> bool:
        return self.holds(self.state, Grid(dict(g.cells), g.bounds))

    def same(self, expected: bool, answers: list[bool], what: str) -> bool:
        self.compared += len(answers)
        assert answers == [expected] * len(answers), (
            f"{what}: {answers} instead of {expected}; {self.grids[0]!r}"
        )
        return expected

    def pairs(self) -> zip[tuple[Any, Grid]]:
        return zip(self.books, self.grids, strict=True)

    def lay(self, cell: int, x: int) -> bool:
        expected = self.plain(self.grids[0].lay(cell, x))
        return self.same(
            expected,
            [book.may_lay(self.state, g, cell, x) for book, g in self.pairs()],
            f"lay {x} on {cell}",
        )

    def take(self, cell: int) -> bool:
        expected = self.plain(self.grids[0].take(cell))
        return self.same(
            expected,
            [book.may_take(self.state, g, cell) for book, g in self.pairs()],
            f"take from {cell}",
        )

    def exchange(self, cell: int, x: int) -> bool:
        expected = self.plain(self.grids[0].swap(cell, x))
        return self.same(
            expected,
            [book.may_exchange(self.state, g, cell, x) for book, g in self.pairs()],
            f"{x} instead on {cell}",
        )

    def everything(self, pieces: list[int], rng: random.Random) -> list[tuple[str, int, int]]:
        """All that is allowed now, as far as it is looked at."""
        g = self.grids[0]
        spots = list(gaps(g))
        found: list[tuple[str, int, int]] = []
        for x in pieces:
            found += [
                ("lay", c, x) for c in rng.sample(spots, min(12, len(spots))) if self.lay(c, x)
            ]
            found += [
                ("swap", c, x)
                for c in rng.sample(sorted(g.cells), min(3, len(g.cells)))
                if self.exchange(c, x)
            ]
            for book, mine in self.pairs():
                assert list(book.spots(self.state, mine, x)) == [
                    c for c in spots if book.may_lay(self.state, mine, c, x)
                ]
                assert book.fits(self.state, mine, x) == bool(book.spots(self.state, mine, x))
        found += [("take", c, 0) for c in sorted(g.cells) if self.take(c)]
        self.in_one_go(tuple(sorted(pieces)))
        return found

    def in_one_go(self, pieces: tuple[int, ...]) -> None:
        for book, g in self.pairs():
            s = self.state
            assert book.any_fits(s, g, pieces) == any(book.fits(s, g, x) for x in pieces)
            assert book.fitting(s, g, pieces) == tuple(x for x in pieces if book.fits(s, g, x))
            removable = tuple(sorted(x for c, x in g.cells.items() if book.may_take(s, g, c)))
            assert book.removable(s, g) == removable
            assert book.any_removable(s, g) == bool(removable)
            exchangeable = tuple(
                sorted(
                    old
                    for c, old in g.cells.items()
                    if any(book.may_exchange(s, g, c, x) for x in pieces)
                )
            )
            assert book.exchangeable(s, g, pieces) == exchangeable
            assert book.any_exchangeable(s, g, pieces) == bool(exchangeable)

    def carry_out(self, how: str, cell: int, x: int) -> None:
        self.grids = [
            g.lay(cell, x) if how == "lay" else g.take(cell) if how == "take" else g.swap(cell, x)
            for g in self.grids
        ]


def grow(m: Machine, law: str, place: str, layers: tuple[str, ...], seed: int, moves: int) -> int:
    """A grid grows at random, lawfully; everything is compared after each move. How much was
    compared."""
    rng = random.Random(seed)
    world = m.world
    start = m.contents.of(m.table(1, log=False), world.places[place].first)
    members = m.lowered.law_forms[law].members
    both = Compared(m, law, layers, dict(start.cells), start.bounds)
    for _ in range(moves):
        lying = set(both.grids[0].cells.values())
        pieces = rng.sample([x for x in members if x not in lying], 4)
        allowed = both.everything(pieces, rng)
        if not allowed:
            break
        laying = [a for a in allowed if a[0] == "lay"]
        both.carry_out(*rng.choice(laying if laying and rng.random() < 0.75 else allowed))
    return both.compared


def mark(m: Machine, s: Any, rng: random.Random) -> None:
    """Let a note about some piece say something else, or a player have other passes."""
    for atom, note in m.lowered.law_forms["fine"].notes.items():
        x = rng.choice(sorted(note.index))
        if rng.random() < 0.5 and (atom[1] == "still" or x in s[note.slot] or rng.random() < 0.3):
            held = list(s[note.slot])
            held[note.index[x]] = not held[note.index[x]]
            s[note.slot] = tuple(held)
    slots = m.lowered.layout.notes.get("passes")
    if slots is not None and rng.random() < 0.5:
        s[slots.base] = rng.randrange(3)
