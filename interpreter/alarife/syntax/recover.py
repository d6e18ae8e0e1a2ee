"""Whole texts that parse, and everything that is wrong with texts that do not.

A text that does not parse is taken apart at its margin, and each chunk is parsed by itself: one
mistake gives one message, and the mistakes of other chunks are found too. What is said about a
mistake is said by `explain`."""

from __future__ import annotations

from alarife.diagnostics import Label, Report
from alarife.syntax import words
from alarife.syntax.chunks import Chunk, check_pairs, cut, indent_of, says_something
from alarife.syntax.explain import explain
from alarife.syntax.grammar import Parsed, Stumble, parse_text
from alarife.syntax.layout import LayoutError
from alarife.syntax.tree import Span
from alarife.syntax.trouble import Place, trouble

MOST_MISTAKES = 25
"""So many mistakes are reported for one file."""

MOST_WHENS = 20
"""So many `when` blocks may stand in one another."""

Wrong = Stumble | LayoutError


class _Enough(Exception):
    """So many mistakes were found that looking for more helps nobody."""


def whole_or_reported(text: str, path: str, report: Report) -> Parsed | None:
    """The parse tree of a file, or None and everything that is wrong with it."""
    try:
        return parse_text(text, "start")
    except (Stumble, LayoutError) as error:
        if isinstance(error, LayoutError) and error.kind == "deep":
            _report(error, text, "start", Place(path), report)
            return None
        before = len(report.errors)
        try:
            _look_through(text.split("\n"), path, report)
        except _Enough:
            report.error(
                "E0123",
                f"After {MOST_MISTAKES} mistakes the rest of this file was not looked at.",
                hint="Mend these first; then there may be more.",
            )
        if (
            len(report.errors) == before
        ):  # the chunks are right by themselves: say what is wrong with the whole
            _report(error, text, "start", Place(path), report)
        return None


def part_or_reported(text: str, start: str, at: Span, report: Report) -> Parsed | None:
    """The parse tree of a part of a file that begins at a place, or None and what is wrong with
    it."""
    try:
        return parse_text(text, start)
    except (Stumble, LayoutError) as error:
        _report(error, text, start, Place(at.file, at.line - 1, at.column - 1), report)
        return None


def _look_through(lines: list[str], path: str, report: Report) -> None:
    """Report the mistakes of all chunks of a file."""
    chunks = cut(lines, 1, 0)
    _look_at_opening(chunks, path, report)
    for chunk in chunks[2:] if _has_head(chunks) else chunks[1:]:
        _look_at(chunk, path, report, 0)


def _has_head(chunks: list[Chunk]) -> bool:
    """Whether the second line at the margin is meant as the head of the file."""
    if len(chunks) < 2:
        return False
    return chunks[1].word not in words.DECLARATIONS


def _look_at_opening(chunks: list[Chunk], path: str, report: Report) -> None:
    """The version and the head."""
    version = chunks[0]
    if not _has_head(chunks):
        next_line = chunks[1].line if len(chunks) > 1 else version.line
        at = Span(
            path,
            next_line,
            1,
            next_line,
            len((chunks[1] if len(chunks) > 1 else version).lines[0]) + 1,
        )
        report.error(
            "E0109",
            "The file does not say what it is.",
            Label(
                at,
                (
                    "before this its head is missing"
                    if len(chunks) > 1
                    else "after this its head is missing"
                ),
            ),
            hint=(
                'After the version comes `game name "Title"`, or `library`, `module … for …` or'
                " `preset … for …`."
            ),
        )
        return
    between = [""] * (chunks[1].line - version.line - len(version.lines))
    opening = Chunk(version.line, 0, version.lines + between + chunks[1].lines)
    if check_pairs(opening, path, report):
        _try(opening, "opening", path, report)


def _look_at(chunk: Chunk, path: str, report: Report, depth: int) -> None:
    """Report the mistake of a chunk, or those of the declarations in a `when` block."""
    if len(report.errors) >= MOST_MISTAKES:
        raise _Enough
    if chunk.word != "when" or depth > MOST_WHENS:
        if check_pairs(chunk, path, report):
            _try(chunk, "decl", path, report)
        return
    indents = [
        (n, indent_of(line)) for n, line in enumerate(chunk.lines) if n and says_something(line)
    ]
    first = next((n for n, indent in indents if indent <= indents[0][1]), len(chunk.lines))
    line = Chunk(chunk.line, chunk.indent, chunk.lines[:1])
    if not indents:
        _try(chunk, "decl", path, report)
        return
    if check_pairs(line, path, report):
        _try(line, "when_line", path, report)
    for inner in cut(chunk.lines[first:], chunk.line + first, indents[0][1]):
        _look_at(inner, path, report, depth + 1)


def _try(chunk: Chunk, start: str, path: str, report: Report) -> None:
    """Parse a chunk, and report what is wrong with it."""
    text = chunk.text
    try:
        parse_text(text, start)
    except (Stumble, LayoutError) as error:
        _report(error, text, start, Place(path, chunk.line - 1, chunk.indent), report)


def _report(error: Wrong, text: str, start: str, place: Place, report: Report) -> None:
    if isinstance(error, LayoutError):
        _report_layout(error, text, place, report)
    else:
        report.found.append(explain(trouble(error, text, start, place)))


def _report_layout(error: LayoutError, text: str, place: Place, report: Report) -> None:
    token = error.token
    line = (token.end_line if token.type == "_NL" else token.line) or 1
    row = text.split("\n")[line - 1]
    start = (indent_of(row) if token.type == "_NL" else (token.column or 1) - 1) + 1
    at = place.span(line, start, max(start + 1, len(row.rstrip()) + 1))
    if error.kind == "deep":
        hint = "Give parts of it a name of their own: with `value`, `rule` or `step`."
        report.error("E0106", "This is nested too deeply.", at, hint=hint)
    else:
        above = _above(text, line, start - 1)
        left = indent_of(text.split("\n")[above - 1])
        labels = (
            [Label(place.span(above, left + 1, left + 2), f"this has {left} blanks before it")]
            if above
            else []
        )
        report.error(
            "E0111",
            "This line is indented so that it fits no line above it.",
            Label(at, f"this has {start - 1}" if above else ""),
            *labels,
            hint=(
                "Begin it where the block begins that it belongs to; each block is two spaces"
                " deeper."
            ),
        )


def _above(text: str, line: int, indent: int) -> int:
    """The nearest line above that begins farther left: what the line belongs to, or was meant to
    stand beside; 0 for none."""
    rows = text.split("\n")
    return next(
        (
            n
            for n in range(line - 1, 0, -1)
            if says_something(rows[n - 1]) and indent_of(rows[n - 1]) < indent
        ),
        0,
    )
