"""Where a text stopped making sense, and what could have stood there.

What comes in: what the parser raised. What goes out: a `Trouble`, which `explain` puts into words.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from lark import Token
from lark.exceptions import UnexpectedCharacters, UnexpectedToken

from alarife.diagnostics import Diagnostic, Label
from alarife.syntax.grammar import Stumble, spellings
from alarife.syntax.tree import Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where a parsed text stands in its file: so many lines down and so many columns to the
    right."""

    path: str
    down: int = 0
    right: int = 0

    def span(self, line: int, column: int, end_column: int) -> Span:
        """A stretch of one line of the text, as a stretch of the file."""
        return Span(
            self.path,
            line + self.down,
            column + self.right,
            line + self.down,
            end_column + self.right,
        )


@dataclass(frozen=True, slots=True)
class Trouble:
    """The first thing that does not fit. `kind` is the token's ("" for a sign that begins none),
    `said` its text; `before` are the tokens that stand before it, nearest first; `could` are the
    kinds of tokens that would fit."""

    kind: str
    said: str
    line: int
    column: int
    before: tuple[Token, ...]
    could: frozenset[str]
    lines: tuple[str, ...]
    place: Place
    start: str

    @property
    def at(self) -> Span:
        """The stretch that does not fit."""
        return self.place.span(self.line, self.column, self.column + max(1, len(self.said)))

    @property
    def short(self) -> str:
        """What does not fit, short enough for a message."""
        return self.said if len(self.said) <= 30 else self.said[:29] + "…"

    @property
    def row(self) -> str:
        """The line it stands in."""
        return self.lines[self.line - 1] if self.line <= len(self.lines) else ""

    @property
    def rest(self) -> str:
        """The line from there on."""
        return self.row[self.column - 1 :]

    @property
    def first(self) -> str:
        """The first word of the text: what is being declared."""
        return next((line.split()[0] for line in self.lines if line.split()), "")

    def prior(self, back: int = 0) -> str:
        """The text of a token before it, in the same line; "" if there is none."""
        if back >= len(self.before):
            return ""
        token = self.before[back]
        return str(token) if token.line == self.line else ""

    def begins_line(self) -> bool:
        """Whether nothing stands before it in its line."""
        return not self.row[: self.column - 1].strip()

    def follows_first_word(self) -> bool:
        """Whether just one word stands before it in its line."""
        before = self.row[: self.column - 1].split()
        return len(before) == 1 and before[0].isidentifier()

    def words(self) -> list[str]:
        """The words of the language that would fit."""
        return [word for kind in sorted(self.could) for word in spellings(kind)]

    def near(self, word: str, among: Iterable[str] | None = None) -> str | None:
        """The word that was probably meant."""
        return near(word, self.words() if among is None else among)


def say(code: str, message: str, *labels: Label, hint: str = "") -> Diagnostic:
    """The diagnostic that explains a trouble."""
    return Diagnostic(code, message, labels, hint)


def slip(t: Trouble, message: str, hint: str) -> Diagnostic:
    """The diagnostic that says of what does not fit what to write."""
    return say("E0116", message, Label(t.at), hint=hint)


_SHORT = 3


def near(word: str, among: Iterable[str]) -> str | None:
    """The word among some that is most like a given one, if any is like it."""
    small = word.lower()[:40]
    words = list(among)
    found = [other for other in words if sorted(other) == sorted(small)]  # letters exchanged
    cutoff = 0.7 if len(small) > _SHORT else 0.81  # short words are easily alike
    found = found or difflib.get_close_matches(small, words, 1, cutoff)
    return found[0] if found and found[0] != word else None


def trouble(stumble: Stumble, text: str, start: str, place: Place) -> Trouble:
    """What the parser stumbled over."""
    lines = tuple(text.split("\n"))
    error, recent = stumble.error, stumble.recent
    state = getattr(error, "interactive_parser", None)
    could: set[str] = state.accepts() if state is not None else set()
    if isinstance(error, UnexpectedToken):
        token: Token = cast(Any, error).token
        before = tuple(t for t in reversed(recent) if t is not token)
        line, column, said = _stands(token, lines)
        kind = token.type
        if kind in _CATCH_ALL and not (
            kind == "PROSE" and not lines[line - 1][: column - 1].strip()
        ):
            kind, said = _first_of(said)
        return Trouble(kind, said, line, column, before, frozenset(could), lines, place, start)
    assert isinstance(error, UnexpectedCharacters)
    row = lines[error.line - 1] if error.line <= len(lines) else ""
    said = row[error.column - 1 : error.column] or " "
    return Trouble(
        "",
        said,
        error.line,
        error.column,
        tuple(reversed(recent)),
        frozenset(could),
        lines,
        place,
        start,
    )


_CATCH_ALL = frozenset({"CELL", "MAPROW", "PROSE"})
"""Kinds of tokens that anything may be read as where nothing fits."""

_SIGNS = {":": "COLON", "=": "EQUAL", ":=": "WRITES", "+=": "WRITES", "-=": "WRITES", ",": "COMMA"}


def _first_of(text: str) -> tuple[str, str]:
    """Kind and text of the word or sign that a text begins with."""
    found = re.match(r'"[^"]*"|:=|\+=|-=|[A-Za-z_][A-Za-z0-9_]*|[0-9]+', text)
    said = found.group() if found else text[:1]
    if said[:1].isalpha() or said[:1] == "_":
        return "NAME", said
    return _SIGNS.get(said, ""), said


def _stands(token: Token, lines: tuple[str, ...]) -> tuple[int, int, str]:
    """Line, column and text of a token; block marks stand at the line that they open, the end
    behind the last line."""
    if token.type == "_INDENT":
        line = token.end_line or 1
        row = lines[line - 1]
        start = len(row) - len(row.lstrip(" "))
        return line, start + 1, row.rstrip()[start:]
    if token.type in ("_NL", "_DEDENT", "$END"):
        line = min(token.line or len(lines), len(lines))
        while line > 1 and not lines[line - 1].strip():
            line -= 1
        stands = token.column if token.type == "_NL" and token.line == line else None
        return line, stands or len(lines[line - 1].rstrip()) + 1, ""
    return token.line or 1, token.column or 1, str(token).rstrip()
