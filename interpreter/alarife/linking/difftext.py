"""Differences in words, for a terminal.

In: the differences of two programs. Out: plain text, a heading for each chapter of the book and a
few lines for each difference."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import groupby

from alarife.linking.diff import Difference

_UNSAID = ("value", "note", "step", "moment", "place")
"""Constructs that readers of a rulebook know by their titles alone."""


def in_words(differences: Sequence[Difference], width: int = 100) -> str:
    """The text; one line if there is no difference."""
    if not differences:
        return "There is no difference.\n"
    lines: list[str] = []
    for chapter, group in groupby(told(differences), key=lambda difference: difference.chapter):
        lines += ["", chapter, "-" * len(chapter)] if chapter else [""]
        for difference in group:
            lines += _entry(difference, width)
    return "\n".join(lines[1:]) + "\n"


def _tells(d: Difference) -> bool:
    """Whether a difference has anything to read: without sentence and number it concerns its file
    alone."""
    return bool(d.old or d.new or d.rows) or d.what not in _UNSAID or d.kind == "place"


def told(differences: Sequence[Difference]) -> list[Difference]:
    """Those that have anything to read."""
    return [d for d in differences if _tells(d)]


def parts_of(d: Difference) -> tuple[str, list[tuple[str, str]]]:
    """A difference in words: its headline, and its sentences, each after a word such as `was:`."""
    head = f"{_headline(d)} ({d.module})" + (f"  [{', '.join(d.cites)}]" if d.cites else "")
    if d.kind in ("setting", "number", "pieces", "order"):
        return head, []
    if d.old and d.new:
        if d.exception:
            rule, besides = (d.new, d.old) if d.gone else (d.old, d.new)
            return head, [("rule: ", rule), ("but no longer: " if d.gone else "but: ", besides)]
        return head, [("was: ", d.old), ("now: ", d.new)]
    return head, [("", d.new or d.old)]


def _entry(d: Difference, width: int) -> list[str]:
    head, sentences = parts_of(d)
    lines = textwrap.wrap(f"* {head}", width, subsequent_indent="  ")
    for word, text in sentences:
        lines += _told(word, text, width)
    return lines if d.old and d.new else [*lines, *_table(d.rows)]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows of a table, one below the other."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))] if rows else []
    return [
        "      "
        + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def _told(word: str, text: str, width: int) -> list[str]:
    return textwrap.wrap(
        text, width, initial_indent=f"    {word}", subsequent_indent="    " + " " * len(word)
    )


def _headline(d: Difference) -> str:
    match d.kind:
        case "setting":
            return (
                f"{_capital(d.title)}{'' if d.title.endswith('?') else ':'} {d.new} (instead of:"
                f" {d.old})"
            )
        case "number":
            return _number(d)
        case "pieces":
            return _pieces(d)
        case "place" | "added" | "removed":
            what = "" if d.what in _UNSAID and d.kind != "place" else f" {d.what}"
            return (
                f"{'Gone' if d.gone or d.kind == 'removed' else 'New'}{what}: {_capital(d.title)}"
            )
        case "order":
            was = f" (before: {d.old})" if d.old else ""
            return f"{_capital(d.label)} “{_capital(d.title)}”, in this order: {d.new}{was}"
        case _:
            return _amended(d)


def _number(d: Difference) -> str:
    where = f" ({d.label_title})" if d.label_title and not d.label else ""
    by = f", by “{d.label_title}”" if d.label and not d.gone else ""
    if d.old and d.new:
        return f"{_capital(d.title)}{where}: {d.new} instead of {d.old}{by}"
    return (
        f"{_capital(d.title)}{where}: {d.new}"
        if d.new
        else f"{_capital(d.title)}{where}: not there any more ({d.old} before)"
    )


def _pieces(d: Difference) -> str:
    row = f" ({d.label_title})" if d.label_title else ""
    if d.old and d.new:
        return f"{_capital(d.title)}{row}: {d.new} instead of {d.old}"
    return (
        f"{_capital(d.title)}: {d.new} of them"
        if d.new
        else f"{_capital(d.title)}: not there any more ({d.old} before)"
    )


def _amended(d: Difference) -> str:
    if not d.label:
        return f"{_capital(d.title)}{': ' + d.label_title if d.label_title else ''}"
    if d.crosses:
        return (
            f"{_capital(d.title)}: {'no longer ' if d.gone else ''}“{d.label_title}” when something"
            f" {d.crosses} it"
        )
    words = {
        "changed": "an exception, " if d.exception else "changed by",
        "preceded": "preceded by",
        "followed": "followed by",
        "replaced": "replaced by",
    }
    return (
        f"{_capital(d.title)}: {'no longer ' if d.gone else ''}{words[d.kind].strip()}"
        f" “{d.label_title}”"
    )


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
