"""Reading rule files, and what can be wrong with a text before its grammar matters.

What comes in: a path or a text. What goes out: the text, or diagnostics: what can't be read, is no
text, is too large, is empty, has tabs or signs that can't be seen, or does not begin with the
version of the language."""

from __future__ import annotations

import re
from pathlib import Path

from alarife.diagnostics import Label, Report, RuleError
from alarife.files import NotPlain, read_bytes
from alarife.signs import first_unseen
from alarife.syntax.tree import Span

MOST_BYTES = 1_000_000
"""How large a rule file may be."""

VERSION = 2
"""The version of the language."""

OLDEST = 1
"""The oldest version that is still read; `alarife format --upgrade` rewrites it."""

_SIZE_WORDS = "A rule file may have up to 1 MB."
_VERSION_LINE = re.compile(r"alarife +([0-9]+) *(#.*)?$")


def read_source(path: str | Path) -> str:
    """The text of a rule file; raises `RuleError` if there is none."""
    name = str(path)
    report = Report()
    try:
        data = read_bytes(path, MOST_BYTES)
    except OSError as error:
        _unreadable(name, error, report)
        raise RuleError(report.found) from None
    text = decode(data, name, report)
    report.stop_if_wrong()
    return text


def decode(data: bytes, path: str, report: Report) -> str:
    """The text that bytes mean; what keeps them from being text goes to the report."""
    if len(data) > MOST_BYTES:
        hint = _SIZE_WORDS + " Divide it into modules or libraries."
        report.error("E0104", "This file is too large.", Span(path, 1, 1, 1, 2), hint=hint)
        return ""
    if b"\0" in data:
        hint = "A rule file is plain text, written with a text editor."
        report.error("E0103", "This is no text file.", Span(path, 1, 1, 1, 2), hint=hint)
        return ""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        before = data[data.rfind(b"\n", 0, error.start) + 1 : error.start]
        column = len(before.decode("utf-8", "replace")) + 1
        report.error(
            "E0102",
            "This file is not written in UTF-8.",
            Label(Span(path, line, column, line, column + 1), "the first sign that can't be read"),
            hint="Save it as UTF-8: most editors ask for the encoding when they save.",
        )
        return ""
    if text.startswith("\ufeff"):
        _report_unseen(path, 1, 0, "\ufeff", report)
        return ""
    return text


def _unreadable(path: str, error: OSError, report: Report) -> None:
    if isinstance(error, FileNotFoundError):
        message = f"There is no file {path}."
    elif isinstance(error, NotPlain):
        message = f"{path} is {error.what}, not a rule file."
    else:
        message = (
            f"The file {path} can't be read: {(error.strerror or 'for an unknown reason').lower()}."
        )
    report.error("E0128", message, hint="Give the path of a file that ends in .alr.")


def check_text(text: str, path: str, report: Report) -> None:
    """What must hold of a text before it is parsed."""
    if len(text.encode("utf-8", "replace")) > MOST_BYTES + 1:
        report.error("E0104", "This text is too large.", Span(path, 1, 1, 1, 2), hint=_SIZE_WORDS)
        return
    lines = text.split("\n")
    if not any(line.strip() for line in lines):
        hint = f'A rule file begins with `alarife {VERSION}`, then `game name "Title"`.'
        report.error("E0101", "This file is empty.", Span(path, 1, 1, 1, 2), hint=hint)
        return
    _check_signs(lines, path, report)
    _check_version(lines, path, report)


def _check_signs(lines: list[str], path: str, report: Report) -> None:
    """Tabs, and signs that nobody sees: the first of each is reported, for all."""
    tabs = [(n, line.index("\t")) for n, line in enumerate(lines, 1) if "\t" in line]
    if tabs:
        line, column = tabs[0]
        more = f" and in {len(tabs) - 1} further lines" if len(tabs) > 1 else ""
        report.error(
            "E0105",
            "Tabs can't be used: everybody's editor shows them differently.",
            Label(Span(path, line, column + 1, line, column + 2), f"a tab{more}"),
            hint="Indent with two spaces for each step.",
        )
    for number, line in enumerate(lines, 1):
        at = first_unseen(line.replace("\t", " "))
        if at >= 0:
            _report_unseen(path, number, at, line[at], report)
            return


def _report_unseen(path: str, line: int, at: int, sign: str, report: Report) -> None:
    report.error(
        "E0124",
        "Here stands a sign that can't be seen.",
        Label(Span(path, line, at + 1, line, at + 2), f"U+{ord(sign):04X}"),
        hint="Delete it; it may have come with a copied text.",
    )


def _check_version(lines: list[str], path: str, report: Report) -> None:
    number, line = next(
        (
            (n, found)
            for n, found in enumerate(lines, 1)
            if found.strip() and not found.lstrip().startswith("#")
        ),
        (1, ""),
    )
    at = Span(path, number, 1, number, max(2, len(line.rstrip()) + 1))
    found = _VERSION_LINE.match(line)
    if found is None:
        report.error(
            "E0107",
            "The file does not say in which version of the language it is written.",
            Label(at, "this is the first line"),
            hint=f"Write `alarife {VERSION}` as the first line.",
        )
    elif found.group(1).lstrip("0") not in map(str, range(OLDEST, VERSION + 1)):
        report.error(
            "E0108",
            f"This file is written in version {found.group(1)[:20]} of the language, which is not"
            " known here.",
            at,
            hint=f"Known are the versions {OLDEST} to {VERSION}. A newer Alarife may know more.",
        )
