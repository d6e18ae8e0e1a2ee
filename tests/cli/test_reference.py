"""The reference of the command line is complete."""

from __future__ import annotations

from pathlib import Path

import click

from alarife.cli.group import command
from alarife.cli.overview import COMMANDS
from alarife.cli.reference import EXAMPLES, reference

PAGE = Path(__file__).parents[2] / "docs" / "cli.md"


def test_the_page_is_what_the_commands_say() -> None:
    renew = "write it anew: python -m alarife.cli.reference > docs/cli.md"
    assert PAGE.read_text(encoding="utf-8") == reference(), renew


def test_every_command_and_option_is_in_the_page() -> None:
    page = PAGE.read_text(encoding="utf-8")
    with click.Context(command, info_name="alarife") as ctx:
        for name in COMMANDS:
            found = command.get_command(ctx, name)
            assert found is not None
            inner = found.commands.values() if isinstance(found, click.Group) else [found]
            for one in inner:
                section = page[page.index(f"## alarife {name}") :]
                for param in one.params:
                    flags = [*param.opts, *param.secondary_opts]
                    if isinstance(param, click.Option):
                        assert all(flag in section for flag in flags), (name, flags)


def test_every_command_has_an_example() -> None:
    assert {name.split()[0] for name in EXAMPLES} == set(COMMANDS)
