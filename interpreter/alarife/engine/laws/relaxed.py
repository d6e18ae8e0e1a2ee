"""Laws with rules that a change makes truer (`change connected(g) to usual or φ(g)`).

What such a rule usually says is answered like any other law. Where that says no, the rule may be
relaxed (its tests say so beforehand), and nothing but links stands against it, the rule itself is
asked of the grid as it would be; the answer is remembered as long as the grid and all that the rule
reads stay the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import final

from alarife.engine.laws import laying, taking
from alarife.engine.laws.cache import LawCache
from alarife.engine.laws.laws import LawBook, LawSource
from alarife.engine.laws.noted import NotedLaw
from alarife.engine.laws.quick import question_of
from alarife.geometry.grid import Grid, GridTooLarge, gaps
from alarife.lowering.layout import Slots


@final
class RelaxedLaw:
    """The questions about such a law; see the module. `strict` answers what its rules usually
    say."""

    def __init__(self, law: LawSource) -> None:
        form, names = law.form, law.names
        self.strict: LawBook | NotedLaw
        if form.notes:
            self.strict = NotedLaw(law)
            self.book: LawBook = self.strict.inner
        else:
            self.strict = self.book = LawBook(law)
        rules = [rule.relaxed for rule in form.rules if rule.relaxed is not None]
        self._tests: list[Callable[[Slots, Grid], bool]] | None = [
            names[function] for rule in rules for function in rule.functions
        ]
        if any(not tests for rule in rules for tests in rule.tests):
            self._tests = None
        self._fixed = frozenset(c for rule in rules for c in rule.fixed)
        self._slots: list[int] | None = None
        if all(rule.slots is not None for rule in rules):
            self._slots = sorted({i for rule in rules for i in rule.slots or ()})
        self._asked = Answers(self.strict)
        self._rules: list[Callable[[Slots, Grid], bool]] = [
            names[f"rule·{rule.name}"]
            for rule in form.rules
            if rule.relaxed is not None or not rule.parts
        ]
        self._eased: list[Callable[[Slots, Grid], bool]] | None = None
        """What may be true instead, where nothing but one rule that is relaxed may be wrong."""
        guarded = any(change.guard is not None for rule in rules for change in rule.changes)
        if len(rules) == len(self._rules) == 1 and not guarded:
            self._eased = [names[function] for function in rules[0].eased]

    def use(self, layer: str) -> None:
        """Answer by one layer (see `LawBook.use`)."""
        self.strict.use(layer)
        self._asked = Answers(self.strict)

    def holds(self, s: Slots, g: Grid) -> bool:
        """Whether the law holds."""
        return self.book.holds(s, g)

    # ----------------------------------------------------------------
    # where the usual rules say no
    def _view(self, s: Slots, g: Grid) -> LawCache | None:
        """What is known of the grid, if rules may be relaxed."""
        if self.book.layer == "plain":
            return None
        if self._tests is not None:
            for test in self._tests:
                if test(s, g):
                    break
            else:
                return None
        if isinstance(self.strict, NotedLaw):
            self.book.settle(s, g)  # type: ignore[attr-defined]
        view = self.book.view(s, g)
        return view if view.sound else None

    def _holds_after(
        self, s: Slots, view: LawCache, how: str, cell: int, x: int | None, known: bool | None
    ) -> bool:
        """Whether the law holds of the grid as it would be; `known`: whether all rules hold that
        have parts and can't be relaxed."""
        if known is False:
            return False
        if self._slots is None:
            return self._asks(s, view, how, cell, x, known)
        read = [s[i] for i in self._slots]
        answers = view.relaxed
        if answers is None or answers[0] != read:
            answers = view.relaxed = (read, {})
        found = answers[1].get((how, cell, x))
        if found is None:
            found = answers[1][how, cell, x] = self._asks(s, view, how, cell, x, known)
        return found

    def _asks(
        self, s: Slots, view: LawCache, how: str, cell: int, x: int | None, known: bool | None
    ) -> bool:
        try:
            after = view.after(how, cell, x)
        except GridTooLarge:
            return False
        if known is None:
            return bool(self.book.holds(s, after))
        if self._eased is not None:
            return any(rule(s, after) for rule in self._eased)
        return all(rule(s, after) for rule in self._rules)

    def _lays(self, s: Slots, view: LawCache, cell: int, x: int) -> bool:
        return self._holds_after(s, view, "lay", cell, x, _may_lay_loosely(view, s, cell, x))

    def _takes(self, s: Slots, view: LawCache, cell: int) -> bool:
        return self._holds_after(s, view, "take", cell, None, _may_take_loosely(view, s, cell))

    def _exchanges(self, s: Slots, view: LawCache, cell: int, x: int) -> bool:
        known = _may_exchange_loosely(view, s, cell, x)
        return self._holds_after(s, view, "swap", cell, x, known)

    # ----------------------------------------------------------------
    # as of any book
    def may_lay(self, s: Slots, g: Grid, at: int, x: int) -> bool:
        """Whether the law holds with the piece on this cell."""
        if at in g.cells:
            return False
        if self._asked.may_lay(s, g, at, x):
            return True
        view = self._view(s, g)
        return view is not None and self._lays(s, view, at, x)

    def may_take(self, s: Slots, g: Grid, at: int) -> bool:
        """Whether the law holds without what lies on this cell."""
        if self.strict.may_take(s, g, at):
            return True
        view = self._view(s, g)
        return view is not None and self._takes(s, view, at)

    def may_exchange(self, s: Slots, g: Grid, at: int, x: int) -> bool:
        """Whether the law holds with this piece in the place of what lies on the cell."""
        if self.strict.may_exchange(s, g, at, x):
            return True
        view = self._view(s, g)
        return view is not None and self._exchanges(s, view, at, x)

    def spots(self, s: Slots, g: Grid, x: int) -> tuple[int, ...]:
        """The gaps on which the piece may be laid, in order."""
        found: tuple[int, ...] = self._asked.spots(s, g, x)
        view = self._view(s, g)
        if view is None:
            return found
        return tuple([c for c in gaps(g) if c in found or self._lays(s, view, c, x)])

    def fits(self, s: Slots, g: Grid, x: int) -> bool:
        """Whether there is a gap on which the piece may be laid."""
        if self._asked.fits(s, g, x):
            return True
        view = self._view(s, g)
        return view is not None and any(self._lays(s, view, c, x) for c in gaps(g))

    def any_fits(self, s: Slots, g: Grid, pieces: tuple[int, ...]) -> bool:
        """Whether there is a gap for one of these pieces."""
        if self._asked.any_fits(s, g, pieces):
            return True
        view = self._view(s, g)
        return view is not None and any(self._lays(s, view, c, x) for c in gaps(g) for x in pieces)

    def fitting(self, s: Slots, g: Grid, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces for which there is a gap."""
        found: tuple[int, ...] = self._asked.fitting(s, g, pieces)
        view = self._view(s, g) if len(found) < len(pieces) else None
        if view is None:
            return found
        return tuple(
            [x for x in pieces if x in found or any(self._lays(s, view, c, x) for c in gaps(g))]
        )

    def any_removable(self, s: Slots, g: Grid) -> bool:
        """Whether some piece may be taken away."""
        if self._asked.any_removable(s, g):
            return True
        view = self._view(s, g)
        return view is not None and any(self._takes(s, view, c) for c in g.cells)

    def removable(self, s: Slots, g: Grid) -> tuple[int, ...]:
        """The pieces that may be taken away, in order."""
        found: tuple[int, ...] = self._asked.removable(s, g)
        view = self._view(s, g)
        if view is None:
            return found
        more = [x for c, x in g.cells.items() if x not in found and self._takes(s, view, c)]
        return tuple(sorted([*found, *more]))

    def any_exchangeable(self, s: Slots, g: Grid, news: tuple[int, ...]) -> bool:
        """Whether some piece may be exchanged for one of these, which lie elsewhere."""
        if self._asked.any_exchangeable(s, g, news):
            return True
        view = self._view(s, g)
        return view is not None and any(
            self._exchanges(s, view, c, x) for c in g.cells for x in news
        )

    def exchangeable(self, s: Slots, g: Grid, news: tuple[int, ...]) -> tuple[int, ...]:
        """The pieces that may be exchanged for one of these, which lie elsewhere; in order."""
        found: tuple[int, ...] = self._asked.exchangeable(s, g, news)
        view = self._view(s, g)
        if view is None:
            return found
        more = [
            old
            for c, old in g.cells.items()
            if old not in found and any(self._exchanges(s, view, c, x) for x in news)
        ]
        return tuple(sorted([*found, *more]))

    def replacements(self, s: Slots, g: Grid, old: int, news: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces, which lie elsewhere, for which a piece of the grid may be
        exchanged."""
        found: tuple[int, ...] = self._asked.replacements(s, g, old, news)
        view = self._view(s, g)
        if view is None:
            return found
        at = g.where(old)
        assert at is not None
        return tuple([x for x in news if x in found or self._exchanges(s, view, at, x)])


@final
class Answers:
    """The functions that answer questions about what rules usually say."""

    def __init__(self, law: LawBook | NotedLaw) -> None:
        self.may_lay = question_of(law, "may_lay")
        self.spots = question_of(law, "spots")
        self.fits = question_of(law, "fits")
        self.any_fits = question_of(law, "any_fits")
        self.fitting = question_of(law, "fitting")
        self.any_removable = question_of(law, "any_removable")
        self.removable = question_of(law, "removable")
        self.any_exchangeable = question_of(law, "any_exchangeable")
        self.exchangeable = question_of(law, "exchangeable")
        self.replacements = question_of(law, "replacements")


# ----------------------------------------------------------------
# what must be true even where links may be missing
def _may_lay_loosely(view: LawCache, s: Slots, cell: int, x: int) -> bool | None:
    """Whether nothing but links stands against laying; None where windows don't show it."""
    w = view.book.windows
    if cell in view.book.fixed and not view.book.fixed_admits(s, view, cell, x):
        return False
    if w is None or cell in w.singular or cell in w.closed or view.bounds is not None:
        return None
    code = view.codes.get(cell, 0)
    if not w.lay_loosely(s, view.cells, cell, code, x):
        return False
    whole = w.rings_whole(code)
    return laying.ring_holds(view, s, cell, x) if whole is None else whole


def _may_take_loosely(view: LawCache, s: Slots, cell: int) -> bool | None:
    """Whether nothing but links stands against taking; None where windows don't show it."""
    w = view.book.windows
    if cell in view.book.fixed and not view.book.fixed_without(s, view, cell):
        return False
    if w is None or cell in view.book.fixed:
        return None
    return taking.joins_free_cells(view, s, cell) and w.take(s, view.cells, cell, view.codes)


def _may_exchange_loosely(view: LawCache, s: Slots, cell: int, x: int) -> bool | None:
    """Whether nothing but links stands against an exchange; None where windows don't show
    it."""
    w = view.book.windows
    if cell in view.book.fixed and not view.book.fixed_admits(s, view, cell, x):
        return False
    if w is None or cell in view.book.fixed:
        return None
    return w.exchange_one(s, view.cells, cell, view.codes[cell], x) > 0
