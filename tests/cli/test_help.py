"""The help: quick, complete, and where to look further."""

from __future__ import annotations

import subprocess
import sys

import pytest
from tests.cli.runs import run

import alarife
from alarife.cli.overview import COMMANDS


def test_the_help_names_every_command() -> None:
    result = run("--help")
    assert result.exit_code == 0
    for name, what in COMMANDS.items():
        assert name in result.output
        assert what.split()[0] in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_helps(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Usage: alarife" in result.output


def test_the_version() -> None:
    """It says which engine runs, too: that belongs in every report of a bug."""
    shown = run("--version").output
    assert shown.startswith(f"alarife {alarife.__version__} (pure Python engine, Python 3.")


def test_the_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\n"
        "from alarife.cli.group import command\n"
        "try:\n    command(['--help'], prog_name='alarife')\n"
        "except SystemExit:\n    pass\n"
        "heavy = ('lark', 'networkx', 'rich', 'sphinx', 'alarife.syntax.tree', 'alarife.engine', 'multiprocessing')\n"
        "print([name for name in heavy if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_misspelt_command_gets_a_guess() -> None:
    result = run("simulat")
    assert result.exit_code == 2
    assert "Did you mean `simulate`?" in result.output
