"""`alarife rulebook`: the rulebook of one combination. The work is done in `alarife.rulebook`; this file only hands it
over."""

from __future__ import annotations

from pathlib import Path

import click

from alarife.cli.configuring import Wish, configured


@click.command()
@configured
@click.option("--language", default="en", show_default=True, metavar="CODE", help="The language of the book.")
@click.option(
    "--to", "folder", required=True, type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Where the book goes."
)
@click.option(
    "--catalogues",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the translations lie: CODE.po in this folder.",
)
def command(wish: Wish, language: str, folder: Path, catalogues: Path | None) -> None:
    """Make the rulebook of exactly this combination: game, modules, options, players."""
    from alarife.rulebook.build import build

    first = build(wish.game, wish.modules, dict(wish.options), wish.players, language, folder, catalogues)
    print(f"The book is made; it begins with {first}")
