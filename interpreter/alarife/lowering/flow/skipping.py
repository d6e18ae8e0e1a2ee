"""Steps that have nothing to do are passed over where they are called.

A step below which somebody may be asked is entered with a frame, so that what follows can wait for
it. Many are no more than a condition: `repeat while some c in unplaced …`, a window between turns
in which nobody can do anything, a hook under its guard. Where all that a block does first is to ask
such a condition, it is asked in the place of the call, and the frame is made only if it holds.

What is passed over changes nothing and asks nobody. A condition that may fault, or that is counted
against the budget, stays where it is: there it is known whose it is. Blocks go on to one another
without the machine here, so no circle of them may come about that way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from alarife.ir.functions import may_stop
from alarife.ir.liveness import within
from alarife.ir.nodes import Bind, Call, Const, Expr, Function, Node
from alarife.ir.statements import Block, Carry, End, Enter, Go, Stmt, When, While
from alarife.ir.switches import Switches
from alarife.ir.walk import below, copied, is_simple, size
from alarife.lowering.flow.flow import Entry

MOST_NODES = 60
"""A condition with more nodes is asked once only, where it stands."""


class Skipping:
    """Rewrites the blocks of a program; see the module. `entries`: where procedures begin, by the
    name they are called by; `functions`: what calls in expressions call."""

    def __init__(
        self,
        blocks: Sequence[Block],
        entries: Mapping[str, Entry],
        functions: Mapping[str, Function],
        switches: Switches,
    ) -> None:
        self.blocks = blocks
        self.entries = entries
        self.functions = functions
        self.switches = switches
        self._busy: dict[int, Expr | None] = {}
        self._leads = [
            {s.block for s in within(b.body) if isinstance(s, Go) and s.how == "jump"}
            for b in blocks
        ]

    def all(self) -> list[Block]:
        """All blocks, rewritten."""
        return [replace(b, body=self._body(b.body, b, False)) for b in self.blocks]

    # ----------------------------------------------------------------
    # whether anything is done
    def _busy_block(self, number: int) -> Expr | None:
        """When a block does anything: a condition on what it is given; None if that can't be told
        beforehand."""
        if number not in self._busy:
            self._busy[number] = None  # a block that leads to itself is not told
            self._busy[number] = self._busy_body(self.blocks[number])
        return self._busy[number]

    def _busy_body(self, block: Block) -> Expr | None:
        if block.first:
            return None
        match [s for s in block.body if not isinstance(s, Carry)]:
            case [End()]:
                return Const(False)
            case [Go(how="jump", block=to)]:
                return self._busy_block(to)
            case [When(test, _, () | (End(),)), End()] | [When(test, _, (End(),))]:
                return test if self._may_be_asked(test) else None
            case _:
                return None

    def _busy_exit(self, way: Stmt) -> Expr | None:
        """The same for what a body ends with."""
        if isinstance(way, Go) and way.how == "jump":
            block = self.blocks[way.block]
            match [s for s in block.body if not isinstance(s, Carry)]:
                case [Enter() as inner] if not block.first:
                    return self._busy_exit(inner)
                case _:
                    return None
        if not isinstance(way, Enter) or way.function not in self.entries:
            return None
        entry = self.entries[way.function]
        given = (*(() if way.you is None else (way.you,)), *way.args)
        test = self._busy_block(entry.block)
        if test is None or len(given) != len(entry.params) or not all(map(is_simple, given)):
            return None
        return copied(test, dict(zip(entry.params, given, strict=True)))

    def _may_be_asked(self, test: Expr) -> bool:
        """Whether a condition may be asked elsewhere, and twice."""
        return size(test) <= MOST_NODES and self.harmless(test)

    def harmless(self, node: Node) -> bool:
        """Whether nothing but its value comes of an expression."""
        return self._harmless(node, set())

    def _harmless(self, node: Node, seen: set[str]) -> bool:
        if may_stop(node):
            return False
        for n in below(node):
            if isinstance(n, Bind) and n.counted:
                return False
            if isinstance(n, Call) and n.function not in seen:
                seen.add(n.function)
                called = self.functions.get(n.function)
                if called is None or called.counted or not self._harmless(called.body, seen):
                    return False
        return True

    # ----------------------------------------------------------------
    # rewriting
    def _body(self, body: tuple[Stmt, ...], block: Block, looping: bool) -> tuple[Stmt, ...]:
        """Some statements; `looping`: they are the inside of a loop of the block."""
        found = list(body)
        for i, s in enumerate(body):
            if isinstance(s, When):
                inside = looping and i == len(body) - 1
                then = self._body(s.then, block, inside)
                other = self._body(s.other, block, inside)
                found[i] = replace(s, then=then, other=other)
            elif isinstance(s, While):
                found[i] = replace(s, body=self._body(s.body, block, True))
        match found:
            case [*before, Go(how="push", block=to) as push, Enter() | Go(how="jump") as way]:
                after = self._passed(block, to, looping)
                busy = None if after is None else self._busy_exit(way)
                if busy is not None and after is not None:
                    self.switches.owner = block.owner
                    self.switches.applied("skip")
                    never = isinstance(busy, Const) and busy.value is False
                    again = () if never else (When(busy, (push, way)),)
                    self._leads[block.number].update(s.block for s in after)
                    return (*before, *again, *after)
            case _:
                pass
        return tuple(found)

    def _passed(self, block: Block, to: int, looping: bool) -> tuple[Go, ...] | None:
        """How to go on to a block without waiting; None if that would be a circle."""
        if to == block.number:
            return () if looping else None
        waiting, seen = [to], {to}
        while waiting:
            for n in self._leads[waiting.pop()]:
                if n == block.number:
                    return None
                if n not in seen:
                    seen.add(n)
                    waiting.append(n)
        return (Go("jump", to),)
