"""Templates of catalogues, and catalogues brought up to date.

In: rule files. Out: Babel's record of all messages: those of the files, of the book, of pictures
and of tables, with what a translator should know beside them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from alarife.checking.world import PLAYER_NAMES
from alarife.drawing.looks import Looks
from alarife.library import Library
from alarife.rulebook.phrases import PHRASES
from alarife.syntax.parse import parse_cached
from alarife.texts.catalogue import parsed_po
from alarife.texts.english import ENGLISH, MOST_IN_WORDS
from alarife.texts.messages import messages
from alarife.texts.spoken import TABLE
from alarife.translation.phrases import phrases

WORDS = ("yes", "no", "none", "player {seat}", "north", "east", "south", "west")
_ENCODED = ("Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: 8bit")
_NOTES = {
    "numbers": "A number in words, as it stands in a sentence.",
    "names": "A name of the rule files that is shown as a word.",
    "words": "Said of a value.",
    "drawing": "A word in a picture.",
    "book": "A phrase of the book, the same for every game.",
    "table": "Said at the table, in the terminal or the browser. What is typed stays English.",
}


@dataclass(frozen=True, slots=True)
class Source:
    """A message and where it comes from: a path relative to the rule files, and a line."""

    context: str
    text: str
    path: str
    line: int


def sources(library: Library, folder: Path, games: Iterable[str] = ()) -> Iterator[Source]:
    """All messages: of every rule file, or of those of some games with their modules and
    libraries; and what every game says."""
    seen: set[tuple[str, str]] = set()
    files = [parse_cached(library.text(path), path) for path in _paths(library, set(games))]
    for message in messages(files):
        path = Path(message.at.file)
        told = path.relative_to(folder) if path.is_relative_to(folder) else Path(path.name)
        if (message.context, message.text) not in seen:
            seen.add((message.context, message.text))
            yield Source(message.context, message.text, told.as_posix(), message.at.line)
    for context, texts in fixed():
        for text in dict.fromkeys(texts):
            if (context, text) not in seen:
                yield Source(context, text, "", 0)
    for text, path, line in phrases():
        if (TABLE, text) not in seen:
            seen.add((TABLE, text))
            yield Source(TABLE, text, path, line)


def fixed() -> Iterator[tuple[str, list[str]]]:
    """What is said in every game, by context."""
    numbers = range(MOST_IN_WORDS + 1)
    yield "numbers", [*map(ENGLISH.word, numbers), *map(ENGLISH.ordinal, numbers[1:])]
    yield "words", list(WORDS)
    yield "names", list(PLAYER_NAMES)
    yield "book", list(PHRASES.values())
    yield "drawing", list(Looks.MESSAGES)


def _paths(library: Library, games: set[str]) -> list[str]:
    """The files of games: their modules, presets, and the libraries they use."""
    heads = library.heads()
    if not games:
        return [head.path for head in heads]
    wanted = [h for h in heads if (h.what == "game" and h.name in games) or h.target in games]
    used = {
        name for head in wanted for name in parse_cached(library.text(head.path), head.path).uses
    }
    libraries = [h for h in heads if h.what == "library"]
    for _ in libraries:  # libraries may use others
        for head in libraries:
            if head.name in used:
                used |= set(parse_cached(library.text(head.path), head.path).uses)
    return [h.path for h in heads if h in wanted or (h.what == "library" and h.name in used)]


def template(found: Iterable[Source]) -> Catalog:
    """An empty catalogue."""
    made = Catalog(fuzzy=False)
    for source in found:
        places = [(source.path, source.line)] if source.path else []
        notes = [_NOTES[source.context]] if source.context in _NOTES else []
        made.add(source.text, "", places, auto_comments=notes, context=source.context)
    return made


def updated(old: bytes, found: Iterable[Source], language: str) -> Catalog:
    """A catalogue with the messages of today. Where a message has changed, its translation stays,
    marked as fuzzy, and isn't used until somebody has looked at it. What is not there any more
    is kept at the end, as a comment. Tables of forms stay as they are."""
    before = parsed_po(old.decode("utf-8-sig")) if old else Catalog(locale=language)
    fresh = template(found)
    for message in before:
        if message.context == "forms":
            fresh.add(message.id, message.string, context="forms")
    made = parsed_po(old.decode("utf-8-sig")) if old else Catalog(locale=language, fuzzy=False)
    made.update(fresh, no_fuzzy_matching=True)
    _keep_changed(made, before)
    return made


def _keep_changed(made: Catalog, before: Catalog) -> None:
    """Give new messages the translation of the most alike one that their context has lost."""
    lost: dict[str, dict[str, str]] = {}
    for message in before:
        gone = message.id and message.string and made.get(message.id, message.context) is None
        if gone:
            lost.setdefault(message.context or "", {})[str(message.id)] = str(message.string)
    for message in made:
        near = lost.get(message.context or "", {})
        if not message.id or message.string:
            continue
        for alike in get_close_matches(str(message.id), near, 1):
            message.string = near[alike]
            message.flags.add("fuzzy")


def written(catalogue: Catalog) -> bytes:
    """A catalogue as the text of a .po file, the same on every machine."""
    for message in catalogue:  # our holes are none of Python's
        message.flags -= {"python-format", "python-brace-format"}
    revised = catalogue.revision_date
    date = revised.strftime("%Y-%m-%d %H:%M%z") if isinstance(revised, datetime) else revised
    never = "YEAR-MO-DA HO:MI+ZONE"
    head = [
        "Project-Id-Version: Alarife",
        f"PO-Revision-Date: {date if catalogue.locale_identifier and date else never}",
        "Last-Translator: ",
    ]
    head += ["Language-Team: ", f"Language: {catalogue.locale_identifier or ''}"]
    if catalogue.locale_identifier:
        head.append(f"Plural-Forms: {catalogue.plural_forms}")
    head += ["MIME-Version: 1.0", *_ENCODED]
    quoted = "".join(f'"{line}\\n"\n' for line in head)
    out = BytesIO()
    write_po(out, catalogue, width=100, omit_header=True)
    return f'msgid ""\nmsgstr ""\n{quoted}\n'.encode() + out.getvalue()
