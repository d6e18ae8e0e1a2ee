"""What all pages say of commands and files: the commands are understood, the files are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import click
import pytest

from alarife.cli.group import command as alarife

ROOT = Path(__file__).parents[2]
PAGES = [
    page
    for page in (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md")
    if page.parent.name != "errors"
]
"""The pages about errors have tests of their own."""
FENCED = re.compile(r"^```.*?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:\$ )?(alarife [a-z].*?)(?:   .*)?$", re.MULTILINE)
FILE = re.compile(r"`((?:docs|grammar|interpreter|rules|tests)/[\w./]*)`")


def commands(page: Path) -> set[str]:
    text = page.read_text(encoding="utf-8")
    inline = {
        found
        for found in re.findall(r"`(alarife [a-z][^`\n]*)`", FENCED.sub("", text))
        if "…" not in found
    }
    return inline | {
        found
        for block in FENCED.findall(text)
        for found in COMMAND.findall(block)
        if "[" not in found
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_and_their_options_are_those_that_there_are(page: Path) -> None:
    for line in sorted(commands(page)):
        words = shlex.split(line)[1:]
        context = click.Context(alarife, info_name="alarife")
        found = alarife.get_command(context, words[0])
        assert found is not None, line
        known = {
            name
            for parameter in found.params
            for name in (*parameter.opts, *parameter.secondary_opts)
        } | {"--help", "-h"}
        if isinstance(found, click.Group):
            known |= {
                name
                for sub in found.commands.values()
                for parameter in sub.params
                for name in parameter.opts
            }
        unknown = [
            word for word in words[1:] if word.startswith("-") and word.split("=")[0] not in known
        ]
        assert not unknown, line


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_that_are_named_are_there(page: Path) -> None:
    named = FILE.findall(page.read_text(encoding="utf-8"))
    assert [name for name in named if not (ROOT / name).exists()] == []


def test_the_first_page_sets_up_as_the_readme_does() -> None:
    """Both make an environment, install, and play; so neither grows stale alone."""
    first, readme = (
        (ROOT / name).read_text(encoding="utf-8") for name in ("docs/index.md", "README.md")
    )
    for said in (
        "python3 -m venv .venv",
        "source .venv/bin/activate",
        "alarife play connect_four",
        "pip install '.[book]'",
    ):
        assert said in first
        assert said in readme
