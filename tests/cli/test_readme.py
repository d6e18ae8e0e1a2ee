"""What the README tells a newcomer to type can be typed."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

from alarife.cli.group import command

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text(encoding="utf-8")
CALLS = re.findall(r"^(?:.* && \S+/)?(alarife .+?)(?:   .*)?$", TEXT, re.MULTILINE)
PROGRAM = re.findall(r"^```python\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)


def test_all_calls_were_found() -> None:
    assert len(CALLS) >= 10
    assert CALLS[0].startswith("alarife simulate")


@pytest.mark.parametrize("call", CALLS)
def test_a_call_is_understood(call: str) -> None:
    name, *words = shlex.split(call)[1:]
    with click.Context(command, info_name="alarife") as ctx:
        found = command.get_command(ctx, name)
        assert found is not None
        found.make_context(name, words, parent=ctx).close()


def test_the_program_runs() -> None:
    assert len(PROGRAM) == 1
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM[0]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("{1: ")


def test_two_commands_set_everything_up() -> None:
    blocks = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    assert [block.count("\n") for block in blocks] == [1, 1]
    assert "simulate alhambra --players 4 --games 100" in blocks[0]
    assert blocks[1].rstrip().endswith("pytest")


def test_the_folders_of_the_readme_are_those_that_there_are() -> None:
    there = {
        path.name for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith(".")
    }
    named = set(re.findall(r"^\| `(\w+)/` \|", TEXT, re.MULTILINE))
    assert named <= there
    assert {"rules", "grammar", "interpreter", "tests", "docs"} <= named
