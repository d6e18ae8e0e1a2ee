"""Names of pieces that may be mixed: what a block still needs is held in a frame meanwhile.

Where pieces are mixed out of somebody's sight, the engine keeps for that seat what was named before
(`alarife.engine.hidden.mixing`). It reads that from notes and frames, and a name of the block that
runs stands in neither. So before a statement that may mix pieces, the names that are needed
afterwards are pushed in a frame of their own, which is dropped behind it. It is the frame of a
block that does nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from alarife.checking.scope import Local
from alarife.checking.types import Type, piece_types
from alarife.ir.liveness import Needs, within
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
    Go,
    Perform,
    Procedure,
    Stmt,
    When,
    While,
)

MIXES = frozenset(
    (
        *("move", "move_all", "move_at", "move_within", "swap", "draw", "shuffle"),
        *("move_lawful", "move_all_lawful", "move_at_lawful", "swap_lawful", "draw_lawful"),
    )
)
"""Functions of the engine that may mix pieces."""
LEADS = (Go, Ask, AskMore, Enter, EnterAction, End, Drop)


class Holding:
    """Puts frames round what may mix pieces. `hidden` are the types of pieces that may lie where
    not everybody sees them."""

    def __init__(
        self, blocks: Sequence[Block], procedures: Iterable[Procedure], hidden: frozenset[str]
    ) -> None:
        self.blocks = [*blocks]
        self.hidden = hidden
        self.mixing = _mixing(procedures)
        self._frames: dict[tuple[str, tuple[Local, ...]], int] = {}

    def held(self) -> list[Block]:
        """The blocks, and behind them those that the frames belong to."""
        for block in self.blocks[:] if self.hidden else ():
            body, _ = self._body(block.owner, block.body, ())
            self.blocks[block.number] = replace(block, body=body)
        return self.blocks

    def _body(
        self, owner: str, body: Sequence[Stmt], after: Iterable[Local]
    ) -> tuple[tuple[Stmt, ...], dict[Local, None]]:
        """Statements with frames put in, and what they and those after them need."""
        live = dict.fromkeys(after)
        found: list[Stmt] = []
        for s in reversed(body):
            needs = Needs().of((s,))
            again = [s]
            if isinstance(s, (When, While)) and any(isinstance(x, LEADS) for x in within((s,))):
                again = [self._inside(owner, s, live)]
                live.update(self._led(s))
            elif isinstance(s, LEADS):
                live.update(self._led(s))
            elif any(map(self._mixes, within((s,)))):
                names = [x for x in live if x not in needs.binds and self._may_be_mixed(x.type)]
                if names:
                    again = [Drop(), s, Go("push", self._frame(owner, tuple(names)))]
            found += again
            live = {x: None for x in live if x not in needs.binds} | needs.uses
        return tuple(reversed(found)), live

    def _inside(self, owner: str, s: When | While, after: dict[Local, None]) -> Stmt:
        if isinstance(s, When):
            then, other = (self._body(owner, body, after)[0] for body in (s.then, s.other))
            return replace(s, then=then, other=other)
        again = {**after, **Needs().of((s,)).uses}
        return replace(s, body=self._body(owner, s.body, again)[0])

    def _led(self, s: Stmt) -> dict[Local, None]:
        """What the blocks need to which a statement leads."""
        found: dict[Local, None] = {}
        for x in within((s,)):
            if isinstance(x, (Go, Ask, AskMore)):
                to = self.blocks[x.block if isinstance(x, Go) else x.answer]
                found.update((local, None) for local in to.live if local not in to.first)
        return found

    def _mixes(self, s: Stmt) -> bool:
        match s:
            case Do(call=Builtin(name=name)):
                return name in MIXES
            case Perform(function=function):
                return function in self.mixing
            case _:
                return False

    def _may_be_mixed(self, t: Type) -> bool:
        return not self.hidden.isdisjoint(piece_types(t))

    def _frame(self, owner: str, names: tuple[Local, ...]) -> int:
        """The number of the block whose frame holds these names."""
        if (owner, names) not in self._frames:
            self._frames[owner, names] = number = len(self.blocks)
            self.blocks.append(Block(number, owner, (), names, (End(),)))
        return self._frames[owner, names]


def _mixing(procedures: Iterable[Procedure]) -> set[str]:
    """The procedures that may mix pieces, themselves or by those that they call."""
    calls: dict[str, set[str]] = {}
    for made in procedures:
        done = [*within(made.body)]
        calls[made.name] = {s.function for s in done if isinstance(s, Perform)} | {
            s.call.name for s in done if isinstance(s, Do) and isinstance(s.call, Builtin)
        }
    found: set[str] = set()
    while more := {p for p, called in calls.items() if called & (MIXES | found)} - found:
        found |= more
    return found
