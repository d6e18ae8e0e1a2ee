"""Laws that read notes about what lies on a grid.

A piece about which none of these notes says yes has the look that its fields give it. Where a note
says yes, but all that the law reads of the piece is true of pieces with another such look, it has
that one. Any other piece has a look of its own, which follows from the look of its fields and from
what the notes say, and is numbered when it is first met. Which piece has which look is a
`Dressing`. It belongs to what the notes' slots hold: before a book answers, it puts on the dressing
of the state it is asked about. What is known of a grid stays true as long as the looks of its own
pieces are the same.

Tables of verdicts go by sample pieces, which need the plain looks themselves. While all pieces of a
look have notes that say yes, that look has no sample, nobody asks about it, and there are tables
of their own (`Verdicts`)."""

from __future__ import annotations

from itertools import compress
from typing import Any, final

from alarife.engine.graphs import reader
from alarife.engine.laws.cache import LawCache
from alarife.engine.laws.dressings import Dressing, Verdicts
from alarife.engine.laws.laws import FEW_CELLS, LawBook, LawSource
from alarife.geometry.grid import Grid
from alarife.lowering.laws.forms import LawForm, instances
from alarife.lowering.laws.read_sets import NOTE, Atom
from alarife.lowering.layout import Slots

MOST_DRESSINGS = 500
"""How many dressings are remembered."""

Notes = tuple[tuple[int, ...], ...]
"""Where notes say yes, by slot."""


@final
class Spoken:
    """Where one slot of notes says yes, of these positions. It is read again only when it holds
    something else."""

    __slots__ = ("_held", "_look", "_positions", "_yes")

    def __init__(self, positions: tuple[int, ...]) -> None:
        self._look = reader(positions)  # which gives the first twice
        self._positions = (*positions[:1], *positions)
        self._held: object = self
        self._yes: tuple[int, ...] = ()

    def where(self, held: Any) -> tuple[int, ...]:
        """The positions, in order."""
        if held is not self._held:
            self._held = held
            if self._positions:
                told = compress(self._positions, self._look(held))
                self._yes = tuple(dict.fromkeys(told))
        return self._yes


