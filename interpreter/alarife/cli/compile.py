"""`alarife compile`: machine code for the playouts of one configuration."""

from __future__ import annotations

import time

import click

from alarife.cli.configuring import Wish, configured
from alarife.cli.telling import say


@click.command()
@configured
def command(wish: Wish) -> None:
    """Make machine code of the generated text of GAME in exactly this configuration, and keep it in
    your cache. From then on `simulate` and bots that search use it, with the same games. Needs
    Cython and a C compiler. Nothing that you load is ever compiled without this command."""
    from alarife.engine.native import build, is_built
    from alarife.native import compiler
    from alarife.native.compiler import NotBuilt

    game = wish.load()
    if is_built(game):
        say("There is machine code already.")
        return
    if lacking := compiler.missing():
        raise click.ClickException(
            f"{' and '.join(lacking)} can't be imported. Install what is needed:"
            " `pip install 'alarife[native]'`."
        )
    began = time.monotonic()
    try:
        done = build(game)
    except NotBuilt as wrong:
        raise click.ClickException(f"No machine code could be made.\n{wrong}") from None
    say(f"Done, in {time.monotonic() - began:.0f} s: {done}")
