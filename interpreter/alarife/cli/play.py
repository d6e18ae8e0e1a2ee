"""`alarife play`: a game at this terminal. The work is done in `alarife.play`; this file only hands
it over."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from alarife.cli.configuring import Wish, maybe_configured, spoken

if TYPE_CHECKING:
    from alarife.play import Display

_NEWEST = ""


@click.command()
@maybe_configured
@spoken
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
    type=click.Path(),
    metavar="FILE",
    help="Where the game is saved after every move. Without it: in a folder of your own.",
)
@click.option("--force", is_flag=True, help="With --save: overwrite a file that is there already.")
@click.option(
    "--resume",
    is_flag=False,
    flag_value=_NEWEST,
    type=click.Path(),
    metavar="[FILE]",
    help="Go on with a saved game, the newest if none is named.",
)
@click.option(
    "--replay",
    is_flag=False,
    flag_value=_NEWEST,
    type=click.Path(),
    metavar="[FILE]",
    help="Step through a saved game, the newest that is over if none is named.",
)
@click.option(
    "--saves", "listing", is_flag=True, help="List the saves; their numbers do for their names."
)
@click.option("--statistics", is_flag=True, help="Of saved games that are over: who won how often.")
@click.option(
    "--export",
    type=click.Path(),
    metavar="FILE",
    help="Write a saved game as text, the newest that is over, or the one named with --replay.",
)
@click.option("--names", default="", metavar="NAMES", help="What the players are called: Ann,Bob.")
@click.option(
    "--memory",
    type=click.Choice(["on", "off"]),
    default="off",
    help="on: cards that everybody has seen stay open to all, wherever they go. Without it they are"
    " only counted once they lie hidden.",
)
@click.option(
    "--seat",
    type=int,
    default=0,
    metavar="N",
    help="Through whose eyes a replay is seen. Without it: everything is shown.",
)
@click.option(
    "--full/--lines",
    "full",
    default=None,
    help="With the whole screen, panes and pointer (extra `tui`); or line by line. Without it: as"
    " the terminal can.",
)
@click.option(
    "--learn", is_flag=True, help="A first game: each question is explained when you first meet it."
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
    listing: bool,
    statistics: bool,
    export: str | None,
    names: str,
    memory: str,
    seat: int,
    full: bool | None,
    learn: bool,
    plain: bool,
) -> None:
    """Play GAME at this terminal, people and bots in any mixture. It is saved after every move.
    Without a GAME you choose one.

    Bots are random, greedy, easy, fair, hard, mcts:N (N playouts) or `module:Name`; `person`
    among them is a person."""
    import alarife.play as table

    look = table.Display(False if plain else None, full, learn)
    if listing or statistics:
        code = _list(statistics, look)
    elif export is not None:
        code = table.export(replay or None, export, seat)
    elif resume is not None:
        code = table.resume(resume or None, look, bots)
    elif replay is not None:
        code = table.replay(replay or None, seat, look)
    elif wish is not None:
        code = table.run(
            wish.game,
            wish.modules,
            dict(wish.options),
            wish.players,
            bots,
            seed,
            save,
            look,
            force=force,
            names=[name.strip() for name in names.split(",")] if names else [],
            memory=memory == "on",
        )
    elif sys.stdin.isatty() and sys.stdout.isatty():
        code = table.choose(look)
    else:
        raise click.UsageError("Name a GAME (see `alarife games`), or go on with `--resume`.")
    raise SystemExit(code)


def _list(statistics: bool, look: Display) -> int:
    from alarife.play import choosing, saves, shelf
    from alarife.play.terminal import Terminal

    terminal = Terminal(look.colour)
    files, width = shelf.listed(), terminal.size.width
    if statistics:
        lines = choosing.statistics(files, width)
    else:
        lines = choosing.save_lines(files, width) or [f"There is no save in {saves.folder()}."]
    terminal.page(lines)
    return 0
