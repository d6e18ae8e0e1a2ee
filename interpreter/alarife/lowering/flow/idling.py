"""Statements that do nothing are left out.

A step without hooks may be empty: a moment that no module in play waits for, `pass` where a house
rule may come in. Carrying it out does nothing, so neither do the conditions and loops around it
that do nothing else. They go, unless what they ask may fault or is counted against the budget."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace

from alarife.ir.nodes import Node
from alarife.ir.statements import Block, Carry, Each, Perform, Procedure, Stmt, When
from alarife.ir.switches import Switches

BODIES = ("body", "then", "other", "otherwise", "again")
"""The fields of statements that hold statements."""


class Idling:
    """Rewrites the procedures and blocks of a program; see the module. `harmless` says of an
    expression that nothing but its value comes of it."""

    def __init__(
        self, procedures: Sequence[Procedure], harmless: Callable[[Node], bool], switches: Switches
    ) -> None:
        self.harmless = harmless
        self.switches = switches
        self._idle: set[str] = set()
        """The procedures that do nothing."""
        while more := {p.name for p in procedures if self._is_idle(p)} - self._idle:
            self._idle |= more

    def _is_idle(self, p: Procedure) -> bool:
        return not p.pure and all(isinstance(s, Carry) for s in self.body(p.body))

    def procedure(self, p: Procedure) -> Procedure:
        """A procedure without what does nothing."""
        return replace(p, body=self.body(p.body))

    def block(self, b: Block) -> Block:
        """A block without what does nothing."""
        self.switches.owner = b.owner
        return replace(b, body=self.body(b.body))

    def body(self, body: Sequence[Stmt]) -> tuple[Stmt, ...]:
        """Statements without those that do nothing."""
        found: list[Stmt] = []
        for s in body:
            made = self._inside(s)
            if self._does_nothing(made):
                self.switches.applied("skip")
            else:
                found.append(made)
        return tuple(found)

    def _inside(self, s: Stmt) -> Stmt:
        """A statement, with the statements in it rewritten."""
        bodies = {f.name: getattr(s, f.name) for f in fields(s) if f.name in BODIES}
        return replace(s, **{name: self.body(body) for name, body in bodies.items()})

    def _does_nothing(self, s: Stmt) -> bool:
        match s:
            case Perform(function=function, args=args):
                return function in self._idle and all(map(self.harmless, args))
            case When(then=(), other=()):
                return self.harmless(s.test)
            case Each(body=()):
                return self.harmless(s.source)
            case _:
                return False
