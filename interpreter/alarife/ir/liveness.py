"""Which locals statements need from outside, and which they bind; which locals blocks need.

Which names a block needs follows from what it and the blocks behind it read, so equal states have
equal frames. A decision stores every local that the block which puts it needs, so the question can
be put again from a saved state."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from alarife.checking.scope import Local
from alarife.ir.nodes import Expr, Node
from alarife.ir.statements import Ask, AskMore, Block, Go, Stmt
from alarife.ir.walk import field_names, free, names_given


@dataclass(slots=True)
class Needs:
    """`uses` are locals that are read before they are bound, in order."""

    uses: dict[Local, None] = field(default_factory=dict[Local, None])
    binds: set[Local] = field(default_factory=set[Local])

    def of(self, body: Iterable[Node]) -> Needs:
        """What some statements or expressions need and bind, added to it."""
        for node in body:
            if isinstance(node, Expr):
                self.uses.update((x, None) for x in free(node) if x not in self.binds)
                self.binds.update(names_given(node))
            else:
                self._statement(node)
        return self

    def _statement(self, node: Node) -> None:
        for name in field_names(type(node)):
            value = getattr(node, name)
            if name == "locals":
                self.binds.update(value)
            elif isinstance(value, Node):
                self.of((value,))
            elif isinstance(value, tuple):
                self.of(value)  # pyright: ignore[reportUnknownArgumentType]


def needed(body: Iterable[Stmt]) -> tuple[Local, ...]:
    """The locals that statements need from outside, in order."""
    return tuple(Needs().of(body).uses)


def within(body: Iterable[Stmt]) -> Iterator[Stmt]:
    """All statements of a body, those in others after them, in order."""
    for s in body:
        yield s
        for name in field_names(type(s)):
            value = getattr(s, name)
            if isinstance(value, tuple) and value and isinstance(value[0], Stmt):
                yield from within(value)  # pyright: ignore[reportUnknownArgumentType]


def settled(blocks: Sequence[Block]) -> list[Block]:
    """The blocks of a step, each with what it needs; numbers count up from that of the first. What
    has been found before stays."""
    first = blocks[0].number
    binds: list[set[Local]] = []
    live: list[dict[Local, None]] = []
    for block in blocks:
        needs = Needs(dict.fromkeys(block.live), set(block.first)).of(block.body)
        binds.append(needs.binds)
        live.append(needs.uses)
    leads = [[s for s in within(b.body) if isinstance(s, (Go, Ask, AskMore))] for b in blocks]
    changed = True
    while changed:
        changed = False
        for at in reversed(range(len(blocks))):
            for s in leads[at]:
                to = (s.block if isinstance(s, Go) else s.answer) - first
                more = [x for x in live[to] if x not in binds[at] and x not in live[at]]
                live[at].update(dict.fromkeys(more))
                kept = [] if isinstance(s, Go) else [
                    x for x in live[at] if x not in live[to] and x not in blocks[to].first
                ]  # fmt: skip
                live[to].update(dict.fromkeys(kept))
                changed = changed or bool(more or kept)
    return [replace(b, live=tuple(found)) for b, found in zip(blocks, live, strict=True)]
