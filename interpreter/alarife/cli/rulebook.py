"""`alarife rulebook`: the rulebook of one combination. The work is done in `alarife.rulebook`; this file only hands it
over."""

from __future__ import annotations

from pathlib import Path

import click

from alarife.cli.configuring import Wish, configured


@click.command()
@configured
@click.option("--language", metavar="CODE", help="The language of the book, such as hu. Without it: as the rules are written.")
@click.option(
    "--to", "folder", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where the book goes."
)
def command(wish: Wish, language: str | None, folder: Path) -> None:
    """Make the rulebook of exactly this combination: game, modules, options, players."""
    from alarife.rulebook.build import build

    print(build(wish.game, wish.modules, dict(wish.options), wish.players, language=language, to=folder))
