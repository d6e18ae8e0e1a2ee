"""`alarife test`: the examples that are written in rule files, run."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, Any

import click

from alarife.cli import completing
from alarife.cli.telling import say, short_path

if TYPE_CHECKING:
    from alarife.examples.outcome import Outcome
    from alarife.library import Head, Library


@click.command()
@click.argument("files", nargs=-1, metavar="[GAME|FILE]...", shell_complete=completing.files)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="As JSON: each example, whether it holds, and what is wrong.",
)
def command(files: tuple[str, ...], as_json: bool) -> None:
    """Run the examples that are written in rule files. Of one that fails: what was expected, what
    came out, and where.

    A game by its name: with its libraries and all its modules. FILE is a path, a folder, or the
    name of a module or library. Without any: all that are shipped. The exit code is 1 if an example
    fails."""
    from alarife.cli.naming import heads_of
    from alarife.diagnostics import Report
    from alarife.library import Library

    library = Library()
    report = Report()
    heads = heads_of(files, library, report) if files else library.games()
    outcomes = _once([outcome for head in heads for outcome in _outcomes(head, library, report)])
    failed = [outcome for outcome in outcomes if not outcome.passed]
    if as_json:
        say(json.dumps(_data(outcomes, report.found), ensure_ascii=False, indent=2))
    else:
        _say(outcomes, failed, report.found)
    if failed or report.errors:
        raise SystemExit(1)


def _outcomes(head: Head, library: Library, report: Any) -> list[Outcome]:
    """What came of the examples of a file. If rules can't be used, the report says why."""
    from alarife.diagnostics import RuleError
    from alarife.examples.run import run_examples, run_file, run_game

    shipped = library.ships(head.path)
    try:
        if head.what == "game" and shipped:
            return run_game(head.name, library)
        if head.what == "module" and shipped:
            return run_examples(head.target, [head.name], library)
        return run_file(head.path, library)
    except RuleError as wrong:
        report.found.extend(d for d in wrong.diagnostics if d not in report.found)
        return []


def _once(outcomes: list[Outcome]) -> list[Outcome]:
    """Each example once in each configuration: a library's are met in every game that uses it."""
    found = {
        (str(o.at), o.game, o.modules, tuple(o.settings.items()), o.players): o for o in outcomes
    }
    return list(found.values())


def _data(outcomes: list[Outcome], wrong: list[Any]) -> dict[str, Any]:
    from alarife.report import as_data

    return {
        "examples": [
            {
                "title": outcome.title,
                "file": outcome.at.file,
                "line": outcome.at.line,
                "game": outcome.game,
                "modules": list(outcome.modules),
                "options": outcome.settings,
                "players": outcome.players,
                "passed": outcome.passed,
                "diagnostics": [as_data(diagnostic) for diagnostic in outcome.diagnostics],
            }
            for outcome in outcomes
        ],
        "diagnostics": [as_data(diagnostic) for diagnostic in wrong],
    }


def _say(outcomes: list[Outcome], failed: list[Outcome], wrong: list[Any]) -> None:
    from alarife.cli.telling import tell

    if wrong:
        tell(wrong, sys.stdout)
        say()
    for outcome in outcomes:
        if outcome.diagnostics:
            say(
                f"{short_path(outcome.at.file)}:{outcome.at.line}: example"
                f" “{outcome.title}”{_configuration(outcome)}"
            )
            tell(outcome.diagnostics, sys.stdout)
            for line in outcome.state:
                say(f"    {line}")
            say()
    counted = f"{len(outcomes)} {'example' if len(outcomes) == 1 else 'examples'}"
    if failed:
        say(f"{counted}, {len(failed)} failed.")
    elif outcomes:
        say(f"{counted}, all as they should be.")
    elif not wrong:
        say("There are no examples.")


def _configuration(outcome: Outcome) -> str:
    parts = [
        *(short_path(module) for module in outcome.modules),
        *(f"{name}={value}" for name, value in outcome.settings.items()),
    ]
    from alarife.linking.wording import counted

    modules = f" with {', '.join(parts)}" if parts else ""
    return f", {outcome.game}{modules}, {counted(outcome.players, 'player')}"
