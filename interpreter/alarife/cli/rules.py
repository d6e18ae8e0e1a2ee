"""`alarife rules`: every rule in force."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from alarife.cli.configuring import Wish, configured
from alarife.cli.telling import say, short_path

if TYPE_CHECKING:
    from alarife.engine.state import Game

_WIDTH = 96


@click.command()
@configured
@click.option(
    "--trace",
    is_flag=True,
    help="By paragraph of the printed rules: rules, examples and tests that go back to it.",
)
@click.option("--json", "as_json", is_flag=True, help="As JSON.")
def command(wish: Wish, trace: bool, as_json: bool) -> None:
    """Every rule in force: its name, sentence, citation, module, and where it stands.

    With `--trace`, the exit code is 1 if a paragraph in scope has no rule, or neither example nor
    test. In scope are the paragraphs that `paragraphs.txt` lists, beside the game or in the folder
    above."""
    game = wish.load()
    data: Any = traced(game) if trace else in_force(game)
    if as_json:
        say(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        for line in _of_paragraphs(data) if trace else _of_rules(data):
            say(line)
    if trace and any(told["gap"] for told in data.values()):
        raise SystemExit(1)


def in_force(game: Game) -> list[dict[str, Any]]:
    """The rules as data, the numbers in their sentences filled in."""
    from alarife.sentences.text import sentence

    decls = {
        (article.decl.head.file, article.decl.head.line): article.decl
        for article in game.program.articles
    }
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


def traced(game: Game) -> dict[str, dict[str, Any]]:
    """For each paragraph of the printed rules that the files in play go back to: which rules and
    which examples cite it, which test shows it, in which chapters it is told, and what is missing.
    Listed ones are looked for in all rule files of the game's library, too, before they are called
    a gap."""
    from alarife.rulebook.trace import scope_beside, shipped, trace

    files = game.program.files
    scope = scope_beside(next(file.path for file in files if file.what == "game"))
    own = [file for file in files if file.what != "library"]
    sources = {_source(one.paragraph) for one in trace(own)}
    everywhere = {one.paragraph: one for one in trace([*shipped(), *own], scope)}
    cited = {
        one.paragraph: one
        for one in trace(
            files, {name: note for name, note in scope.items() if _source(name) in sources}
        )
    }
    return {
        name: {
            "rules": [place.target for place in one.rules],
            "examples": [place.title for place in one.examples],
            "tests": [one.test] if one.test else [],
            "chapters": list(
                dict.fromkeys(
                    place.chapter for place in [*one.rules, *one.examples] if place.chapter
                )
            ),
            "out of scope": one.out,
            "gap": everywhere[name].gap if name in scope else "",
        }
        for name, one in cited.items()
        if _source(name) in sources
    }


def _source(paragraph: str) -> str:
    return paragraph.rpartition("-")[0]


def _of_rules(rules: list[dict[str, Any]]) -> Iterator[str]:
    for rule in rules:
        cites = f" [{', '.join(rule['cites'])}]" if rule["cites"] else ""
        name = f"{rule['name']}: " if rule["name"] else ""
        yield f"{name}{rule['title']}{cites}"
        yield f"    {rule['kind']} in {rule['module']}, {short_path(rule['file'])}:{rule['line']}"
        yield from textwrap.wrap(
            rule["sentence"], _WIDTH, initial_indent="    ", subsequent_indent="    "
        )


def _of_paragraphs(paragraphs: dict[str, dict[str, Any]]) -> Iterator[str]:
    for paragraph, told in paragraphs.items():
        if told["out of scope"]:
            yield f"{paragraph}: not in scope, for {told['out of scope']}"
            continue
        yield f"{paragraph}: {told['gap'].upper()}" if told["gap"] else paragraph
        for what in ("rules", "examples", "tests", "chapters"):
            if told[what]:
                text = f"{what}: {', '.join(told[what])}"
                yield from textwrap.wrap(
                    text, _WIDTH, initial_indent="    ", subsequent_indent="        "
                )
