"""`alarife play`: a game at this terminal. The work is done in `alarife.play`; this file only hands
it over."""

from __future__ import annotations

import click

from alarife.cli.configuring import Wish, maybe_configured

_NEWEST = ""


@click.command()
@maybe_configured
@click.option(
    "--bots",
    default="",
    metavar="BOTS",
    help="Who plays: one name for all seats but the first, or several for the last seats. With"
    " --resume: who plays on, instead of those named in the save.",
)
@click.option(
    "--seed", type=int, metavar="S", help="Same seed, same game. Without it: another one each time."
)
@click.option(
    "--save",
    metavar="FILE",
    help="Where the game is saved after every move. Without it: in a folder of your own.",
)
@click.option("--force", is_flag=True, help="With --save: overwrite a file that is there already.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value=_NEWEST,
    metavar="[FILE]",
    help="Go on with a saved game, the newest if none is named.",
)
@click.option(
    "--replay",
    is_flag=False,
    flag_value=_NEWEST,
    metavar="[FILE]",
    help="Step through a saved game, the newest if none is named.",
)
@click.option(
    "--seat",
    type=int,
    default=0,
    metavar="N",
    help="Through whose eyes a replay is seen. Without it: everything is shown.",
)
@click.option(
    "--no-colour",
    "--no-color",
    "plain",
    is_flag=True,
    help="No colours. They are left out, too, if NO_COLOR is set.",
)
def command(  # noqa: PLR0913, PLR0917 - one for each option of the command line
    wish: Wish | None,
    bots: str,
    seed: int | None,
    save: str | None,
    force: bool,
    resume: str | None,
    replay: str | None,
    seat: int,
    plain: bool,
) -> None:
    """Play GAME at this terminal, people and bots in any mixture. It is saved after every move.

    Bots are random, greedy, easy, fair, hard, mcts:N (N playouts) or `module:Name`; `person`
    among them is a person."""
    import alarife.play as table

    colour = False if plain else None
    if resume is not None:
        code = table.resume(resume or None, colour, bots)
    elif replay is not None:
        code = table.replay(replay or None, seat, colour)
    elif wish is not None:
        code = table.run(
            wish.game,
            wish.modules,
            dict(wish.options),
            wish.players,
            bots,
            seed,
            save,
            colour,
            force=force,
        )
    else:
        raise click.UsageError("Name a GAME (see `alarife games`), or go on with `--resume`.")
    raise SystemExit(code)
