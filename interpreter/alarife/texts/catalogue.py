"""Catalogues: what translators write, read as a language.

In: .po files, shipped or of one's own. Out: a `Catalogue`, which is the `Speech` that rule files,
books and tables then speak. Plural forms are what the
catalogue's head says, lists what the CLDR does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from gettext import c2py
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from alarife.diagnostics import Label, RuleError, rule_error
from alarife.files import read_bytes
from alarife.resources import rules_dir
from alarife.signs import first_unseen
from alarife.syntax.tree import Span
from alarife.texts.english import ENGLISH, MOST_IN_WORDS
from alarife.texts.speech import Speech

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

_LARGEST = 8_000_000
_CODE = re.compile(r"[A-Za-z]{2,3}(?:_[A-Za-z]{2,4})?")
_BENDING = {"hu": "alarife.texts.hungarian"}
"""Languages whose words are bent by rule, and the module that knows how: `bent(text, form)`."""


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """A language as a catalogue says it: (context, message) → translation, the line of each in the
    file, how plurals are chosen (as in C), and how two words, and the last two of several, are
    joined."""

    language: str
    texts: Mapping[tuple[str, str], str]
    lines: Mapping[tuple[str, str], int] = field(default_factory=dict[tuple[str, str], int])
    plurals: str = "n != 1"
    pair: str = "{0}, {1}"
    last: str = "{0}, {1}"
    path: str = ""

    def text(self, context: str, message: str) -> str | None:
        """The translation of a message, or None. Catalogues of Sphinx's have no contexts."""
        return self.texts.get((context, message)) or self.texts.get(("", message)) or None

    def after(self, first: Catalogue) -> Catalogue:
        """This catalogue, where another one, which goes first, has no translation."""
        return replace(self, texts={**self.texts, **first.texts})

    def word(self, number: int) -> str:
        """A number in words, as far as the catalogue has them; else in digits."""
        said = self.text("numbers", ENGLISH.word(number)) if number <= MOST_IN_WORDS else None
        return said or str(number)

    def ordinal(self, number: int) -> str:
        """A number that says which; `3.` where the catalogue has no word."""
        said = self.text("numbers", ENGLISH.ordinal(number)) if number <= MOST_IN_WORDS else None
        return said or f"{number}."

    def listed(self, words: Sequence[str]) -> str:
        """Several words, joined as the CLDR says."""
        if len(words) < 2:
            return "".join(words)
        pattern = self.pair if len(words) == 2 else self.last
        return pattern.replace("{0}", ", ".join(words[:-1])).replace("{1}", words[-1])

    def plural(self, number: int) -> int:
        """Which plural form a number takes."""
        try:
            return max(0, int(_rule(self.plurals)(number)))
        except ArithmeticError:
            return 0

    def several(self, title: str) -> str:
        """The form `plural` of the table of forms; the title itself, if there is none."""
        return self.text("forms", f"{title}:plural") or title

    def bent(self, text: str, form: str) -> str:
        """A word in a form: from the table of forms, or by the language's rules."""
        if found := self.text("forms", f"{text}:{form}"):
            return found
        rules = _BENDING.get(self.language)
        made = import_module(rules).bent(text, form) if rules else None
        return made if made is not None else text


@lru_cache(maxsize=64)
def _rule(formula: str) -> Callable[[int], int]:
    return c2py(formula)


# ----------------------------------------------------------------
# finding and reading
def shipped() -> Path:
    """The folder of the catalogues that come with the rules."""
    return Path(str(rules_dir())) / "languages"


def is_code(name: str) -> bool:
    """Whether a name has the form of a language's code: `hu`, `pt_BR`."""
    return bool(_CODE.fullmatch(name))


def languages(folder: Path | None = None) -> list[str]:
    """The codes of the languages there are catalogues for, English first."""
    places = [place for place in (shipped(), folder) if place]
    files = (path for place in places for path in place.glob("*.po"))
    found = {path.stem for path in files if path.is_file() and is_code(path.stem)}
    return ["en", *sorted(found - {"en"})]


