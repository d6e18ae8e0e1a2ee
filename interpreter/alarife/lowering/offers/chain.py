"""Chains: runs of choices that are offered together, and the laws that flow back into them.

A run of `choose`, `let`, `require` and a closing `choose from` is a chain. What the effect behind
it moves into, out of or within a place under a law is asked of the law before, as if it had been
done; so a move that the law forbids is never offered, and no action mentions the law."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from alarife.checking.lawful import Lawful
from alarife.lowering.parts import Part, Parts
from alarife.lowering.sets.plans import SetChoices
from alarife.syntax import tree


@dataclass(slots=True)
class Chain:
    """A run of choices with what must hold at its end."""

    items: list[tree.Stmt]
    laws: list[Lawful] = field(default_factory=list[Lawful])


class ChainWriter(Part):
    """Finds chains."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.sets = SetChoices(self.w)

    def chain(
        self, block: Sequence[tree.Stmt], start: int, at_once: bool = False
    ) -> tuple[Chain, int]:
        """The chain that begins at a statement, and where it ends. Where all choose `at_once`, the
        law is asked again when everything is done."""
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
            chain.laws = self._laws_behind(block[at:], items, at_once)
        return chain, at

    def _laws_behind(
        self, effect: Sequence[tree.Stmt], items: list[tree.Stmt], at_once: bool
    ) -> list[Lawful]:
        found = self.parts.statements.lawfulness.behind(effect, items, at_once)
        self.parts.statements.trusted.update(found.free)
        if found.derived is not None and not at_once:
            (
                self.parts.statements.half_trusted
                if found.within
                else self.parts.statements.trusted
            ).add(found.derived)
        return found.laws
