"""The questions about a law: may this piece be laid there, taken away, exchanged?

What an offer asks about a law is answered here, of the grid as it would be. Each rule is answered
by its form (`alarife.lowering.laws.classification`), windows first (`windows`), and what is
found out about a grid is kept with it (`cache`, asked by `laying`, `taking` and `exchanging`). The
plain form, which asks the whole law of the new grid, is the reference: `layer` = "plain" asks
nothing else, "direct" asks the parts of the rules without windows, "quick" is the default: `quick`
for laws of the commonest form."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from alarife.engine.laws import exchanging, laying, taking
from alarife.engine.laws.cache import LawCache
from alarife.engine.laws.codes import TooWide
from alarife.engine.laws.parts import Answerer, FixedCells, Gaps, answerer
from alarife.engine.laws.windows import Windows
from alarife.geometry.grid import Grid, cell
from alarife.lowering.laws.forms import LawForm, RuleForm
from alarife.lowering.laws.read_sets import Atom, parts_of
from alarife.lowering.layout import Slots

if TYPE_CHECKING:
    from alarife.engine.laws.dressings import Dressing

MOST_KEPT: Final = 20_000
"""How many sets of pieces are remembered with their looks."""

FEW_CELLS: Final = 4
"""Verdicts on grids with fewer cells are remembered by what lies there."""

ALONE: Final = cell(-120, -120)
"""A cell far from all others."""


class RuleAnswer:
    """A rule of a law: whether it `holds` of a grid (where it is relaxed, as usual), its `parts` if
    it has a form, and what it sees of each piece (None: it reads more)."""

    __slots__ = ("holds", "looks", "name", "parts")

    def __init__(
        self, form: RuleForm, looks: Sequence[int] | None, names: Mapping[str, Any]
    ) -> None:
        self.name = form.name
        usual = form.relaxed.usual if form.relaxed is not None else ""
        self.holds: Callable[[Slots, Grid], bool] = names[usual or f"rule·{form.name}"]
        self.looks = looks
        self.parts: list[Answerer] = [answerer(part, names) for part in form.parts]


@dataclass(frozen=True)
class LawSource:
    """What a law is made from: its form, the generated functions by name, the types of pieces under
    each name, and the type of each piece."""

    form: LawForm
    names: Mapping[str, Any]
    members: Mapping[str, frozenset[str]]
    type_of: Sequence[str]


class LawBook:
    """The questions about one law."""

    def __init__(self, law: LawSource) -> None:
        form, names = law.form, law.names
        self.name = form.name
        self.holds: Callable[[Slots, Grid], bool] = names[f"law·{form.name}"]
        rules = [RuleAnswer(rule, form.looks_of.get(rule.name), names) for rule in form.rules]
        self.classified = [rule for rule in rules if rule.parts]
        self.plain = [rule for rule in rules if not rule.parts]
        self.pure = all(rule.looks is not None for rule in rules)
        self.relaxed = any(rule.relaxed is not None for rule in form.rules)
        """Whether its parts may say no where the law holds (see `relaxed`)."""
        self.source = law
        self.looks, self.samples = _dense(form)
        self.dressing: Dressing | None = None
        """With which looks the book answers now, if they follow from notes."""
        self.bits = {x: 1 << look for x, look in self.looks.items()}
        fixed = [(r, p) for r in self.classified for p in r.parts if isinstance(p, FixedCells)]
        self._fixed_rules = list(dict.fromkeys(rule for rule, _ in fixed))
        self.fixed = tuple(sorted({c for _, part in fixed for c in part.cells}))
        self._fixed_memo: dict[tuple[int, ...], int] = {}
        self._begun: dict[tuple[tuple[int, int], ...], bool] = {}
        self._masks: dict[tuple[int, ...], int] = {}
        self._anywhere: int | None = None
        self.closed = frozenset(
            p.start for rule in rules for p in rule.parts if isinstance(p, Gaps) and p.start
        )
        self.layer = "quick"
        self.questions: Any = None
        """The quick questions (`quick`), once they are made."""
        self.windows: Windows | None = self._make_windows()

    def _make_windows(self) -> Windows | None:
        """The windows of the rules that have parts; None if there are none or they are too wide."""
        if not self.classified or not self.samples:
            return None
        parts = [part for rule in self.classified for part in rule.parts]
        try:
            return Windows(parts, self.looks, self.samples, self._value)
        except TooWide:
            return None

    def use(self, layer: str) -> None:
        """Answer by "quick" questions where there are some, by "windows", "direct" (no windows) or
        "plain"."""
        self.layer = layer
        if layer not in ("quick", "windows"):
            self.windows = None

    def _value(self, atom: Atom, x: int) -> object:
        """What an atom says of a piece."""
        match atom:
            case ("has", field, side):
                return self.source.names[f"F·{field}"][x] >> int(side) & 1
            case ("field", field):
                return self.source.names[f"F·{field}"][x]
            case ("is", name):
                return self.source.type_of[x] in self.source.members.get(name, ())
            case ("piece",):
                return x
            case ("either", *_):
                return any(self._value(part, x) for part in parts_of(atom))
            case _:
                return True

    def knows(self, s: Slots, view: LawCache) -> bool:
        """Whether what is known of a grid holds in a state: in a law that reads no notes, always;
        see `notes`."""
        return True

    def holds_classified(self, s: Slots, g: Grid) -> bool:
        """Whether all classified rules hold, asked of themselves; remembered for small grids, with
        which games begin."""
        looks = self.looks
        key = (
            tuple([(c, looks[x]) for c, x in g.items_sorted()])
            if len(g.cells) < FEW_CELLS
            else None
        )
        found = self._begun.get(key) if key is not None else None
        if found is None:
            found = all(rule.holds(s, g) for rule in self.classified)
            if key is not None:
                if len(self._begun) > MOST_KEPT:
                    self._begun.clear()
                self._begun[key] = found
        return found

    def fixed_bits(self, s: Slots, view: LawCache, at: int) -> int:
        """The looks of pieces with which, on a fixed cell, the rules about fixed cells hold, as
        bits."""
        key = (at, *self._shown(view, at))
        found = self._fixed_memo.get(key)
        if found is None:
            g = view.grid()
            found = 0
            for look, x in enumerate(self.samples):
                after = g.swap(at, x) if at in g.cells else g.lay(at, x)
                if all(rule.holds(s, after) for rule in self._fixed_rules):
                    found |= 1 << look
            self._keep(key, found)
        return found

    def fixed_admits(self, s: Slots, view: LawCache, at: int, x: int) -> bool:
        """Whether the rules about fixed cells hold with this piece on one of them."""
        look = self.looks[x]
        if look < len(self.samples):
            return bool(self.fixed_bits(s, view, at) >> look & 1)
        g = view.grid()
        after = g.swap(at, x) if at in g.cells else g.lay(at, x)
        return all(rule.holds(s, after) for rule in self._fixed_rules)

    def fixed_without(self, s: Slots, view: LawCache, at: int) -> bool:
        """Whether the rules about fixed cells hold with nothing on one of them."""
        key = (-at, *self._shown(view, at))
        found = self._fixed_memo.get(key)
        if found is None:
            after = view.grid().take(at)
            found = int(all(rule.holds(s, after) for rule in self._fixed_rules))
            self._keep(key, found)
        return bool(found)

    def _shown(self, view: LawCache, at: int) -> list[int]:
        cells, looks = view.cells, self.looks
        return [looks[cells[c]] if c in cells else -1 for c in self.fixed if c != at]

    def _keep(self, key: tuple[int, ...], found: int) -> None:
        """What has been found depends on what lies on the fixed cells alone."""
        if len(self._fixed_memo) > MOST_KEPT:
            self._fixed_memo.clear()
        self._fixed_memo[key] = found

    def view(self, s: Slots, g: Grid) -> LawCache:
        """What is known about a grid."""
        found: LawCache | None = g.view
        if found is None or found.book is not self:
            found = LawCache(self, g)
            origin = g.origin
            if origin is not None and origin[0].book is self and len(origin[1]) == 1:
                origin[0].complete()
                found.follow(s, origin[0], origin[1][0])
            else:
                found.begin(s)
            g.view, g.origin = found, None
        elif found.quick:
            found.complete()
        return found

    def anywhere(self, s: Slots, view: LawCache) -> int:
        """The piece classes, as bits, that the law would admit on an isolated cell."""
        if self._anywhere is None:
            spot = ALONE
            assert self.windows is not None
            if view.codes.get(spot, 0) or spot in view.cells or spot in self.windows.singular:
                return 1
            self._anywhere = self.windows.lay(s, view.cells, spot, 0)
        return self._anywhere

    def lies_alone(self, s: Slots, view: LawCache, x: int) -> int:
        """Whether the law would admit a piece with a look of its own on an isolated cell; asked
        where it admits no other."""
        assert self.windows is not None
        return self.windows.lay_one(s, view.cells, ALONE, 0, x)

    def tells_spots(self, s: Slots, view: LawCache) -> bool:
        """Whether the windows round the pieces show every spot there is."""
        if self.plain or self.windows is None or not self.windows.near_only:
            return False
        return not (self.anywhere(s, view) if self._anywhere is None else self._anywhere)

    def mask(self, pieces: tuple[int, ...]) -> int:
        """The looks of these pieces, as bits."""
        found = self._masks.get(pieces)
        if found is None:
            if len(self._masks) > MOST_KEPT:
                self._masks.clear()
            found = 0
            for x in pieces:
                found |= 1 << self.looks[x]
            self._masks[pieces] = found
        return found

    # ----------------------------------------------------------------
    # for offers
    def may_lay(self, s: Slots, g: Grid, at: int, x: int) -> bool:
        """Whether the law holds with the piece on this cell."""
        return at not in g.cells and laying.may_lay(self.view(s, g), s, at, x)

    def may_take(self, s: Slots, g: Grid, at: int) -> bool:
        """Whether the law holds without what lies on this cell."""
        return taking.may_take(self.view(s, g), s, at)

    def may_exchange(self, s: Slots, g: Grid, at: int, x: int) -> bool:
        """Whether the law holds with this piece in the place of what lies on the cell."""
        return exchanging.may_exchange(self.view(s, g), s, at, x)

    def spots(self, s: Slots, g: Grid, x: int) -> tuple[int, ...]:
        """The gaps on which the piece may be laid, in order."""
        view = g.view
        if view is None or view.book is not self or view.quick:
            view = self.view(s, g)
        return laying.spots(view, s, x)

    def fits(self, s: Slots, g: Grid, x: int) -> bool:
        """Whether there is a gap on which the piece may be laid."""
        view = g.view
        if view is None or view.book is not self or view.quick:
            view = self.view(s, g)
        union = view.union
        return union & self.bits[x] != 0 if union >= 0 else laying.fits_somewhere(view, s, x)

    def any_fits(self, s: Slots, g: Grid, pieces: tuple[int, ...]) -> bool:
        """Whether there is a gap for one of these pieces."""
        if not pieces:
            return False
        view = g.view
        if view is None or view.book is not self or view.quick:
            view = self.view(s, g)
        union = view.union
        if union < 0:
            union = laying.find_union(view, s)
            if union < 0:
                return any(laying.fits_somewhere(view, s, x) for x in pieces)
        bits = self.bits
        for x in pieces:  # noqa: SIM110 - asked so often that a generator would cost more than the answer
            if union & bits[x]:
                return True
        return False

    def fitting(self, s: Slots, g: Grid, pieces: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces for which there is a gap."""
        return tuple([x for x in pieces if self.fits(s, g, x)])

    def any_removable(self, s: Slots, g: Grid) -> bool:
        """Whether some piece may be taken away."""
        view = g.view
        if view is None or view.book is not self or view.quick:
            view = self.view(s, g)
        return taking.any_removable(view, s)

    def removable(self, s: Slots, g: Grid) -> tuple[int, ...]:
        """The pieces that may be taken away, in order."""
        view = self.view(s, g)
        return tuple(sorted([x for c, x in g.cells.items() if taking.may_take(view, s, c)]))

    def replacements(self, s: Slots, g: Grid, old: int, news: tuple[int, ...]) -> tuple[int, ...]:
        """Those of these pieces, which lie elsewhere, for which a piece of the grid may be
        exchanged."""
        view = self.view(s, g)
        at = g.where(old)
        assert at is not None
        return tuple([x for x in news if exchanging.may_exchange(view, s, at, x)])

    def any_exchangeable(self, s: Slots, g: Grid, news: tuple[int, ...]) -> bool:
        """Whether some piece may be exchanged for one of these, which lie elsewhere."""
        if not news:
            return False
        view = g.view
        if view is None or view.book is not self or view.quick:
            view = self.view(s, g)
        return exchanging.any_exchangeable(view, s, news, self.mask(news))

    def exchangeable(self, s: Slots, g: Grid, news: tuple[int, ...]) -> tuple[int, ...]:
        """The pieces that may be exchanged for one of these, which lie elsewhere; in order."""
        view = self.view(s, g)
        mask = self.mask(news)
        some = exchanging.may_exchange_some
        return tuple(sorted([x for c, x in g.cells.items() if some(view, s, c, news, mask)]))


def _dense(form: LawForm) -> tuple[dict[int, int], list[int]]:
    """Looks of the members counted from 0, and a piece for each."""
    numbers: dict[int, int] = {}
    samples: list[int] = []
    looks: dict[int, int] = {}
    for x in form.members:
        look = form.looks[x]
        if look not in numbers:
            numbers[look] = len(numbers)
            samples.append(x)
        looks[x] = numbers[look]
    return looks, samples
