"""`alarife check`: what is wrong in rule files."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from alarife.cli import completing
from alarife.cli.telling import say

if TYPE_CHECKING:
    from alarife.cli.survey import Survey


@click.command()
@click.argument("files", nargs=-1, metavar="[FILE]...", shell_complete=completing.files)
@click.option(
    "--all",
    "thorough",
    is_flag=True,
    help=(
        "Try all pairs of modules and all values of options; count configurations; name options"
        " that are dead."
    ),
)
@click.option(
    "--how",
    is_flag=True,
    help="Say how every rule of a law is answered, what is kept of graphs, and why; which choices"
    " of sets try sets; and where each optimisation is applied.",
)
@click.option(
    "--json", "as_json", is_flag=True, help="As JSON: diagnostics, configurations, rules."
)
def command(files: tuple[str, ...], thorough: bool, how: bool, as_json: bool) -> None:
    """Say what is wrong in rule files, where, and what to do.

    FILE is a game, library, module or preset: a path, a name, or a folder. Without any: all that
    are shipped. The exit code is 1 if there is an error."""
    from alarife.cli.naming import heads_of
    from alarife.cli.survey import Survey
    from alarife.diagnostics import Report
    from alarife.library import Library

    library = Library()
    survey = Survey(library, thorough, made={} if how else None)
    report = Report()
    heads = heads_of(files, library, report)
    library.mean(head.path for head in heads)
    survey.note(report)
    survey.over(heads)
    forms = _forms(survey) if how else []
    kept, applied = _lowered(survey) if how else ([], [])
    sets = _sets(survey) if how else []
    shown = _How(forms, kept, sets, applied)
    if as_json:
        say(json.dumps(_data(survey, shown), ensure_ascii=False, indent=2))
    else:
        _say(survey, len(heads), shown)
    if any(diagnostic.severity == "error" for diagnostic in survey.found):
        raise SystemExit(1)


MOST_NAMED = 8
"""So many declarations are named to which an optimisation was applied."""


@dataclass(frozen=True, slots=True)
class _How:
    """What `--how` says: how rules of laws are answered, what is kept, which choices try sets, and
    where optimisations were applied."""

    forms: list[dict[str, Any]]
    kept: list[dict[str, Any]]
    sets: list[dict[str, Any]]
    applied: list[dict[str, Any]]


def _data(survey: Survey, how: _How) -> dict[str, Any]:
    from alarife.report import as_data

    data: dict[str, Any] = {
        "diagnostics": [as_data(diagnostic) for diagnostic in survey.found],
        "checked": len(survey.tried),
    }
    if survey.counts:
        data["configurations"] = survey.counts
    said = {
        "rules": how.forms, "kept": how.kept, "sets": how.sets, "optimisations": how.applied,
    }  # fmt: skip
    data.update((name, content) for name, content in said.items() if content)
    return data


def _say(survey: Survey, files: int, how: _How) -> None:
    from alarife.cli.telling import tell

    if survey.found:
        tell(survey.found, sys.stdout)
        say()
    for form in how.forms:
        say(
            f"{form['law']}.{form['rule']}: laying {form['lay']}, taking {form['take']}, exchanging"
            f" {form['exchange']}"
        )
        if form["why"]:
            say(f"    {form['why']}")
    for result in how.kept:
        say(f"{result['what']}: {result['why']}")
    for choice in how.sets:
        say(
            f"{choice['choice']}: sets of up to {choice['candidates']} candidates are tried, as"
            f" their members are compared; at most {choice['most']} for a question"
        )
    for one in how.applied:
        names: list[str] = one["declarations"]
        more = f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""
        say(f"{one['name']} ({one['does']}): {', '.join(names[:MOST_NAMED])}{more}")
    for game, number in survey.counts.items():
        say(f"{game}: {_many(number, 'configuration')}")
    say(
        f"{_many(files, 'file')}, {_many(len(survey.tried), 'configuration')} tried:"
        f" {_verdict(survey)}."
    )


def _many(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _verdict(survey: Survey) -> str:
    counted = [
        (sum(d.severity == severity for d in survey.found), severity)
        for severity in ("error", "warning")
    ]
    return (
        " and ".join(_many(number, severity) for number, severity in counted if number)
        or "nothing is wrong"
    )


def _forms(survey: Survey) -> list[dict[str, Any]]:
    """How each rule of a law is answered, each once, in the first configuration in which it is in
    force."""
    from alarife.lowering.laws.classification import classification

    found: dict[tuple[str, str], dict[str, Any]] = {}
    for checked in survey.first.values():
        program = checked.program
        laws = {rule: law for law, rules in program.rules_of.items() for rule in rules}
        for name, form in classification(checked).items():
            decl = program.rules[name]
            key = (decl.head.file, name)
            found.setdefault(
                key,
                {
                    "law": laws.get(name, ""),
                    "rule": name,
                    "module": decl.module,
                    "line": decl.head.line,
                    "lay": form.lay,
                    "take": form.take,
                    "exchange": form.exchange,
                    "why": form.why,
                },
            )
    return list(found.values())


def _sets(survey: Survey) -> list[dict[str, Any]]:
    """The choices of sets that are looked ahead by trying sets, with the budget for it."""
    from alarife.engine.sets.search import MOST_TRIED

    return [
        {"choice": choice, "line": at.line, "candidates": candidates, "most": MOST_TRIED}
        for at, (choice, candidates) in survey.sets.items()
    ]


def _lowered(survey: Survey) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Which results are kept, and by what, each once; and for each optimisation the declarations to
    which it was applied."""
    from alarife.lowering.laws.keeping import kept_results
    from alarife.lowering.optimisations import OPTIMISATIONS

    found: dict[str, dict[str, Any]] = {}
    used: dict[str, dict[str, None]] = {}
    for file, lowered in (survey.made or {}).items():
        checked = survey.first[file]
        for what, why in kept_results(checked, lowered.ir).items():
            found.setdefault(what, {"what": what, "why": why})
        for name, owners in lowered.used.items():
            used.setdefault(name, {}).update(owners)
    applied = [
        {"name": name, "does": does, "declarations": sorted(n for n in used[name] if n)}
        for name, does in OPTIMISATIONS.items()
        if name in used
    ]
    return list(found.values()), applied
