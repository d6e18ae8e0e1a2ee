"""The invariants of statements: of procedures, and of the blocks of steps that ask."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from alarife.ir.functions import function
from alarife.ir.liveness import needed, within
from alarife.ir.nodes import Builtin
from alarife.ir.statements import (
    Ask,
    AskMore,
    Block,
    Do,
    Drop,
    End,
    Enter,
    EnterAction,
    Fill,
    Go,
    Perform,
    Procedure,
    Return,
    Settle,
    Stmt,
    Store,
    When,
    While,
)
from alarife.ir.walk import below

Blocks = Mapping[int, Block]
Invariant = Callable[["Procedure | Block", Blocks], Iterator[str]]
ENDS = (End, Enter, EnterAction, Ask, Return)
OF_BLOCKS = (End, Drop, Go, Enter, EnterAction, Ask, AskMore)
CHANGES = (Store, Fill, Settle, Perform)


def verified(made: Procedure | Block, blocks: Blocks) -> Iterator[str]:
    """What is wrong with a procedure or block."""
    for check in INVARIANTS:
        yield from check(made, blocks)


def bound_before_use(made: Procedure | Block, _: Blocks) -> Iterator[str]:
    """What is read has been bound, or is handed over."""
    given = made.params if isinstance(made, Procedure) else (*made.first, *made.live)
    for local in needed(made.body):
        if local not in given:
            yield f"`{local.name}` is used where it is not bound"


def suits(made: Procedure | Block, _: Blocks) -> Iterator[str]:
    """Where a step can stop is told in blocks alone; a pure procedure changes nothing."""
    for s in within(made.body):
        if isinstance(made, Procedure) and isinstance(s, OF_BLOCKS):
            yield f"`{type(s).__name__}` stands in a procedure"
        if isinstance(made, Block) and isinstance(s, Return):
            yield "a block returns a value"
        if isinstance(made, Procedure) and made.pure and isinstance(s, CHANGES):
            yield f"`{type(s).__name__}` changes the state"
    if isinstance(made, Procedure) and made.pure:
        for n in below(*made.body):
            if isinstance(n, Builtin) and function(n.name).changes:
                yield f"`{n.name}` changes the state"


def leads_on(made: Procedure | Block, _: Blocks) -> Iterator[str]:
    """A block ends by going on, whatever way is taken through it."""
    if isinstance(made, Block) and not ends(made.body):
        yield "there is a way through it that leads nowhere"


def ends(body: Sequence[Stmt]) -> bool:
    """Whether what stands behind some statements is never reached."""
    return any(
        isinstance(s, ENDS)
        or (isinstance(s, Go) and s.how != "push")
        or (isinstance(s, When) and bool(s.other) and ends(s.then) and ends(s.other))
        or (isinstance(s, Do) and isinstance(s.call, Builtin) and s.call.name in ("never", "ends"))
        for s in body
    )


def targets(made: Procedure | Block, blocks: Blocks) -> Iterator[str]:
    """Where a block leads is a block, and what that needs is known here."""
    if not isinstance(made, Block):
        return
    known = {*made.first, *made.live}
    for s in within(made.body):
        known.update(getattr(s, "locals", ()))
    known |= {n.local for n in below(*made.body) if hasattr(n, "local")}  # type: ignore[attr-defined]
    for s in within(made.body):
        if isinstance(s, (Go, Ask, AskMore)):
            to = blocks.get(s.block if isinstance(s, Go) else s.answer)
            if to is None:
                yield f"`{type(s).__name__}` leads to no block"
                continue
            for local in (x for x in to.live if x not in known):
                yield f"block {to.number} needs `{local.name}`, which is not known here"


def loops_take(made: Procedure | Block, _: Blocks) -> Iterator[str]:
    """A `while` stands in blocks alone, where it goes round once for each answer."""
    if isinstance(made, Procedure) and any(isinstance(s, While) for s in within(made.body)):
        yield "a `while` stands in a procedure"


INVARIANTS: tuple[Invariant, ...] = (
    bound_before_use, suits, leads_on, targets, loops_take,
)  # fmt: skip
