"""Every text of a rule file and of the book as a message for translators.

In: rule files, catalogues. Out: messages with contexts that stay the same when a rule is rewritten
or moved, a .pot of all of them, and sentences looked up in a catalogue.

A title is one message, a paragraph is one; rows of numbers and citations are none. The context is
file and name ("alhambra.small", with " title" behind it for the title). In a message a hole is
shown by its name only, so an expression may be rewritten: `{money_cards = size(Money)}` is
`{money_cards}`. A translation may use a hole in more ways than the original:

    {money_cards:forms karta|karty|karet}   the form that the catalogue's plural rule chooses for
    this number {building:gen}                          the genitive of the value's title, from the
    catalogue's table of forms

The table of forms are messages of the context "forms": msgid "Garden:gen", msgstr "zahrady".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from alarife.diagnostics import Diagnostic, RuleError
from alarife.files import read_bytes
from alarife.rulebook.paragraphs import paragraphs_of
from alarife.rulebook.targets import target_of
from alarife.sentences.holes import FORMS, Hole, parts
from alarife.signs import first_unseen
from alarife.syntax import tree


@dataclass(frozen=True, slots=True)
class Message:
    """One text to be translated and where it stands."""

    context: str
    text: str
    at: tree.Span


class Translation(Protocol):
    """What weaving asks of a catalogue."""

    def text(self, context: str, message: str) -> str | None:
        """The translation of a message, with the holes it wants, or None."""
        ...

    def form(self, title: str, form: str) -> str | None:
        """A form of a term's title from the table of forms, or None."""
        ...

    def plural(self, number: int) -> int:
        """Which plural form a number takes."""
        ...


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
        for word in decl.others:
            yield Message(f"{decl.module}.{decl.what} also", word, decl.head)
    yield from _prompts(decl, target)
    if isinstance(decl, (tree.Kind, tree.Ruling)) and decl.rows:
        head = [cell.text for cell in decl.rows[0].cells]
        told = [i for i, name in enumerate(head) if name in ("title", "meaning", "source")]
        for row in decl.rows[1:]:
            for i in told:
                if i < len(row.cells):
                    cell = row.cells[i]
                    yield Message(f"{target}.{row.cells[0].text} {head[i]}", cell.text, cell.at)


def _prompts(decl: tree.Decl, target: str) -> Iterator[Message]:
    from alarife.linking.walk import below

    body = getattr(decl, "body", None)
    for node in below(body) if isinstance(body, list) else ():
        if isinstance(node, (tree.Choose, tree.May)) and node.prompt:
            yield Message(f"{target} prompt", node.prompt, node.at)


# ----------------------------------------------------------------
# templates
def pot(found: Iterable[Message], relative_to: Path | None = None) -> str:
    """A template of a catalogue. Places are named relative to a folder, so that it is the same on
    every machine."""
    blocks = [
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain;'  # noqa: ISC004
        ' charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n'
    ]
    for message in found:
        path = Path(message.at.file)
        if relative_to is not None and path.is_relative_to(relative_to):
            path = path.relative_to(relative_to)
        context, text = _quoted(message.context), _quoted(message.text)
        blocks.append(
            f'#: {path.as_posix()}:{message.at.line}\nmsgctxt {context}\nmsgid {text}\nmsgstr ""\n'
        )
    return "\n".join(blocks)


def extract(folder: Path, to: Path) -> int:
    """Write a template of all rule files below a folder; the number of messages in it."""
    from alarife.library import Library
    from alarife.rulebook.phrases import book_messages
    from alarife.syntax.parse import parse_cached

    library = Library(folder)
    files = [parse_cached(library.text(head.path), head.path) for head in library.heads()]
    found = [*messages(files), *book_messages()]
    to.parent.mkdir(parents=True, exist_ok=True)
    to.write_text(pot(found, folder), encoding="utf-8")
    return len(found)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


# ----------------------------------------------------------------
# catalogues
@dataclass(slots=True)
class Catalogue:
    """A catalogue of translations: (context, message) → translation, and the rule that chooses
    plural forms."""

    texts: Mapping[tuple[str, str], str] = field(default_factory=dict)
    plural_rule: Callable[[int], int] = field(default=lambda number: 0 if number == 1 else 1)

    def text(self, context: str, message: str) -> str | None:
        """The translation of a message, or None."""
        return self.texts.get((context, message)) or None

    def form(self, title: str, form: str) -> str | None:
        """A form of a term's title, or None."""
        return self.texts.get(("forms", f"{title}:{form}")) or None

    def plural(self, number: int) -> int:
        """Which plural form a number takes."""
        return self.plural_rule(number)


