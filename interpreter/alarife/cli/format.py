"""`alarife format`: rule files as they should be written."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from alarife.cli import completing
from alarife.cli.telling import say


@click.command()
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE...", shell_complete=completing.files
)
@click.option(
    "--upgrade",
    "upgraded",
    is_flag=True,
    help="Rewrite files of an older version of the language, too.",
)
@click.option(
    "--check",
    "only_check",
    is_flag=True,
    help="Change nothing; name the files that would change, and exit with 1 if there are any.",
)
def command(files: tuple[str, ...], upgraded: bool, only_check: bool) -> None:
    """Write rule files as they should be written: indentation, columns, blank lines. What they mean
    stays the same.

    FILE is a path, a folder of rule files, or the name of a game, module, library or preset."""
    from alarife.diagnostics import RuleError

    wrong = False
    for path in _paths(files):
        try:
            text, formatted = _formatted(path, upgraded)
        except RuleError as error:
            from alarife.cli.telling import tell

            tell(error.diagnostics)
            wrong = True
            continue
        if text == formatted:
            continue
        if only_check:
            say(f"{path} would be written differently")
            wrong = True
        else:
            _replace(path, formatted)
            say(f"{path} written anew")
    if wrong:
        raise SystemExit(1)


def _paths(files: tuple[str, ...]) -> list[Path]:
    """The files that are meant. What has the form of a path is one, whatever is in it."""
    from alarife.cli.naming import heads_of
    from alarife.diagnostics import Report
    from alarife.library import Library, is_path

    found: dict[Path, None] = {}
    library, report = Library(), Report()
    for word in files:
        path = Path(word)
        if path.is_dir():
            found.update(dict.fromkeys(sorted(path.rglob("*.alr"))))
        elif is_path(word) or path.exists():
            found[path] = None
        else:
            found.update(dict.fromkeys(Path(h.path) for h in heads_of([word], library, report)))
    report.stop_if_wrong()
    return list(found)


def _formatted(path: Path, upgraded: bool) -> tuple[str, str]:
    """The text of a file as it is, and as it should be."""
    from alarife.diagnostics import Diagnostic, RuleError
    from alarife.syntax.format import format_file, same
    from alarife.syntax.parse import normal, parse
    from alarife.syntax.source import VERSION, read_source

    text = read_source(path)
    file = parse(text, str(path))
    if file.version < VERSION:
        if not upgraded:
            message = f"`{path}` is written in version {file.version} of the language."
            hint = f"`alarife format --upgrade` rewrites it in version {VERSION}."
            raise RuleError([Diagnostic("E0142", message, (), hint)])
        from alarife.syntax.upgrade import upgrade

        file = parse(upgrade(normal(text), file), str(path))
    formatted = format_file(file)
    if not same(parse(formatted, str(path)), file):
        message = (
            f"`{path}` can't be formatted without changing what it says; it was left as it is."
        )
        raise RuleError([Diagnostic("E0731", message, (), "Please report this, with the file.")])
    return text, formatted


def _replace(path: Path, text: str) -> None:
    from alarife.files import replace

    try:
        replace(path, text.encode())
    except OSError as error:
        say(f"{path} can't be written: {error.strerror}.", stream=sys.stderr)
        raise SystemExit(1) from None
