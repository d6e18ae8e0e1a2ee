"""Paragraphs: runs of sentences that stand on consecutive lines.

In: a declaration, or the prose of a file. Out: paragraphs as written, with their place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from alarife.sentences.text import Blocks, asides, written
from alarife.syntax import tree


@dataclass(slots=True)
class Written:
    """A paragraph as written, holes and all; `tone` is that of its sentences."""

    text: str
    at: tree.Span
    tone: str = ""


def paragraphs_of(
    source: tree.Decl | Iterable[tree.Prose], blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> list[Written]:
    """The paragraphs of a declaration, or of some prose; `blocks` says which blocks of a statement
    count, if not all."""
    if not isinstance(source, tree.Decl):
        return list(_joined((prose.text, prose.tone, prose.at) for prose in source))
    said = [(text, "", node.at) for text, node in written(source, blocks)]
    said += [(aside.text, aside.tone, aside.at) for aside in asides(source, blocks)]
    return list(_joined(sorted(said, key=lambda one: (one[2].file, one[2].line))))


def _joined(said: Iterable[tuple[str, str, tree.Span]]) -> Iterator[Written]:
    current: Written | None = None
    for text, tone, at in said:
        if (
            current is not None
            and at.line == current.at.end_line + 1
            and at.file == current.at.file
            and tone == current.tone
        ):
            end = tree.Span(at.file, current.at.line, current.at.column, at.line, at.end_column)
            current = Written(f"{current.text} {text}", end, tone)
            continue
        if current is not None:
            yield current
        current = Written(
            text, tree.Span(at.file, at.line, at.column, at.line, at.end_column), tone
        )
    if current is not None:
        yield current
