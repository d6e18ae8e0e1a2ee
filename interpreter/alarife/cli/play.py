"""`alarife play`: a game at this terminal. The work is done in `alarife.play`; this file only hands it over."""

from __future__ import annotations

import click

from alarife.cli.configuring import Wish, configured


@click.command()
@configured
@click.option(
    "--bots", default="", metavar="BOTS", help="Who plays the last seats: random, greedy, or `module:Name`, with commas between."
)
@click.option("--seed", type=int, metavar="S", help="Same seed, same game. Without it: another one each time.")
def command(wish: Wish, bots: str, seed: int | None) -> None:
    """Play GAME here, people and bots in any mixture."""
    from alarife.play import run

    run(wish.game, wish.modules, dict(wish.options), wish.players, bots=bots, seed=seed)
