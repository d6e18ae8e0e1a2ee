"""`alarife new`: starts of things of one's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from alarife.cli import completing
from alarife.cli.telling import say
from alarife.library import is_path

_NAME = re.compile(r"[a-z][a-z0-9_]*")


@click.group()
def command() -> None:
    """Start something of your own."""


_to = click.option(
    "--to",
    "folder",
    default=".",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where to. Without it: here.",
)
_for = click.option(
    "--for",
    "game",
    required=True,
    metavar="GAME",
    shell_complete=completing.games,
    help="The game that the module is for.",
)


@command.command()
@click.argument("name", metavar="NAME")
@_to
def game(name: str, folder: Path) -> None:
    """Write NAME.alr: a small game that can be played at once, to be changed into yours."""
    from alarife.cli.game_start import game_start

    shown = _write(name, folder, lambda: game_start(name))
    _tell(shown, _beside(shown))


@command.command()
@click.argument("name", metavar="NAME")
@_for
@_to
def module(name: str, game: str, folder: Path) -> None:
    """Write NAME.alr: a module that changes nothing yet, with a comment for everything it could
    change."""
    from alarife.cli.module_start import module_start

    shown = _write(name, folder, lambda: module_start(name, game))
    _tell(shown, f"{game} --with {_beside(shown)}", [game])


@command.command()
@click.argument("name", metavar="NAME")
@_for
@click.option(
    "--with",
    "modules",
    multiple=True,
    metavar="MODULES",
    shell_complete=completing.modules,
    help="Modules whose tables you replace, with commas between. May be repeated.",
)
@click.option(
    "--of",
    "tables",
    multiple=True,
    metavar="TABLE",
    help="A piece or table whose rows you replace. May be repeated. Without it: all those of the"
    " modules.",
)
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="OPTION=VALUE",
    help="Set an option or a ruling: `module.option=value`. May be repeated.",
)
@_to
def data(
    name: str,
    game: str,
    modules: tuple[str, ...],
    tables: tuple[str, ...],
    settings: tuple[str, ...],
    folder: Path,
) -> None:
    """Write NAME.alr: a module that replaces tables of other modules by your own. It holds the
    tables as they are; correct the rows that differ in your box."""
    from alarife.cli.configuring import wish_of
    from alarife.cli.data_start import data_start

    wish = wish_of(game, modules, settings, None)
    shown = _write(name, folder, lambda: data_start(name, wish, tables))
    say(f"{shown} is written. Correct its rows in a text editor; then:\n")
    say(f"    alarife check {_with_paths(shown, [game, *wish.modules])}")
    say(f"    alarife diff {game} --with {','.join([*wish.modules, _beside(shown)])}")


def _write(name: str, folder: Path, text_of: Callable[[], str]) -> str:
    """Write a new file; its path, as it is shown."""
    from alarife.cli.telling import short_path
    from alarife.diagnostics import rule_error

    if not _NAME.fullmatch(name):
        message = f"A file can't be called `{name}`."
        raise rule_error(
            "E0732",
            message,
            "Take small letters, digits and `_`, beginning with a letter: `my_rules`.",
        )
    path = folder / f"{name}.alr"
    text = text_of()
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except FileExistsError:
        raise rule_error(
            "E0732", f"There is a file `{path}` already.", "Take another name, or delete it."
        ) from None
    except OSError as error:
        raise rule_error(
            "E0732", f"`{path}` can't be written: {error.strerror}.", "Say where to with `--to`."
        ) from None
    return short_path(str(path.resolve()))


def _beside(shown: str) -> str:
    return shown if "/" in shown else f"./{shown}"


def _with_paths(shown: str, others: Iterable[str]) -> str:
    """A file, and others that it speaks of and that only their paths lead to."""
    return " ".join([shown, *filter(is_path, others)])


def _tell(shown: str, to_play: str, others: Iterable[str] = ()) -> None:
    """Say what has been written, and what to do with it."""
    say(f"{shown} is written. Open it in a text editor; then:\n")
    say(f"    alarife check {_with_paths(shown, others)}")
    say(f"    alarife play {to_play}")
