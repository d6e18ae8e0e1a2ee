"""Running commands within a test."""

from __future__ import annotations

from typing import Any

from click.testing import CliRunner, Result

from alarife.cli.group import command

LADDER = """alarife 1
game ladder "Ladder"
  > Climb to the top.
  players 1..4

chapter all "All"

note score[p: Player] "points": number = 0

value top "Rungs": number = 7

step play "The game"
  > Each climbs.
  for each p in Player
    score[p] := top
"""
"""A small game of its own."""


def run(*words: str) -> Result:
    """A command carried out here; an exception that is no exit fails the test."""
    result = CliRunner().invoke(command, list(words), prog_name="alarife")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def data(*words: str) -> Any:
    """What a command that must succeed prints as JSON."""
    import json

    result = run(*words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)
