"""Runs the examples of rule files: in come linked, checked and lowered programs, out go outcomes,
each with its diagnostics."""

from alarife.examples.check import check_examples
from alarife.examples.outcome import Outcome
from alarife.examples.run import run_examples, run_file, run_game

__all__ = ["Outcome", "check_examples", "run_examples", "run_file", "run_game"]

PUBLIC = (
    "check",
    "run",
)
"""Its modules that other packages may import."""
