"""Books and programs for directives, made once for each configuration.

In: a configuration as written in a directive. Out: checked programs and books, kept until a rule
file changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from alarife.library import Library
from alarife.resources import rules_dir
from alarife.rulebook import load
from alarife.syntax.source import read_source
from alarife.texts.catalogue import Catalogue, catalogue_for, languages, read_catalogue
from alarife.texts.english import ENGLISH
from alarife.texts.speech import Speech


@dataclass(frozen=True, slots=True)
class Wish:
    """A configuration as asked for."""

    game: str
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, object], ...] = ()
    players: int | None = None
    language: str = ""
    of_project: bool = False
    """Whether the language is that of the whole project."""
    rules: str = ""
    catalogues: str = ""
    draft: bool = False
    locale: str = ""
    """The catalogue that Sphinx keeps for the document, if there is one."""
    sources: tuple[tuple[str, str], ...] = ()
    """Rule files by path, if the book is to be made of these and no others."""


@dataclass(frozen=True, slots=True)
class Made(load.Made):
    """What was made of a wish. `files` are the rule files that went into it."""

    files: tuple[str, ...]


_kept: dict[Wish, tuple[Mapping[str, float], Made]] = {}


def made(wish: Wish, woven: Callable[[], load.Made] | None = None) -> Made:
    """The book of a wish, which may have been woven already. Raises `RuleError` for a wrong one."""
    if woven is not None:
        return _with_files(woven())
    known = _kept.get(wish)
    if known is not None and all(_time(path) == time for path, time in known[0].items()):
        return known[1]
    fresh = _make(wish)
    for other in [w for w in _kept if w.sources]:
        del _kept[other]
    _kept[wish] = ({path: _time(path) for path in fresh.files}, fresh)
    return fresh


def _make(wish: Wish) -> Made:
    folder = Path(wish.catalogues) if wish.catalogues else None
    speech = _speech(wish, folder)
    texts = dict(wish.sources)
    library = Library(texts=texts, speech=speech) if texts else library_of(wish.rules, speech)
    options, strict = dict(wish.options), not wish.draft
    found = load.made_of(wish.game, wish.modules, options, wish.players, library, strict)
    return _with_files(found, *([wish.locale] if wish.locale else []))


def _with_files(found: load.Made, *more: str) -> Made:
    return Made(found.whole, found.base, found.book, (*found.whole.program.sources, *more))


def _speech(wish: Wish, folder: Path | None) -> Speech:
    """The language of a directive; that of the whole project only if there is a catalogue for it,
    for Sphinx may have translations of its own."""
    unknown = wish.of_project and wish.language not in languages(folder)
    speech = ENGLISH if unknown else catalogue_for(wish.language or "en", folder)
    if not wish.locale:
        return speech
    own = read_catalogue(Path(wish.locale), wish.language)
    return speech.after(own) if isinstance(speech, Catalogue) else own


def library_of(rules: str, speech: Speech = ENGLISH) -> Library:
    """The shipped rule files, and those of a folder of one's own."""
    if not rules:
        return Library(speech=speech)
    texts = {str(p): read_source(p) for p in sorted(Path(rules).rglob("*.alr"))}
    return Library(Path(str(rules_dir())), texts, speech)


def _time(path: str) -> float:
    try:
        return Path(path).stat().st_mtime
    except OSError:
        return -1.0
