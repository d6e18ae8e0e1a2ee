"""What the effect behind an offer may do to places under a law.

In: a block, and where the offer in it ends. Out: the statements that may change what lies in a
place under a law, with all that is reached through steps, moments and `whenever`s; and how the law
can be asked before: of one move it can be told from the text (`derived`), otherwise the beginning
of the effect is **rehearsed** on a copy of the state, as long as it hangs on nothing that the
chooser may not know: chance, answers still to come, hidden pieces. What lies beyond (`uncovered`)
can't be told before; there the checker warns (E0403)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeGuard

from alarife.checking.bodies import OFFER, blocks_in
from alarife.checking.hidden import HiddenReads
from alarife.checking.law_reads import LawReads
from alarife.checking.reaching import Reaching
from alarife.checking.scope import Checked, Local
from alarife.checking.types import Many, Maybe, Pieces
from alarife.checking.world import PlaceInfo
from alarife.linking.walk import below, called_name, conjuncts, parts
from alarife.syntax import tree

CHANCE = (tree.Draw, tree.Pick, tree.Shuffle, tree.Roll)
"""What brings something that nobody knows before. (A draw shows what lay unseen, too.)"""


@dataclass(slots=True)
class Lawful:
    """A condition that flows back from the effect: the law must hold after it. `lay`: the
    piece `what` on `cell` of `grid` (all expressions); `take`: it leaves wherever it is; `swap`:
    `what` with `other`; `rehearse`: the statements `effect` are carried out on a copy;
    `afterwards`: so they are, and then the rule `what` must hold, whose name is `law`."""

    kind: str
    law: str
    what: tree.Expr
    grid: tree.Expr | None = None
    cell: tree.Expr | None = None
    other: tree.Expr | None = None
    effect: list[tree.Stmt] = field(default_factory=list[tree.Stmt])


@dataclass(slots=True)
class Behind:
    """What is asked of laws before an offer is made (`laws`), which statement it is told of from
    the text (`derived`), which moves the text shows to touch none (`free`), and which statements
    may break a law unforeseen (`uncovered`). `within`: what is moved may come from under the law
    itself; then it is asked once more when it is done."""

    laws: list[Lawful] = field(default_factory=list[Lawful])
    derived: tree.Stmt | None = None
    within: bool = False
    free: list[tree.Stmt] = field(default_factory=list[tree.Stmt])
    uncovered: list[tree.Stmt] = field(default_factory=list[tree.Stmt])


class Lawfulness:
    """Answers for one program."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.reaching = Reaching(checked)
        self.pieces = self.reaching.pieces
        self._hidden = HiddenReads(checked)
        self._reads = LawReads(checked)

    # ----------------------------------------------------------------
    # effects
    def behind(
        self, effect: Sequence[tree.Stmt], items: Sequence[tree.Stmt], at_once: bool = False
    ) -> Behind:
        """What must hold after the effect of an offer (`items`): of the first move that touches a
        law it is told from the text, if what it speaks of is known in the offer; all else is
        rehearsed, unless a set is chosen or all choose `at_once`."""
        found = Behind()
        if self.pieces:
            self._obeyed(found, effect, items, at_once)
        found.laws += self._judged(effect, items)
        return found

    def _judged(self, effect: Sequence[tree.Stmt], items: Sequence[tree.Stmt]) -> list[Lawful]:
        """What the conditions of an offer say of the table `afterwards`."""
        said = judged_in(items)
        done = self.foreseen(effect) if said else []
        return [
            Lawful("afterwards", called_name(rule), rule, effect=done)
            for part in said
            for rule in conjuncts(part.of)
        ]

    def foreseen(self, effect: Sequence[tree.Stmt]) -> list[tree.Stmt]:
        """The beginning of an effect that can be tried out before: until something hangs on chance,
        hidden pieces or an answer still to come."""
        found: list[tree.Stmt] = []
        for s in effect:
            if (isinstance(s, OFFER) and not isinstance(s, tree.Let)) or not self._knowable(s):
                break
            found.append(s)
        return found

    def _obeyed(
        self,
        found: Behind,
        effect: Sequence[tree.Stmt],
        items: Sequence[tree.Stmt],
        at_once: bool,
    ) -> None:
        for at, s in enumerate(effect):
            if self.reaching.asks(s):
                break
            if not at_once and self._needs_nothing(s, items):
                found.free.append(s)
                continue
            laws = self._told(s, items) if self._shown_by_text(s, items) else []
            if (
                laws
                and self._may_be_told(s)
                and all(self._known_before(law, effect[:at]) for law in laws)
                and not (len(laws) > 1 and self._chosen(laws[0].what, items))
            ):
                found.laws, found.derived, found.within = laws, s, len(laws) > 1
            if laws or self.reaching.reached(s):
                break
        sets = any(isinstance(item, tree.Choose) and item.how for item in items)
        self._cover(found, effect, not sets and not at_once)
        if at_once and found.derived is not None:
            found.uncovered.append(found.derived)

    def _cover(self, found: Behind, effect: Sequence[tree.Stmt], can_rehearse: bool) -> None:
        settled = {found.derived, *found.free}
        covered: list[tree.Stmt] = []
        for s in effect:
            if isinstance(s, OFFER) and not isinstance(s, tree.Let):
                break
            can_rehearse = can_rehearse and self._knowable(s)
            if can_rehearse:
                covered.append(s)
            else:
                found.uncovered += [t for t in self._unasked(s) if t not in settled]
        risky = [at for at, s in enumerate(covered) if set(self.reaching.reached(s)) - settled]
        if risky:
            whole = covered[: risky[-1] + 1]
            nothing = tree.Nothing(at=whole[0].at)
            found.laws.append(Lawful("rehearse", "", nothing, effect=whole))

    def _chosen(self, what: tree.Expr, items: Sequence[tree.Stmt]) -> bool:
        """Whether a piece is chosen in the offer. (If it then goes from one cell to another under
        the same law, it must be tried out: it is not on both.)"""
        if not isinstance(what, tree.Name):
            return False
        target = self.checked.refs[what].target
        return any(
            isinstance(item, tree.Choose) and self.checked.refs[item].target is target
            for item in items
        )

    def _known_before(self, law: Lawful, before: Sequence[tree.Stmt]) -> bool:
        """Whether what a law is asked about, and all that it reads, is the same before the effect
        as when it comes to it: names that the effect does not bind, and nothing else if something
        is done before."""
        if self._reads.changed_by(law.law, before):
            return False
        said = [e for e in (law.what, law.grid, law.cell, law.other) if e is not None]
        own = bound_in(before, self.checked)
        refs = self.checked.refs
        names = [n for n in below(said) if isinstance(n, tree.Name) and n in refs]
        if any(isinstance(t := refs[n].target, Local) and t in own for n in names):
            return False
        done = [s for s in before if not isinstance(s, (tree.Sentence, tree.Pass))]
        return not done or all(isinstance(n, (tree.Name, tree.At, tree.Int)) for n in below(said))

    def _shown_by_text(
        self, s: tree.Stmt, items: Sequence[tree.Stmt]
    ) -> TypeGuard[tree.Move | tree.Swap]:
        """Whether the laws can be asked of the cells between which pieces go. What comes into a
        place under a law that is no grid, or may come out of one, must be tried."""
        if isinstance(s, tree.Swap):
            return not (self._may_lie_in_a_heap(s.left) or self._may_lie_in_a_heap(s.right))
        if not isinstance(s, tree.Move):
            return False
        ref = self.checked.refs.get(s.to)
        if self._under(s.to) is not None and not (ref is not None and ref.kind == "spot"):
            return False
        return self._comes_from_elsewhere(s.what, items) or not self._may_lie_in_a_heap(s.what)

    def _may_lie_in_a_heap(self, e: tree.Expr) -> bool:
        t = self.checked.types[e]
        while isinstance(t, (Maybe, Many)):
            t = t.of
        return isinstance(t, Pieces) and any(
            place.law
            and place.shape not in ("grid", "board")
            and isinstance(place.element, Pieces)
            and place.element.names & t.names
            for place in self.checked.world.places.values()
        )

    def _may_be_told(self, s: tree.Stmt) -> bool:
        """Whether what the laws say of a change tells the chooser nothing hidden."""
        if not self.reaching.touches(s):
            return True
        to = s.to if isinstance(s, (tree.Move, tree.Draw)) else None
        place = self._under(to) if to is not None else None
        if place is not None and place.law and self._reads.tells(place.law, to):
            return False
        return not any(self._reads.tells(law, None) for law in self.checked.program.laws)

    def _told(self, s: tree.Move | tree.Swap, items: Sequence[tree.Stmt]) -> list[Lawful]:
        if isinstance(s, tree.Swap):
            t = self.checked.types[s.left]
            law = self._law_for(t)
            return [Lawful("swap", law, s.left, other=s.right)] if law else []
        t = self.checked.types[s.what]
        if not isinstance(t, Pieces) or not t.names & self.pieces:
            return []
        found: list[Lawful] = []
        target = self._under(s.to)
        ref = self.checked.refs.get(s.to)
        spot = ref is not None and ref.kind == "spot"
        if target is not None and target.law and spot and isinstance(s.to, tree.At):
            found.append(Lawful("lay", target.law, s.what, s.to.of, s.to.keys[0]))
        if not self._comes_from_elsewhere(s.what, items):
            law = self._law_for(t)
            if law:
                found.append(Lawful("take", law, s.what))
        return found

    def _law_for(self, t: object) -> str:
        t = t.of if isinstance(t, (Maybe, Many)) else t
        for place in self.checked.world.places.values():
            if (
                place.law
                and isinstance(t, Pieces)
                and isinstance(place.element, Pieces)
                and place.element.names & t.names
            ):
                return place.law
        return ""

    def _needs_nothing(self, s: tree.Stmt, items: Sequence[tree.Stmt]) -> bool:
        """Whether the text shows that what lies where it has been chosen, a piece or a set, touches
        no place under a law when it moves."""
        if not isinstance(s, tree.Move) or self.reaching.reached(s) != [s]:
            return False
        if self._under(s.to) is not None:
            return False
        if isinstance(self.checked.types[s.what], Many):
            return self._comes_from_elsewhere(s.what, items)
        return isinstance(self.checked.types[s.what], Pieces) and not self._told(s, items)

    def _under(self, to: tree.Expr) -> PlaceInfo | None:
        """The place under a law to which something goes, or to a cell of which."""
        place = self.checked.place(to)
        return place if place is not None and place.law else None

    def _comes_from_elsewhere(self, what: tree.Expr, items: Sequence[tree.Stmt]) -> bool:
        """Whether the text shows that a piece, or a set, lies in places under no law."""
        if not isinstance(what, tree.Name):
            return False
        ref = self.checked.refs[what]
        for item in items:
            if isinstance(item, tree.Choose) and self.checked.refs[item].target is ref.target:
                return self._lies_elsewhere(item.source, frozenset())
        return False

    def _lies_elsewhere(self, many: tree.Expr, within: frozenset[str]) -> bool:
        """Whether the text shows that all of these pieces lie in places under no law; `within` are
        the values looked through."""
        ref = self.checked.refs.get(many)
        match many:
            case tree.Those(sources=tree.Sources(each=[source])):
                return self._lies_elsewhere(source.of, within)
            case tree.ListFor(of=tree.Name() as of):
                listed = self.checked.refs[of].target
                return any(
                    self.checked.refs[source].target is listed
                    and self._lies_elsewhere(source.of, within)
                    for source in many.sources.each
                )
            case _ if ref is not None and ref.kind == "value":
                name = str(ref.target)
                cases = self.checked.program.values[name]
                return (
                    name not in within
                    and not self.checked.program.all_changes(name)
                    and all(self._lies_elsewhere(c.body, within | {name}) for c in cases)
                )
            case _:
                place = self.checked.place(many, spots=False)
                return place is not None and not place.law

    def _unasked(self, s: tree.Stmt) -> list[tree.Stmt]:
        """What a statement does to places under a law, but for what stands behind offers of its
        own."""
        if not self.reaching.asks(s):
            return self.reaching.reached(s)
        found: list[tree.Stmt] = []
        for inner in blocks_in(s):
            for t in inner:
                if isinstance(t, OFFER) and not isinstance(t, tree.Let):
                    break
                found += self._unasked(t)
        return found

    def _knowable(self, s: tree.Stmt) -> bool:
        """Whether the chooser may know before what this statement will do."""
        if self.reaching.asks(s):
            return False
        every = [s, *self.reaching.carried_out(s)]
        if any(isinstance(t, CHANCE) or not self._may_be_told(t) for t in every):
            return False
        said = [part for t in every for part in _read_by(t)]
        return not any(True for _ in self._hidden.read(said, frozenset()))


def _read_by(s: tree.Stmt) -> Iterable[tree.Node]:
    """The expressions of a statement that are read: of where something goes, only the keys."""
    for part in parts(s):
        if isinstance(part, tree.Stmt):
            continue
        if isinstance(s, tree.Move) and part is s.to:
            yield from part.keys if isinstance(part, tree.At) else ()
        else:
            yield part


def condition_of(item: tree.Stmt) -> tree.Expr | None:
    """What limits a choice."""
    match item:
        case tree.Choose():
            return item.where
        case tree.Require():
            return item.condition
        case _:
            return None


def judged_in(items: Iterable[tree.Stmt]) -> list[tree.Afterwards]:
    """What the conditions of an offer say of the table afterwards."""
    return [
        part
        for item in items
        for part in conjuncts(condition_of(item))
        if isinstance(part, tree.Afterwards)
    ]


def bound_in(block: Sequence[tree.Stmt], checked: Checked) -> set[Local]:
    """The names that these statements bind."""
    return {
        checked.local_of(node)
        for node in below(block)
        if isinstance(node, (tree.Let, tree.Pick, tree.Source, tree.IsSome))
    }
