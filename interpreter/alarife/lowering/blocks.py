"""Blocks: the stretches of a step between two points where it can stop.

What comes in: lines, and where they go on. What goes out: blocks with the names they need. Which
names a block needs follows from what it and the blocks behind it read (liveness), so equal states
have equal frames."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from alarife.checking.scope import Local
from alarife.lowering.context import AskLine, Block, Jump
from alarife.lowering.offers import OfferWriter
from alarife.syntax import tree


class BlockWriter(OfferWriter):
    """Writes into blocks."""

    blocks: list[Block]

    def new_block(self) -> Block:
        """A block of the step being written."""
        block = Block(number=len(self.blocks), owner=self.owner)
        self.blocks.append(block)
        return block

    def within(self, block: Block, write: Callable[[], None]) -> None:
        """Write into a block."""
        outer, self.cx = self.cx, block
        write()
        self.cx = outer

    def go(self, target: Block | None, how: str = "jump") -> None:
        """End here and go to a block, or end the step."""
        if target is None:
            self.cx.line("return False")
        else:
            self.cx.lines.append(Jump(how, target, self.cx.indent))

    def push(self, target: Block | None) -> None:
        """Say where to go on when what follows has ended."""
        if target is not None:
            self.cx.lines.append(Jump("push", target, self.cx.indent))

    def run(self, body: Sequence[tree.Stmt], after: Block | None, given: int = 0) -> None:
        """Write statements into the current block, ending by going to `after`. The first `given`
        requirements need no asking."""
        raise NotImplementedError

    def arm(
        self, body: Sequence[tree.Stmt], after: Block | None, you: Local | None = None
    ) -> Block | None:
        """A block for the inside of a statement."""
        raise NotImplementedError


def settle(blocks: list[Block]) -> None:
    """Find out which names each block needs: what it reads, and what the blocks it goes to need,
    unless it binds them."""
    for block in blocks:
        block.live = [local for local in block.uses if local not in block.first]
    changed = True
    while changed:
        changed = False
        for block in reversed(blocks):
            for entry in block.lines:
                if isinstance(entry, str):
                    continue
                for local in entry.block.live:
                    if (
                        local not in block.binds
                        and local not in block.first
                        and local not in block.live
                    ):
                        block.live.append(local)
                        changed = True
                if isinstance(entry, AskLine):
                    changed |= _carry(block, entry.block)


def _carry(asking: Block, answer: Block) -> bool:
    """What is needed to put a decision again is carried by the decision."""
    more = [
        local for local in asking.live if local not in answer.live and local not in answer.first
    ]
    answer.live += more
    return bool(more)
