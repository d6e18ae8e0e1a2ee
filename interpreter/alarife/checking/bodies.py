"""What the checks of finished programs share: all bodies of a program, and what leads a block.

A *body* is a block of statements with the declaration it belongs to. A *lead* is the run of
`choose`, `let`, `require` and a closing `choose from` with which a block begins: of an action and
of a `may` it is the offer, which is asked before the alternative is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from alarife.checking.scope import Checked
from alarife.syntax import tree

OFFER = (tree.Choose, tree.Let, tree.Require, tree.ChooseFrom)
"""The statements of which an offer is made."""


@dataclass(slots=True)
class Body:
    """A block with what it belongs to: `owner` as in `Checked.calls` ("step fill_market")."""

    owner: str
    decl: tree.Decl
    block: list[tree.Stmt]
    offers: bool
    """Whether its lead is asked before it is entered."""


def bodies(checked: Checked) -> Iterator[Body]:
    """All bodies of a program."""
    p = checked.program
    for step in p.steps.values():
        yield Body(f"step {step.name}", step, step.body or [], False)
    for hooks in p.hooks.values():
        for hook in (*hooks.before, *hooks.after, *hooks.instead):
            yield Body(f"step {hook.name}", hook, hook.body, False)
    for action in p.actions.values():
        yield Body(f"action {action.name}", action, action.body, True)
    for whenever in p.whenevers:
        yield Body(f"step {whenever.name}", whenever, whenever.body, False)


def lead_end(block: Sequence[tree.Stmt], start: int = 0) -> int:
    """The index behind the run of choices that begins at a statement. A choice with an `otherwise`
    begins a run of its own."""
    found = False
    for at in range(start, len(block)):
        s = block[at]
        if isinstance(s, tree.Sentence):
            continue
        if not isinstance(s, OFFER) or (
            found and isinstance(s, (tree.Choose, tree.ChooseFrom)) and s.otherwise is not None
        ):
            return at
        found = True
        if isinstance(s, tree.ChooseFrom):
            return at + 1
    return len(block)


def blocks_in(s: tree.Stmt) -> list[list[tree.Stmt]]:
    """The blocks directly inside a statement."""
    match s:
        case tree.If():
            return [block for _, block in s.arms] + (
                [s.otherwise] if s.otherwise is not None else []
            )
        case tree.Choose() | tree.ChooseFrom():
            return [s.otherwise] if s.otherwise is not None else []
        case tree.May():
            return [s.body, *([s.otherwise] if s.otherwise is not None else [])]
        case (
            tree.ForEach()
            | tree.Repeat()
            | tree.RepeatTimes()
            | tree.As()
            | tree.AsEach()
            | tree.Together()
        ):
            return [s.body]
        case _:
            return []


def statements(block: Sequence[tree.Stmt]) -> Iterator[tree.Stmt]:
    """All statements of a block, those inside others included."""
    for s in block:
        yield s
        for inner in blocks_in(s):
            yield from statements(inner)
