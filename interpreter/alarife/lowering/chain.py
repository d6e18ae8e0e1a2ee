"""Chains: runs of choices that are offered together, and the laws that flow back into them.

A run of `choose`, `let`, `require` and a closing `choose from` is a chain. What the effect behind
it moves into, out of or within a place under a law is asked of the law before, as if it had been
done; so a move that the law forbids is never offered, and no action mentions the law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from alarife.checking.types import Many, Maybe, Pieces
from alarife.checking.world import PlaceInfo
from alarife.lowering.set_plans import PlanWriter
from alarife.syntax import tree


@dataclass(slots=True)
class Lawful:
    """A condition that flows back from the effect: the law must hold after `statement`. `lay`: the
    piece `what` on `cell` of `grid` (all expressions); `take`: it leaves wherever it is; `swap`:
    `what` with `other`."""

    kind: str
    law: str
    statement: tree.Stmt
    what: tree.Expr
    grid: tree.Expr | None = None
    cell: tree.Expr | None = None
    other: tree.Expr | None = None


@dataclass(slots=True)
class Chain:
    """A run of choices with what must hold at its end."""

    items: list[tree.Stmt]
    laws: list[Lawful] = field(default_factory=list)


class ChainWriter(PlanWriter):
    """Finds chains."""

    def asks(self, s: tree.Stmt) -> bool:
        """Whether somebody may be asked while this statement is carried out."""
        raise NotImplementedError

    def chain(self, block: Sequence[tree.Stmt], start: int) -> tuple[Chain, int]:
        """The chain that begins at a statement, and where it ends."""
        found: list[tuple[int, tree.Stmt]] = []
        for at in range(start, len(block)):
            s = block[at]
            if isinstance(s, tree.Sentence):
                continue
            if not isinstance(s, (tree.Choose, tree.Let, tree.Require, tree.ChooseFrom)):
                break
            if found and isinstance(s, (tree.Choose, tree.ChooseFrom)) and s.otherwise is not None:
                break
            found.append((at, s))
            if isinstance(s, tree.ChooseFrom):
                break
        while found and isinstance(found[-1][1], tree.Let):
            found.pop()
        items = [s for _, s in found]
        at = found[-1][0] + 1 if found else start
        chain = Chain(items)
        if not (items and isinstance(items[-1], tree.ChooseFrom)):
            chain.laws = self._laws_behind(block[at:], items)
        return chain, at

    def _laws_behind(self, effect: Sequence[tree.Stmt], items: list[tree.Stmt]) -> list[Lawful]:
        """What the effect does with places under a law, as far as it can be told from what the
        offer knows."""
        laws: list[Lawful] = []
        touched = False
        for s in effect:
            if self.asks(s):
                break
            found = self._touches(s, items) if isinstance(s, (tree.Move, tree.Swap)) else []
            if found and not touched:
                laws += found
                self.trusted.add(s)
                touched = True
        return laws

    def _touches(self, s: tree.Move | tree.Swap, items: list[tree.Stmt]) -> list[Lawful]:
        lawful = self.lawful_pieces()
        if isinstance(s, tree.Swap):
            t = self.type(s.left)
            law = self._law_for(t)
            return [Lawful("swap", law, s, s.left, other=s.right)] if law else []
        t = self.type(s.what)
        if not isinstance(t, Pieces) or not t.names & lawful:
            return []
        found: list[Lawful] = []
        ref = self.checked.refs.get(s.to)
        target = ref.target if ref is not None else None
        if (
            ref is not None
            and ref.kind == "spot"
            and isinstance(target, PlaceInfo)
            and target.law
            and isinstance(s.to, tree.At)
        ):
            found.append(Lawful("lay", target.law, s, s.what, s.to.of, s.to.keys[0]))
        if not self._comes_from_elsewhere(s.what, items):
            law = self._law_for(t)
            if law:
                found.append(Lawful("take", law, s, s.what))
        return found

    def _law_for(self, t: object) -> str:
        t = t.of if isinstance(t, (Maybe, Many)) else t
        for place in self.world.places.values():
            if (
                place.law
                and isinstance(t, Pieces)
                and isinstance(place.element, Pieces)
                and place.element.names & t.names
            ):
                return place.law
        return ""

    def _comes_from_elsewhere(self, what: tree.Expr, items: list[tree.Stmt]) -> bool:
        """Whether the text shows that a piece lies in a place under no law."""
        if not isinstance(what, tree.Name):
            return False
        ref = self.checked.refs[what]
        for item in items:
            if isinstance(item, tree.Choose) and self.checked.refs[item].target is ref.target:
                source = item.source.inner if isinstance(item.source, tree.Group) else item.source
                place = self.checked.refs.get(source)
                return (
                    place is not None
                    and isinstance(place.target, PlaceInfo)
                    and place.kind == "place"
                    and not place.target.law
                )
        return False


def same(a: object, b: object) -> bool:
    """Whether two trees say the same, wherever they stand."""
    if isinstance(a, tree.Group):
        return same(a.inner, b)
    if isinstance(b, tree.Group):
        return same(a, b.inner)
    if type(a) is not type(b):
        return False
    if isinstance(a, tree.Node):
        names = [n for c in type(a).__mro__ for n in getattr(c, "__slots__", ()) if n != "at"]
        return all(same(getattr(a, n), getattr(b, n)) for n in names)
    if isinstance(a, list) and isinstance(b, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b, strict=True))
    return a == b
