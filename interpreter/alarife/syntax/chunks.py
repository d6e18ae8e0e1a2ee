"""A text taken apart at its margin: head, declarations, `when` blocks.

What comes in: a text that does not parse. What goes out: `Chunk`s, each of which can be parsed by
itself, so that every mistake is found in its own chunk; and mistakes of brackets and quotes, which
would carry a mistake beyond its chunk."""

from __future__ import annotations

import re
from dataclasses import dataclass

from alarife.diagnostics import Label, Report
from alarife.syntax.tree import Span
from alarife.syntax.words import DECLARATIONS

_FIRST_WORD = re.compile(r" *([A-Za-z_]+)")
_DECLARES = re.compile(rf' *(?:{"|".join(DECLARATIONS)})\b +[A-Za-z_"]')
_MARKS = re.compile(r'"[^"\n]*"|#.*|["()\[\]]')
_PAIRS = {")": "(", "]": "["}
_NAMES = {
    "(": "round bracket `(`",
    "[": "square bracket `[`",
    ")": "round bracket `)`",
    "]": "square bracket `]`",
}


@dataclass(frozen=True, slots=True)
class Chunk:
    """Lines of a file from `line` on (counted from 1), which are indented by `indent`."""

    line: int
    indent: int
    lines: list[str]

    @property
    def text(self) -> str:
        """The chunk as a text of its own, at the margin."""
        return "\n".join(_unindented(line, self.indent) for line in self.lines) + "\n"

    @property
    def word(self) -> str:
        """Its first word."""
        return first_word(self.lines[0])


def _unindented(line: str, indent: int) -> str:
    return line[min(indent, len(line) - len(line.lstrip(" "))) :]


def first_word(line: str) -> str:
    """The word that a line begins with, "" if it begins with something else."""
    found = _FIRST_WORD.match(line)
    return found.group(1) if found else ""


_FREE_TEXT = re.compile(r" *(((reason|tip|remark) +)?>|[|:+])")


def says_something(line: str) -> bool:
    """Whether a line is neither blank nor a comment."""
    stripped = line.lstrip()
    return bool(stripped) and not stripped.startswith("#")


def indent_of(line: str) -> int:
    """How many blanks a line begins with."""
    return len(line) - len(line.lstrip(" "))


def cut(lines: list[str], first: int, indent: int) -> list[Chunk]:
    """The chunks of some lines, the first of which is line `first` of the file. A chunk begins at a
    line that is indented by `indent` or less, unless brackets are open and it does not look like a
    declaration."""
    chunks: list[Chunk] = []
    start: int | None = None
    depth = 0
    for number, line in enumerate(lines):
        if not says_something(line):
            continue
        begins = indent_of(line) <= indent and (depth == 0 or _DECLARES.match(line) is not None)
        if begins or start is None:
            if start is not None:
                chunks.append(Chunk(first + start, indent, lines[start:number]))
            start, depth = number, 0
        depth = max(0, depth + _opened(line))
    if start is not None:
        chunks.append(Chunk(first + start, indent, lines[start:]))
    return chunks


def _is_free_text(line: str) -> bool:
    """Sentences and rows: brackets and quotes mean nothing there."""
    return _FREE_TEXT.match(line) is not None


def _opened(line: str) -> int:
    """How many brackets a line leaves open."""
    if _is_free_text(line):
        return 0
    marks = [m.group() for m in _MARKS.finditer(line)]
    return sum(m in "([" for m in marks) - sum(m in ")]" for m in marks)


def check_pairs(chunk: Chunk, path: str, report: Report) -> bool:
    """Whether quotes and brackets of a chunk come in pairs; what does not is reported, once."""
    open_marks: list[tuple[str, Span]] = []
    for number, line in enumerate(chunk.lines, chunk.line):
        if _is_free_text(line) and not open_marks:
            continue
        for found in _MARKS.finditer(line):
            mark, column = found.group(), found.start() + 1
            at = Span(path, number, column, number, column + 1)
            if mark == '"':
                end = Span(path, number, column, number, len(line.rstrip()) + 1)
                report.error(
                    "E0113",
                    "This text has no closing quote.",
                    end,
                    hint='Texts stand between two `"`, in one line.',
                )
                return False
            if mark in ("(", "["):
                open_marks.append((mark, at))
            elif mark in (")", "]") and not _close(mark, at, open_marks, report):
                return False
    if open_marks:
        mark, at = open_marks[-1]
        report.error(
            "E0112",
            f"This {_NAMES[mark]} is never closed.",
            at,
            hint="Close it where what it holds together ends.",
        )
        return False
    return True


def _close(mark: str, at: Span, open_marks: list[tuple[str, Span]], report: Report) -> bool:
    """Take the bracket away that is closed here."""
    if not open_marks:
        report.error(
            "E0112",
            f"This {_NAMES[mark]} closes nothing.",
            at,
            hint="Delete it, or open a bracket before it.",
        )
        return False
    opened, where = open_marks.pop()
    if opened != _PAIRS[mark]:
        report.error(
            "E0112",
            f"This {_NAMES[mark]} does not fit the bracket that is open.",
            at,
            Label(where, f"the open {_NAMES[opened]}"),
            hint="Close brackets in the reverse order in which they were opened.",
        )
        return False
    return True
