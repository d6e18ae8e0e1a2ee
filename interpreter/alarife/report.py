"""Diagnostics as text for people and as data for tools.

What comes in: diagnostics, and the texts of the files they speak of. What goes out: text; nothing
is printed here. Colours are used only if asked for, and say nothing that the text does not say.

    error E0110: `stepp` begins no declaration.
      --> tower.alr:4:1
      |
    4 | stepp fill "Fill"
      | ^^^^^ at the margin a declaration begins
      = help: Did you mean `step`?
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from alarife.diagnostics import Diagnostic, Label
from alarife.signs import plain
from alarife.syntax.tree import Span

_WIDEST = 110
"""Longer source lines are shown in part."""

_STYLES = {
    "error": "1;31",
    "warning": "1;33",
    "first": "1;31",
    "second": "1;34",
    "edge": "1;34",
    "help": "1;36",
    "bold": "1",
}


def render(
    diagnostics: Iterable[Diagnostic], sources: Mapping[str, str], colour: bool = False
) -> str:
    """All diagnostics as text, one under the other, and a line that counts them."""
    shown = list(diagnostics)
    lines = {
        path: text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        for path, text in sources.items()
    }
    parts = [_one(d, lines, _Paint(colour)) for d in shown]
    if len(shown) > 1:
        parts.append(_summary(shown))
    return "\n\n".join(parts)


def as_data(diagnostic: Diagnostic) -> dict[str, Any]:
    """One diagnostic as plain data: code, severity, message, hint, and labels with their places."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "hint": diagnostic.hint,
        "labels": [{"text": label.text, **_place(label.at)} for label in diagnostic.labels],
    }


def _place(at: Span) -> dict[str, Any]:
    return {
        "file": at.file,
        "line": at.line,
        "column": at.column,
        "end_line": at.end_line,
        "end_column": at.end_column,
    }


class _Paint:
    """Colours, or none."""

    def __init__(self, on: bool) -> None:
        self._on = on

    def __call__(self, style: str, text: str) -> str:
        return f"\x1b[{_STYLES[style]}m{text}\x1b[0m" if self._on and text else text


def _summary(shown: list[Diagnostic]) -> str:
    counts: list[str] = []
    for severity in ("error", "warning"):
        number = sum(d.severity == severity for d in shown)
        if number:
            counts.append(f"{number} {severity}{'s' if number > 1 else ''}")
    return " and ".join(counts) + "."


def _one(diagnostic: Diagnostic, lines: dict[str, list[str]], paint: _Paint) -> str:
    """One diagnostic: its message, the places with their source, what to do."""
    title = paint(diagnostic.severity, f"{diagnostic.severity} {diagnostic.code}")
    out = [f"{title}: {paint('bold', plain(diagnostic.message))}"]
    width = max((len(str(label.at.line)) for label in diagnostic.labels), default=1)
    for file, labels in _by_file(diagnostic.labels):
        first = labels[0].at
        arrow = "-->" if labels[0] is diagnostic.labels[0] else ":::"
        out.append(
            f"{' ' * width} {paint('edge', arrow)} {plain(file)}:{first.line}:{first.column}"
        )
        out += _excerpt(labels, diagnostic.labels[0], lines.get(file, []), width, paint)
    if diagnostic.hint:
        first, *more = diagnostic.hint.split("\n")
        out.append(f"{' ' * width} {paint('edge', '=')} {paint('help', 'help')}: {plain(first)}")
        out += [f"{' ' * width}         {plain(line)}".rstrip() for line in more]
    return "\n".join(out)


def _by_file(labels: tuple[Label, ...]) -> list[tuple[str, list[Label]]]:
    """The labels of each file, in the order in which the files come."""
    files: dict[str, list[Label]] = {}
    for label in labels:
        files.setdefault(label.at.file, []).append(label)
    return list(files.items())


def _excerpt(
    labels: list[Label], main: Label, lines: list[str], width: int, paint: _Paint
) -> list[str]:
    """The source lines of one file with what is to be seen there."""
    edge = paint("edge", "|")
    out: list[str] = []
    previous = 0
    for label in sorted(labels, key=lambda found: (found.at.line, found.at.column)):
        line = label.at.line
        if not 1 <= line <= len(lines):
            if label.text:
                out.append(f"{' ' * width} {edge} {plain(label.text)}")
            continue
        text, cut_off = _window(plain(lines[line - 1]), label.at.column)
        if line != previous:
            if previous and line > previous + 1:
                out.append(paint("edge", "." * max(3, width)))
            elif not previous:
                out.append(f"{' ' * width} {edge}")
            out.append(f"{paint('edge', str(line).rjust(width))} {edge} {text}".rstrip())
        out.append(f"{' ' * width} {edge} {_underline(label, text, cut_off, label is main, paint)}")
        previous = line
    return out


def _underline(label: Label, text: str, cut_off: int, is_main: bool, paint: _Paint) -> str:
    """The marks under a stretch, with what is to be seen there."""
    at = label.at
    start = max(0, min(at.column - 1 - cut_off, len(text)))
    end = at.end_column - 1 - cut_off if at.end_line == at.line else len(text.rstrip())
    marks = ("^" if is_main else "-") * max(1, min(end, len(text)) - start)
    return " " * start + paint(
        "first" if is_main else "second", f"{marks} {plain(label.text)}".rstrip()
    )


def _window(text: str, column: int) -> tuple[str, int]:
    """A line, or the part of a long line round a column; and how many columns are cut off before
    it."""
    if len(text) <= _WIDEST:
        return text, 0
    start = max(0, min(column - 1 - _WIDEST // 3, len(text) - _WIDEST))
    part = text[start : start + _WIDEST]
    if start:
        part = "…" + part[1:]
    if start + _WIDEST < len(text):
        part = part[:-1] + "…"
    return part, start
