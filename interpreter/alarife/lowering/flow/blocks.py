"""Blocks as they are being written: the stretches of a step between two points where it can
stop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from alarife.checking.scope import Local
from alarife.ir.liveness import Needs, settled
from alarife.ir.statements import Block, End, Go, Stmt
from alarife.lowering.parts import Part, Parts


@dataclass(slots=True, eq=False)
class Draft:
    """A block under construction. `carried`: locals that are live in it besides those it reads."""

    number: int
    owner: str
    first: tuple[Local, ...] = ()
    carried: list[Local] = field(default_factory=list[Local])
    body: list[Stmt] = field(default_factory=list[Stmt])

    def block(self) -> Block:
        """The block, as far as it is known what it needs."""
        return Block(self.number, self.owner, self.first, tuple(self.carried), tuple(self.body))

    def uses(self) -> list[Local]:
        """What it reads itself."""
        return list(Needs(dict.fromkeys(self.carried), set(self.first)).of(self.body).uses)


class BlockWriter(Part):
    """Writes into blocks. `blocks` are whole, `drafts` those of the step being written."""

    def __init__(self, parts: Parts) -> None:
        super().__init__(parts)
        self.blocks: list[Block] = []
        self.drafts: list[Draft] = []

    def new_block(self, *first: Local) -> Draft:
        """A block of the step being written."""
        block = Draft(len(self.blocks) + len(self.drafts), self.w.owner, first)
        self.drafts.append(block)
        return block

    def draft(self, number: int) -> Draft:
        """A block of the step being written, by number."""
        return self.drafts[number - len(self.blocks)]

    def within(self, block: Draft, write: Callable[[], None]) -> None:
        """Write into a block."""
        outer, self.w.out = self.w.out, block.body
        write()
        self.w.out = outer

    def finish_blocks(self) -> Block:
        """All blocks of a step are written: find out what each needs; the first."""
        found = settled([draft.block() for draft in self.drafts])
        self.blocks += found
        self.drafts = []
        return found[0]

    def go(self, target: Draft | None, how: str = "jump") -> None:
        """End the current block: go to another one, or end the step."""
        self.w.emit(End() if target is None else Go(how, target.number))

    def push(self, target: Draft | None) -> None:
        """Push a frame, so that what follows returns to a block when it ends."""
        if target is not None:
            self.w.emit(Go("push", target.number))
