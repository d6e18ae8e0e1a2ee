"""Every text of a rule file as a message for translators.

In: rule files. Out: messages with contexts that stay the same when a rule is rewritten or moved.

A title is one message, a paragraph is one; rows of numbers and citations are none. The context is
file and name ("alhambra.small", with " title" behind it for the title). In a message a hole is
shown by its name only, so an expression may be rewritten: `{money_cards = size(Money)}` is
`{money_cards}`. Names without a title that are shown all the same, such as those of columns, are
messages of the context "names"."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from alarife.syntax import tree
from alarife.texts.english import of_others
from alarife.texts.holes import Hole, parts
from alarife.texts.paragraphs import paragraphs_of, statements_of
from alarife.texts.targets import target_of, words_of

SAID_COLUMNS = ("title", "meaning", "source")
"""The columns of kinds and rulings that hold words."""

LOOK_COLUMNS = ("colour", "symbol")
"""The columns of kinds that say how a value looks: read by drawings as they are, and by people."""


@dataclass(frozen=True, slots=True)
class Message:
    """One text to be translated and where it stands."""

    context: str
    text: str
    at: tree.Span


# ----------------------------------------------------------------
# messages of rule files
def message_of(text: str) -> str:
    """A sentence as its translator sees it: expressions are gone, marked numbers are text."""
    shown: list[str] = []
    unnamed = 0
    for part in parts(text):
        if isinstance(part, str):
            shown.append(part)
            continue
        unnamed += 0 if part.name or part.marked else 1
        shown.append(_shown(part, unnamed))
    return "".join(shown)


def _shown(hole: Hole, unnamed: int) -> str:
    if hole.marked:
        return hole.said
    form = f":{hole.form}" if hole.form else ""
    return f"{{{hole.name or f'number{unnamed}'}{form}}}"


def named_holes(text: str) -> dict[str, Hole]:
    """The holes of a sentence by the names its message shows them with."""
    found: dict[str, Hole] = {}
    unnamed = 0
    for part in parts(text):
        if isinstance(part, Hole) and not part.marked:
            unnamed += 0 if part.name else 1
            found[part.name or f"number{unnamed}"] = part
    return found


def messages(files: Iterable[tree.File]) -> Iterator[Message]:
    """The messages of rule files, in file order; the same text in the same context comes once."""
    seen: set[tuple[str, str]] = set()
    for file in files:
        for message in _of_file(file):
            if message.text and (message.context, message.text) not in seen:
                seen.add((message.context, message.text))
                yield message


def _of_file(file: tree.File) -> Iterator[Message]:
    if file.title:
        yield Message(f"{file.name} title", message_of(file.title), file.at)
    for paragraph in paragraphs_of(file.prose):
        yield Message(file.name, message_of(paragraph.text), paragraph.at)
    for decl in file.decls:
        yield from _of_declaration(decl)


def _of_declaration(decl: tree.Decl) -> Iterator[Message]:
    target = target_of(decl)
    if decl.title:
        yield Message(f"{target} title", message_of(decl.title), decl.head)
    for paragraph in paragraphs_of(decl):
        yield Message(target, message_of(paragraph.text), paragraph.at)
    if isinstance(decl, tree.Example):
        for caption in paragraphs_of(caption for _, caption in decl.captions):
            yield Message(target, message_of(caption.text), caption.at)
    if isinstance(decl, tree.Tell) and decl.how == "also":
        yield from (Message(f"{target} also", word, decl.head) for word in decl.others)
    if isinstance(decl, tree.Action) and decl.title and of_others(decl.title) != decl.title:
        yield Message(f"{target} of others", of_others(decl.title), decl.head)
    yield from _prompts(decl, target)
    yield from names_of(decl)
    if isinstance(decl, (tree.Kind, tree.Ruling)) and decl.rows:
        head = [cell.text for cell in decl.rows[0].cells]
        told = [i for i, name in enumerate(head) if name in SAID_COLUMNS]
        for row in decl.rows[1:]:
            for i in told:
                if i < len(row.cells):
                    cell = row.cells[i]
                    yield Message(f"{target}.{row.cells[0].text} {head[i]}", cell.text, cell.at)


def _prompts(decl: tree.Decl, target: str) -> Iterator[Message]:
    for node in statements_of(decl):
        if isinstance(node, (tree.Choose, tree.May)) and node.prompt:
            yield Message(f"{target} prompt", node.prompt, node.at)


def names_of(decl: tree.Decl) -> Iterator[Message]:
    """The names of a declaration that are shown as words, as it gives no title for them: its own,
    those of its columns, those of its values."""
    shown = isinstance(decl, tree.Kind | tree.Type | tree.Piece | tree.Place | tree.Note)
    if shown and not decl.title and decl.name:
        yield Message("names", words_of(decl.name), decl.head)
    rows = getattr(decl, "rows", None)
    if not rows:
        return
    head = [cell.text for cell in rows[0].cells]
    for cell in rows[0].cells:
        if cell.text not in SAID_COLUMNS and cell.text.replace(" ", "_").isidentifier():
            yield Message("names", words_of(cell.text), cell.at)
    if isinstance(decl, tree.Kind):
        for i in [i for i, name in enumerate(head) if name in LOOK_COLUMNS]:
            for cell in (row.cells[i] for row in rows[1:] if i < len(row.cells)):
                yield Message("names", cell.text, cell.at)
    if isinstance(decl, tree.Kind | tree.Ruling) and "title" not in head:
        for row in rows[1:]:
            yield Message("names", row.cells[0].text, row.cells[0].at)
