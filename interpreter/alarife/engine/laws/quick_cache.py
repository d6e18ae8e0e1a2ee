"""What is known about one grid where its law has the commonest form (`quick`).

A quick cache follows a change in place, or as a twin about the grid that follows. `complete` makes
it ready for the questions of the general one, from which it derives."""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from alarife.engine.laws.cache import LawCache
from alarife.geometry.grid import Change, Grid
from alarife.lowering.layout import Slots

if TYPE_CHECKING:
    from alarife.engine.laws.quick import Questions


@final
class CellFacts:
    """What is known of an occupied cell: whether its piece may go as far as free cells are
    concerned (`loose`), the offsets of the cells that must stay for its sake (`kept`), and of those
    it is linked to (`linked`); `leaf`: it is loose and has at most one link; `admitted`: see
    `quick_cells`."""

    __slots__ = ("admitted", "kept", "leaf", "linked", "loose")

    def __init__(self, loose: bool, kept: tuple[int, ...], linked: tuple[int, ...]) -> None:
        self.loose = loose
        self.kept = kept
        self.linked = linked
        self.leaf = loose and len(linked) < 2
        self.admitted: int | None = None


@final
class QuickCache(LawCache):
    """What is known about a grid; see the module. `going`: the cells whose piece may be taken;
    `taken`: those pieces, sorted. `facts` of cells, where they have been asked for; `replaced`:
    what may be on fixed cells instead."""

    __slots__ = ("facts", "going", "is_complete", "questions", "replaced", "some_go", "taken")

    def __init__(self, questions: Questions, cells: dict[int, int], grid: Grid) -> None:
        self.questions = questions
        self.book = questions.book
        self.dressing = questions.book.dressing
        self.relaxed = None
        self.cells = cells
        self.bounds = grid.bounds
        self.graphs = grid.graphs
        self.sound = True
        self.quick = True
        self.union = -1
        self.memo = {}
        self.known_spots = {}
        self.is_complete = False
        self.going: list[int] | None = None
        self.taken: tuple[int, ...] = ()
        self.facts: dict[int, CellFacts | None] = {}
        self.replaced: dict[int, int] = {}
        self.some_go: bool | None = None

    def twin(self, cells: dict[int, int], grid: Grid) -> QuickCache:
        """The same about other cells, which are about to become different."""
        found = QuickCache(self.questions, cells, grid)
        found.codes, found.fits = self.codes.copy(), self.fits.copy()
        found.facts = self.facts.copy()
        return found

    def complete(self) -> None:
        """Ready for the questions of the general view as well."""
        if not self.is_complete:
            self.is_complete = True
            assert self.book.windows is not None
            self.takes = {}
            self.exchanges = {}
            self.exchangeable = {}
            self.links = [{} for _ in self.book.windows.reaches]
            self.removable = None

    def stays_quick(self, s: Slots, change: Change) -> bool:
        """Whether the form is still the quick one after a change, if the law held before and
        holds."""
        return (
            change[0] not in self.questions.delicate
            and (self.dressing is None or self.book.knows(s, self))
            and (self.bounds is None or self.cells_left() > 2)
        )

    def move_on(self, s: Slots, after: Grid, change: Change) -> None:
        """Become the view of the grid that follows by a change, which has taken over the cells."""
        self.graphs = after.graphs
        self.union = -1
        if self.memo:
            self.memo = {}
        if self.known_spots:
            self.known_spots = {}
        self.is_complete = False
        self.going = self.some_go = self.relaxed = None
        self.questions.renew(s, self, change)
        after.view, after.origin = self, None