_FIELD = re.compile(r'^(msgctxt|msgid|msgstr)?\s*("(?:[^"\\]|\\.)*")\s*$')
_PLURAL = re.compile(r"plural=([^;\\]+)")
UNTRANSLATED = Catalogue()


def read_po(text: str) -> Catalogue:
    """A catalogue from the text of a .po file. Fuzzy entries are left out. Raises `ValueError` for
    characters that nobody sees, and for a plural rule that is none."""
    texts: dict[tuple[str, str], str] = {}
    rule = UNTRANSLATED.plural_rule
    for block in re.split(r"\n\s*\n", text):
        entry, current = {"msgctxt": "", "msgid": "", "msgstr": "", "": ""}, ""
        for line in block.splitlines():
            if match := _FIELD.match(line.strip()):
                current = match.group(1) or current
                entry[current] += _unquoted(match.group(2))
        if not entry["msgid"] and (found := _PLURAL.search(entry["msgstr"])):
            rule = plural_rule(found.group(1))
        elif entry["msgid"] and entry["msgstr"] and "#, fuzzy" not in block:
            texts[entry["msgctxt"], entry["msgid"]] = entry["msgstr"]
    return Catalogue(texts, rule)


def catalogue_for(language: str, folder: Path) -> Catalogue:
    """The catalogue of a language in a folder (`hu.po`); an empty one if there is none. Raises
    `RuleError` (E0735) if there is one that can't be read."""
    path = folder / f"{language}.po"
    if not re.fullmatch(r"[A-Za-z0-9_@-]+", language) or not path.exists():
        return UNTRANSLATED
    try:
        data = read_bytes(path, _LARGEST)
        if len(data) > _LARGEST:
            raise _bad(path, f"it is larger than {_LARGEST} bytes")
        return read_po(data.decode("utf-8-sig"))
    except OSError as wrong:
        raise _bad(path, wrong.strerror or "for an unknown reason") from None
    except ValueError as wrong:  # among them what is no UTF-8
        raise _bad(path, str(wrong)) from None


def _bad(path: Path, why: str) -> RuleError:
    hint = "A catalogue is a text file as translators' tools write it: see the page on translating."
    return RuleError([Diagnostic("E0735", f"{path} can't be read: {why}.", (), hint)])


_LARGEST = 8_000_000


_ESCAPES = {"n": "\n", "t": " "}


def _unquoted(quoted: str) -> str:
    """The text between quotes."""
    text = re.sub(r"\\(.)", lambda found: _ESCAPES.get(found[1], found[1]), quoted[1:-1])
    for line in text.split("\n"):
        if (at := first_unseen(line)) >= 0:
            raise ValueError(f"a sign in it can't be seen: U+{ord(line[at]):04X}")
    return text


def plural_rule(formula: str) -> Callable[[int], int]:
    """The rule that a catalogue's head says, as gettext understands it (its own reader refuses
    anything but arithmetic). Raises `ValueError`."""
    from gettext import c2py

    rule = c2py(formula.strip())

    def chosen(number: int) -> int:
        try:
            return max(0, int(rule(number)))
        except ArithmeticError:
            return 0

    return chosen


def translated(
    text: str,
    context: str,
    catalogue: Translation,
    say: Callable[[Hole, str], str],
    number: Callable[[Hole], int | None],
) -> str | None:
    """A sentence in the catalogue's language with its holes filled, or None if it is not
    translated. `say` fills a hole in a form, `number` is a hole's number, if it is one."""
    found = catalogue.text(context, message_of(text))
    if found is None:
        return None
    known = named_holes(text)

    def fill(match: re.Match[str]) -> str:
        name, _, form = match.group(1).partition(":")
        hole = known.get(name.strip())
        if hole is None:
            return match.group(0)
        if form.startswith("forms "):
            return _chosen(form.removeprefix("forms ").split("|"), catalogue, number(hole))
        if form and form not in FORMS:
            plain = say(hole, "")
            return catalogue.form(plain, form) or plain
        return say(hole, form)

    return re.sub(r"\{([^{}]*)\}", fill, found)


def _chosen(forms: list[str], catalogue: Translation, number: int | None) -> str:
    return forms[min(catalogue.plural(number if number is not None else 1), len(forms) - 1)]
