"""What all nodes of a syntax tree are made of: places in a text, and the small parts that stand in
many constructs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of a file: lines and columns count from 1, the end is exclusive."""

    file: str
    line: int
    column: int
    end_line: int
    end_column: int

    def __reduce__(self) -> tuple[type[Span], tuple[str, int, int, int, int]]:
        # What dataclasses do for frozen ones with slots is slow, and a kept tree holds thousands of
        # them.
        return Span, (self.file, self.line, self.column, self.end_line, self.end_column)


NOWHERE = Span("", 1, 1, 1, 1)
"""The place of what stands in no file."""


@dataclass(eq=False, slots=True, kw_only=True)
class Node:
    """Anything that stands somewhere in a text."""

    at: Span


@dataclass(eq=False, slots=True)
class Prose(Node):
    """`> A sentence.` Consecutive lines stay apart; a paragraph is a run of them. `text` is without
    the `> `, with its facts written into it. `tone` is "", or what sets it apart from the rules:
    `reason`, `tip` or `remark`. `written` is the line and its facts as they were written, if it has
    some (`> There are {trees} trees.` + `where trees = size(Tree)`)."""

    text: str
    tone: str = ""
    written: str = ""


@dataclass(eq=False, slots=True)
class Cell(Node):
    """One cell of a row between `|` and `|`; `text` is stripped, empty where nothing stands."""

    text: str


@dataclass(eq=False, slots=True)
class Row(Node):
    """`| pavilion | 2 | NEW |`"""

    cells: list[Cell]


@dataclass(eq=False, slots=True)
class Comment(Node):
    """`# to the end of a line`; `own_line` says that nothing stands before it."""

    text: str
    own_line: bool
