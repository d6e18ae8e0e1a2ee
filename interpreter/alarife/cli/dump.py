"""`alarife dump`: what each stage made of a game."""

from __future__ import annotations

from collections.abc import Callable

import click

from alarife.cli.configuring import Wish, configured
from alarife.cli.telling import say

STAGES = ("syntax", "linked", "checked", "lowered", "tables", "state")


@click.command()
@configured
@click.option(
    "--stage",
    type=click.Choice(STAGES),
    required=True,
    help=(
        "Which stage: trees, the joined rules, types, generated code, its tables, the first state."
    ),
)
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="S", help="For the first state."
)
def command(wish: Wish, stage: str, seed: int) -> None:
    """Show what a stage made of GAME: to look into the machine, and to see why something is as it
    is."""
    from alarife.cli import stages

    shown: dict[str, Callable[[], str]] = {
        "syntax": lambda: stages.syntax(wish),
        "linked": lambda: stages.linked(stages.program_of(wish)),
        "checked": lambda: stages.checked(wish.stages()),
        "lowered": lambda: wish.stages().lowered.source,
        "tables": lambda: stages.tables(wish.stages()),
        "state": lambda: stages.state(wish.load(), seed),
    }
    say(shown[stage]())
