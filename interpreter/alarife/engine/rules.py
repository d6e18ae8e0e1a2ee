"""The rules of a game as readers know them: titles, sentences, citations, and where they stand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from alarife.checking.scope import Checked


@dataclass(frozen=True, slots=True)
class RuleInfo:
    """A rule as readers know it. `kind` is its word (`rule`, `action`, `step` …), `sentence` its
    sentences, with their numbers."""

    name: str
    title: str
    sentence: str
    cites: tuple[str, ...]
    module: str
    file: str
    line: int
    kind: str


def rules_in_force(checked: Checked) -> Iterator[RuleInfo]:
    """Every rule of a program that has a title or a sentence."""
    from alarife.sentences.text import sentence

    for article in checked.program.articles:
        decl = article.decl
        kind = type(decl).__name__.lower()
        if kind in ("example", "chapter", "section", "order", "formerly") or not (
            decl.title or decl.prose
        ):
            continue
        yield RuleInfo(
            decl.name,
            sentence(checked, decl, decl.title or decl.name),
            " ".join(sentence(checked, decl, p.text) for p in decl.prose),
            tuple(decl.cites),
            decl.module,
            decl.head.file,
            decl.head.line,
            kind,
        )
