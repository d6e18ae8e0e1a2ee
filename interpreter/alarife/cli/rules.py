"""`alarife rules`: every rule in force."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from alarife.cli.configuring import Wish, configured
from alarife.cli.telling import short_path

if TYPE_CHECKING:
    from alarife.engine.state import Game

_WIDTH = 96


@click.command()
@configured
@click.option("--trace", is_flag=True, help="By paragraph of the printed rules: which rules and which examples cite it.")
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(wish: Wish, trace: bool, as_json: bool) -> None:
    """Every rule in force: its name, sentence, citation, module, and where it stands."""
    game = wish.load()
    data: Any = traced(game) if trace else in_force(game)
    if as_json:
        print(json.dumps(data, ensure_ascii=False, indent=2))
        return
    for line in _of_paragraphs(data) if trace else _of_rules(data):
        print(line)


def in_force(game: Game) -> list[dict[str, Any]]:
    """The rules as data, the numbers in their sentences filled in."""
    from alarife.rulebook.text import sentence

    decls = {(article.decl.head.file, article.decl.head.line): article.decl for article in game.program.articles}
    found: list[dict[str, Any]] = []
    for rule in game.rules:
        decl = decls.get((rule.file, rule.line))
        found.append(
            {
                "name": rule.name,
                "kind": rule.kind,
                "title": sentence(game.checked, decl, rule.title) if decl else rule.title,
                "sentence": sentence(game.checked, decl, rule.sentence) if decl else rule.sentence,
                "cites": list(rule.cites),
                "module": rule.module,
                "file": rule.file,
                "line": rule.line,
            }
        )
    return found


def traced(game: Game) -> dict[str, dict[str, list[str]]]:
    """For each paragraph that the files in play cite: which rules and which examples cite it."""
    from alarife.rulebook.trace import trace

    return {
        one.paragraph: {
            "rules": [place.target for place in one.rules],
            "examples": [place.title for place in one.examples],
        }
        for one in trace(game.program.files)
    }


def _of_rules(rules: list[dict[str, Any]]) -> Iterator[str]:
    for rule in rules:
        cites = f" [{', '.join(rule['cites'])}]" if rule["cites"] else ""
        name = f"{rule['name']}: " if rule["name"] else ""
        yield f"{name}{rule['title']}{cites}"
        yield f"    {rule['kind']} in {rule['module']}, {short_path(rule['file'])}:{rule['line']}"
        yield from textwrap.wrap(rule["sentence"], _WIDTH, initial_indent="    ", subsequent_indent="    ")


def _of_paragraphs(paragraphs: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    for paragraph, cited in paragraphs.items():
        yield paragraph
        for what, names in cited.items():
            if names:
                text = f"{what}: {', '.join(names)}"
                yield from textwrap.wrap(text, _WIDTH, initial_indent="    ", subsequent_indent="        ")