def catalogue_for(language: str, folder: Path | None = None) -> Speech:
    """A language: English, or what its catalogues say, one in a folder of one's own (`hu.po`) first
    and the shipped one for the rest. Raises `RuleError` if there is none (E0733), or if one can't
    be read (E0735)."""
    if language == "en":
        return ENGLISH
    places = [folder, shipped()] if folder else [shipped()]
    paths = [place / f"{language}.po" for place in places if is_code(language)]
    found = [read_catalogue(path, language) for path in paths if path.is_file()]
    if found:
        return found[0] if len(found) == 1 else found[1].after(found[0])
    hint = f"There is {ENGLISH.listed(languages(folder))}."
    hint += " Name the folder of a catalogue of your own with `--catalogues`."
    raise rule_error("E0733", f"There is no translation into `{language}`.", hint)


def read_catalogue(path: Path, language: str) -> Catalogue:
    """The catalogue in a file. Raises `RuleError`."""
    try:
        data = read_bytes(path, _LARGEST)
    except OSError as wrong:
        raise _bad(path, wrong.strerror or "for an unknown reason") from None
    if len(data) > _LARGEST:
        raise _bad(path, f"it is larger than {_LARGEST} bytes")
    return _read(data, path, language)


@lru_cache(maxsize=8)
def _read(data: bytes, path: Path, language: str) -> Catalogue:
    try:
        return read_po(data.decode("utf-8-sig"), language, path)
    except ValueError as wrong:  # among them what is no UTF-8
        raise _bad(path, str(wrong)) from None


def read_po(text: str, language: str = "xx", path: Path = Path("catalogue.po")) -> Catalogue:
    """A catalogue from the text of a .po file. Fuzzy and obsolete entries are left out. Raises
    `ValueError` for what is no catalogue, for characters that nobody sees, and for a plural rule
    that is none; `RuleError` if Babel, which reads it, is not installed."""
    need_babel()
    from babel.messages.pofile import PoFileError

    try:
        found = parsed_po(text)
    except PoFileError as wrong:
        raise ValueError(f"line {wrong.lineno + 1}: {wrong}") from None
    texts: dict[tuple[str, str], str] = {}
    lines: dict[tuple[str, str], int] = {}
    for message in found:
        if message.id and message.string and not message.fuzzy:
            key = (message.context or "", str(message.id))
            texts[key], lines[key] = str(message.string), message.lineno or 1
            _refuse_unseen(texts[key], lines[key])
    plurals = _plurals(text) or "n != 1"
    _rule(plurals)
    pair, last = _joining(language)
    return Catalogue(language, texts, lines, plurals, pair, last, str(path))


def parsed_po(text: str) -> Catalog:
    """Babel's own record of a catalogue, with comments and fuzzy entries."""
    from babel.messages.pofile import read_po as babel_read

    return babel_read(text.splitlines(keepends=True), abort_invalid=True)


def _plurals(text: str) -> str:
    head = text.split("\nmsgctxt", 1)[0]
    found = re.search(r"plural=([^;\\\"]+)", head)
    return found.group(1).strip() if found else ""


def _refuse_unseen(text: str, line: int) -> None:
    for part in text.split("\n"):
        if (at := first_unseen(part)) >= 0:
            raise ValueError(f"line {line}: a sign can't be seen: U+{ord(part[at]):04X}")


def _joining(language: str) -> tuple[str, str]:
    """How the CLDR joins two words, and the last two of several."""
    from babel import Locale, UnknownLocaleError

    try:
        patterns = Locale.parse(language).list_patterns["standard"]
    except (UnknownLocaleError, ValueError):
        return "{0}, {1}", "{0}, {1}"
    return patterns["2"], patterns["end"]


def need_babel() -> None:
    """Raises `RuleError` if what reads catalogues is not installed."""
    if find_spec("babel") is None:
        hint = "Install it with `pip install 'alarife[languages]'`."
        raise rule_error("E0654", "What reads translations is not installed.", hint)


def _bad(path: Path, why: str) -> RuleError:
    hint = "A catalogue is a text file as translators' tools write it: see the page on translating."
    return rule_error("E0735", f"{path} can't be read: {why}.", hint)


def at_line(speech: Catalogue, context: str, message: str) -> Label:
    """Where an entry stands in its catalogue."""
    line = speech.lines.get((context, message), 1)
    return Label(Span(speech.path, line, 1, line, 1), "")
