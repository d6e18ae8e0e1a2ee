"""Whole texts that parse, and texts that do not."""

from __future__ import annotations

from lark.exceptions import UnexpectedInput

from alarife.diagnostics import Report
from alarife.syntax import tree
from alarife.syntax.grammar import Parsed, parse_text
from alarife.syntax.layout import LayoutError


def whole_or_reported(text: str, path: str, report: Report) -> Parsed | None:
    """The parse tree of a file, or None and everything that is wrong with it."""
    try:
        return parse_text(text, "start")
    except (UnexpectedInput, LayoutError) as error:
        report.error("E0116", str(error), tree.Span(path, 1, 1, 1, 2))
        return None


def part_or_reported(text: str, start: str, at: tree.Span, report: Report) -> Parsed | None:
    """The parse tree of a part of a file that begins at a place, or None and what is wrong with it."""
    try:
        return parse_text(text, start)
    except (UnexpectedInput, LayoutError) as error:
        report.error("E0116", str(error), at)
        return None