@final
class NotedBook(LawBook):
    """A book that answers for the dressing it has on; see the module."""

    def __init__(self, law: LawSource) -> None:
        form = law.form
        slots = sorted({note.slot for note in form.notes.values()})
        self._slots = slots
        self._reads = [
            (atom, slots.index(note.slot), note.index) for atom, note in form.notes.items()
        ]
        self._about = [_pieces_by_index(form, slot) for slot in slots]
        """By slot and position there: the pieces that this note is about."""
        self._spoken = [Spoken(tuple(about)) for about in self._about]
        self._said: dict[int, tuple[bool, ...]] = {}
        """By piece what its notes say, where one says yes."""
        self._place = {atom: i for i, (atom, _, _) in enumerate(self._reads)}
        super().__init__(law)
        self._plain_looks, self._plain_bits = self.looks, self.bits
        self._by_look: dict[int, list[int]] = {}
        for x, look in self.looks.items():
            self._by_look.setdefault(look, []).append(x)
        self._plain_samples = [pieces[0] for _, pieces in sorted(self._by_look.items())]
        self._numbers: dict[tuple[int, tuple[bool, ...]], int] = {}
        self._atoms = sorted(
            {
                atom
                for rule in form.rules
                for part in rule.parts
                for instance in instances(part)
                for atoms in instance.reads.atoms.values()
                for atom in atoms
            }
        )
        self._rows = [
            form.looks_of[rule.name]
            for rule in form.rules
            if rule.name in form.looks_of and not any(map(instances, rule.parts))
        ]
        """What rules see of each piece that have no conditions about centres."""
        self._of_fields: dict[object, int] = {}
        self._same: dict[tuple[int, tuple[bool, ...]], int | None] = {}
        """The look that fields give of which all is true that is true of one with notes."""
        for x, look in self.looks.items():
            self._of_fields.setdefault(self._told(x), look)
        self._verdicts: dict[frozenset[int], Verdicts] = {}
        self._dressings: dict[Notes, Dressing] = {}
        noting = {
            rule.name
            for rule in form.rules
            for part in rule.parts
            if any(instance.reads.notes for instance in instances(part))
        }
        self._noting = [rule for rule in self.classified if rule.name in noting]
        """The classified rules that read notes."""
        self._obeyed: dict[int, int] | None = None
        """The cells of the grid asked about, if the law held before notes said something else."""
        self._settled: object = None
        """What was last asked about: the memo of its grid."""
        self.held = reader(slots)
        self.stamp: Any = self
        """What the slots held when the dressing was put on."""
        self._now: Notes | None = None
        self.noted: frozenset[int] = frozenset()
        """The pieces with looks of their own."""

    def use(self, layer: str) -> None:
        """As of any book."""
        super().use(layer)
        self._dressings.clear()
        self._now, self.stamp, self._settled = None, self, None

    def _value(self, atom: Atom, x: int) -> object:
        if atom[0] == NOTE:
            said = self._said.get(x)
            return said is not None and said[self._place[atom]]
        return super()._value(atom, x)

    # ----------------------------------------------------------------
    # dressings
    def put_on(self, s: Slots) -> None:
        """The dressing of a state."""
        stamp = self.held(s)
        if stamp == self.stamp:
            return
        self.stamp, self._settled = stamp, None
        now = [s[i] for i in self._slots]
        key = tuple([one.where(held) for one, held in zip(self._spoken, now, strict=True)])
        if key == self._now:
            return
        found = self._dressings.get(key)
        if found is None:
            if len(self._dressings) >= MOST_DRESSINGS:
                self._dressings.clear()
            found = self._dressings[key] = self._dress(now, key)
        if self.dressing is not None:
            self.dressing.verdicts.anywhere = self._anywhere
        self._now, self.dressing, self._anywhere = key, found, found.verdicts.anywhere
        self.looks, self.bits, self.samples = found.looks, found.bits, found.samples
        self.noted = found.noted
        self._said = found.said
        self._masks, self._fixed_memo = found.masks, found.verdicts.fixed
        w = self.windows
        if w is not None:
            w.looks, w.samples = found.looks, found.samples
            w.lays, w.exchanges = found.verdicts.lays, found.verdicts.exchanges

    def _dress(self, now: list[Any], yes: Notes) -> Dressing:
        """From the dressing that is on, for the pieces whose notes say something else."""
        before, earlier = self.dressing, self._now
        if before is None or earlier is None:
            none, earlier = frozenset[int](), ((),) * len(yes)
            plain = self._plain_looks, self._plain_bits, self._plain_samples
            before = Dressing(*plain, none, none, Verdicts(), {})
        turned = {
            x
            for some, others, pieces in zip(yes, earlier, self._about, strict=True)
            for i in {*some} ^ {*others}
            for x in pieces[i]
        }
        self._said = said = before.said.copy()
        for x in turned:
            told = tuple([x in index and now[slot][index[x]] for _, slot, index in self._reads])
            said[x] = told
            if True not in told:
                del said[x]
        samples, missing = before.samples.copy(), set(before.missing)
        for look in {self._plain_looks[x] for x in turned}:
            sample = next((x for x in self._by_look[look] if x not in said), None)
            samples[look] = self._plain_samples[look] if sample is None else sample
            missing.discard(look)
            if sample is None:
                missing.add(look)
        lacks = frozenset(missing)
        if lacks != before.missing:
            turned.update(said)
        looks, bits, own = before.looks.copy(), before.bits.copy(), set(before.noted - turned)
        for x in sorted(turned):
            looks[x], bits[x] = self._plain_looks[x], self._plain_bits[x]
            if x in said and not self._looks_plain(x, looks, bits, missing):
                own.add(x)
        verdicts = self._verdicts.setdefault(lacks, Verdicts())
        return Dressing(looks, bits, samples, frozenset(own), lacks, verdicts, said)

    def _looks_plain(
        self, x: int, looks: dict[int, int], bits: dict[int, int], missing: set[int]
    ) -> bool:
        """Give a piece with notes its look; whether that is one with bits."""
        key = looks[x], self._said[x]
        if key not in self._same:
            self._same[key] = self._of_fields.get(self._told(x))
        same = self._same[key]
        if same is not None and same not in missing:
            looks[x], bits[x] = same, 1 << same
            return True
        if key not in self._numbers:
            w = self.windows
            number = len(self._by_look) + len(self._numbers)
            self._numbers[key] = number if w is None else w.add_look(x)
        looks[x], bits[x] = self._numbers[key], 0
        return False

    def _told(self, x: int) -> object:
        """All that the rules with parts read of a piece, and what the others see of it."""
        return tuple([self._value(atom, x) for atom in self._atoms]), tuple(
            [row[x] for row in self._rows]
        )

    def knows(self, s: Slots, view: LawCache) -> bool:
        """Whether what is known of a grid holds in a state."""
        self.put_on(s)
        before, now = view.dressing, self.dressing
        if before is now:
            return True
        assert before is not None
        assert now is not None
        old, new = before.looks, now.looks
        if before.missing != now.missing or any(old[x] != new[x] for x in view.cells.values()):
            return False
        view.dressing = now
        return True

    def holds_classified(self, s: Slots, g: Grid) -> bool:
        """As of any book. Where the law held and notes have changed since, only rules that read
        notes may not hold any more."""
        if self._obeyed is g.cells and len(g.cells) >= FEW_CELLS:
            return all(rule.holds(s, g) for rule in self._noting)
        return super().holds_classified(s, g)

    def settle(self, s: Slots, g: Grid) -> None:
        """Before a question about a grid: forget what no longer holds."""
        view: LawCache | None = g.view
        if self.held(s) != self.stamp:
            self.put_on(s)
        elif (view is not None and view.dressing is self.dressing) or g.memo is self._settled:
            return
        self._obeyed, self._settled = None, g.memo
        if view is None and g.origin is not None:
            view = g.origin[0]
        if (
            view is not None
            and view.dressing is not self.dressing
            and view.book is self
            and not self.knows(s, view)
        ):
            if view is g.view and view.sound:
                self._obeyed = g.cells
            g.view = g.origin = None


def _pieces_by_index(form: LawForm, slot: int) -> dict[int, list[int]]:
    """The pieces under a law that the notes of a slot are about, by position in the slot."""
    found: dict[int, list[int]] = {}
    members = frozenset(form.members)
    for note in form.notes.values():
        if note.slot == slot:
            for x, i in note.index.items():
                if x in members:
                    found.setdefault(i, []).append(x)
    return found
