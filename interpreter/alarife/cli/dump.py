"""`alarife dump`: what each stage made of a game."""

from __future__ import annotations

from collections.abc import Callable

import click

from alarife.cli.configuring import Wish, configured
from alarife.cli.telling import say
from alarife.lowering.optimisations import OPTIMISATIONS

STAGES = ("syntax", "linked", "checked", "ir", "lowered", "tables", "state")


@click.command()
@configured
@click.option(
    "--stage",
    type=click.Choice(STAGES),
    required=True,
    help=(
        "Which stage: trees, the joined rules, types, the intermediate representation of values and"
        " rules, generated code, its tables, the first state."
    ),
)
@click.option(
    "--without",
    type=click.Choice(list(OPTIMISATIONS)),
    multiple=True,
    metavar="NAME",
    help="Leave out an optimisation: a pass over the intermediate representation, or a form.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="S", help="For the first state."
)
def command(wish: Wish, stage: str, without: tuple[str, ...], seed: int) -> None:
    """Show what a stage made of GAME: to look into the machine, and to see why something is as it
    is."""
    from alarife.cli import stages

    shown: dict[str, Callable[[], str]] = {
        "syntax": lambda: stages.syntax(wish),
        "linked": lambda: stages.linked(stages.program_of(wish)),
        "checked": lambda: stages.checked(wish.stages()),
        "ir": lambda: stages.ir(wish.stages(without)),
        "lowered": lambda: wish.stages(without).lowered.source,
        "tables": lambda: stages.tables(wish.stages()),
        "state": lambda: stages.state(wish.load(), seed),
    }
    say(shown[stage]())
