"""`alarife new`: starts of things of one's own."""

from __future__ import annotations

import re
from pathlib import Path

import click

from alarife.cli.telling import say

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.group()
def command() -> None:
    """Start something of your own."""


@command.command()
@click.argument("name", metavar="NAME")
@click.option(
    "--for", "game", required=True, metavar="GAME", help="The game that the module is for."
)
@click.option(
    "--to",
    "folder",
    default=".",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to. Without it: here.",
)
def module(name: str, game: str, folder: Path) -> None:
    """Write NAME.alr: a module that changes nothing yet, with a comment for everything it could
    change."""
    from alarife.cli.module_start import module_start
    from alarife.cli.telling import short_path
    from alarife.diagnostics import Diagnostic, RuleError

    if not _NAME.fullmatch(name):
        message = f"A module can't be called `{name}`."
        raise RuleError(
            [
                Diagnostic(
                    "E0732",
                    message,
                    (),
                    "Take small letters, digits and `_`, beginning with a letter: `my_rules`.",
                )
            ]
        )
    path = folder / f"{name}.alr"
    text = module_start(name, game)
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise RuleError(
            [
                Diagnostic(
                    "E0732",
                    f"There is a file `{path}` already.",
                    (),
                    "Take another name, or delete it.",
                )
            ]
        ) from None
    except OSError as error:
        raise RuleError(
            [
                Diagnostic(
                    "E0732",
                    f"`{path}` can't be written: {error.strerror}.",
                    (),
                    "Say where to with `--to`.",
                )
            ]
        ) from None
    shown = short_path(str(path.resolve()))
    say(f"{shown} is written. Open it in a text editor; then:\n")
    say(f"    alarife check {shown}")
    say(
        f"    alarife play {game} --with ./{shown}"
        if "/" not in shown
        else f"    alarife play {game} --with {shown}"
    )
