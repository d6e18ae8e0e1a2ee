"""`alarife translate`: catalogues of translations. The work is done in `alarife.translation`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from alarife.cli.telling import say

if TYPE_CHECKING:
    from alarife.translation import Source

_games = click.argument("games", nargs=-1, metavar="[GAME]...")
_rules = click.option(
    "--rules",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    metavar="DIR",
    help="A folder of rule files of your own, instead of the shipped ones.",
)
_catalogue = click.argument("catalogue", type=click.Path(dir_okay=False, path_type=Path))


@click.group()
def command() -> None:
    """Translate rule files, books and tables: into a catalogue (.po) as every gettext editor knows
    it."""


@command.command()
@_games
@_rules
@click.option(
    "--to",
    type=click.Path(dir_okay=False, path_type=Path),
    required=True,
    metavar="FILE.pot",
    help="Where the template goes.",
)
def extract(games: tuple[str, ...], rules: Path | None, to: Path) -> None:
    """Write a template: every message of these games (or of all), without translations."""
    from alarife.translation.template import template, written

    found = _found(games, rules)
    _write(to, written(template(found)))
    say(f"{to}: {len(found)} messages.")


@command.command()
@_catalogue
@_games
@_rules
@click.option("--forget", is_flag=True, help="Drop translations that no message needs any more.")
def update(catalogue: Path, games: tuple[str, ...], rules: Path | None, forget: bool) -> None:
    """Bring a catalogue (`hu.po`) up to date, or begin one. Changed messages are marked as fuzzy:
    look at each, and take the mark away."""
    from alarife.texts.catalogue import is_code, read_catalogue
    from alarife.translation import updated
    from alarife.translation.template import written

    if not is_code(catalogue.stem):
        raise click.BadParameter(
            "A catalogue is called after its language, such as `fr.po`.", param_hint="'CATALOGUE'"
        )
    found = _found(games, rules)
    old = b""
    if catalogue.exists():
        read_catalogue(catalogue, catalogue.stem)  # refuses what is none
        old = _bytes(catalogue)
    made = updated(old, found, catalogue.stem)
    if forget:
        made.obsolete.clear()
    _write(catalogue, written(made))
    fuzzy = sum(1 for message in made if message.id and message.fuzzy)
    open_ = sum(1 for message in made if message.id and not message.string)
    say(f"{catalogue}: {len(found)} messages, {open_} not translated, {fuzzy} to be looked at.")


@command.command()
@_catalogue
@_games
@_rules
def check(catalogue: Path, games: tuple[str, ...], rules: Path | None) -> None:
    """Find mistakes in a catalogue: holes that don't fit, unknown forms, numbers left out."""
    from alarife.linking.wording import counted
    from alarife.texts.catalogue import read_catalogue
    from alarife.translation import mistakes

    found = mistakes(read_catalogue(catalogue, catalogue.stem), _found(games, rules))
    for mistake in found:
        kind = "warning" if mistake.warning else "error"
        say(f"{catalogue}:{mistake.line}: {kind}: {mistake.text}")
    wrong = sum(not mistake.warning for mistake in found)
    say(f"{counted(wrong, 'mistake')}, {counted(len(found) - wrong, 'warning')}.")
    if wrong:
        sys.exit(1)


@command.command()
@_catalogue
@_games
@_rules
def stats(catalogue: Path, games: tuple[str, ...], rules: Path | None) -> None:
    """Say how much of a catalogue is done, file by file."""
    from alarife.texts.catalogue import parsed_po, read_catalogue
    from alarife.translation import Done, done

    read_catalogue(catalogue, catalogue.stem)  # refuses what is none
    counts = done(parsed_po(_bytes(catalogue).decode("utf-8-sig")), _found(games, rules))
    whole = Done()
    for path, count in sorted(counts.items()):
        whole.translated += count.translated
        whole.fuzzy += count.fuzzy
        whole.all += count.all
        say(f"{_line(count)}  {path or 'books, pictures, numbers, tables'}")
    say(f"{_line(whole)}  altogether")


def _line(count: object) -> str:
    from alarife.translation import Done

    assert isinstance(count, Done)
    share = 100 * count.translated // max(count.all, 1)
    fuzzy = f", {count.fuzzy} to be looked at" if count.fuzzy else ""
    return f"{share:3} %  {count.translated:4} of {count.all:4}{fuzzy}"


def _found(games: tuple[str, ...], rules: Path | None) -> list[Source]:
    from alarife.diagnostics import rule_error
    from alarife.library import Library, is_path
    from alarife.resources import rules_dir
    from alarife.texts.catalogue import need_babel

    need_babel()
    from alarife.translation.template import sources

    folder = rules or rules_dir()
    own = {game: _name_in(game) for game in games if is_path(game)}
    library = Library(folder, _beside(own))
    names = {head.name for head in library.games()}
    wanted = {own.get(game, game) for game in games}
    if unknown := sorted(wanted - names):
        hint = f"There is {', '.join(sorted(names)) or 'none'}."
        raise rule_error("E0201", f"There is no game `{unknown[0]}`.", hint)
    return list(sources(library, folder, wanted))


def _name_in(path: str) -> str:
    """The name of the game in a file of somebody's own; the path, if there is none."""
    from alarife.library import head_of
    from alarife.syntax.source import read_source

    head = head_of(read_source(path), path)
    return head.name if head is not None and head.what == "game" else path


def _beside(games: Iterable[str]) -> dict[str, str]:
    """The texts of all rule files in the folders of these: modules and libraries lie beside their
    game."""
    from alarife.diagnostics import RuleError
    from alarife.syntax.source import read_source

    found: dict[str, str] = {}
    for path in sorted({path for game in games for path in Path(game).parent.glob("*.alr")}):
        with suppress(RuleError):  # what is no text is no rule file
            found[str(path)] = read_source(str(path))
    return found


def _write(path: Path, data: bytes) -> None:
    from alarife.diagnostics import rule_error
    from alarife.files import replace

    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace(path, data)
    except OSError as wrong:
        message = f"{path} can't be written: {wrong.strerror}."
        raise rule_error("E0732", message, "Name another file.") from None


def _bytes(path: Path) -> bytes:
    from alarife.files import read_bytes

    return read_bytes(path, 8_000_000)
