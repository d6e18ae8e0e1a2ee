"""Blocks as they are being written: the stretches of a step between two points where it can
stop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from alarife.checking.scope import Local
from alarife.ir.liveness import Needs, settled
from alarife.ir.statements import Block, End, Go, Stmt
from alarife.lowering.offers.offers import OfferWriter
from alarife.syntax import tree


@dataclass(slots=True, eq=False)
class Draft:
    """A block that is not yet whole. `carried` are locals it needs whatever it reads."""

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


class BlockWriter(OfferWriter):
    """Writes into blocks. `blocks` are whole, `drafts` those of the step being written."""

    blocks: list[Block]
    drafts: list[Draft]

    def new_block(self, *first: Local) -> Draft:
        """A block of the step being written."""
        block = Draft(len(self.blocks) + len(self.drafts), self.owner, first)
        self.drafts.append(block)
        return block

    def draft(self, number: int) -> Draft:
        """A block of the step being written, by number."""
        return self.drafts[number - len(self.blocks)]

    def within(self, block: Draft, write: Callable[[], None]) -> None:
        """Write into a block."""
        outer, self.out = self.out, block.body
        write()
        self.out = outer

    def finish_blocks(self) -> Block:
        """All blocks of a step are written: find out what each needs; the first."""
        found = settled([draft.block() for draft in self.drafts])
        self.blocks += found
        self.drafts = []
        return found[0]

    def go(self, target: Draft | None, how: str = "jump") -> None:
        """End here and go to a block, or end the step."""
        self.emit(End() if target is None else Go(how, target.number))

    def push(self, target: Draft | None) -> None:
        """Say where to go on when what follows has ended."""
        if target is not None:
            self.emit(Go("push", target.number))

    def run(self, body: Sequence[tree.Stmt], after: Draft | None, given: int = 0) -> None:
        """Write statements into the current block, ending by going to `after`. The first `given`
        requirements need no asking."""
        raise NotImplementedError

    def arm(
        self, body: Sequence[tree.Stmt], after: Draft | None, you: Local | None = None
    ) -> Draft | None:
        """A block for the inside of a statement."""
        raise NotImplementedError
