"""The functions of shipped games, as the passes leave them."""

from __future__ import annotations

from functools import cache

from alarife.ir.nodes import Function
from alarife.ir.statements import Block, Procedure
from alarife.pipeline import Stages, stages

MODULES = ("bazaars", "cards", "change", "extra_tower", "invaders", "treasure")
CONFIGURATIONS = (
    "alhambra", "alhambra+all", "alcazaba", "dice", "auction", "breakthrough", "connect_four",
    "draughts", "goofspiel", "hex", "kalah", "kuhn_poker", "nim", "oh_hell", "pig", "reversi",
    "tic_tac_toe",
)  # fmt: skip


@cache
def stages_of(configuration: str, without: tuple[str, ...] = ()) -> Stages:
    """A shipped game, lowered without some passes."""
    game, _, modules = configuration.partition("+")
    return stages(game, MODULES if modules else (), without=without)


def functions_of(
    configuration: str, without: tuple[str, ...] = ()
) -> list[Function | Procedure | Block]:
    """Its functions."""
    return [f for f in stages_of(configuration, without).lowered.ir if isinstance(f, Function)]
