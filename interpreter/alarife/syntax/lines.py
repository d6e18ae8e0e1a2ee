"""Lines of a formatted file, and the comments among them.

What comes in: lines with the number of the source line each comes from, in order. What goes out:
the text, where every comment stands at the line it stood at, and a blank line of the author's stays
one."""

from __future__ import annotations

from dataclasses import dataclass, field

from alarife.syntax import tree
from alarife.syntax.spell_expressions import BREAK

STEP = 2
"""Blanks for each block."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line to be: `source` is the line it comes from; `apart` asks for a blank line before it."""

    indent: int
    text: str
    source: int
    apart: bool = False


@dataclass(slots=True)
class Lines:
    """Collects the lines of a file."""

    source: list[str]
    made: list[Line] = field(default_factory=list[Line])

    def add(self, indent: int, text: str, source: int, apart: bool = False) -> None:
        """A line; where it is broken, further lines two steps deeper."""
        first, *rest = text.split(BREAK)
        self.made.append(Line(indent, first.rstrip(), source, apart))
        for number, part in zip(rest[::2], rest[1::2], strict=True):
            self.made.append(Line(indent + 2 * STEP, part.rstrip(), int(number)))

    def line_above(self, line: int, word: str) -> int:
        """The nearest line above a line that begins with a word."""
        for number in range(line - 1, 0, -1):
            if self.source[number - 1].split(maxsplit=1)[:1] == [word]:
                return number
        return line

    def lines_below(self, line: int, count: int) -> list[int]:
        """The next lines below a line that are neither blank nor comments."""
        found: list[int] = []
        for number in range(line + 1, len(self.source) + 1):
            stripped = self.source[number - 1].strip()
            if len(found) == count:
                break
            if stripped and not stripped.startswith("#"):
                found.append(number)
        return found

    def text(self, comments: list[tree.Comment]) -> str:
        """The whole text."""
        own = [c for c in comments if c.own_line]
        behind = [c for c in comments if not c.own_line]
        out: list[str] = []
        for number, line in enumerate(self.made):
            previous = self.made[number - 1] if number else None
            apart = line.apart
            while own and own[0].at.line < line.source:
                comment = own.pop(0)
                indent = _comment_indent(comment, previous.indent if previous else 0, line.indent)
                self._put(
                    out,
                    " " * indent + comment.text,
                    comment.at.line,
                    apart and previous is not None,
                )
                apart = False
            following = self.made[number + 1].source if number + 1 < len(self.made) else None
            text = " " * line.indent + line.text
            while behind and (following is None or behind[0].at.line < following):
                text += "  " + behind.pop(0).text
            opens = previous is not None and previous.indent < line.indent
            self._put(out, text, 0 if opens else line.source, apart and previous is not None)
        last = self.made[-1].indent if self.made else 0
        for comment in own:
            self._put(
                out, " " * _comment_indent(comment, last, 0) + comment.text, comment.at.line, False
            )
        return "\n".join(out) + "\n"

    def _put(self, out: list[str], text: str, source: int, apart: bool) -> None:
        """Add a line, with a blank one before it if one is asked for or was there."""
        was_apart = source > 1 and not self.source[source - 2].strip()
        if out and out[-1] and (apart or was_apart):
            out.append("")
        out.append(text)


def _comment_indent(comment: tree.Comment, before: int, after: int) -> int:
    """A comment stands like what follows; at the end of a block as deep as it stood there."""
    if after >= before:
        return after
    return max(after, min((comment.at.column - 1) // STEP * STEP, before))
