"""Paragraphs: runs of sentences that stand on consecutive lines.

In: a declaration, or the prose of a file. Out: paragraphs as written, with their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from alarife.sentences.text import Blocks, written
from alarife.syntax import tree


@dataclass(slots=True)
class Written:
    """A paragraph as written, holes and all."""

    text: str
    at: tree.Span


def paragraphs_of(
    source: tree.Decl | Iterable[tree.Prose], blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> list[Written]:
    """The paragraphs of a declaration, or of some prose; `blocks` says which blocks of a statement
    count, if not all."""
    pairs = (
        written(source, blocks)
        if isinstance(source, tree.Decl)
        else ((prose.text, prose) for prose in source)
    )
    return list(_joined(pairs))


def _joined(pairs: Iterable[tuple[str, tree.Node]]) -> Iterator[Written]:
    current: Written | None = None
    for text, node in pairs:
        at = node.at
        if (
            current is not None
            and at.line == current.at.end_line + 1
            and at.file == current.at.file
        ):
            end = tree.Span(at.file, current.at.line, current.at.column, at.line, at.end_column)
            current = Written(f"{current.text} {text}", end)
            continue
        if current is not None:
            yield current
        current = Written(text, tree.Span(at.file, at.line, at.column, at.line, at.end_column))
    if current is not None:
        yield current
