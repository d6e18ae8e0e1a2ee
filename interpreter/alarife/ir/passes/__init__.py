"""The passes over the IR, in order.

A pass is a function from the body of a function to a body that means the same. Each has a file of
its own here, and a section in docs/architecture/passes.md. Every pass of `PASSES` may be left out:
games are the same without it, only slower."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from alarife.ir.nodes import Expr
from alarife.ir.passes.facts import Facts
from alarife.ir.passes.fold import fold
from alarife.ir.passes.inline import inline
from alarife.ir.passes.masks import masks
from alarife.ir.passes.open_loops import open_loops
from alarife.ir.passes.share import share
from alarife.ir.passes.tally import tally
from alarife.ir.passes.unroll import unroll
from alarife.ir.passes.weigh import weigh


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass: its name on the command line, what it does, and its function. `outlined`: it runs
    when inner loops have become functions of their own."""

    name: str
    sentence: str
    run: Callable[[Expr, Facts], Expr]
    outlined: bool = False


PASSES: tuple[Pass, ...] = (
    Pass("inline", "puts the bodies of short functions in the place of their calls", inline),
    Pass("fold", "works out what is known before play", fold),
    Pass("open", "joins enumerations in enumerations into one nest of loops", open_loops),
    Pass("masks", "keeps with a board what holds of its single cells", masks),
    Pass("tally", "keeps counts and sums over a grid for all that they are compared with", tally),
    Pass("weigh", "counts nothing against the budget that has become light", weigh),
    Pass("unroll", "asks few known members one by one, without a loop", unroll),
    Pass("share", "works out once what can't change while loops go round", share, outlined=True),
)


def improved(body: Expr, facts: Facts, outlined: bool = False) -> Expr:
    """A body after all passes before outlining, or all behind it, that are on."""
    for one in PASSES:
        if one.outlined == outlined and facts.switches.on(one.name):
            before, body = body, one.run(body, facts)
            if body is not before:
                facts.switches.applied(one.name)
    return body


PUBLIC = (
    "facts",
    "fold",
    "outline",
    "weigh",
)
"""Its modules that other packages may import."""
