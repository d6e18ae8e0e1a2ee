"""A rule file in another language: its titles, sentences, prompts and rows of words are replaced by
a catalogue's before anything is done with it. So whatever says something of a game, on paper, in a
terminal or in a browser, says it in that language; names, expressions and places stay.

In: the tree of a file, a catalogue. Out: the same tree, changed. What isn't translated stays
English. Raises `RuleError` (E0736) for a translation with a hole that the original hasn't."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import cast

from alarife.diagnostics import RuleError, rule_error
from alarife.syntax import tree
from alarife.texts.catalogue import Catalogue, at_line
from alarife.texts.english import of_others
from alarife.texts.holes import BENT, Hole
from alarife.texts.messages import SAID_COLUMNS, message_of, named_holes
from alarife.texts.paragraphs import blocks_of, grouped, said_by, statements_of
from alarife.texts.targets import slug, target_of

_HOLE = re.compile(r"\{([^{}]*)\}")


def localise(file: tree.File, catalogue: Catalogue) -> tree.File:
    """The file in the catalogue's language."""
    work = _Work(catalogue)
    if file.title:
        file.title = work.text(f"{file.name} title", file.title)
    work.sentences(file.name, file.prose)
    file.prose = [prose for prose in file.prose if prose.text]
    for decl in file.decls:
        _declaration(decl, work)
    return file


def _declaration(decl: tree.Decl, work: _Work) -> None:
    target = target_of(decl)
    if isinstance(decl, tree.Action) and decl.title and of_others(decl.title) != decl.title:
        decl.of_others = work.text(f"{target} of others", of_others(decl.title))
    if decl.title:
        decl.title = work.text(f"{target} title", decl.title)
    work.sentences(target, said_by(decl))
    decl.prose = [prose for prose in decl.prose if prose.text]
    decl.asides = [prose for prose in decl.asides if prose.text]
    if isinstance(decl, tree.Example):
        work.sentences(target, [caption for _, caption in decl.captions])
        decl.captions = [(at, caption) for at, caption in decl.captions if caption.text]
    if isinstance(decl, tree.Tell) and decl.example:
        decl.example = work.example(decl.module, decl.example)
    if isinstance(decl, tree.Tell) and decl.how == "also":
        decl.others = [work.text(f"{target} also", word) for word in decl.others]
    body = getattr(decl, "body", None)
    if isinstance(body, list):
        _without_empty(cast("list[tree.Stmt]", body))
    for stmt in statements_of(decl):
        if isinstance(stmt, tree.Choose | tree.May) and stmt.prompt:
            stmt.prompt = work.text(f"{target} prompt", stmt.prompt)
        for block in blocks_of(stmt):
            _without_empty(block)
    if isinstance(decl, tree.Kind | tree.Ruling) and decl.rows:
        _rows(decl, target, work)


def _without_empty(block: list[tree.Stmt]) -> None:
    block[:] = [one for one in block if not isinstance(one, tree.Sentence) or one.text]


def _rows(decl: tree.Kind | tree.Ruling, target: str, work: _Work) -> None:
    """Columns of words; names without titles get a column of titles."""
    head = [cell.text for cell in decl.rows[0].cells]
    for row in decl.rows[1:]:
        for name, cell in zip(head, row.cells, strict=False):
            if name in SAID_COLUMNS:
                cell.text = work.text(f"{target}.{row.cells[0].text} {name}", cell.text)
    named = {row.cells[0].text: work.text("names", row.cells[0].text) for row in decl.rows[1:]}
    if "title" not in head and any(name != text for name, text in named.items()):
        for row in decl.rows:
            told = named.get(row.cells[0].text, "title")
            row.cells.append(tree.Cell(told, at=row.at))


class _Work:
    """Texts of one file, looked up in one catalogue."""

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue

    def text(self, context: str, written: str) -> str:
        """A text in the catalogue's language, its holes as expressions again."""
        message = message_of(written)
        found = self.catalogue.text(context, message)
        if found is None:
            return written
        known = named_holes(written)

        def restored(match: re.Match[str]) -> str:
            name, colon, form = match.group(1).partition(":")
            hole = known.get(name.strip())
            if hole is None:
                raise _unknown(self.catalogue, context, message, name.strip(), list(known))
            return _spelt(hole, form if colon else "")

        return _HOLE.sub(restored, found)

    def example(self, module: str, title: str) -> str:
        """The title of an example that is spoken of: of this module, or else of another."""
        for word in ("example", "question"):
            name = f"{word}.{slug(title)} title"
            if found := self.catalogue.text(f"{module}.{name}", title):
                return found
            for (context, text), said in self.catalogue.texts.items():
                if text == title and context.endswith(f".{name}"):
                    return said
        return title

    def sentences(self, context: str, nodes: Sequence[tree.Prose | tree.Sentence]) -> None:
        """The sentences of a declaration. A paragraph is one message: its first sentence takes
        the translation, and the others say nothing more."""
        for run in grouped(nodes):
            written = " ".join(node.text for node in run)
            said = self.text(context, written)
            if said != written:
                for node in run:
                    node.text = ""
                run[0].text = said


def _spelt(hole: Hole, form: str) -> str:
    name = f"{hole.name} = " if hole.name and hole.name != hole.expression else ""
    return f"{{{name}{hole.expression}{BENT if form else ''}{form}}}"


def _unknown(
    catalogue: Catalogue, context: str, message: str, name: str, known: list[str]
) -> RuleError:
    told = ", ".join(f"`{{{other}}}`" for other in known) or "none"
    return rule_error(
        "E0736",
        f"The translation of “{message}” has a hole `{{{name}}}` that the sentence hasn't.",
        f"The sentence has {told}. `alarife translate check` finds all of these at once.",
        at_line(catalogue, context, message),
    )
