"""Sentences as written, and paragraphs: runs of sentences that stand on consecutive lines.

In: a declaration, or the prose of a file. Out: sentences and paragraphs, with their place, holes
and all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from alarife.syntax import tree

Blocks = list[list[tree.Stmt]]
Said = TypeVar("Said", bound="tree.Prose | tree.Sentence")


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
    said = said_by(source, blocks) if isinstance(source, tree.Decl) else source
    return [_paragraph(run) for run in grouped(said)]


def said_by(
    decl: tree.Decl, blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> list[tree.Prose | tree.Sentence]:
    """Rules and asides of a declaration, in the order written."""
    said = [*sentences_of(decl, blocks), *asides_of(decl, blocks)]
    return sorted(said, key=lambda one: (one.at.file, one.at.line))


def grouped(said: Iterable[Said]) -> Iterator[list[Said]]:
    """Sentences by paragraphs: those of one tone on consecutive lines."""
    run: list[Said] = []
    for one in said:
        if run and not _goes_on(run[-1], one):
            yield run
            run = []
        run.append(one)
    if run:
        yield run


def _goes_on(last: tree.Prose | tree.Sentence, one: tree.Prose | tree.Sentence) -> bool:
    near = one.at.line == last.at.end_line + 1 and one.at.file == last.at.file
    return near and one.tone == last.tone


def _paragraph(run: Sequence[tree.Prose | tree.Sentence]) -> Written:
    first, last = run[0].at, run[-1].at
    at = tree.Span(first.file, first.line, first.column, last.line, last.end_column)
    return Written(" ".join(one.text for one in run), at, run[0].tone)


def written(
    decl: tree.Decl, blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> Iterator[tuple[str, tree.Node]]:
    """The sentences of a declaration as written, each with the node it stands in; `blocks` says
    which blocks of a statement are looked into, if not all."""
    yield from ((node.text, node) for node in sentences_of(decl, blocks))


def sentences_of(
    decl: tree.Decl, blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> Iterator[tree.Prose | tree.Sentence]:
    """The sentences of a declaration, before its block and in it."""
    yield from decl.prose
    for stmt in statements_of(decl, blocks):
        if isinstance(stmt, tree.Sentence) and not stmt.tone:
            yield stmt


def asides_of(
    decl: tree.Decl, blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> Iterator[tree.Prose | tree.Sentence]:
    """What a declaration says besides its rules: reasons, tips, remarks."""
    yield from decl.asides
    for stmt in statements_of(decl, blocks):
        if isinstance(stmt, tree.Sentence) and stmt.tone:
            yield stmt


def statements_of(
    decl: tree.Decl, blocks: Callable[[tree.Stmt], Blocks] | None = None
) -> Iterator[tree.Stmt]:
    """The statements of a declaration, those within others too, as they are written."""
    body = getattr(decl, "body", None)
    waiting: list[tree.Stmt] = list(reversed(body)) if isinstance(body, list) else []
    while waiting:
        stmt = waiting.pop()
        yield stmt
        inner = [one for block in (blocks or blocks_of)(stmt) for one in block]
        waiting.extend(reversed(inner))


def blocks_of(stmt: tree.Stmt) -> Blocks:
    """The blocks within a statement, in order."""
    match stmt:
        case tree.If():
            return [block for _, block in stmt.arms] + ([stmt.otherwise] if stmt.otherwise else [])
        case tree.Choose() | tree.ChooseFrom():
            return [stmt.otherwise] if stmt.otherwise else []
        case tree.May():
            return [stmt.body] + ([stmt.otherwise] if stmt.otherwise else [])
        case _:
            body = getattr(stmt, "body", None)
            return [body] if isinstance(body, list) else []
