"""`alarife rulebook`: the rulebook of one combination. The work is done in `alarife.rulebook`; this
file only hands it over."""

from __future__ import annotations

from pathlib import Path

import click

from alarife.cli.configuring import Wish, configured
from alarife.cli.telling import say


@click.command()
@configured
@click.option(
    "--language",
    default="en",
    show_default=True,
    metavar="CODE",
    help="The language of the book.",
)
@click.option(
    "--format",
    "form",
    type=click.Choice(["html", "single", "pdf", "epub", "text", "markdown"]),
    default="html",
    show_default=True,
    help="A folder of pages, or one file.",
)
@click.option(
    "--paper",
    type=click.Choice(["a4", "letter"]),
    default="a4",
    show_default=True,
    help="The size of the pages of a PDF.",
)
@click.option(
    "--citations/--no-citations",
    default=False,
    show_default=True,
    help="Name the paragraphs of the printed rules.",
)
@click.option(
    "--strict/--draft",
    "strict",
    default=True,
    show_default=True,
    help="Refuse a book in which an example fails, or print it with a mark.",
)
@click.option(
    "--to",
    "folder",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the book goes.",
)
@click.option(
    "--catalogues",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder with catalogues of your own: CODE.po.",
)
def command(
    wish: Wish,
    language: str,
    form: str,
    paper: str,
    citations: bool,
    strict: bool,
    folder: Path,
    catalogues: Path | None,
) -> None:
    """Make the rulebook of exactly this combination: game, modules, options, players."""
    from alarife.rulebook.build import build
    from alarife.rulebook.formats import Printed

    first = build(
        wish.game,
        wish.modules,
        dict(wish.options),
        wish.players,
        language,
        folder,
        catalogues,
        Printed(form, paper, citations, not strict),
    )
    say(f"The book is made; open {first}")
