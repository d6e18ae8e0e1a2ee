"""`alarife games`: what there is."""

from __future__ import annotations

import json
from typing import Any

import click

from alarife.cli.telling import say


@click.command()
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="As JSON: modules, options, ranges, constraints, presets.",
)
def command(as_json: bool) -> None:
    """The games that can be played, with their modules, options and presets."""
    from alarife.diagnostics import Report
    from alarife.library import Library
    from alarife.linking.configurations import games_data

    report = Report()
    games = games_data(Library(), report)
    if report.found:
        from alarife.cli.telling import tell

        tell(report.found)
    if as_json:
        say(json.dumps(games, ensure_ascii=False, indent=2))
        return
    for game in games:
        for line in _game(game):
            say(line)


def _game(game: dict[str, Any]) -> list[str]:
    lines = [f"{game['name']}  {game['title']}{_players(game)}"]
    lines += [f"    --set {line}" for line in map(_option, game["options"])]
    for module in game["modules"]:
        needs = f", needs {', '.join(module['needs'])}" if module["needs"] else ""
        excludes = f", not with {', '.join(module['excludes'])}" if module["excludes"] else ""
        own = _players(module) if module["players"] != game["players"] else ""
        lines.append(f"    --with {module['name']}  {module['title']}{own}{needs}{excludes}")
        lines += [f"        --set {line}" for line in map(_option, module["options"])]
    lines += [
        f"    preset {preset['name']}  {preset['title']}{_with(preset)}"
        for preset in game["presets"]
    ]
    return lines


def _players(data: dict[str, Any]) -> str:
    if not data["players"]:
        return ""
    from alarife.linking.wording import counted

    low, high = data["players"]
    return f", {counted(low, 'player')}" if low == high else f", {low} to {high} players"


def _with(preset: dict[str, Any]) -> str:
    parts = [
        *preset["modules"],
        *(f"{name}={_word(value)}" for name, value in preset["settings"].items()),
    ]
    return f": {', '.join(parts)}" if parts else ""


def _option(option: dict[str, Any]) -> str:
    if option["type"] == "number":
        values = f"{option['low']}..{option['high']}"
    elif option["type"] == "yes/no":
        values = "yes|no"
    else:
        values = "|".join(
            str(choice.get("choice", next(iter(choice.values())))) for choice in option["choices"]
        )
    return f"{option['name']}={values}  ({_word(option['default'])})  {option['title']}"


def _word(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
