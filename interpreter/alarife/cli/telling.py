"""Printing at a terminal: the one place of the command line that does."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TextIO

from alarife.diagnostics import Diagnostic, RuleError
from alarife.signs import plain_lines


def tell(diagnostics: Iterable[Diagnostic], stream: TextIO | None = None) -> None:
    """Print diagnostics with the source lines they speak of, to the error stream if no other is
    given."""
    from alarife.report import render

    out = stream or sys.stderr
    shown = [shortened(diagnostic) for diagnostic in diagnostics]
    print(render(shown, sources_of(shown), colour=has_colour(out)), file=out)


def say(text: str = "", end: str = "\n", stream: TextIO | None = None) -> None:
    """Print text: all that commands print comes through here or `tell`, so that no character of a
    stranger's file can control the terminal."""
    print(plain_lines(text), end=end, file=stream or sys.stdout)


def sources_of(diagnostics: Iterable[Diagnostic]) -> dict[str, str]:
    """The texts of the files that diagnostics speak of; without those that can't be read."""
    from alarife.syntax.source import read_source

    sources: dict[str, str] = {}
    for path in {label.at.file for diagnostic in diagnostics for label in diagnostic.labels}:
        try:
            sources[path] = read_source(path)
        except RuleError:
            continue
    return sources


def shortened(diagnostic: Diagnostic) -> Diagnostic:
    """The same with paths as one would type them here."""
    labels = tuple(
        replace(label, at=replace(label.at, file=short_path(label.at.file)))
        for label in diagnostic.labels
    )
    return replace(diagnostic, labels=labels)


def short_path(path: str) -> str:
    """A path from where one is, if the file lies below; else as it is."""
    try:
        return str(Path(path).relative_to(Path.cwd()))
    except ValueError:
        return path


def has_colour(stream: TextIO) -> bool:
    """Whether colours are wanted there: on a terminal, unless NO_COLOR says no."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
