"""`alarife explain`: what the code of a message means."""

from __future__ import annotations

import click

from alarife.cli.telling import say


@click.command()
@click.argument("code", metavar="CODE")
def command(code: str) -> None:
    """What a code such as E0301 means, with an example and what to do."""
    from alarife.codes import page

    say(page(code))
